/// Blank lines between rows that belong together and the others.
nonisolated extension PagedList {
  /// Whether there are blank lines between groups of rows: on a high screen, where they leave room for the rows.
  public var hasBlankLines: Bool {
    !breaks.isEmpty && stride == 1 && rowLines == 1 && height >= Self.highScreen
  }
  /// The height from which on a list has room for blank lines, or for covers.
  static var highScreen: Int { 30 }

  /// Whether rows stand one below the other with nothing between them.
  public var isEven: Bool { !hasBlankLines && hidden.isEmpty }

  /// The lines above a row, unless that is the first of the screen: blank ones, and before them one that stands for those
  /// that are not shown.
  public func spacing(above number: Int) -> Int { blankLines(above: number) + (hidden.contains(number - 1) ? 1 : 0) }

  func blankLines(above number: Int) -> Int {
    hasBlankLines && breaks.contains(number) ? 1 + linesMissing(above: number) : 0
  }

  /// The group above a row if there is a line for what is not shown of it: its first row, and the number of rows that are
  /// hidden.
  public func groupWithMore(above number: Int) -> (first: Int, hidden: Int)? {
    let hidden = hiddenCount(above: number)
    if hidden > 0 { return (number - hidden - Self.shownOfGroup, hidden) }
    guard hasBlankLines, breaks.contains(number) || number == rows.count else { return nil }
    let missing = linesMissing(above: number)
    return missing > 0 ? (number - groupLines + missing, 0) : nil
  }

  /// The lines that the group above a row is short of.
  private func linesMissing(above number: Int) -> Int {
    guard groupLines > 1, !hidden.contains(number - 1) else { return 0 }
    var count = 1
    while count < groupLines, goesOn(number - count) { count += 1 }
    return count > 1 ? groupLines - count : 0
  }

  /// The number of the first row below the screen, were it full.
  public var endInSight: Int {
    guard !isEven else { return top + rowsOfScreen }
    var (end, lines) = (top, 0)
    while true {
      lines += end > top ? rowLines + spacing(above: end) : rowLines
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

  /// Whether rows belong together somewhere.
  var hasGroup: Bool { rows.indices.contains(where: goesOn) }

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
    var line = first - top + (first > top ? spacing(above: first) : 0)
    var groups: [(rows: Range<Int>, line: Int)] = []
    while first < end {
      var next = first + 1
      while next < end || next - first < most, goesOn(next) { next += 1 }
      if next - first > 1 { groups.append((first..<next, line)) }
      line += next - first - (first..<next).count(where: hidden.contains) + spacing(above: next)
      first = next
    }
    return groups
  }

  /// The first row of a screen that ends with the last row of a piece.
  func lastTop(of run: Range<Int>) -> Int {
    guard !isEven else { return run.upperBound - rowsOfScreen }
    let isFolded = hidden.contains(run.upperBound - 1)
    var (first, lines) = (run.upperBound, hasBlankLines ? linesMissing(above: run.upperBound) : 0)
    if isFolded { lines += 1 }
    while first > run.lowerBound {
      lines += first < run.upperBound ? rowLines + spacing(above: first) : rowLines
      guard lines <= height || first == run.upperBound else { break }
      first = shown(before: first)
    }
    return first
  }
}
