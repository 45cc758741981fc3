import CExpat
import DiscogsModel
import Wording

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
    forEachAttribute { builder, attribute in
      switch attribute.name {
      case .id where place == .release || place == .master:
        guard let number = builder.positive(attribute.value) else { return }
        builder.hasID = true
        if place == .release { builder.release.pointee.id = Release.ID(number) }
        if place == .master { builder.master.pointee.id = Master.ID(number) }
      case .status where place == .release: builder.release.pointee.status = builder.word(attribute.value)
      default: builder.note(unknown: attribute)
      }
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
      return noteSkip(DumpSkip(offset: base + begun, length: mark - begun, reason: CatalogueWords.noID))
    }
    isOpen = false
    summary.records += 1
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
    forEachAttribute { builder, attribute in
      switch attribute.name {
      case .name: credit.pointee.name = builder.string(attribute.value)
      case .catno: credit.pointee.catalogueNumber = builder.string(attribute.value)
      case .id: credit.pointee.id = builder.positive(attribute.value).map { Discogs.Label.ID($0) }
      default: builder.note(unknown: attribute)
      }
    }
  }

  mutating func beginFormat() {
    formats.append(Format(name: ""))
    let format = formats.last
    forEachAttribute { builder, attribute in
      switch attribute.name {
      case .name: format.pointee.name = builder.word(attribute.value)
      case .qty: format.pointee.quantity = builder.string(attribute.value)
      case .text: format.pointee.freeText = builder.string(attribute.value)
      default: builder.note(unknown: attribute)
      }
    }
  }

  mutating func beginIdentifier() {
    identifiers.append(Identifier(kind: "", value: ""))
    let identifier = identifiers.last
    forEachAttribute { builder, attribute in
      switch attribute.name {
      case .type: identifier.pointee.kind = builder.word(attribute.value)
      case .value: identifier.pointee.value = builder.string(attribute.value)
      case .description: identifier.pointee.description = builder.word(attribute.value)
      default: builder.note(unknown: attribute)
      }
    }
  }

  mutating func beginVideo() {
    videos.append(Video(url: "", title: ""))
    let video = videos.last
    forEachAttribute { builder, attribute in
      switch attribute.name {
      case .src: video.pointee.url = builder.string(attribute.value)
      // 0 means unknown.
      case .duration: video.pointee.duration = builder.positive(attribute.value).map { .seconds($0) }
      case .embed: video.pointee.mayBeEmbedded = builder.isTrue(attribute.value)
      default: builder.note(unknown: attribute)
      }
    }
  }

  mutating func beginImage() {
    images.append(Discogs.Image(kind: "", url: "", thumbnailURL: "", width: 0, height: 0))
    let image = images.last
    forEachAttribute { builder, attribute in
      switch attribute.name {
      case .type: image.pointee.kind = builder.word(attribute.value)
      case .uri: image.pointee.url = builder.string(attribute.value)
      case .uri150: image.pointee.thumbnailURL = builder.string(attribute.value)
      case .width: image.pointee.width = builder.positive(attribute.value) ?? 0
      case .height: image.pointee.height = builder.positive(attribute.value) ?? 0
      default: builder.note(unknown: attribute)
      }
    }
  }

  mutating func readID() {
    // The older format also gives a member's number in an element before the name.
    if place != .member { attributeID = nil }
    forEachAttribute { builder, attribute in
      guard attribute.name == .id else { return builder.note(unknown: attribute) }
      builder.attributeID = builder.positive(attribute.value)
    }
  }

  mutating func readIsMainRelease() {
    isKeyRelease = nil
    forEachAttribute { builder, attribute in
      guard attribute.name == .isMainRelease else { return builder.note(unknown: attribute) }
      builder.isKeyRelease = builder.isTrue(attribute.value)
    }
  }

  /// Stores the attributes that the parser reports: names and values in turn, then nil.
  mutating func take(_ pairs: UnsafeMutablePointer<UnsafePointer<XML_Char>?>) {
    var index = 0
    while let spelling = pairs[index], let value = pairs[index &+ 1] {
      attributes.append(Attribute(name: nameTable.find(spelling), spelling: spelling, value: bytes(value)))
      index &+= 2
    }
  }

  @inline(__always) private mutating func forEachAttribute(_ read: (inout DumpBuilder, Attribute) -> Void) {
    var index = 0
    while index < attributes.count {
      read(&self, attributes[index])
      index &+= 1
    }
  }

  @inline(never) private mutating func note(unknown attribute: Attribute) {
    let spelling = attribute.spelling.map { String(cString: $0) } ?? attribute.name.spelling
    note(unknown: "\(placeName)@\(spelling.prefix(40))")
  }

  @inline(__always)
  mutating func ignore() { if attributes.count > 0 { forEachAttribute { $0.note(unknown: $1) } } }

  @inline(__always) private func bytes(_ value: UnsafePointer<XML_Char>) -> UnsafeRawBufferPointer {
    var count = 0
    while value[count] != 0 { count &+= 1 }
    return UnsafeRawBufferPointer(start: value, count: count)
  }

  @inline(__always) private func string(_ value: UnsafeRawBufferPointer) -> String {
    value.isEmpty ? "" : String(decoding: value, as: UTF8.self)
  }

  private func isTrue(_ value: UnsafeRawBufferPointer) -> Bool { value.elementsEqual("true".utf8) }
}
