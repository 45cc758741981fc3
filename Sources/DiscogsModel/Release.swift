/// One pressing: a particular edition of a record, with its country, date, format and catalogue number.
public struct Release: Hashable, Sendable {
  public typealias ID = EntityID<Release>

  public var id: ID
  public var title: String
  public var artists: [ArtistCredit]
  public var labels: [LabelCredit]
  public var series: [LabelCredit]
  public var credits: [ArtistCredit]
  public var formats: [Format]
  public var genres: [String]
  public var styles: [String]
  /// Empty when unknown; an open set: `US`, `UK & Europe`, `German Democratic Republic (GDR)`.
  public var country: String
  /// The date as Discogs keeps it: empty, `1978`, `1978-00-00` or `1978-06-30`.
  public var released: String
  public var notes: String
  public var dataQuality: String
  /// `Accepted` in everything the dumps carry.
  public var status: String
  public var master: Master.ID?
  /// Whether Discogs counts this as the master's key (main) release; nil where the source does not say.
  public var isKeyRelease: Bool?
  public var tracklist: [Track]
  public var identifiers: [Identifier]
  public var videos: [Video]
  public var companies: [LabelCredit]
  public var images: [Image]
  /// Nil for a release that does not come from the live site.
  public var live: LiveFacts?

  public init(
    id: ID, title: String, artists: [ArtistCredit] = [], labels: [LabelCredit] = [], series: [LabelCredit] = [],
    credits: [ArtistCredit] = [], formats: [Format] = [], genres: [String] = [], styles: [String] = [],
    country: String = "", released: String = "", notes: String = "", dataQuality: String = "", status: String = "",
    master: Master.ID? = nil, isKeyRelease: Bool? = nil, tracklist: [Track] = [], identifiers: [Identifier] = [],
    videos: [Video] = [], companies: [LabelCredit] = [], images: [Image] = [],
    live: LiveFacts? = nil
  ) {
    self.id = id
    self.title = title
    self.artists = artists
    self.labels = labels
    self.series = series
    self.credits = credits
    self.formats = formats
    self.genres = genres
    self.styles = styles
    self.country = country
    self.released = released
    self.notes = notes
    self.dataQuality = dataQuality
    self.status = status
    self.master = master
    self.isKeyRelease = isKeyRelease
    self.tracklist = tracklist
    self.identifiers = identifiers
    self.videos = videos
    self.companies = companies
    self.images = images
    self.live = live
  }

  /// The year of `released`, or nil when unknown. Implausible years (`0197`) are kept out.
  public var year: Int? { ReleaseDate.year(of: released) }
}

/// Dates as Discogs writes them, with `00` for unknown parts.
public enum ReleaseDate {
  /// The year, or nil when it is unknown or not plausible for a recording (before 1860).
  public static func year(of released: String) -> Int? {
    var year = 0
    var digits = 0
    for byte in released.utf8.prefix(5) {
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { break }
      year = year * 10 + Int(byte - UInt8(ascii: "0"))
      digits += 1
    }
    return digits == 4 && (1860...2999).contains(year) ? year : nil
  }

  /// The date for people: `1959-08-17`, `1978-06` or `1978`, without unknown parts; empty when unknown.
  ///
  /// A day without a month (`1978-00-17`) goes too. Whatever is no date is shown as it is.
  public static func display(_ released: String) -> String {
    let parts = released.split(separator: "-", omittingEmptySubsequences: false)
    let known = parts.prefix { part in !part.utf8.allSatisfy { $0 == UInt8(ascii: "0") } }
    return known.joined(separator: "-")
  }
}

/// A kind of carrier in a release, such as two 12" records.
public struct Format: Hashable, Sendable {
  /// `Vinyl`, `CD`, `Box Set`, `All Media`, …: an open set.
  public var name: String
  /// How many, as a decimal string: real values reach 52 digits.
  public var quantity: String
  public var descriptions: [String]
  /// What does not fit the fixed vocabulary: `Red, 180g`.
  public var freeText: String

  public init(name: String, quantity: String = "1", descriptions: [String] = [], freeText: String = "") {
    self.name = name
    self.quantity = quantity
    self.descriptions = descriptions
    self.freeText = freeText
  }

  /// The whole format on one line: `2×Vinyl, LP, Album, Stereo, 180g`.
  public var displayName: String {
    ([count + name] + descriptions + [freeText]).filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// `2×`; empty for one and for what is not a number.
  var count: String {
    let digits = quantity.utf8.drop { $0 == UInt8(ascii: "0") }
    let isNumber = !digits.isEmpty && digits.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    return isNumber && !digits.elementsEqual("1".utf8) ? "\(Substring(digits))×" : ""
  }
}

/// A row of a tracklist.
public struct Track: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable, Codable {
    /// Something that plays.
    case track
    /// A caption between tracks: a disc's or a section's name.
    case heading
    /// A work or medley whose parts are its `parts`.
    case index
  }

  public var kind: Kind
  /// `A1`, `2-03`, `CD1-1`, or free text; empty for headings and most indexes.
  public var position: String
  public var title: String
  /// `3:45`, `61:02`, `5:00:08`, or empty.
  public var duration: String
  /// Only where they differ from the release's.
  public var artists: [ArtistCredit]
  public var credits: [ArtistCredit]
  /// The parts of an index track; they have no parts themselves.
  public var parts: [Track]

  public init(
    kind: Kind = .track, position: String = "", title: String, duration: String = "", artists: [ArtistCredit] = [],
    credits: [ArtistCredit] = [], parts: [Track] = []
  ) {
    self.kind = kind
    self.position = position
    self.title = title
    self.duration = duration
    self.artists = artists
    self.credits = credits
    self.parts = parts
  }
}

/// A number or text found on a record: barcode, matrix, label code.
public struct Identifier: Hashable, Sendable {
  /// `Barcode`, `Matrix / Runout`, `Label Code`, …: an open set.
  public var kind: String
  /// As typed on Discogs, with or without spaces.
  public var value: String
  public var description: String

  public init(kind: String, value: String, description: String = "") {
    self.kind = kind
    self.value = value
    self.description = description
  }

  public static let barcode = "Barcode"
  public static let matrixRunout = "Matrix / Runout"
}

/// A video linked to a record.
public struct Video: Hashable, Sendable {
  public var url: String
  public var title: String
  public var description: String
  /// Nil where unknown.
  public var duration: Duration?
  public var mayBeEmbedded: Bool

  public init(
    url: String, title: String, description: String = "", duration: Duration? = nil, mayBeEmbedded: Bool = true
  ) {
    self.url = url
    self.title = title
    self.description = description
    self.duration = duration
    self.mayBeEmbedded = mayBeEmbedded
  }
}

/// A picture. Dumps carry its size and kind but no address.
public struct Image: Hashable, Sendable {
  /// `primary` or `secondary`.
  public var kind: String
  public var url: String
  public var thumbnailURL: String
  /// In pixels; 0 when unknown.
  public var width: Int
  public var height: Int

  public init(kind: String, url: String, thumbnailURL: String, width: Int, height: Int) {
    self.kind = kind
    self.url = url
    self.thumbnailURL = thumbnailURL
    self.width = width
    self.height = height
  }
}
