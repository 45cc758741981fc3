public import Clients
public import RunoutModel

/// How a list is to be ordered, narrowed and filtered, as a whole.
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

/// What brings a list back as it was: same rows, same row selected, same scroll.
nonisolated public struct ListMemento: Hashable, Sendable {
  public var order: ListOrder
  public var cursor: Int
  public var top: Int
  /// Whether it stands as a wall of covers.
  public var isWall: Bool

  public init(order: ListOrder = ListOrder(), cursor: Int = 0, top: Int = 0, isWall: Bool = false) {
    self.isWall = isWall
    self.order = order
    self.cursor = cursor
    self.top = top
  }
}

/// Where a list's rows come from and what can be done with them.
nonisolated public struct ListSource<Row: ListRow>: Sendable {
  public typealias Load =
    @Sendable (_ order: ListOrder, _ after: PageCursor?, _ limit: Int) async throws(ClientError) -> Page<Row>
  public typealias Count = @Sendable (ListOrder) async throws(ClientError) -> RowCount

  public var load: Load
  /// Nil where the first page is the whole list.
  public var count: Count?
  /// What find looks through.
  public var text: @Sendable (Row) -> String
  /// What the live source calls the list; nil for one that comes from this machine.
  public var shown: @Sendable (ListOrder) -> Shown?
  /// Whether two rows are about the same thing, one of them perhaps older.
  public var isSame: @Sendable (Row, Row) -> Bool
  /// What the rows can be sorted by, and why by nothing else; nil for the usual sentence.
  public var sorts: Set<SortOrder.Field> = []
  public var sortRule: String?
  /// What the rows can be filtered by; nil where they cannot.
  public var facets: (@Sendable (ListOrder) async throws(ClientError) -> FacetCounts)?
  /// Whether its rows come from the shelf and change with it.
  public var followsShelf = false
  /// Says which rows are captions, which are passed over; nil where there are none.
  public var isCaption: (@Sendable (Row) -> Bool)?
  /// How the network is asked again for a list without ``shown``; nil for one of this machine.
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
