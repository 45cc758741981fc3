import DiscogsModel

/// The items of lists. Each begins with a mask of its fields.
extension PackedReader {
  static func credit(_ reader: inout PackedReader) throws(PackedRecordError) -> ArtistCredit {
    let mask = try reader.byte()
    var credit = ArtistCredit(id: nil, name: "")
    if mask & PackedFormat.Credit.known != 0 {
      let index = try reader.varint()
      guard index >= 0, index < reader.artistsNamed.count else { throw reader.failure(.malformed) }
      credit.id = reader.artistsNamed[index].id
      credit.name = reader.artistsNamed[index].name
    } else {
      let number = try reader.varint()
      credit.name = try reader.text()
      if number != 0 {
        let id = Artist.ID(number &- 1)
        credit.id = id
        reader.artistsNamed.append((id, credit.name))
      }
    }
    if mask & PackedFormat.Credit.variation != 0 { credit.variation = try reader.text() }
    if mask & PackedFormat.Credit.join != 0 { credit.join = try reader.wordOrText() }
    if mask & PackedFormat.Credit.role != 0 { credit.role = try reader.wordOrText() }
    if mask & PackedFormat.Credit.tracks != 0 { credit.tracks = try reader.text() }
    try reader.endItem(mask)
    return credit
  }

  static func label(_ reader: inout PackedReader) throws(PackedRecordError) -> LabelCredit {
    let mask = try reader.byte()
    var label = LabelCredit(id: nil, name: "")
    if mask & PackedFormat.Company.known != 0 {
      let index = try reader.varint()
      guard index >= 0, index < reader.labelsNamed.count else { throw reader.failure(.malformed) }
      label.id = reader.labelsNamed[index].id
      label.name = reader.labelsNamed[index].name
    } else {
      let number = try reader.varint()
      label.name = try reader.text()
      if number != 0 {
        let id = Discogs.Label.ID(number &- 1)
        label.id = id
        reader.labelsNamed.append((id, label.name))
      }
    }
    if mask & PackedFormat.Company.none != 0 { label.catalogueNumber = PackedFormat.none }
    if mask & PackedFormat.Company.catalogueNumber != 0 { label.catalogueNumber = try reader.text() }
    if mask & PackedFormat.Company.role != 0 { label.role = try reader.wordOrText() }
    if mask & PackedFormat.Company.roleNumber != 0 { label.roleNumber = try reader.varint() }
    try reader.endItem(mask)
    return label
  }

  static func artist(_ reader: inout PackedReader) throws(PackedRecordError) -> NamedArtist {
    let number = try reader.varint()
    return NamedArtist(id: number == 0 ? nil : Artist.ID(number &- 1), name: try reader.text())
  }

  static func namedLabel(_ reader: inout PackedReader) throws(PackedRecordError) -> NamedLabel {
    let number = try reader.varint()
    return NamedLabel(id: number == 0 ? nil : Discogs.Label.ID(number &- 1), name: try reader.text())
  }

  static func format(_ reader: inout PackedReader) throws(PackedRecordError) -> Format {
    let mask = try reader.byte()
    var format = Format(name: try reader.wordOrText())
    if mask & PackedFormat.Carrier.quantity != 0 { format.quantity = try reader.text() }
    if mask & PackedFormat.Carrier.descriptions != 0 { format.descriptions = try reader.items(Self.word) }
    if mask & PackedFormat.Carrier.freeText != 0 { format.freeText = try reader.text() }
    try reader.endItem(mask)
    return format
  }

  static func track(_ reader: inout PackedReader) throws(PackedRecordError) -> Track { try reader.track(depth: 0) }

  private mutating func track(depth: Int) throws(PackedRecordError) -> Track {
    guard depth < PackedFormat.deepestTrack else { throw failure(.malformed) }
    let mask = try byte()
    var track = Track(title: "")
    if mask & PackedFormat.Piece.position != 0 { track.position = try trackPosition() }
    track.title = try text()
    if mask & PackedFormat.Piece.duration != 0 {
      track.duration = try duration()
    } else if mask & PackedFormat.Piece.oddDuration != 0 {
      track.duration = try text()
    }
    if mask & PackedFormat.Piece.artists != 0 { track.artists = try items(Self.credit) }
    if mask & PackedFormat.Piece.credits != 0 { track.credits = try items(Self.credit) }
    if mask & PackedFormat.Piece.parts != 0 { track.parts = try parts(depth: depth + 1) }
    if mask & PackedFormat.Piece.kind != 0 {
      switch try byte() {
      case 0: track.kind = .track
      case 1: track.kind = .heading
      case 2: track.kind = .index
      default: throw failure(.malformed)
      }
    } else {
      track.kind = PackedFormat.kind(of: &track, isPart: depth > 0)
    }
    try endItem(mask)
    return track
  }

