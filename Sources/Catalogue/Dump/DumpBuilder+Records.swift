import CExpat
import DiscogsModel
import Wording

/// Starts and ends records and their parts.
extension DumpBuilder {
  mutating func beginRecord(_ place: DumpPlace) {
    mark = here
    isOpen = true
    hasID = false
    stray = nil
    switch place {
    case .release: release.initialize(to: Release(id: 0, title: ""))
    case .master: master.initialize(to: Master(id: 0, title: ""))
    case .artist: artist.initialize(to: Artist(id: 0, name: ""))
    default: label.initialize(to: Discogs.Label(id: 0, name: ""))
    }
    forEachAttribute { builder, name, value in
      switch name {
      case .id where place == .release || place == .master:
        guard let number = builder.positive(value) else { return true }
        builder.hasID = true
        if place == .release { builder.release.pointee.id = Release.ID(number) }
        if place == .master { builder.master.pointee.id = Master.ID(number) }
      case .status where place == .release: builder.release.pointee.status = builder.word(value)
      default: return false
      }
      return true
    }
  }

  mutating func endID() {
    guard let number = positive() else { return }
    hasID = true
    if kind == .artist { artist.pointee.id = Artist.ID(number) } else { label.pointee.id = Discogs.Label.ID(number) }
  }

  mutating func endRecord() {
    let begun = mark
    mark = here + Int(XML_GetCurrentByteCount(parser))
    guard hasID else {
      dropRecord()
      noteSkip(DumpSkip(offset: base + begun, length: mark - begun, reason: CatalogueWords.noID))
      return
    }
    isOpen = false
    recordCount += 1
    if gatheredCapacity > 1 << 20 { shrinkText() }
    switch kind {
    case .release: records.append(.release(release.move()))
    case .master: records.append(.master(master.move()))
    case .artist: records.append(.artist(artist.move()))
    case .label: records.append(.label(label.move()))
    case nil: break
    }
  }

  mutating func dropRecord() {
    isOpen = false
    deinitializeRecord()
  }

  func deinitializeRecord() {
    switch kind {
    case .release: release.deinitialize(count: 1)
    case .master: master.deinitialize(count: 1)
    case .artist: artist.deinitialize(count: 1)
    case .label: label.deinitialize(count: 1)
    case nil: break
    }
  }

  // MARK: Parts of records

  mutating func endTrack() {
    if !track.pointee.parts.isEmpty {
      track.pointee.kind = .index
    } else if track.pointee.position.isEmpty, track.pointee.duration.isEmpty {
      track.pointee.kind = .heading
    }
  }

  mutating func endDataQuality() {
    let quality = word()
    switch kind {
    case .release: release.pointee.dataQuality = quality
    case .master: master.pointee.dataQuality = quality
    case .artist: artist.pointee.dataQuality = quality
    case .label: label.pointee.dataQuality = quality
    case nil: break
    }
  }

  mutating func endImages() {
    let taken = images.take()
    switch kind {
    case .release: release.pointee.images = taken
    case .master: master.pointee.images = taken
    case .artist: artist.pointee.images = taken
    case .label: label.pointee.images = taken
    case nil: break
    }
  }

  /// Skips empty `<label/>`s, which one month was full of.
  mutating func endSublabel() {
    let name = string()
    if !name.isEmpty || attributeID != nil {
      namedLabels.append(NamedLabel(id: attributeID.map { Discogs.Label.ID($0) }, name: name))
    }
    attributeID = nil
  }

  mutating func beginLabelCredit() {
    companies.append(LabelCredit(id: nil, name: ""))
    let credit = companies.last
    forEachAttribute { builder, name, value in
      switch name {
      case .name: credit.pointee.name = builder.string(value)
      case .catno: credit.pointee.catalogueNumber = builder.string(value)
      case .id: credit.pointee.id = builder.positive(value).map { Discogs.Label.ID($0) }
      default: return false
      }
      return true
    }
  }

  mutating func beginFormat() {
    formats.append(Format(name: ""))
    let format = formats.last
    forEachAttribute { builder, name, value in
      switch name {
      case .name: format.pointee.name = builder.word(value)
      case .qty: format.pointee.quantity = builder.string(value)
      case .text: format.pointee.freeText = builder.string(value)
      default: return false
      }
      return true
    }
  }

