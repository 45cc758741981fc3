import Clients
import RunoutModel

extension ListSource {
  /// A list whose first page is all of it, narrowed and sorted here.
  ///
  /// - Parameters:
  ///   - text: what narrowing and find look through.
  ///   - sorts: what it offers to be sorted by.
  ///   - sortRule: why by nothing else.
  ///   - sorted: the rows in an order that the list offers; as they come where it offers none.
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
  /// In the order of a key. Equals stay as they were; what has no key comes last, whichever way round.
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
