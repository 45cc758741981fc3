/// One pressing: a particular edition of a record, with its country, date, format and catalogue number.
public struct Release: Hashable, Sendable, Identifiable {
  public typealias ID = EntityID<Release>

  public var id: ID
  /// As on the record.
  public var title: String
  /// In the order of the sleeve.
  public var artists: [ArtistCredit]
  /// Each with its catalogue number.
  public var labels: [LabelCredit]
  /// The series it belongs to; the number in the series is the catalogue number.
  public var series: [LabelCredit]
  /// The credits, of the whole release or of single tracks.
  public var credits: [ArtistCredit]
  /// The carriers, and `All Media` for what they have in common.
  public var formats: [Format]
  /// `Jazz`, `Electronic`, …: of a fixed set; may be empty.
  public var genres: [String]
  /// The subdivisions of genres: `Modal`, `Cool Jazz`; may be empty.
  public var styles: [String]
  /// Empty when unknown; an open set: `US`, `UK & Europe`, `German Democratic Republic (GDR)`.
  public var country: String
  /// The date as Discogs keeps it: empty, `1978`, `1978-00-00` or `1978-06-30`.
  public var released: String
  /// Text with Discogs markup; may be empty.
  public var notes: String
  /// The state of checking by Discogs' users, an open set: `Correct`, `Needs Vote`, …; empty when unknown.
  public var dataQuality: String
  /// `Accepted` for all releases in dumps.
  public var status: String
  /// Nil for none.
  public var master: Master.ID?
  /// Whether it is the master's key (main) release; nil if the source does not say.
  public var isKeyRelease: Bool?
  /// In the order of the sleeve; empty in lists.
  public var tracklist: [Track]
  /// Barcodes, matrix numbers and the like.
  public var identifiers: [Identifier]
  /// The videos that users linked to it.
  public var videos: [Video]
  /// The companies that pressed, recorded, distributed it, …
  public var companies: [LabelCredit]
  /// The pictures in page order; empty when you may not see them.
  public var images: [Discogs.Image]
  /// Nil unless the record came from Discogs' API.
  public var live: LiveFacts?

  /// Values left out are empty or unknown.
  public init(
    id: ID, title: String, artists: [ArtistCredit] = [], labels: [LabelCredit] = [], series: [LabelCredit] = [],
    credits: [ArtistCredit] = [], formats: [Format] = [], genres: [String] = [], styles: [String] = [],
    country: String = "", released: String = "", notes: String = "", dataQuality: String = "", status: String = "",
    master: Master.ID? = nil, isKeyRelease: Bool? = nil, tracklist: [Track] = [], identifiers: [Identifier] = [],
    videos: [Video] = [], companies: [LabelCredit] = [], images: [Discogs.Image] = [], live: LiveFacts? = nil
  ) {
    (self.id, self.title, self.artists, self.labels) = (id, title, artists, labels)
    (self.series, self.credits, self.formats) = (series, credits, formats)
    (self.genres, self.styles, self.country, self.released) = (genres, styles, country, released)
    (self.notes, self.dataQuality, self.status, self.master) = (notes, dataQuality, status, master)
    (self.isKeyRelease, self.tracklist, self.identifiers) = (isKeyRelease, tracklist, identifiers)
    (self.videos, self.companies, self.images, self.live) = (videos, companies, images, live)
  }

  /// The year of `released`; nil if unknown or implausible (`0197`).
  public var year: Int? { ReleaseDate.year(of: released) }
}

/// Dates as Discogs writes them, with `00` for unknown parts.
public enum ReleaseDate {
  /// The year; nil if unknown or implausible for a recording (before 1860).
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

  /// The date for display where its month is known; empty elsewhere.
  public static func exact(_ released: String) -> String {
    let shown = display(released)
    return year(of: released) != nil && [7, 10].contains(shown.utf8.count) ? shown : ""
  }

  /// The date for display: `1959-08-17`, `1978-06` or `1978`, up to the first unknown part; empty when unknown. Other
  /// texts stay.
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
  /// The quantity, as a decimal string: real values reach 52 digits.
  public var quantity: String
  /// `LP`, `Album`, `Stereo`, …: of a fixed set.
  public var descriptions: [String]
  /// Text outside the fixed set: `Red, 180g`.
  public var freeText: String

  /// A single carrier unless `quantity` says otherwise.
  public init(name: String, quantity: String = "1", descriptions: [String] = [], freeText: String = "") {
    (self.name, self.quantity, self.descriptions, self.freeText) = (name, quantity, descriptions, freeText)
  }

