/// Blank lines between rows that belong together and the others.
nonisolated extension PagedList {
  /// Whether there are blank lines between groups of rows: on a high screen, where they leave room for the rows.
  public var hasBlankLines: Bool { !breaks.isEmpty && stride == 1 && height >= Self.heightForBlankLines }
  private static var heightForBlankLines: Int { 30 }

  /// The rows of a group from which on it takes at least ``groupLines``.
  static var leastOfGroup: Int { 3 }

  /// The blank lines above a row, unless that is the first of the screen.
  public func blankLines(above number: Int) -> Int {
    hasBlankLines && breaks.contains(number) ? 1 + linesMissing(above: number) : 0
  }

  /// The lines that the group above a row is short of.
  private func linesMissing(above number: Int) -> Int {
    guard groupLines > Self.leastOfGroup else { return 0 }
    var count = 1
    while count < groupLines, goesOn(number - count) { count += 1 }
    return count < Self.leastOfGroup ? 0 : groupLines - count
  }

  /// The number of the first row below the screen, were it full.
  public var endInSight: Int {
    guard hasBlankLines else { return top + height }
    var (end, lines) = (top, 0)
    while true {
      lines += end > top ? 1 + blankLines(above: end) : 1
      guard lines <= height else { return end }
      end += 1
    }
  }

  /// The first row of the group that a row is in.
  public func startOfGroup(_ number: Int) -> Int {
    var first = number
    while goesOn(first) { first -= 1 }
    return first
  }

  private func goesOn(_ number: Int) -> Bool {
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

  /// Whether ``leastOfGroup`` rows belong together somewhere.
  var hasGroup: Bool {
    var count = 1
    return rows.indices.contains { number in
      count = goesOn(number) ? count + 1 : 1
      return count >= Self.leastOfGroup
    }
  }

  /// The groups of rows that are in sight at least in part, each with the line of the screen that its first row is on,
  /// negative above it.
  ///
  /// - Parameter most: how many rows of a group matter: fewer above the screen are looked for, and so many below it.
  func groupsInSight(most: Int) -> [(rows: Range<Int>, line: Int)] {
    guard hasBlankLines else { return [] }
    let end = endInSight
    var first = top
    while goesOn(first), top - first < most - 1 { first -= 1 }
    // A group that begins higher.
    if goesOn(first) {
      first = top
      while first < end, goesOn(first) { first += 1 }
    }
    var line = first - top + (first > top ? blankLines(above: first) : 0)
    var groups: [(rows: Range<Int>, line: Int)] = []
    while first < end {
      var next = first + 1
      while next < end || next - first < most, goesOn(next) { next += 1 }
      if next - first > 1 { groups.append((first..<next, line)) }
      line += next - first + blankLines(above: next)
      first = next
    }
    return groups
  }

  /// The first row of a screen that ends with the last row of a piece.
  func lastTop(of run: Range<Int>) -> Int {
    guard hasBlankLines else { return run.upperBound - height }
    var (first, lines) = (run.upperBound, linesMissing(above: run.upperBound))
    while first > run.lowerBound {
      lines += first < run.upperBound ? 1 + blankLines(above: first) : 1
      guard lines <= height else { break }
      first -= 1
    }
    return first
  }
}
