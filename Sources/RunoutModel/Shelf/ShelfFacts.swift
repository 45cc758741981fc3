public import DiscogsModel

/// The facts about a release, or about a master of which any pressing is wanted, that a shelf row needs without a
/// request.
public struct ShelfFacts: Hashable, Sendable, Codable {
  /// 0 where these are the facts of a master.
  public var release: Release.ID
  /// Nil where unknown, and for a release without one.
  public var master: Master.ID?
  /// Several joined by `, `, with homonym numbers.
  public var artist: String
  /// Empty when unknown.
  public var title: String
  /// The first label, with its homonym number; empty when unknown.
  public var label: String
  /// As printed; empty when unknown.
  public var catalogueNumber: String
  /// The short form: `2xLP, Album` from a file, `2×LP, Album` from Discogs; ``anyPressing`` for a master.
  public var format: String
  public var year: Int?
  /// As Discogs spells it: `US`, `UK & Europe`; empty when unknown.
  public var country: String
  /// `Jazz`, `Electronic`, …, of Discogs' fixed set.
  public var genres: [String]
  /// The genres' subdivisions: `Modal`, `Cool Jazz`.
  public var styles: [String]
  /// The number of a master's pressings; nil where unknown, and for a release.
  public var versions: Int?

  public init(
    release: Release.ID, master: Master.ID? = nil, artist: String = "", title: String = "", label: String = "",
    catalogueNumber: String = "", format: String = "", year: Int? = nil, country: String = "", genres: [String] = [],
    styles: [String] = []
  ) {
    (self.release, self.master, self.artist, self.title) = (release, master, artist, title)
    (self.label, self.catalogueNumber, self.format) = (label, catalogueNumber, format)
    (self.year, self.country, self.genres, self.styles) = (year, country, genres, styles)
  }

  /// The facts of a master, for a want of any pressing.
  public init(
    master: Master.ID, artist: String = "", title: String = "", year: Int? = nil, genres: [String] = [],
    styles: [String] = [], versions: Int? = nil
  ) {
    self.init(
      release: Self.noRelease, master: master, artist: artist, title: title, format: Self.anyPressing, year: year,
      genres: genres, styles: styles)
    self.versions = versions
  }

  /// The format of a want of any pressing. Lists show, sort, group and search it like Discogs' own formats, which are
  /// English too.
  public static let anyPressing = "Any pressing"

  /// The id that stands for a master's facts.
  private static let noRelease: Release.ID = 0

  /// The target of a want with these facts.
  public var wanted: Wanted {
    if release == Self.noRelease, let master { return .master(master) }
    return .release(release)
  }

  /// Nil for a row that cannot be wanted: neither a release nor a master.
  public init?(wantedRow row: CatalogueRow) {
    guard case .master(let id) = row.reference else {
      self.init(row)
      return
    }
    self.init(master: id, artist: row.artist, title: row.title, year: row.year, versions: row.count)
  }

  /// Nil for a row that cannot be owned: anything but a release.
  public init?(_ row: CatalogueRow) {
    guard case .release(let id) = row.reference else { return nil }
    self.init(
      release: id, master: row.master, artist: row.artist, title: row.title, label: row.label,
      catalogueNumber: row.catalogueNumber, format: row.format, year: row.year, country: row.country)
  }

  /// `Artist – Title` without Discogs' marks, or the known one of them; the number where neither is known.
  public var name: String { wanted.reference.name(artist: displayArtist, title: title) }

  /// The facts of a release, which may be as incomplete as lists have it.
  public init(_ release: Release) {
    self.init(
      release: release.id, master: release.master, artist: release.artists.displayName, title: release.title,
      label: release.labels.first?.displayName ?? "",
      catalogueNumber: release.labels.first?.displayCatalogueNumber ?? "", format: release.formats.shortName,
      year: release.year, country: release.country, genres: release.genres, styles: release.styles)
  }

  public init(_ master: Master, versions: Int? = nil) {
    self.init(
      master: master.id, artist: master.artists.displayName, title: master.title, year: master.year,
      genres: master.genres, styles: master.styles, versions: versions)
  }
}

extension ShelfFacts {
  /// The artists without Discogs' marks.
  public var displayArtist: String { Self.withoutMarks(artist) }

  /// The label without Discogs' marks.
  public var displayLabel: String { Self.withoutMarks(label) }

  /// Names without the numbers of homonyms, `Kino (2)`, and the stars behind name variations, `Bach*`; a name may have
  /// both, in either order.
  ///
  /// Marks end a name, so they count only before the end, a comma or a space: exports join names in many ways.
  public static func withoutMarks(_ names: String) -> String {
    guard names.utf8.contains(where: { $0 == UInt8(ascii: ")") || $0 == UInt8(ascii: "*") }) else { return names }
    var kept = ""
    var rest = Substring(names)
    while let next = rest.first {
      if let last = kept.last, last != " ", let behind = rest.behindMarks {
        rest = behind
      } else {
        kept.append(next)
        rest = rest.dropFirst()
      }
    }
    return kept
  }
}

extension Substring {
  /// The text behind the one or two marks at the beginning; nil without any, or where they do not end a name.
  fileprivate var behindMarks: Substring? {
    var rest = self
    var behind: Substring?
    for _ in 0..<2 {
      guard let mark = rest.prefixOfMark else { break }
      rest = rest[mark.endIndex...]
      if rest.isEmpty || rest.first == " " || rest.first == "," { behind = rest }
    }
    return behind
  }

  /// The mark at the beginning of the text: `*`, or a space and a number in brackets.
  fileprivate var prefixOfMark: Substring? {
    if first == "*" { return prefix(1) }
    guard hasPrefix(" ("), let end = firstIndex(of: ")") else { return nil }
    let number = self[index(startIndex, offsetBy: 2)..<end]
    return !number.isEmpty && number.allSatisfy { $0.isASCII && $0.isNumber } ? self[...end] : nil
  }
}
