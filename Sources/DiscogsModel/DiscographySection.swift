/// A section of an artist's discography: the artist's own records by type, then appearances.
///
/// In the order of the page. Catalogues store the raw values.
public enum DiscographySection: UInt8, CaseIterable, Hashable, Sendable {
  /// Albums, and records of no other known type.
  case albums
  /// Singles, EPs, and small discs of no stated type.
  case singles
  /// Collections of earlier recordings.
  case compilations
  /// Own records of unknown format: Discogs' lists have none for masters.
  case releases
  /// Other artists' records, with the artist on a track or in the credits.
  case appearances
  /// Bootlegs and the like, also of other artists' records.
  case unofficial

  /// The section of an own record with these formats.
  public init(_ formats: [Format]) {
    var found = Kind()
    for format in formats {
      found.note(format.name)
      for description in format.descriptions { found.note(description) }
    }
    self = found.section
  }

  /// The section of an own record with this short format: `2×LP, Album`.
  public init(shortFormat: String) {
    var found = Kind()
    for word in shortFormat.split(whereSeparator: { $0 == "," || $0 == "+" || $0 == "×" || $0 == " " }) {
      found.note(String(word))
    }
    self = found.section
  }

  /// The types found in a format's words.
  private struct Kind {
    private var isUnofficial = false
    private var isCompilation = false
    private var isAlbum = false
    private var isSingle = false
    private var isLongPlaying = false
    private var isSmallDisc = false

    /// - Parameter word: in Discogs' spelling, or the short form.
    mutating func note(_ word: String) {
      switch word {
      case "Unofficial Release", "Unofficial": isUnofficial = true
      case "Compilation", "Comp": isCompilation = true
      case "Album": isAlbum = true
      case "Single", "EP", "Maxi-Single", "Maxi": isSingle = true
      case "LP", "Mini-Album", "MiniAlbum": isLongPlaying = true
      case "Flexi-disc", "Flexi", "Shellac": isSmallDisc = true
      default: if word.utf8.last == UInt8(ascii: "\"") { isSmallDisc = true }
      }
    }

    var section: DiscographySection {
      if isUnofficial { return .unofficial }
      if isCompilation { return .compilations }
      if isAlbum { return .albums }
      if isSingle { return .singles }
      return isSmallDisc && !isLongPlaying ? .singles : .albums
    }
  }
}
