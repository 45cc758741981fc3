import Clients
import RunoutModel

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
    _ load: @escaping @Sendable () async throws(ClientError) -> [Row]
  ) -> ListSource {
    var source = ListSource(
      load: { order, _, _ throws(ClientError) in
        let words = TextFolding.fold(order.narrowing).split(separator: " ")
        let rows = try await load().filter { row in
          let folded = words.isEmpty ? "" : TextFolding.fold(text(row))
          return words.allSatisfy { folded.contains($0) }
        }
        return Page(rows: sorted(rows, order.sort), next: nil)
      }, count: nil, text: text, isSame: isSame)
    (source.sorts, source.sortRule, source.followsShelf) = (sorts, sortRule, followsShelf)
    return source
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
