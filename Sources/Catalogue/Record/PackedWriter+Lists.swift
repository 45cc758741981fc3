import DiscogsModel

extension PackedWriter {
  mutating func credit(_ credit: UnsafePointer<ArtistCredit>) {
    var mask: UInt8 = 0
    if !credit.pointee.variation.isEmpty { mask |= PackedFormat.Credit.variation }
    if !credit.pointee.join.isEmpty { mask |= PackedFormat.Credit.join }
    if !credit.pointee.role.isEmpty { mask |= PackedFormat.Credit.role }
    if !credit.pointee.tracks.isEmpty { mask |= PackedFormat.Credit.tracks }
    let known = find(credit.pointee.id?.number, credit.pointee.name, in: artistsNamed)
    if known != nil { mask |= PackedFormat.Credit.known }
    byte(mask)
    if let known {
      varint(known)
    } else {
      let name = named(credit.pointee.id?.number, credit.pointee.name)
      if let name, artistsNamed.count < PackedFormat.namesRemembered { artistsNamed.append(name) }
    }
    if mask & PackedFormat.Credit.variation != 0 { text(credit.pointee.variation) }
    if mask & PackedFormat.Credit.join != 0 { wordOrText(credit.pointee.join) }
    if mask & PackedFormat.Credit.role != 0 { wordOrText(credit.pointee.role) }
    if mask & PackedFormat.Credit.tracks != 0 { text(credit.pointee.tracks) }
  }

  mutating func label(_ label: UnsafePointer<LabelCredit>) {
    var mask: UInt8 = 0
    if label.pointee.catalogueNumber == PackedFormat.none {
      mask |= PackedFormat.Company.none
    } else if !label.pointee.catalogueNumber.isEmpty {
      mask |= PackedFormat.Company.catalogueNumber
    }
    if !label.pointee.role.isEmpty { mask |= PackedFormat.Company.role }
    if label.pointee.roleNumber != nil { mask |= PackedFormat.Company.roleNumber }
    let known = find(label.pointee.id?.number, label.pointee.name, in: labelsNamed)
    if known != nil { mask |= PackedFormat.Company.known }
    byte(mask)
    if let known {
      varint(known)
    } else {
      let name = named(label.pointee.id?.number, label.pointee.name)
      if let name, labelsNamed.count < PackedFormat.namesRemembered { labelsNamed.append(name) }
    }
    if mask & PackedFormat.Company.catalogueNumber != 0 { text(label.pointee.catalogueNumber) }
    if mask & PackedFormat.Company.role != 0 { wordOrText(label.pointee.role) }
    if let roleNumber = label.pointee.roleNumber { varint(roleNumber) }
  }

  /// The index of an earlier credit with this id and name. Names differ under one id only in data of two sources.
  @inline(__always) private func find(_ number: Int?, _ name: String, in named: [Named]) -> Int? {
    guard let number else { return nil }
    var index = 0
    while index < named.count {
      if named[index].number == number {
        var name = name
        let isSame = name.withUTF8 { bytes in
          let before = UnsafeRawBufferPointer(start: self.bytes.base + named[index].name, count: named[index].length)
          return bytes.count == before.count && before.elementsEqual(bytes)
        }
        if isSame { return index }
      }
      index &+= 1
    }
    return nil
  }

  /// Writes the id plus one, or 0 for none, and the name.
  private mutating func named(_ number: Int?, _ name: String) -> Named? {
    guard let number else {
      byte(0)
      text(name)
      return nil
    }
    varint(number &+ 1)
    text(name)
    let length = name.utf8.count
    return Named(number: number, name: bytes.count &- length, length: length)
  }

  mutating func artist(_ artist: UnsafePointer<NamedArtist>) {
    _ = named(artist.pointee.id?.number, artist.pointee.name)
  }

  mutating func namedLabel(_ label: UnsafePointer<NamedLabel>) {
    _ = named(label.pointee.id?.number, label.pointee.name)
  }

