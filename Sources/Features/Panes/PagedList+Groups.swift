/// Blank lines between rows that belong together and the others.
nonisolated extension PagedList {
  /// Whether there are blank lines between groups of rows: on a high screen, where they leave room for the rows.
  var hasBlankLines: Bool { !breaks.isEmpty && stride == 1 && height >= Self.highScreen }
  /// The height from which on a list has room for blank lines.
  private static var highScreen: Int { 30 }

  /// Whether rows stand one below the other with nothing between them.
  public var isEven: Bool { !hasBlankLines && hidden.isEmpty }

  /// The lines above a row of a list, unless that is the first of the screen: a blank one, and before it one that stands
  /// for those that are not shown.
  public func spacing(above number: Int) -> Int {
    (hasBlankLines && breaks.contains(number) ? 1 : 0) + (hidden.contains(number - 1) ? 1 : 0)
  }

  /// The group above a row of which some are not shown: its first row, and the number of those.
  public func groupWithMore(above number: Int) -> (first: Int, hidden: Int)? {
    let hidden = hiddenCount(above: number)
    return hidden > 0 ? (number - hidden - shownOfGroup, hidden) : nil
  }

  /// The number of the first row below the screen, were it full.
  public var endInSight: Int {
    guard stride == 1, !isEven else { return row(height, from: top) }
    var (end, lines) = (top, 0)
    while true {
      lines += end > top ? 1 + spacing(above: end) : 1
      guard lines <= height || end == top else { return end }
      end = shown(after: end)
    }
  }

  /// The first row of the group that a row is in.
  public func startOfGroup(_ number: Int) -> Int {
    var first = number
    while goesOn(first) { first -= 1 }
    return first
  }

  func goesOn(_ number: Int) -> Bool {
    guard let belongs, let row = self[number], let above = self[number - 1] else { return false }
    return belongs(row, above)
  }

  /// Notes where groups begin and end, from a row on and in the last rows.
  mutating func noteBreaks(from row: Int) {
    // What is below the last of the rows before was not known.
    let first = max(1, row - 1)
    breaks = breaks.filter { $0 < first }
    guard belongs != nil else { return }
    let numbers = [rows.indices.dropFirst(first), tail?.range.dropFirst() ?? rows.indices.suffix(0)]
    for number in numbers.joined() where !goesOn(number) {
      if partsSingles || goesOn(number - 1) || goesOn(number + 1) { breaks.insert(number) }
    }
  }

  /// Parts the rows wherever one does not belong to the one above it; nil for no parts.
  mutating func divide(_ belongs: (@Sendable (_ row: Row, _ above: Row) -> Bool)?) {
    (self.belongs, partsSingles) = (belongs, belongs != nil)
    noteBreaks(from: 0)
    keepCursorInSight()
  }

  /// The first row of a screen that ends with the last row of a piece.
  func lastTop(of run: Range<Int>) -> Int {
    guard !isEven else { return run.upperBound - height }
    var (first, lines) = (run.upperBound, hidden.contains(run.upperBound - 1) ? 1 : 0)
    while first > run.lowerBound {
      lines += first < run.upperBound ? 1 + spacing(above: first) : 1
      guard lines <= height || first == run.upperBound else { break }
      first = shown(before: first)
    }
    return first
  }
}
