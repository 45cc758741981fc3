public import DiscogsModel

/// The compact form of a record in the catalogue.
///
///     format (1 byte) · kind (1 byte) · field, field, …
///
/// A field is one byte, its number and its shape, and then the value; empty values are left out. The shape tells how
/// long the value is, so that unknown fields of a later program can be skipped. Numbers are varints (seven bits to a
/// byte, low ones first), strings are their length and UTF-8.
///
/// `CommonStrings` replaces frequent words, an artist or label named twice in a record is spelled out once, video
/// titles omit the beginning they share, and years, durations, positions and YouTube addresses are packed where that is
/// reversible. Items of lists begin with a mask of their fields; `extended` announces bytes to skip.
public enum PackedRecord {
  /// Appends a record's packed form to `bytes`.
  public static func encode(_ release: Release, into bytes: inout [UInt8]) {
    var writer = PackedWriter(kind: .release)
    writer.number(.id, release.id.number)
    writer.string(.title, release.title)
    writer.list(.artists, release.artists) { $0.credit($1) }
    writer.list(.labels, release.labels) { $0.label($1) }
    writer.list(.series, release.series) { $0.label($1) }
    writer.list(.credits, release.credits) { $0.credit($1) }
    writer.list(.formats, release.formats) { $0.format($1) }
    writer.list(.genres, release.genres) { $0.wordOrText($1.pointee) }
    writer.list(.styles, release.styles) { $0.wordOrText($1.pointee) }
    writer.word(.country, release.country)
    writer.released(release.released)
    writer.string(.notes, release.notes)
    writer.word(.dataQuality, release.dataQuality)
    writer.word(.status, release.status)
    if let master = release.master { writer.number(.master, master.number) }
    if let isKeyRelease = release.isKeyRelease { writer.number(.isKeyRelease, isKeyRelease ? 1 : 0) }
    writer.list(.tracklist, release.tracklist) { $0.track($1, isPart: false) }
    writer.list(.identifiers, release.identifiers) { $0.identifier($1) }
    writer.videos(release.videos)
    writer.list(.companies, release.companies) { $0.label($1) }
    writer.list(.images, release.images) { $0.image($1) }
    writer.append(to: &bytes)
  }

  static func encode(_ record: DumpRecord, into bytes: inout [UInt8]) {
    switch record {
    case .release(let release): encode(release, into: &bytes)
    case .master(let master): encode(master, into: &bytes)
    case .artist(let artist): encode(artist, into: &bytes)
    case .label(let label): encode(label, into: &bytes)
    }
  }

  public static func encode(_ master: Master, into bytes: inout [UInt8]) {
    var writer = PackedWriter(kind: .master)
    writer.number(.id, master.id.number)
    writer.string(.title, master.title)
    if let keyRelease = master.keyRelease { writer.number(.keyRelease, keyRelease.number) }
    writer.list(.artists, master.artists) { $0.credit($1) }
    writer.list(.genres, master.genres) { $0.wordOrText($1.pointee) }
    writer.list(.styles, master.styles) { $0.wordOrText($1.pointee) }
    writer.string(.notes, master.notes)
    if let year = master.year { writer.number(.year, year) }
    writer.word(.dataQuality, master.dataQuality)
    writer.videos(master.videos)
    writer.list(.images, master.images) { $0.image($1) }
    writer.append(to: &bytes)
  }

  public static func encode(_ artist: Artist, into bytes: inout [UInt8]) {
    var writer = PackedWriter(kind: .artist)
    writer.number(.id, artist.id.number)
    writer.string(.name, artist.name)
    writer.string(.realName, artist.realName)
    writer.string(.profile, artist.profile)
    writer.word(.dataQuality, artist.dataQuality)
    writer.list(.urls, artist.urls) { $0.text($1.pointee) }
    writer.list(.nameVariations, artist.nameVariations) { $0.text($1.pointee) }
    writer.list(.aliases, artist.aliases) { $0.artist($1) }
    writer.list(.members, artist.members) { $0.artist($1) }
    writer.list(.groups, artist.groups) { $0.artist($1) }
    writer.list(.images, artist.images) { $0.image($1) }
    writer.append(to: &bytes)
  }

  public static func encode(_ label: Discogs.Label, into bytes: inout [UInt8]) {
    var writer = PackedWriter(kind: .label)
    writer.number(.id, label.id.number)
    writer.string(.name, label.name)
    writer.string(.contact, label.contact)
    writer.string(.profile, label.profile)
    writer.word(.dataQuality, label.dataQuality)
    if let parent = label.parent { writer.list(.parent, [parent]) { $0.namedLabel($1) } }
    writer.list(.urls, label.urls) { $0.text($1.pointee) }
    writer.list(.sublabels, label.sublabels) { $0.namedLabel($1) }
    writer.list(.images, label.images) { $0.image($1) }
    writer.append(to: &bytes)
  }

