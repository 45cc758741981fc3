/// Where the next page of a list starts. Opaque: only who made it can read it.
public struct PageCursor: Hashable, Sendable {
  public let token: String

  public init(token: String) {
    self.token = token
  }
}

/// How many rows a list has in all.
public enum RowCount: Hashable, Sendable {
  case exactly(Int)
  /// Counting stopped at this many.
  case atLeast(Int)

  public var number: Int {
    switch self {
    case .exactly(let number), .atLeast(let number): number
    }
  }
}

/// One page of a list.
public struct Page<Row: Sendable>: Sendable {
  public var rows: [Row]
  /// Hand it to the next call of the same request; nil on the last page. It stays good when the list changes.
  public var next: PageCursor?

  public init(rows: [Row], next: PageCursor?) {
    self.rows = rows
    self.next = next
  }
}

extension Page: Equatable where Row: Equatable {}
extension Page: Hashable where Row: Hashable {}
