/// An artist as credited on a release, a master or a track.
public struct ArtistCredit: Hashable, Sendable {
  /// Nil for a credit without an artist page.
  public var id: Artist.ID?
  /// The canonical name with its homonym number: `Nirvana (2)`.
  public var name: String
  /// The artist name variation: the name as printed on this release. Empty if it is the canonical one.
  public var variation: String
  /// The text between this credit and the next: `,`, `&`, `Feat.`. Empty for none; meaningless on the last credit.
  public var join: String
  /// The artist's role: `Written-By, Producer [Additional]`. Empty for main artists.
  public var role: String
  /// The positions a release-wide credit applies to: `A1, B2`. Empty for all.
  public var tracks: String
  /// The URL of a small picture of the artist; empty when Discogs sent none.
  public var thumbnailURL: String

  /// Values left out are empty.
  public init(
    id: Artist.ID?, name: String, variation: String = "", join: String = "", role: String = "", tracks: String = "",
    thumbnailURL: String = ""
  ) {
    (self.id, self.name, self.variation, self.join) = (id, name, variation, join)
    (self.role, self.tracks, self.thumbnailURL) = (role, tracks, thumbnailURL)
  }

  /// The name for display: the variation, or else the name without its homonym number; `Artist 2` without either.
  public var displayName: String {
    if !variation.isEmpty { return variation }
    return Homonym.strip(id.map { EntityReference.artist($0).named(name) } ?? name)
  }
}

extension Sequence<ArtistCredit> {
  /// The credits on one line, as a sleeve prints them: `Stan Getz, João Gilberto Featuring A. C. Jobim`.
  ///
  /// A comma follows the name before it directly, other joins have a space on both sides, and the last join is ignored.
  /// An empty join is a space, as Discogs uses it where a sleeve has nothing between two names.
  public var displayName: String {
    var line = ""
    var join: String?
    for credit in self {
      if let join { line += join }
      line += credit.displayName
      let words = credit.join.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      join = words == "," ? ", " : words.isEmpty ? " " : " \(words) "
    }
    return line
  }
}

/// The number in brackets that Discogs appends to distinguish equal names.
public enum Homonym {
  /// The name without a trailing ` (2)`. Only one is removed, and only at the end: `Cre(8)or` stays.
  public static func strip(_ name: String) -> String {
    let bytes = name.utf8
    guard bytes.last == UInt8(ascii: ")") else { return name }
    var index = bytes.index(before: bytes.endIndex)
    var digits = 0
    while index > bytes.startIndex {
      index = bytes.index(before: index)
      let byte = bytes[index]
      if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
        digits += 1
      } else {
        break
      }
    }
    guard digits > 0, bytes[index] == UInt8(ascii: "("), index > bytes.startIndex else { return name }
    let space = bytes.index(before: index)
    guard bytes[space] == UInt8(ascii: " "), space > bytes.startIndex else { return name }
    return String(name[..<space])
  }
}

/// A label, series or company as credited on a release.
public struct LabelCredit: Hashable, Sendable {
  /// Nil where the dump has no page for it.
  public var id: Discogs.Label.ID?
  /// With its homonym number: `Columbia (2)`.
  public var name: String
  /// As printed; `none` is Discogs' word for having none, and companies without one have an empty text.
  public var catalogueNumber: String
  /// A company's role: `Pressed By`. Empty for labels and series.
  public var role: String
  /// Discogs' number for `role`; nil for labels and series.
  public var roleNumber: Int?
  /// The URL of a small picture; empty when Discogs sent none.
  public var thumbnailURL: String

  /// Values left out are empty.
  public init(
    id: Discogs.Label.ID?, name: String, catalogueNumber: String = "", role: String = "", roleNumber: Int? = nil,
    thumbnailURL: String = ""
  ) {
    (self.id, self.name, self.catalogueNumber) = (id, name, catalogueNumber)
    (self.role, self.roleNumber, self.thumbnailURL) = (role, roleNumber, thumbnailURL)
  }

  /// The name for display, without the homonym number; `Label 212` for a label without a name.
  public var displayName: String { Homonym.strip(id.map { EntityReference.label($0).named(name) } ?? name) }

  /// The catalogue number for display; nil for none.
  public var displayCatalogueNumber: String? {
    let numbers = Self.numbers(catalogueNumber)
    return numbers.isEmpty ? nil : numbers
  }

  /// The catalogue numbers in a joined text, `CL 1355, none`, without `none` and empty ones.
  public static func numbers(_ joined: String) -> String {
    guard joined.utf8.contains(UInt8(ascii: ",")) else { return isNone(joined) ? "" : joined }
    let numbers = joined.split(separator: ",", omittingEmptySubsequences: false).map { String($0).trimmed() }
    let known = numbers.filter { !isNone($0) }
    return known.count == numbers.count ? joined : known.joined(separator: ", ")
  }

  private static func isNone(_ number: String) -> Bool { number.isEmpty || number.lowercased() == "none" }
}
