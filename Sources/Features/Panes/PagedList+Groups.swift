/// Blank lines between rows that belong together and the others.
nonisolated extension PagedList {
  /// Whether there are blank lines between groups of rows: on a high screen, where they leave room for the rows.
  public var hasBlankLines: Bool { !breaks.isEmpty && stride == 1 && height >= Self.heightForBlankLines }
  private static var heightForBlankLines: Int { 30 }

  /// Whether a blank line stands above a row, unless that is the first of the screen.
  public func isApart(_ number: Int) -> Bool { hasBlankLines && breaks.contains(number) }

  /// The number of the first row below the screen, were it full.
  public var endInSight: Int {
    guard hasBlankLines else { return top + height }
    var (end, lines) = (top, 0)
    while true {
      lines += end > top && isApart(end) ? 2 : 1
      guard lines <= height else { return end }
      end += 1
    }
  }

  private func goesOn(_ number: Int) -> Bool {
    guard let belongs, let row = self[number], let above = self[number - 1] else { return false }
    return belongs(row, above)
  }

  /// Whether so many rows belong together somewhere.
  func hasGroup(of least: Int) -> Bool {
    var count = 1
    return rows.indices.contains { number in
      count = goesOn(number) ? count + 1 : 1
      return count >= least
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
    var line = first - top + (first > top && isApart(first) ? 1 : 0)
    var groups: [(rows: Range<Int>, line: Int)] = []
    while first < end {
      var next = first + 1
      while next < end || next - first < most, goesOn(next) { next += 1 }
      if next - first > 1 { groups.append((first..<next, line)) }
      line += next - first + (isApart(next) ? 1 : 0)
      first = next
    }
    return groups
  }

  /// The first row of a screen that ends with the last row of a piece.
  func lastTop(of run: Range<Int>) -> Int {
    guard hasBlankLines else { return run.upperBound - height }
    var (first, lines) = (run.upperBound, 0)
    while first > run.lowerBound {
      lines += first < run.upperBound && isApart(first) ? 2 : 1
      guard lines <= height else { break }
      first -= 1
    }
    return first
  }
}
