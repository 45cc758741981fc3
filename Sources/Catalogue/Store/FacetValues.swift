internal import RunoutModel
internal import SQLiteSupport

/// The values that searches can filter by: hundreds of names, read and folded for the first search that needs them.
struct FacetValues: Sendable {
  struct Value: Sendable {
    var id: Int
    var field: FacetTable.Field
    var words: [String]
    var year: Int
    var entries: Int
  }

  private let values: [Value]

  init(_ connection: OpaquePointer) throws(SQLiteFailure) {
    let statement = try PreparedStatement(
      connection, "SELECT id, field, name, entries FROM facet WHERE field < \(FacetTable.Field.shortFormat.rawValue)")
    var values: [Value] = []
    while try statement.next() {
      guard let field = FacetTable.Field(rawValue: statement.integer(1)) else { continue }
      let name = statement.text(2)
      values.append(
        Value(
          id: statement.integer(0), field: field, words: TextFolding.tokens(name),
          year: field == .year ? Int(name) ?? 0 : 0,
          // At most the number of ranks: counts are added up, and a damaged file may contain anything.
          entries: Int(UInt32(clamping: statement.integer(3)))))
    }
    self.values = values
  }

  /// The values that some words mean, and the most records they can have.
  ///
  /// A value that equals the words is the one meant: `country:us` is not the USSR, and `style:house` not Deep House.
  /// Otherwise all values that contain the words match.
  func matching(field: FacetTable.Field, words: [String], isWhole: Bool) -> (ids: [Int], entries: Int) {
    let ofField = values.filter { $0.field == field }
    let exact = ofField.filter { $0.words == words }
    return Self.sum(exact.isEmpty ? ofField.filter { Self.has($0.words, words, isWhole: isWhole) } : exact)
  }

  /// The values shown in rows with a word that begins so, or years that begin so.
  func matching(beginning: String) -> [Int] {
    values.filter { value in
      switch value.field {
      case .genre, .style, .country, .format: value.words.contains { $0.hasPrefix(beginning) }
      case .year: String(value.year).hasPrefix(beginning)
      case .kind, .shortFormat: false
      }
    }.map(\.id)
  }

  func matching(yearsFrom from: Int?, to: Int?) -> (ids: [Int], entries: Int) {
    Self.sum(values.filter { $0.field == .year && $0.year >= from ?? 1 && $0.year <= to ?? .max })
  }

  private static func sum(_ values: [Value]) -> (ids: [Int], entries: Int) {
    (values.map { $0.id }, values.reduce(0) { $0 + $1.entries })
  }

  private static func has(_ words: [String], _ wanted: [String], isWhole: Bool) -> Bool {
    guard let last = wanted.last else { return false }
    return wanted.dropLast().allSatisfy(words.contains) && words.contains { isWhole ? $0 == last : $0.hasPrefix(last) }
  }
}
