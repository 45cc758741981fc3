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
