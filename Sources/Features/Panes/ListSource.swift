public import Clients
public import RunoutModel

/// The sort, narrowing and filters of a list, applied to all of its rows.
nonisolated public struct ListOrder: Hashable, Sendable {
  public var sort = SortOrder.relevance
  public var narrowing = ""
  public var filters = ListFilters()

  /// Whether rows are left out.
  public var isCutDown: Bool { !narrowing.isEmpty || !filters.isEmpty }
}

/// Restores a list: same rows, selection and scroll.
nonisolated public struct ListMemento: Hashable, Sendable {
  public var order = ListOrder()
  public var cursor = 0
  public var top = 0
  /// Whether the user wants a wall of covers; nil for what is usual.
  public var isWall: Bool?
}

/// Where a list's rows come from and what can be done with them.
nonisolated public struct ListSource<Row: PaneRow>: Sendable {
  var load: @Sendable (_ order: ListOrder, _ after: PageCursor?, _ limit: Int) async throws -> Page<Row>
  /// Nil where the first page is the whole list.
  var count: (@Sendable (ListOrder) async throws -> RowCount)?
  /// The text that find searches.
  var text: @Sendable (Row) -> String
  /// Identifies the list for the live source; nil for a local list.
  var shown: @Sendable (ListOrder) -> Shown? = { _ in nil }
  /// Returns whether two rows show the same thing, one perhaps older.
  var isSame: @Sendable (Row, Row) -> Bool = { $0 == $1 }
  /// The fields that rows can be sorted by, and why by no others; nil for the usual sentence.
  var sorts: Set<SortOrder.Field> = []
  var sortRule: String?
  /// Nil where the rows cannot be filtered.
  var facets: (@Sendable (ListOrder) async throws -> FacetCounts)?
  /// Whether the rows change with the shelf.
  var followsShelf = false
  /// Returns whether a row is a caption, which the cursor passes over; nil where there are none.
  var isCaption: (@Sendable (Row) -> Bool)?
  /// Whether ``load`` knows the end of the list, as for one on this machine.
  var knowsEnd = false
  /// Asks the network again for a list without ``shown``; nil for a local one.
  var renew: (@Sendable () async throws -> Void)?
}

extension ListSource {
  /// A list whose first page is all of it, narrowed and sorted on this machine.
  ///
  /// - Parameters:
  ///   - text: the text that narrowing and find search.
  ///   - sorts: the fields it can be sorted by.
  ///   - sortRule: why it cannot be sorted by others.
  ///   - sorted: sorts the rows; without it they stay as they come.
  nonisolated static func whole(
    text: @escaping @Sendable (Row) -> String, isSame: @escaping @Sendable (Row, Row) -> Bool,
    sorts: Set<SortOrder.Field> = [], sortRule: String? = nil, followsShelf: Bool = false,
    sorted: @escaping @Sendable (_ rows: [Row], _ sort: SortOrder) -> [Row] = { rows, _ in rows },
    renew: (@Sendable () async throws -> Void)? = nil, _ load: @escaping @Sendable () async throws -> [Row]
  ) -> ListSource {
    ListSource(
      load: { order, _, _ in
        let words = TextFolding.fold(order.narrowing).split(separator: " ")
        let rows = try await load().filter { row in
          let folded = words.isEmpty ? "" : TextFolding.fold(text(row))
          return words.allSatisfy { folded.contains($0) }
        }
        return Page(rows: sorted(rows, order.sort), next: nil)
      },
      text: text, isSame: isSame, sorts: sorts, sortRule: sortRule, followsShelf: followsShelf, renew: renew)
  }
}

extension Sequence {
  /// Sorts stably by a key; elements without one come last in either direction.
  nonisolated func sorted<Key: Comparable>(by key: (Element) -> Key?, isReversed: Bool) -> [Element] {
    let keyed = enumerated().map { (key: key($0.element), place: $0.offset, element: $0.element) }
    return keyed.sorted { left, right in
      guard let one = left.key, let other = right.key else {
        return left.key == nil && right.key == nil ? left.place < right.place : right.key == nil
      }
      return one == other ? left.place < right.place : (one < other) != isReversed
    }.map(\.element)
  }
}