  private mutating func parts(depth: Int) throws(PackedRecordError) -> [Track] {
    let count = try self.count()
    var parts: [Track] = []
    parts.reserveCapacity(min(count, 4096))
    for _ in 0..<count { parts.append(try track(depth: depth)) }
    return parts
  }

  @inline(__always) private mutating func trackPosition() throws(PackedRecordError) -> String {
    let code = Int(try byte())
    if code == 0 { return try text() }
    guard code < PackedFormat.positions.count else { throw failure(.malformed) }
    return PackedFormat.positions[code]
  }

  /// `m:ss`, short enough to need no allocation.
  @inline(__always) private mutating func duration() throws(PackedRecordError) -> String {
    let total = try varint()
    guard total >= 0, total < 1000 * 60 else { throw failure(.malformed) }
    let minutes = total / 60
    let width = minutes < 10 ? 1 : minutes < 100 ? 2 : 3
    return String(unsafeUninitializedCapacity: 8) { text in
      Self.writeDigits(minutes, count: width, to: text, at: 0)
      text[width] = UInt8(ascii: ":")
      Self.writeDigits(total % 60, count: 2, to: text, at: width + 1)
      return width + 3
    }
  }

  static func identifier(_ reader: inout PackedReader) throws(PackedRecordError) -> Identifier {
    let mask = try reader.byte()
    var identifier = Identifier(kind: try reader.wordOrText(), value: try reader.text())
    if mask & PackedFormat.Mark.description != 0 { identifier.description = try reader.wordOrText() }
    try reader.endItem(mask)
    return identifier
  }

  mutating func videos() throws(PackedRecordError) -> [Video] {
    var before: String?
    return try list { reader throws(PackedRecordError) in
      let video = try reader.video(after: before)
      before = video.title
      return video
    }
  }

  private mutating func video(after before: String?) throws(PackedRecordError) -> Video {
    let mask = try byte()
    let address = try text()
    let host = mask & PackedFormat.Clip.youTube == 0 ? "" : PackedFormat.youTube
    var video = Video(url: host + address, title: try title(after: before))
    if mask & PackedFormat.Clip.descriptionIsTitle != 0 { video.description = video.title }
    if mask & PackedFormat.Clip.description != 0 { video.description = try text() }
    if mask & PackedFormat.Clip.autoGenerated != 0 {
      video.description = PackedFormat.providedBy + (try text()) + PackedFormat.autoGenerated
    }
    if mask & PackedFormat.Clip.seconds != 0 {
      video.duration = .seconds(try varint())
    } else if mask & PackedFormat.Clip.exactDuration != 0 {
      video.duration = Duration(secondsComponent: Int64(try varint()), attosecondsComponent: Int64(try varint()))
    }
    video.mayBeEmbedded = mask & PackedFormat.Clip.mayNotBeEmbedded == 0
    try endItem(mask)
    return video
  }

  /// A title that shares the beginning of the one before; the common part may end within a character.
  private mutating func title(after before: String?) throws(PackedRecordError) -> String {
    guard var before else { return try text() }
    let shared = try varint()
    guard shared >= 0, shared <= before.utf8.count else { throw failure(.malformed) }
    let rest = try run()
    if shared == 0 { return String(decoding: rest, as: UTF8.self) }
    return before.withUTF8 { before in
      String(unsafeUninitializedCapacity: shared + rest.count) { title in
        _ = title.initialize(from: before[..<shared])
        _ = UnsafeMutableBufferPointer(rebasing: title[shared...]).initialize(from: rest)
        return shared + rest.count
      }
    }
  }

  static func image(_ reader: inout PackedReader) throws(PackedRecordError) -> Discogs.Image {
    let mask = try reader.byte()
    var image = Discogs.Image(kind: "primary", url: "", thumbnailURL: "", width: 0, height: 0)
    if mask & PackedFormat.Picture.url != 0 { image.url = try reader.text() }
    if mask & PackedFormat.Picture.thumbnail != 0 { image.thumbnailURL = try reader.text() }
    if mask & PackedFormat.Picture.size != 0 {
      image.width = try reader.varint()
      image.height = try reader.varint()
    }
    if mask & PackedFormat.Picture.secondary != 0 { image.kind = "secondary" }
    if mask & PackedFormat.Picture.oddKind != 0 { image.kind = try reader.text() }
    try reader.endItem(mask)
    return image
  }
}