  mutating func format(_ format: UnsafePointer<Format>) {
    var mask: UInt8 = 0
    if format.pointee.quantity != "1" { mask |= PackedFormat.Carrier.quantity }
    if !format.pointee.descriptions.isEmpty { mask |= PackedFormat.Carrier.descriptions }
    if !format.pointee.freeText.isEmpty { mask |= PackedFormat.Carrier.freeText }
    byte(mask)
    wordOrText(format.pointee.name)
    if mask & PackedFormat.Carrier.quantity != 0 { text(format.pointee.quantity) }
    if mask & PackedFormat.Carrier.descriptions != 0 {
      items(format.pointee.descriptions) { $0.wordOrText($1.pointee) }
    }
    if mask & PackedFormat.Carrier.freeText != 0 { text(format.pointee.freeText) }
  }

  mutating func track(_ track: UnsafePointer<Track>, isPart: Bool) {
    var mask: UInt8 = 0
    let seconds = seconds(track.pointee.duration)
    if !track.pointee.position.isEmpty { mask |= PackedFormat.Piece.position }
    if seconds != nil {
      mask |= PackedFormat.Piece.duration
    } else if !track.pointee.duration.isEmpty {
      mask |= PackedFormat.Piece.oddDuration
    }
    if !track.pointee.artists.isEmpty { mask |= PackedFormat.Piece.artists }
    if !track.pointee.credits.isEmpty { mask |= PackedFormat.Piece.credits }
    if !track.pointee.parts.isEmpty { mask |= PackedFormat.Piece.parts }
    if track.pointee.kind != PackedFormat.kind(of: track, isPart: isPart) { mask |= PackedFormat.Piece.kind }
    byte(mask)
    if mask & PackedFormat.Piece.position != 0 { position(track.pointee.position) }
    text(track.pointee.title)
    if let seconds {
      varint(seconds)
    } else if mask & PackedFormat.Piece.oddDuration != 0 {
      text(track.pointee.duration)
    }
    if mask & PackedFormat.Piece.artists != 0 { items(track.pointee.artists) { $0.credit($1) } }
    if mask & PackedFormat.Piece.credits != 0 { items(track.pointee.credits) { $0.credit($1) } }
    if mask & PackedFormat.Piece.parts != 0 { items(track.pointee.parts) { $0.track($1, isPart: true) } }
    if mask & PackedFormat.Piece.kind != 0 {
      switch track.pointee.kind {
      case .track: byte(0)
      case .heading: byte(1)
      case .index: byte(2)
      }
    }
  }

  private mutating func position(_ position: String) {
    var position = position
    position.withUTF8 { text in
      var code = 0
      if let first = text.first, text.count <= 2 {
        let last = text[text.count - 1]
        if first >= UInt8(ascii: "A"), first <= UInt8(ascii: "H") {
          let side = 41 + Int(first - UInt8(ascii: "A")) * 10
          if text.count == 1 {
            code = side
          } else if last >= UInt8(ascii: "1"), last <= UInt8(ascii: "9") {
            code = side + Int(last - UInt8(ascii: "0"))
          }
        } else if first != UInt8(ascii: "0"), let number = Self.digits(text[...]), number <= 40 {
          code = number
        }
      }
      byte(UInt8(code))
      if code == 0 { self.text(UnsafeRawBufferPointer(text)) }
    }
  }

  /// The seconds of a duration of the form `m:ss`: `3:45`, but not `03:45`, `3:75` or `1:00:00`.
  private func seconds(_ duration: String) -> Int? {
    guard !duration.isEmpty else { return nil }
    var duration = duration
    return duration.withUTF8 { text in
      guard text.count >= 4, text.count <= 6, text[text.count - 3] == UInt8(ascii: ":"),
        text.count == 4 || text[0] != UInt8(ascii: "0"), let minutes = Self.digits(text[..<(text.count - 3)]),
        let seconds = Self.digits(text[(text.count - 2)...]), seconds < 60
      else { return nil }
      return minutes * 60 + seconds
    }
  }

  mutating func identifier(_ identifier: UnsafePointer<Identifier>) {
    byte(identifier.pointee.description.isEmpty ? 0 : PackedFormat.Mark.description)
    wordOrText(identifier.pointee.kind)
    text(identifier.pointee.value)
    if !identifier.pointee.description.isEmpty { wordOrText(identifier.pointee.description) }
  }

  mutating func videos(_ videos: [Video]) {
    var before: String?
    list(.videos, videos) { writer, video in
      writer.video(video.pointee, after: before)
      before = video.pointee.title
    }
  }