  /// The whole format in one line: `2×Vinyl, LP, Album, Stereo, 180g`.
  public var displayName: String {
    ([count + name] + descriptions + [freeText]).filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// `2×`; empty for one, and for anything but a number.
  var count: String {
    let digits = quantity.utf8.drop { $0 == UInt8(ascii: "0") }
    let isNumber = !digits.isEmpty && digits.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    return isNumber && !digits.elementsEqual("1".utf8) ? "\(Substring(digits))×" : ""
  }
}

/// A row of a tracklist.
public struct Track: Hashable, Sendable {
  /// The type of a row.
  public enum Kind: String, Hashable, Sendable, Codable {
    /// Something that plays.
    case track
    /// A caption between tracks: the name of a disc or section.
    case heading
    /// A work or medley with `parts`.
    case index
  }

  /// A plain track by default.
  public var kind: Kind
  /// `A1`, `2-03`, `CD1-1`, or free text; empty for headings and most indexes.
  public var position: String
  /// As on the sleeve; may be empty.
  public var title: String
  /// `3:45`, `61:02`, `5:00:08`, or empty.
  public var duration: String
  /// Only if they differ from the release's.
  public var artists: [ArtistCredit]
  /// Only those of this track.
  public var credits: [ArtistCredit]
  /// The parts of an index track, which have no parts themselves.
  public var parts: [Track]

  /// Values left out are empty.
  public init(
    kind: Kind = .track, position: String = "", title: String, duration: String = "", artists: [ArtistCredit] = [],
    credits: [ArtistCredit] = [], parts: [Track] = []
  ) {
    (self.kind, self.position, self.title, self.duration) = (kind, position, title, duration)
    (self.artists, self.credits, self.parts) = (artists, credits, parts)
  }
}

/// A number or text found on a record: barcode, matrix, label code.
public struct Identifier: Hashable, Sendable {
  /// `Barcode`, `Matrix / Runout`, `Label Code`, …: an open set.
  public var kind: String
  /// As typed on Discogs, with or without spaces.
  public var value: String
  public var description: String

  /// The description may be left out.
  public init(kind: String, value: String, description: String = "") {
    (self.kind, self.value, self.description) = (kind, value, description)
  }

  /// The `kind` of a barcode.
  public static let barcode = "Barcode"
  /// The `kind` of the inscription in the runout.
  public static let matrixRunout = "Matrix / Runout"
}

/// A video linked to a record.
public struct Video: Hashable, Sendable {
  /// The video's page.
  public var url: String
  /// The title on its site.
  public var title: String
  public var description: String
  /// Nil when unknown.
  public var duration: Duration?
  /// Whether other pages may show it.
  public var mayBeEmbedded: Bool

  /// Values left out are empty or unknown.
  public init(
    url: String, title: String, description: String = "", duration: Duration? = nil, mayBeEmbedded: Bool = true
  ) {
    (self.url, self.title) = (url, title)
    (self.description, self.duration, self.mayBeEmbedded) = (description, duration, mayBeEmbedded)
  }
}

extension Discogs {
  /// A picture. Dumps have its size and kind, but no address.
  public struct Image: Hashable, Sendable {
    /// `primary` or `secondary`.
    public var kind: String
    /// Signed: cannot be constructed, and expires.
    public var url: String
    /// A small picture; empty without one, or if you may not see it.
    public var thumbnailURL: String
    /// In pixels; 0 when unknown.
    public var width: Int
    /// In pixels; 0 when unknown.
    public var height: Int

    /// Any of the addresses may be empty.
    public init(kind: String, url: String, thumbnailURL: String, width: Int, height: Int) {
      (self.kind, self.url, self.thumbnailURL, self.width, self.height) = (kind, url, thumbnailURL, width, height)
    }
  }
}

/// One user's rating of one release.
public struct OwnRating: Hashable, Sendable {
  /// The release that is rated.
  public var release: Release.ID
  /// The user who rates.
  public var userName: String
  /// 1 to 5; nil when not rated.
  public var stars: Int?

  /// Creates an own rating.
  public init(release: Release.ID, userName: String, stars: Int?) {
    (self.release, self.userName, self.stars) = (release, userName, stars)
  }
}

/// The response to `GET /releases/{id}/stats`. The documentation promises have and want; no response had them.
public struct ReleaseStats: Hashable, Sendable {
  /// Whether users have flagged it; nil when unknown.
  public var isOffensive: Bool?
  /// The numbers of users who have and want it; nil if the site does not count.
  public var community: CommunityCounts?

  /// Creates release stats.
  public init(isOffensive: Bool? = nil, community: CommunityCounts? = nil) {
    (self.isOffensive, self.community) = (isOffensive, community)
  }
}
