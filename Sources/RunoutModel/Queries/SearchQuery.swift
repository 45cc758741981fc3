public import DiscogsModel

/// A parsed search query.
///
/// Words must all occur, the last one as a prefix; besides them there are `"phrases"`, `field:value`,
/// `field:"several words"`, `year:1969..1975`, and `-` before any of them to exclude.
public struct SearchQuery: Hashable, Sendable {
  /// The names that can stand before a colon.
  public enum Field: String, CaseIterable, Hashable, Sendable {
    case artist, title, label, barcode, year, format, country, genre, style, track, credit, role, runout, type, owned,
      wanted
    case catalogueNumber = "catno"
  }

  public enum Value: Hashable, Sendable {
    /// Words that must occur; quoted ones as whole words, next to each other, in this order.
    case text(String, isPhrase: Bool)
    /// Both ends included; nil is open: `year:1969..`.
    case years(from: Int?, to: Int?)
    case kind(EntityKind)
    /// The value of `owned:` and `wanted:`.
    case standing(ShelfStanding)
  }

  public struct Term: Hashable, Sendable {
    /// Nil for a word that may occur in any name or title.
    public var field: Field?
    public var value: Value
    /// Whether matching rows are left out.
    public var isExcluded: Bool

    public init(field: Field?, value: Value, isExcluded: Bool = false) {
      (self.field, self.value, self.isExcluded) = (field, value, isExcluded)
    }
  }

  /// Rows must match all of them.
  public var terms: [Term]

  public init(terms: [Term] = []) { self.terms = terms }

  public var isEmpty: Bool { terms.isEmpty }

  /// Whether it searches matrix and runout inscriptions.
  public var asksRunout: Bool { terms.contains { $0.field == .runout && !$0.isExcluded } }

  /// Whether it asks for roles, which only records themselves tell.
  public var asksRole: Bool { terms.contains { $0.field == .role } }

  /// Whether part of it can be answered by the shelf only.
  public var asksShelf: Bool { terms.contains { if case .standing = $0.value { true } else { false } } }
}

/// Whether a record is on the shelf.
public enum ShelfStanding: String, CaseIterable, Hashable, Sendable {
  case yes, no
  /// Another pressing of its master is, this one is not.
  case other
}

/// An error in a query, with its column.
public struct QueryError: Error, Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    case empty
    /// More than a query may have; the number of characters.
    case tooLong(Int)
    /// No field has this name; `guess` is the most similar one.
    case unknownField(String, guess: String?)
    case emptyPhrase
    case openPhrase
    /// A field without a value, with an example of one.
    case valueMissing(field: String, example: String)
    case notAYear
    case backwards(from: Int, to: Int)
    case notAType
    case notARating
    case notANumber(field: String)
    case notADate(field: String)
    case notAFlag(field: String)
    /// The grades that the field takes, separated by commas.
    case notAGrade(field: String, grades: String)
    case notABarcode
    case notAnAmount(field: String)
    /// `role:` without the `credit:` that it belongs to.
    case roleWithoutCredit
    /// A field of the user's own rows, in a search of records.
    case ofShelf(field: String)
    /// A field of copies, in a filter of wants.
    case ofCopies(field: String)
    /// `paid:` where no field holds what was paid.
    case noPaidField
  }

  /// In characters, from 1.
  public var column: Int
  public var reason: Reason

  public init(column: Int, reason: Reason) { (self.column, self.reason) = (column, reason) }
}