  mutating func beginIdentifier() {
    identifiers.append(Identifier(kind: "", value: ""))
    let identifier = identifiers.last
    forEachAttribute { builder, name, value in
      switch name {
      case .type: identifier.pointee.kind = builder.word(value)
      case .value: identifier.pointee.value = builder.string(value)
      case .description: identifier.pointee.description = builder.word(value)
      default: return false
      }
      return true
    }
  }

  mutating func beginVideo() {
    videos.append(Video(url: "", title: ""))
    let video = videos.last
    forEachAttribute { builder, name, value in
      switch name {
      case .src: video.pointee.url = builder.string(value)
      // 0 means unknown.
      case .duration: video.pointee.duration = builder.positive(value).map { .seconds($0) }
      case .embed: video.pointee.mayBeEmbedded = builder.isTrue(value)
      default: return false
      }
      return true
    }
  }

  mutating func beginImage() {
    images.append(Discogs.Image(kind: "", url: "", thumbnailURL: "", width: 0, height: 0))
    let image = images.last
    forEachAttribute { builder, name, value in
      switch name {
      case .type: image.pointee.kind = builder.word(value)
      case .uri: image.pointee.url = builder.string(value)
      case .uri150: image.pointee.thumbnailURL = builder.string(value)
      case .width: image.pointee.width = builder.positive(value) ?? 0
      case .height: image.pointee.height = builder.positive(value) ?? 0
      default: return false
      }
      return true
    }
  }

  mutating func readID() {
    // The older format also gives a member's number in an element before the name.
    if place != .member { attributeID = nil }
    forEachAttribute { builder, name, value in
      guard name == .id else { return false }
      builder.attributeID = builder.positive(value)
      return true
    }
  }

  mutating func readIsMainRelease() {
    isKeyRelease = nil
    forEachAttribute { builder, name, value in
      guard name == .isMainRelease else { return false }
      builder.isKeyRelease = builder.isTrue(value)
      return true
    }
  }

  // MARK: Attributes

  /// Stores the attributes that the parser reports: names and values in turn, then nil.
  mutating func take(_ pairs: UnsafeMutablePointer<UnsafePointer<XML_Char>?>) {
    var index = 0
    while let spelling = pairs[index], let value = pairs[index &+ 1] {
      if attributeCount == attributeCapacity { growAttributes() }
      (attributes + attributeCount).initialize(
        to: Attribute(name: nameTable.find(spelling), spelling: spelling, value: bytes(value)))
      attributeCount &+= 1
      index &+= 2
    }
  }

  @inline(never)
  private mutating func growAttributes() {
    let larger = UnsafeMutablePointer<Attribute>.allocate(capacity: attributeCapacity * 2)
    larger.moveInitialize(from: attributes, count: attributeCount)
    attributes.deallocate()
    attributes = larger
    attributeCapacity *= 2
  }

  /// Calls `read` with each attribute, and counts it as unknown where that returns false.
  @inline(__always)
  private mutating func forEachAttribute(
    _ read: (inout DumpBuilder, DumpName, UnsafeRawBufferPointer) -> Bool
  ) {
    var index = 0
    while index < attributeCount {
      let attribute = attributes[index]
      if !read(&self, attribute.name, attribute.value) {
        let spelling = attribute.spelling.map { String(cString: $0) } ?? attribute.name.spelling
        note(unknown: "\(placeName)@\(spelling.prefix(40))")
      }
      index &+= 1
    }
  }

  @inline(__always)
  mutating func ignore() {
    if attributeCount > 0 { forEachAttribute { _, _, _ in false } }
  }

  @inline(__always)
  private func bytes(_ value: UnsafePointer<XML_Char>) -> UnsafeRawBufferPointer {
    var count = 0
    while value[count] != 0 { count &+= 1 }
    return UnsafeRawBufferPointer(start: value, count: count)
  }

  @inline(__always)
  private func string(_ value: UnsafeRawBufferPointer) -> String {
    value.isEmpty ? "" : String(decoding: value, as: UTF8.self)
  }

  private func isTrue(_ value: UnsafeRawBufferPointer) -> Bool { value.elementsEqual("true".utf8) }
}
