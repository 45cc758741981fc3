public import DiscogsModel

/// A parsed search query.
///
/// The language is small: words that must all occur (the last one as a prefix), `"phrases"`, `field:value`,
/// `field:"several words"`, `year:1969..1975`, and `-` before any of them to exclude.
public struct SearchQuery: Hashable, Sendable {
  /// What can stand before a colon.
  public enum Field: String, CaseIterable, Hashable, Sendable {
    case artist, title, label, barcode, year, format, country, genre, style, track, runout, type
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
}

/// An error in a query, with its place.
public struct QueryError: Error, Hashable, Sendable {
  /// Where it went wrong, counted in characters from 1.
  public var column: Int
  /// The error and what to type instead: `No field “lable”: did you mean “label:”?`
  public var message: String

  /// Creates a query error.
  public init(column: Int, message: String) {
    self.column = column
    self.message = message
  }
}
