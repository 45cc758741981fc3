/// What was typed into the search prompt, taken apart.
///
/// The language is small: words that must all occur (the last one as a prefix), `"phrases"`, `field:value`,
/// `field:"several words"`, `year:1969..1975`, and `-` before any of them to exclude.
public struct SearchQuery: Hashable, Sendable {
  public enum Field: String, CaseIterable, Hashable, Sendable {
    case artist, title, label, barcode, year, format, country, genre, style, track, runout, type
    case catalogueNumber = "catno"
  }

  public enum Value: Hashable, Sendable {
    /// Words that must occur; `isPhrase` when quoted: in this order, next to each other, whole words.
    case text(String, isPhrase: Bool)
    /// Both ends included; nil is open: `year:1969..`.
    case years(from: Int?, to: Int?)
    case kind(EntityKind)
  }

  public struct Term: Hashable, Sendable {
    /// Nil for a word that may occur in any name or title.
    public var field: Field?
    public var value: Value
    public var isExcluded: Bool

    public init(field: Field?, value: Value, isExcluded: Bool = false) {
      self.field = field
      self.value = value
      self.isExcluded = isExcluded
    }
  }

  public var terms: [Term]

  public init(terms: [Term] = []) {
    self.terms = terms
  }

  public var isEmpty: Bool { terms.isEmpty }
}

/// Why a query cannot be run as typed.
public struct QueryError: Error, Hashable, Sendable {
  /// Where it went wrong, counted in characters from 1.
  public var column: Int
  /// What is wrong and what would be right, for people: `No field is called “lable”. Did you mean “label:”?`
  public var message: String

  public init(column: Int, message: String) {
    self.column = column
    self.message = message
  }
}