  /// Unpacks the output of `encode`, of this or another version of the program.
  ///
  /// - Throws: `PackedRecordError` for damaged bytes, another kind or a later format.
  public static func decodeRelease(_ bytes: UnsafeRawBufferPointer) throws(PackedRecordError) -> Release {
    var reader = try PackedReader(bytes, kind: .release)
    var release = Release(id: 0, title: "")
    while let field = try reader.nextField() {
      switch field {
      case .id: release.id = Release.ID(try reader.number())
      case .title: release.title = try reader.string()
      case .artists: release.artists = try reader.list(PackedReader.credit)
      case .labels: release.labels = try reader.list(PackedReader.label)
      case .series: release.series = try reader.list(PackedReader.label)
      case .credits: release.credits = try reader.list(PackedReader.credit)
      case .formats: release.formats = try reader.list(PackedReader.format)
      case .genres: release.genres = try reader.list(PackedReader.word)
      case .styles: release.styles = try reader.list(PackedReader.word)
      case .country: release.country = try reader.word()
      case .released: release.released = try reader.string()
      case .releasedDate: release.released = try reader.releasedDate()
      case .releasedYear: release.released = try reader.releasedYear()
      case .notes: release.notes = try reader.string()
      case .dataQuality: release.dataQuality = try reader.word()
      case .status: release.status = try reader.word()
      case .master: release.master = Master.ID(try reader.number())
      case .isKeyRelease: release.isKeyRelease = try reader.number() != 0
      case .tracklist: release.tracklist = try reader.list(PackedReader.track)
      case .identifiers: release.identifiers = try reader.list(PackedReader.identifier)
      case .videos: release.videos = try reader.videos()
      case .companies: release.companies = try reader.list(PackedReader.label)
      case .images: release.images = try reader.list(PackedReader.image)
      default: try reader.skip()
      }
    }
    return release
  }

  public static func decodeMaster(_ bytes: UnsafeRawBufferPointer) throws(PackedRecordError) -> Master {
    var reader = try PackedReader(bytes, kind: .master)
    var master = Master(id: 0, title: "")
    while let field = try reader.nextField() {
      switch field {
      case .id: master.id = Master.ID(try reader.number())
      case .title: master.title = try reader.string()
      case .keyRelease: master.keyRelease = Release.ID(try reader.number())
      case .artists: master.artists = try reader.list(PackedReader.credit)
      case .genres: master.genres = try reader.list(PackedReader.word)
      case .styles: master.styles = try reader.list(PackedReader.word)
      case .notes: master.notes = try reader.string()
      case .year: master.year = try reader.number()
      case .dataQuality: master.dataQuality = try reader.word()
      case .videos: master.videos = try reader.videos()
      case .images: master.images = try reader.list(PackedReader.image)
      default: try reader.skip()
      }
    }
    return master
  }

  public static func decodeArtist(_ bytes: UnsafeRawBufferPointer) throws(PackedRecordError) -> Artist {
    var reader = try PackedReader(bytes, kind: .artist)
    var artist = Artist(id: 0, name: "")
    while let field = try reader.nextField() {
      switch field {
      case .id: artist.id = Artist.ID(try reader.number())
      case .name: artist.name = try reader.string()
      case .realName: artist.realName = try reader.string()
      case .profile: artist.profile = try reader.string()
      case .dataQuality: artist.dataQuality = try reader.word()
      case .urls: artist.urls = try reader.list(PackedReader.text)
      case .nameVariations: artist.nameVariations = try reader.list(PackedReader.text)
      case .aliases: artist.aliases = try reader.list(PackedReader.artist)
      case .members: artist.members = try reader.list(PackedReader.artist)
      case .groups: artist.groups = try reader.list(PackedReader.artist)
      case .images: artist.images = try reader.list(PackedReader.image)
      default: try reader.skip()
      }
    }
    return artist
  }

  public static func decodeLabel(_ bytes: UnsafeRawBufferPointer) throws(PackedRecordError) -> Discogs.Label {
    var reader = try PackedReader(bytes, kind: .label)
    var label = Discogs.Label(id: 0, name: "")
    while let field = try reader.nextField() {
      switch field {
      case .id: label.id = Discogs.Label.ID(try reader.number())
      case .name: label.name = try reader.string()
      case .contact: label.contact = try reader.string()
      case .profile: label.profile = try reader.string()
      case .dataQuality: label.dataQuality = try reader.word()
      case .parent: label.parent = try reader.list(PackedReader.namedLabel).first
      case .urls: label.urls = try reader.list(PackedReader.text)
      case .sublabels: label.sublabels = try reader.list(PackedReader.namedLabel)
      case .images: label.images = try reader.list(PackedReader.image)
      default: try reader.skip()
      }
    }
    return label
  }

  public static func decodeRelease(_ bytes: [UInt8]) throws(PackedRecordError) -> Release {
    try bytes.decoded(by: decodeRelease)
  }

  public static func decodeMaster(_ bytes: [UInt8]) throws(PackedRecordError) -> Master {
    try bytes.decoded(by: decodeMaster)
  }

  public static func decodeArtist(_ bytes: [UInt8]) throws(PackedRecordError) -> Artist {
    try bytes.decoded(by: decodeArtist)
  }