  private mutating func video(_ video: Video, after before: String?) {
    var mask: UInt8 = 0
    var description = video.description.utf8[...]
    let isYouTube = Self.begins(video.url, with: PackedFormat.youTube)
    if isYouTube { mask |= PackedFormat.Clip.youTube }
    if video.description == video.title, !video.title.isEmpty {
      mask |= PackedFormat.Clip.descriptionIsTitle
    } else if let middle = autoGenerated(video.description) {
      mask |= PackedFormat.Clip.autoGenerated
      description = middle
    } else if !video.description.isEmpty {
      mask |= PackedFormat.Clip.description
    }
    let parts = video.duration?.components
    if let parts { mask |= parts.attoseconds == 0 ? PackedFormat.Clip.seconds : PackedFormat.Clip.exactDuration }
    if !video.mayBeEmbedded { mask |= PackedFormat.Clip.mayNotBeEmbedded }
    byte(mask)
    text(video.url.utf8.dropFirst(isYouTube ? PackedFormat.youTube.utf8.count : 0))
    if let before {
      let shared = sharedPrefix(before, video.title)
      varint(shared)
      text(video.title.utf8.dropFirst(shared))
    } else {
      text(video.title)
    }
    if mask & (PackedFormat.Clip.description | PackedFormat.Clip.autoGenerated) != 0 { text(description) }
    if let parts {
      varint(Int(parts.seconds))
      if parts.attoseconds != 0 { varint(Int(parts.attoseconds)) }
    }
  }

  /// The text between the two sentences with which YouTube frames its generated descriptions.
  private func autoGenerated(_ description: String) -> Substring.UTF8View? {
    let text = description.utf8
    let around = PackedFormat.providedBy.utf8.count + PackedFormat.autoGenerated.utf8.count
    guard text.count >= around, Self.begins(description, with: PackedFormat.providedBy),
      text.suffix(PackedFormat.autoGenerated.utf8.count).elementsEqual(PackedFormat.autoGenerated.utf8)
    else { return nil }
    return text.dropFirst(PackedFormat.providedBy.utf8.count).dropLast(PackedFormat.autoGenerated.utf8.count)
  }

  /// Compares bytes in place, which string views do not.
  private static func begins(_ text: String, with beginning: String) -> Bool {
    var (text, beginning) = (text, beginning)
    return text.withUTF8 { text in
      beginning.withUTF8 { beginning in
        text.count >= beginning.count && text[..<beginning.count].elementsEqual(beginning)
      }
    }
  }

  private func sharedPrefix(_ left: String, _ right: String) -> Int {
    var (left, right) = (left, right)
    return left.withUTF8 { left in
      right.withUTF8 { right in
        let longest = min(left.count, right.count)
        var index = 0
        while index < longest, left[index] == right[index] { index += 1 }
        return index
      }
    }
  }

  mutating func image(_ image: UnsafePointer<Discogs.Image>) {
    var mask: UInt8 = 0
    if !image.pointee.url.isEmpty { mask |= PackedFormat.Picture.url }
    if !image.pointee.thumbnailURL.isEmpty { mask |= PackedFormat.Picture.thumbnail }
    if image.pointee.width != 0 || image.pointee.height != 0 { mask |= PackedFormat.Picture.size }
    if image.pointee.kind == "secondary" {
      mask |= PackedFormat.Picture.secondary
    } else if image.pointee.kind != "primary" {
      mask |= PackedFormat.Picture.oddKind
    }
    byte(mask)
    if mask & PackedFormat.Picture.url != 0 { text(image.pointee.url) }
    if mask & PackedFormat.Picture.thumbnail != 0 { text(image.pointee.thumbnailURL) }
    if mask & PackedFormat.Picture.size != 0 {
      varint(image.pointee.width)
      varint(image.pointee.height)
    }
    if mask & PackedFormat.Picture.oddKind != 0 { text(image.pointee.kind) }
  }
}

extension Array {
  /// Calls `body` with a pointer to each item.
  @inline(__always) func forEachPlace(_ body: (UnsafePointer<Element>) throws -> Void) rethrows {
    try withUnsafeBufferPointer { items in
      guard let first = items.baseAddress else { return }
      for index in 0..<items.count { try body(first + index) }
    }
  }
}
