/// Where the next page of a list starts. Only its source can read it.
public struct PageCursor: Hashable, Sendable {
  /// Means something only to the source of the page.
  public let token: String

  /// Creates a cursor.
  public init(token: String) {
    self.token = token
  }
}

/// The number of rows in a whole list.
public enum RowCount: Hashable, Sendable {
  /// All of them were counted.
  case exactly(Int)
  /// Counting stopped at this many.
  case atLeast(Int)

  /// The number, or the least it can be.
  public var number: Int {
    switch self {
    case .exactly(let number), .atLeast(let number): number
    }
  }
}

/// One page of a list.
public struct Page<Row: Sendable>: Sendable {
  /// In the order of the list.
  public var rows: [Row]
  /// Hand it to the next call of the same request; nil on the last page. It stays good when the list changes.
  public var next: PageCursor?

  /// Creates a page.
  public init(rows: [Row], next: PageCursor?) {
    self.rows = rows
    self.next = next
  }
}

extension Page: Equatable where Row: Equatable {}
extension Page: Hashable where Row: Hashable {}
