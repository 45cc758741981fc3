public import Clients
public import RunoutModel

/// The sort, narrowing and filters of a list, applied to all of its rows.
nonisolated public struct ListOrder: Hashable, Sendable {
  public var sort: SortOrder
  public var narrowing: String
  public var filters: ListFilters

  public init(sort: SortOrder = .relevance, narrowing: String = "", filters: ListFilters = ListFilters()) {
    self.sort = sort
    self.narrowing = narrowing
    self.filters = filters
  }

  /// Whether rows are left out.
  public var isCutDown: Bool { !narrowing.isEmpty || !filters.isEmpty }
}

/// Restores a list: same rows, selection and scroll.
nonisolated public struct ListMemento: Hashable, Sendable {
  public var order: ListOrder
  public var cursor: Int
  public var top: Int
  public var isWall: Bool

  public init(order: ListOrder = ListOrder(), cursor: Int = 0, top: Int = 0, isWall: Bool = false) {
    self.isWall = isWall
    self.order = order
    self.cursor = cursor
    self.top = top
  }
}

/// Where a list's rows come from and what can be done with them.
nonisolated public struct ListSource<Row: PaneRow>: Sendable {
  public typealias Load =
    @Sendable (_ order: ListOrder, _ after: PageCursor?, _ limit: Int) async throws(ClientError) -> Page<Row>
  public typealias Count = @Sendable (ListOrder) async throws(ClientError) -> RowCount

  public var load: Load
  /// Nil where the first page is the whole list.
  public var count: Count?
  /// The text that find searches.
  public var text: @Sendable (Row) -> String
  /// Identifies the list for the live source; nil for a local list.
  public var shown: @Sendable (ListOrder) -> Shown?
  /// Returns whether two rows show the same thing, one perhaps older.
  public var isSame: @Sendable (Row, Row) -> Bool
  /// The fields that rows can be sorted by, and why by no others; nil for the usual sentence.
  public var sorts: Set<SortOrder.Field> = []
  public var sortRule: String?
  /// Nil where the rows cannot be filtered.
  public var facets: (@Sendable (ListOrder) async throws(ClientError) -> FacetCounts)?
  /// Whether the rows change with the shelf.
  public var followsShelf = false
  /// Returns whether a row is a caption, which the cursor passes over; nil where there are none.
  public var isCaption: (@Sendable (Row) -> Bool)?
  /// Asks the network again for a list without ``shown``; nil for a local one.
  public var renew: (@Sendable () async throws(ClientError) -> Void)?

  public init(
    load: @escaping Load, count: Count?, text: @escaping @Sendable (Row) -> String,
    shown: @escaping @Sendable (ListOrder) -> Shown? = { _ in nil },
    isSame: @escaping @Sendable (Row, Row) -> Bool = { $0 == $1 }
  ) {
    self.load = load
    self.count = count
    self.text = text
    self.shown = shown
    self.isSame = isSame
  }
}
