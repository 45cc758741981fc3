/// Where the next page of a list starts; only the source that made it can read it.
public struct PageCursor: Hashable, Sendable {
  public let token: String

  public init(token: String) { self.token = token }

  /// Asks for the last rows of a list, as many as the limit, for a list that is on this machine.
  public static let end = PageCursor(token: "end")
}

public enum RowCount: Hashable, Sendable {
  /// All of them were counted.
  case exactly(Int)
  /// Counting stopped here; there may be more.
  case atLeast(Int)

  /// The exact number, or its lower bound.
  public var number: Int {
    switch self {
    case .exactly(let number), .atLeast(let number): number
    }
  }
}

/// One page of a list.
public struct Page<Row: Sendable>: Sendable {
  public var rows: [Row]
  /// Pass it to the next call of the same request; nil on the last page. It stays valid when the list changes.
  public var next: PageCursor?
  /// The number of rows before it; only ``PageCursor/end`` is answered with it.
  public var first: Int?

  public init(rows: [Row], next: PageCursor?, first: Int? = nil) {
    (self.rows, self.next, self.first) = (rows, next, first)
  }
}

extension Page: Equatable where Row: Equatable {}
extension Page: Hashable where Row: Hashable {}
