public import DiscogsModel

/// What a shelf shows of a release, or of a master of which any pressing is wanted: enough for a row without another
/// request.
public struct ShelfFacts: Hashable, Sendable, Codable {
  /// The release; 0 where these are facts of a master.
  public var release: Release.ID
  /// Nil where unknown, and for a release without one.
  public var master: Master.ID?
  /// Several joined by `, `, with homonym numbers.
  public var artist: String
  /// As on the record; empty when unknown.
  public var title: String
  /// The first label's name; empty when unknown.
  public var label: String
  /// The catalogue number as printed; empty when unknown.
  public var catalogueNumber: String
  /// The short form: `2xLP, Album`; `anyPressing` for a master.
  public var format: String
  /// Nil when unknown.
  public var year: Int?
  /// Where it came out, as Discogs spells it: `US`, `UK & Europe`; empty when unknown.
  public var country: String
  /// `Jazz`, `Electronic`, …: of a fixed set; may be empty.
  public var genres: [String]
  /// The subdivisions of genres: `Modal`, `Cool Jazz`; may be empty.
  public var styles: [String]
  /// How many pressings a master has; nil where unknown, and for a release.
  public var versions: Int?

  /// Creates the facts of a release.
  public init(
    release: Release.ID, master: Master.ID? = nil, artist: String = "", title: String = "", label: String = "",
    catalogueNumber: String = "", format: String = "", year: Int? = nil, country: String = "", genres: [String] = [],
    styles: [String] = []
  ) {
    self.release = release
    self.master = master
    self.artist = artist
    self.title = title
    self.label = label
    self.catalogueNumber = catalogueNumber
    self.format = format
    self.year = year
    self.country = country
    self.genres = genres
    self.styles = styles
  }

  /// Creates the facts of a master, for a want of any pressing.
  public init(
    master: Master.ID, artist: String = "", title: String = "", year: Int? = nil, genres: [String] = [],
    styles: [String] = [], versions: Int? = nil
  ) {
    self.init(
      release: Self.noRelease, master: master, artist: artist, title: title, format: Self.anyPressing, year: year,
      genres: genres, styles: styles)
    self.versions = versions
  }

  /// What stands as the format of a want of any pressing. It is listed, sorted, grouped and found by it, as by Discogs'
  /// formats, which are English too.
  public static let anyPressing = "Any pressing"

  /// Stands for the release in the facts of a master.
  private static let noRelease: Release.ID = 0

  /// What it is that is wanted, where these are the facts of a want.
  public var wanted: Wanted {
    if release == Self.noRelease, let master { return .master(master) }
    return .release(release)
  }

  /// The facts of a row that can be wanted: a release or a master.
  public init?(wantedRow row: CatalogueRow) {
    guard case .master(let id) = row.reference else {
      self.init(row)
      return
    }
    self.init(master: id, artist: row.artist, title: row.title, year: row.year, versions: row.count)
  }

  /// The facts of a row in a list; nil for artists, labels and masters, which cannot be owned.
  public init?(_ row: CatalogueRow) {
    guard case .release(let id) = row.reference else { return nil }
    self.init(
      release: id, master: row.master, artist: row.artist, title: row.title, label: row.label,
      catalogueNumber: row.catalogueNumber, format: row.format, year: row.year, country: row.country)
  }

  /// `Artist – Title`, or as much of it as is known.
  public var name: String {
    if artist.isEmpty, title.isEmpty {
      return if case .master(let master) = wanted { "master \(master)" } else { "release \(release)" }
    }
    if artist.isEmpty { return title }
    return "\(displayArtist) – \(title)"
  }
}

extension ShelfFacts {
  /// What a whole release, or as much of it as a list tells, says.
  public init(_ release: Release) {
    self.init(
      release: release.id, master: release.master, artist: release.artists.displayName, title: release.title,
      label: release.labels.first?.displayName ?? "",
      catalogueNumber: release.labels.first?.displayCatalogueNumber ?? "", format: release.formats.shortName,
      year: release.year, country: release.country, genres: release.genres, styles: release.styles)
  }

  /// What a whole master says.
  public init(_ master: Master, versions: Int? = nil) {
    self.init(
      master: master.id, artist: master.artists.displayName, title: master.title, year: master.year,
      genres: master.genres, styles: master.styles, versions: versions)
  }
}

extension ShelfFacts {
  /// The artists as people write them, without Discogs' marks.
  public var displayArtist: String { Self.withoutMarks(artist) }

  /// The labels as people write them, without Discogs' marks.
  public var displayLabel: String { Self.withoutMarks(label) }

  /// Names without the numbers that tell homonyms apart, `Kino (2)`, and the stars behind names as printed, `Bach*`.
  ///
  /// They end a name, and so stand before the end, a comma or a blank: exports join names in many ways.
  public static func withoutMarks(_ names: String) -> String {
    guard names.utf8.contains(where: { $0 == UInt8(ascii: ")") || $0 == UInt8(ascii: "*") }) else { return names }
    var kept = ""
    var rest = Substring(names)
    while let next = rest.first {
      let isMark = rest.prefixOfMark.map { mark in
        let behind = rest[mark.endIndex...].first
        return (behind == nil || behind == " " || behind == ",") && kept.last.map { $0 != " " } ?? false
      }
      if isMark == true, let mark = rest.prefixOfMark {
        rest = rest[mark.endIndex...]
      } else {
        kept.append(next)
        rest = rest.dropFirst()
      }
    }
    return kept
  }
}

extension Substring {
  /// `*`, or a blank and a number in brackets, where the text begins so.
  fileprivate var prefixOfMark: Substring? {
    if first == "*" { return prefix(1) }
    guard hasPrefix(" ("), let end = firstIndex(of: ")") else { return nil }
    let number = self[index(startIndex, offsetBy: 2)..<end]
    return !number.isEmpty && number.allSatisfy { $0.isASCII && $0.isNumber } ? self[...end] : nil
  }
}
