import RunoutModel

/// A search through loaded rows.
nonisolated struct RowSearch: Sendable {
  let rows: FoundRows
  let range: Range<Int>
  let isBackwards: Bool
  /// Folded; a match has them all.
  let words: [Substring]

  /// Searching this many takes a few milliseconds.
  static let fewRows = 2_000

  /// Returns the first match in the direction of the search; nil for none.
  func match(in range: Range<Int>) -> Int? { isBackwards ? range.last(where: matches) : range.first(where: matches) }

  func matches(_ row: Int) -> Bool {
    let folded = TextFolding.fold(rows.text(row))
    return words.allSatisfy { folded.contains($0) }
  }

  /// Searches the whole range off the main actor; nil also when cancelled.
  @concurrent func run() async -> Int? {
    var rest = range
    while !rest.isEmpty, !Task.isCancelled {
      let part = isBackwards ? rest.suffix(Self.fewRows) : rest.prefix(Self.fewRows)
      if let row = match(in: part) { return row }
      rest = isBackwards ? rest.lowerBound..<part.lowerBound : part.upperBound..<rest.upperBound
    }
    return nil
  }
}
