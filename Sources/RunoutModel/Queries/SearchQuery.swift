public import DiscogsModel

/// A parsed search query.
///
/// The language is small: words that must all occur (the last one as a prefix), `"phrases"`, `field:value`,
/// `field:"several words"`, `year:1969..1975`, and `-` before any of them to exclude.
public struct SearchQuery: Hashable, Sendable {
  /// What can stand before a colon.
  public enum Field: String, CaseIterable, Hashable, Sendable {
    case artist, title, label, barcode, year, format, country, genre, style, track, runout, type, owned, wanted
    /// The catalogue number.
    case catalogueNumber = "catno"
  }

  /// What a term asks for.
  public enum Value: Hashable, Sendable {
    /// Words that must occur; `isPhrase` when quoted: in this order, next to each other, whole words.
    case text(String, isPhrase: Bool)
    /// Both ends included; nil is open: `year:1969..`.
    case years(from: Int?, to: Int?)
    /// One kind of page.
    case kind(EntityKind)
    /// How the shelf has it, of `owned:` and `wanted:`.
    case standing(ShelfStanding)
  }

  /// One condition.
  public struct Term: Hashable, Sendable {
    /// Nil for a word that may occur in any name or title.
    public var field: Field?
    /// What is asked for.
    public var value: Value
    /// Whether rows that match are left out.
    public var isExcluded: Bool

    /// Creates a term.
    public init(field: Field?, value: Value, isExcluded: Bool = false) {
      self.field = field
      self.value = value
      self.isExcluded = isExcluded
    }
  }

  /// All must hold.
  public var terms: [Term]

  /// Creates a search query.
  public init(terms: [Term] = []) {
    self.terms = terms
  }

  /// Whether nothing is asked for.
  public var isEmpty: Bool { terms.isEmpty }

  /// Whether it asks for what is etched into a record.
  public var asksRunout: Bool { terms.contains { $0.field == .runout && !$0.isExcluded } }

  /// Whether only the shelf can tell some of it.
  public var asksShelf: Bool {
    terms.contains { if case .standing = $0.value { true } else { false } }
  }
}

/// How the shelf has a record.
public enum ShelfStanding: String, CaseIterable, Hashable, Sendable {
  case yes, no
  /// Not this pressing, but another one of its master.
  case other
}

/// An error in a query, with its place.
public struct QueryError: Error, Hashable, Sendable {
  /// The kind of mistake, with what its sentence names.
  public enum Reason: Hashable, Sendable {
    /// Nothing is typed.
    case empty
    /// Too many characters to be a query: as many as there are.
    case tooLong(Int)
    /// No field has this name; one with a similar name, if there is one.
    case unknownField(String, guess: String?)
    case emptyPhrase
    /// A quote without its closing one.
    case openPhrase
    /// A field without a value, and an example of one.
    case valueMissing(field: String, example: String)
    case notAYear
    /// A range of years whose end comes first.
    case backwards(from: Int, to: Int)
    case notAType
    case notARating
    case notANumber(field: String)
    case notADate(field: String)
    case notAFlag(field: String)
    /// The grades that the field takes, separated by commas.
    case notAGrade(field: String, grades: String)
  }

  /// Where it went wrong, counted in characters from 1.
  public var column: Int
  public var reason: Reason

  /// Creates a query error.
  public init(column: Int, reason: Reason) {
    self.column = column
    self.reason = reason
  }
}