  public static func decodeLabel(_ bytes: [UInt8]) throws(PackedRecordError) -> Discogs.Label {
    try bytes.decoded(by: decodeLabel)
  }
}

extension [UInt8] {
  fileprivate func decoded<Record>(
    by decode: (UnsafeRawBufferPointer) throws(PackedRecordError) -> Record
  ) throws(PackedRecordError) -> Record {
    let outcome = withUnsafeBytes { bytes in
      Result { () throws(PackedRecordError) -> Record in try decode(bytes) }
    }
    return try outcome.get()
  }
}

public struct PackedRecordError: Error, Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    case truncated
    /// No encoder writes such a value.
    case malformed
    case wrongKind
    /// Written by a newer program in a form this one cannot read.
    case laterFormat
  }

  public var reason: Reason
  /// In bytes from the beginning.
  public var offset: Int
}

/// The constants of packed records. Numbers are stored in catalogues, so none is ever reused.
enum PackedFormat {
  /// Raised when older programs could misread what is written now.
  static let version: UInt8 = 1

  enum Kind: UInt8 {
    case release = 1
    case master, artist, label
  }

  /// The form of a value, in the low two bits of a field's first byte.
  enum Shape: UInt8 { case number, bytes, word }

  enum Field: UInt8 {
    case id = 1
    case title, artists, credits, labels, series, companies, formats, genres, styles, country
    case released, releasedDate, releasedYear, notes, dataQuality, status, master, isKeyRelease
    case tracklist, identifiers, videos, images
    case keyRelease, year
    case name, realName, profile, urls, nameVariations, aliases, members, groups
    case contact, parent, sublabels
  }

  /// Set on any item with bytes that this format does not know.
  static let extended: UInt8 = 1 << 7

  enum Credit {
    static let variation: UInt8 = 1 << 0
    static let join: UInt8 = 1 << 1
    static let role: UInt8 = 1 << 2
    static let tracks: UInt8 = 1 << 3
    /// An index into the record's earlier credits replaces id and name.
    static let known: UInt8 = 1 << 4
  }

  enum Company {
    static let catalogueNumber: UInt8 = 1 << 0
    /// The catalogue number is `none`.
    static let none: UInt8 = 1 << 1
    static let role: UInt8 = 1 << 2
    static let roleNumber: UInt8 = 1 << 3
    static let known: UInt8 = 1 << 4
  }

  enum Carrier {
    /// The quantity is not `1`.
    static let quantity: UInt8 = 1 << 0
    static let descriptions: UInt8 = 1 << 1
    static let freeText: UInt8 = 1 << 2
  }

  enum Piece {
    static let position: UInt8 = 1 << 0
    static let duration: UInt8 = 1 << 1
    /// The duration is text not of the form `m:ss`.
    static let oddDuration: UInt8 = 1 << 2
    static let artists: UInt8 = 1 << 3
    static let credits: UInt8 = 1 << 4
    static let parts: UInt8 = 1 << 5
    /// The kind does not follow from position, duration and parts.
    static let kind: UInt8 = 1 << 6
  }

  enum Mark { static let description: UInt8 = 1 << 0 }

  enum Clip {
    static let youTube: UInt8 = 1 << 0
    static let description: UInt8 = 1 << 1
    static let descriptionIsTitle: UInt8 = 1 << 2
    static let seconds: UInt8 = 1 << 3
    static let exactDuration: UInt8 = 1 << 4
    static let mayNotBeEmbedded: UInt8 = 1 << 5
    /// The description is between `providedBy` and `autoGenerated`.
    static let autoGenerated: UInt8 = 1 << 6
  }

  enum Picture {
    static let url: UInt8 = 1 << 0
    static let thumbnail: UInt8 = 1 << 1
    static let size: UInt8 = 1 << 2
    static let secondary: UInt8 = 1 << 3
    /// Neither `primary` nor `secondary`.
    static let oddKind: UInt8 = 1 << 4
  }

  static let youTube = "https://www.youtube.com/watch?v="
  static let providedBy = "Provided to YouTube by "
  static let autoGenerated = "\n\nAuto-generated by YouTube."
  static let none = "none"

  /// The number of artists, and of labels, that later credits can refer to: bounds the search for them.
  static let namesRemembered = 256

  /// Real tracks have no parts of parts; damaged bytes could claim any depth.
  static let deepestTrack = 16

  /// The positions that take one byte: `1` to `40`, and `A` to `H` alone or with a digit. Index 0 stands for any other.
  static let positions: [String] =
    [""] + (1...40).map(String.init) + "ABCDEFGH".flatMap { side in [String(side)] + (1...9).map { "\(side)\($0)" } }

  /// The kind of a track that stores none.
  static func kind(of track: UnsafePointer<Track>, isPart: Bool) -> Track.Kind {
    if !track.pointee.parts.isEmpty { return .index }
    return !isPart && track.pointee.position.isEmpty && track.pointee.duration.isEmpty ? .heading : .track
  }
}
