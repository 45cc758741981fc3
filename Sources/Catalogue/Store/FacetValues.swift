internal import DiscogsModel

/// The values one can filter by, as a catalogue has them.
struct FacetValues: Sendable {
  struct Value: Sendable {
    var id: Int
    var field: FacetTable.Field
    var words: [String]
    var year: Int
    /// How many records have it.
    var entries: Int
  }

  private let values: [Value]
  /// The last rank there is.
  let lastRank: Int

  init(_ connection: OpaquePointer) throws(SQLiteFailure) {
    let statement = try Statement(
      connection,
      "SELECT id, field, name, entries FROM facet WHERE field < \(FacetTable.Field.shortFormat.rawValue)")
    var values: [Value] = []
    while try statement.next() {
      guard let field = FacetTable.Field(rawValue: statement.integer(1)) else { continue }
      let name = statement.text(2)
      values.append(
        Value(
          id: statement.integer(0), field: field, words: TextFolding.tokens(name),
          year: field == .year ? Int(name) ?? 0 : 0, entries: statement.integer(3)))
    }
    self.values = values
    // Lists keep ranks in 29 bits; anything else is damage, and must not become a loop without end.
    lastRank = min(max(try connection.integer("SELECT max(rank) FROM entry") ?? 0, 0), 1 << 29)
  }

  /// The values a condition means, and how many records have them at the most.
  ///
  /// A value that is exactly what was typed is the one meant: `country:us` is not the USSR, and `style:house` not Deep
  /// House. Otherwise all do that have the words.
  func matching(_ condition: QueryPlan.Filter.Condition) -> (ids: [Int], entries: Int) {
    let found: [Value]
    switch condition {
    case .kind(let kind):
      found = values.filter { $0.id == Int(FacetTable.number(of: kind)) }
    case .heads:
      found = values.filter { $0.id == Int(FacetTable.head) }
    case .years(let from, let to):
      found = values.filter { $0.field == .year && $0.year >= from ?? 1 && $0.year <= to ?? .max }
    case .words(let field, let words, let isWhole):
      let ofField = values.filter { $0.field == field }
      let exact = ofField.filter { $0.words == words }
      found = exact.isEmpty ? ofField.filter { Self.has($0.words, words, isWhole: isWhole) } : exact
    }
    return (found.map(\.id), found.reduce(0) { $0 + $1.entries })
  }

  private static func has(_ words: [String], _ wanted: [String], isWhole: Bool) -> Bool {
    guard let last = wanted.last else { return false }
    return wanted.dropLast().allSatisfy(words.contains)
      && words.contains { isWhole ? $0 == last : $0.hasPrefix(last) }
  }
}
