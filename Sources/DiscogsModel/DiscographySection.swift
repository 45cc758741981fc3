/// A part of an artist's discography: what is by the artist, by its kind, then what the artist took part in.
///
/// In the order in which a page shows them. The numbers are kept in catalogues.
public enum DiscographySection: UInt8, CaseIterable, Hashable, Sendable {
  /// Albums, and what nothing says to be anything else.
  case albums
  /// Singles, EPs, and small discs without a word of what they are.
  case singles
  /// Collections of what came out before.
  case compilations
  /// By the artist, of a format that is not known: Discogs' lists say none of a master.
  case releases
  /// By somebody else, with the artist on a track or in the credits.
  case appearances
  /// Bootlegs and the like, also those of other people's records.
  case unofficial

  /// The section of what is by the artist, by its formats.
  public init(_ formats: [Format]) {
    var found = Kind()
    for format in formats {
      found.note(format.name)
      for description in format.descriptions { found.note(description) }
    }
    self = found.section
  }

  /// The section of what is by the artist, by the short form of its formats: `2×LP, Album`.
  public init(shortFormat: String) {
    var found = Kind()
    for word in shortFormat.split(whereSeparator: { $0 == "," || $0 == "+" || $0 == "×" || $0 == " " }) {
      found.note(String(word))
    }
    self = found.section
  }

  /// What the words of a format say.
  private struct Kind {
    private var isUnofficial = false
    private var isCompilation = false
    private var isAlbum = false
    private var isSingle = false
    private var isLongPlaying = false
    private var isSmallDisc = false

    /// - Parameter word: as Discogs writes it, or in its short form.
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
