public import RunoutModel

extension SortOrder {
  /// The order that a sort command asks for; nil for any other command.
  nonisolated public init?(_ command: Command, _ argument: CommandArgument? = nil) {
    guard case .sort(let named, let isReversed) = command, let field = named ?? argument?.choice.flatMap(Field.init)
    else { return nil }
    self.init(field, isReversed: isReversed)
  }
}

extension Command {
  /// A command for each order.
  nonisolated static let sorts =
    SortOrder.Field.allCases.map { sort(by: $0) }
    + SortOrder.Field.allCases.filter { $0 != .relevance }.map { sort(by: $0, isReversed: true) }
}

extension Command.Entry {
  /// `sort-by-year` with the key `,y`, or `sort-by-year-reversed` with `,Y`.
  nonisolated init(sortingBy field: SortOrder.Field, isReversed: Bool) {
    let row = field.row
    self.init(
      "sort-by-\(row.name)\(isReversed ? "-reversed" : "")",
      "Sort by \(row.help)\(isReversed ? ", \(row.reversed)" : row.note)",
      keys: [",\(isReversed ? row.key.uppercased() : row.key)"], in: [.lists],
      chord: isReversed ? "\(row.caption), \(row.reversed)" : row.caption)
  }
}

extension SortOrder.Field {
  /// Its part in the rows of the command table.
  nonisolated fileprivate var row:
    (name: String, key: String, help: String, caption: String, note: String, reversed: String)
  {
    switch self {
    case .relevance: ("relevance", ",", "relevance or the list's own order", "relevance", "", "")
    case .artist: ("artist", "a", "artist", "artist", "", "Z first")
    case .title: ("title", "t", "title", "title", "", "Z first")
    case .year: ("year", "y", "year", "year", "", "latest first")
    case .added: ("added", "d", "date added", "added", ", latest first", "oldest first")
    case .rating: ("rating", "r", "rating", "rating", ", best first", "lowest first")
    case .format: ("format", "f", "format", "format", "", "Z first")
    case .label: ("label", "l", "label", "label", "", "Z first")
    case .catalogueNumber: ("catalogue-number", "c", "catalogue number", "cat#", "", "last first")
    case .price: ("price", "p", "price", "price", " (Market)", "highest first")
    }
  }
}
