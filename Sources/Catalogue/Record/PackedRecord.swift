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
/// reversible. In lists, each item begins with a mask of its fields; the bit `extended` announces bytes that this
/// format does not know and skips.
public enum PackedRecord {
  /// Appends a record's packed form to `bytes`.
  public static func encode(_ release: Release, into bytes: inout [UInt8]) {
    var writer = PackedWriter(kind: .release)
    writer.number(.id, release.id.number)
    writer.string(.title, release.title)
    writer.credits(.artists, release.artists)
    writer.labels(.labels, release.labels)
    writer.labels(.series, release.series)
    writer.credits(.credits, release.credits)
    writer.formats(release.formats)
    writer.words(.genres, release.genres)
    writer.words(.styles, release.styles)
    writer.word(.country, release.country)
    writer.released(release.released)
    writer.string(.notes, release.notes)
    writer.word(.dataQuality, release.dataQuality)
    writer.word(.status, release.status)
    if let master = release.master { writer.number(.master, master.number) }
    if let isKeyRelease = release.isKeyRelease { writer.number(.isKeyRelease, isKeyRelease ? 1 : 0) }
    writer.tracklist(release.tracklist)
    writer.identifiers(release.identifiers)
    writer.videos(release.videos)
    writer.labels(.companies, release.companies)
    writer.images(release.images)
    writer.append(to: &bytes)
  }

  public static func encode(_ master: Master, into bytes: inout [UInt8]) {
    var writer = PackedWriter(kind: .master)
    writer.number(.id, master.id.number)
    writer.string(.title, master.title)
    if let keyRelease = master.keyRelease { writer.number(.keyRelease, keyRelease.number) }
    writer.credits(.artists, master.artists)
    writer.words(.genres, master.genres)
    writer.words(.styles, master.styles)
    writer.string(.notes, master.notes)
    if let year = master.year { writer.number(.year, year) }
    writer.word(.dataQuality, master.dataQuality)
    writer.videos(master.videos)
    writer.images(master.images)
    writer.append(to: &bytes)
  }

  public static func encode(_ artist: Artist, into bytes: inout [UInt8]) {
    var writer = PackedWriter(kind: .artist)
    writer.number(.id, artist.id.number)
    writer.string(.name, artist.name)
    writer.string(.realName, artist.realName)
    writer.string(.profile, artist.profile)
    writer.word(.dataQuality, artist.dataQuality)
    writer.strings(.urls, artist.urls)
    writer.strings(.nameVariations, artist.nameVariations)
    writer.artists(.aliases, artist.aliases)
    writer.artists(.members, artist.members)
    writer.artists(.groups, artist.groups)
    writer.images(artist.images)
    writer.append(to: &bytes)
  }

  public static func encode(_ label: Discogs.Label, into bytes: inout [UInt8]) {
    var writer = PackedWriter(kind: .label)
    writer.number(.id, label.id.number)
    writer.string(.name, label.name)
    writer.string(.contact, label.contact)
    writer.string(.profile, label.profile)
    writer.word(.dataQuality, label.dataQuality)
    if let parent = label.parent { writer.namedLabels(.parent, [parent]) }
    writer.strings(.urls, label.urls)
    writer.namedLabels(.sublabels, label.sublabels)
    writer.images(label.images)
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
      case .artists: release.artists = try reader.credits()
      case .labels: release.labels = try reader.labels()
      case .series: release.series = try reader.labels()
      case .credits: release.credits = try reader.credits()
      case .formats: release.formats = try reader.formats()
      case .genres: release.genres = try reader.words()
      case .styles: release.styles = try reader.words()
      case .country: release.country = try reader.word()
      case .released: release.released = try reader.string()
      case .releasedDate: release.released = try reader.releasedDate()
      case .releasedYear: release.released = try reader.releasedYear()
      case .notes: release.notes = try reader.string()
      case .dataQuality: release.dataQuality = try reader.word()
      case .status: release.status = try reader.word()
      case .master: release.master = Master.ID(try reader.number())
      case .isKeyRelease: release.isKeyRelease = try reader.number() != 0
      case .tracklist: release.tracklist = try reader.tracklist()
      case .identifiers: release.identifiers = try reader.identifiers()
      case .videos: release.videos = try reader.videos()
      case .companies: release.companies = try reader.labels()
      case .images: release.images = try reader.images()
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
      case .artists: master.artists = try reader.credits()
      case .genres: master.genres = try reader.words()
      case .styles: master.styles = try reader.words()
      case .notes: master.notes = try reader.string()
      case .year: master.year = try reader.number()
      case .dataQuality: master.dataQuality = try reader.word()
      case .videos: master.videos = try reader.videos()
      case .images: master.images = try reader.images()
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
      case .urls: artist.urls = try reader.strings()
      case .nameVariations: artist.nameVariations = try reader.strings()
      case .aliases: artist.aliases = try reader.artists()
      case .members: artist.members = try reader.artists()
      case .groups: artist.groups = try reader.artists()
      case .images: artist.images = try reader.images()
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
      case .parent: label.parent = try reader.namedLabels().first
      case .urls: label.urls = try reader.strings()
      case .sublabels: label.sublabels = try reader.namedLabels()
      case .images: label.images = try reader.images()
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

/// A failure to unpack bytes.
public struct PackedRecordError: Error, Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    case truncated
    /// No encoder writes such a value.
    case malformed
    /// A record of another kind than expected.
    case wrongKind
    /// Written by a newer program in a form this one cannot read.
    case laterFormat
  }

  public var reason: Reason
  /// In bytes from the beginning.
  public var offset: Int

  public init(reason: Reason, offset: Int) {
    self.reason = reason
    self.offset = offset
  }
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
  enum Shape: UInt8 {
    case number, bytes, word
  }

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

  enum Mark {
    static let description: UInt8 = 1 << 0
  }

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
