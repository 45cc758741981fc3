/// The selected row stays on the screen.
nonisolated extension PagedList {
  public enum Alignment: Hashable, Sendable { case top, middle, bottom }

  /// Scrolls the selected row to a place on the screen.
  public mutating func align(_ alignment: Alignment) {
    let lines = height / stride
    let line = alignment == .top ? 0 : alignment == .middle ? lines / 2 : lines - 1
    // The selected row's own line, which on a wall may begin before it.
    let start = stride == 1 || cursor < top ? cursor : row((linesBetween(top, cursor + 1) - 1) * stride, from: top)
    top = row(-line * stride, from: start)
    keepCursorInSight()
  }

  /// Moves off a caption in the direction of travel, or back where there is nothing further.
  mutating func passCaption(upwards: Bool) {
    guard captions.contains(cursor) else { return }
    let run = run(around: cursor)
    let down = (cursor..<run.upperBound).first { !captions.contains($0) }
    let up = (run.lowerBound..<cursor).last { !captions.contains($0) }
    cursor = (upwards ? up ?? down : down ?? up) ?? cursor
  }

  mutating func keepCursorInSight() {
    guard stride == 1 else { return keepLineInSight() }
    // One step over the edge scrolls by the step; a jump puts the row at the edge it came over.
    let step = scrollLines > 0 ? min(scrollLines, height) : max(1, height / 2)
    if cursor < top { top = cursor == top - 1 ? cursor - step + 1 : cursor }
    let end = endInSight
    if cursor >= end { top = cursor == end ? min(top + step, cursor) : cursor - height + 1 }
    while cursor >= endInSight { top += 1 }
    while hidden.contains(top) { top += 1 }
    // Keep the caption of the first row in sight.
    if top > 0, top == cursor, height > 1, captions.contains(cursor - 1) { top -= 1 }
    let run = run(around: cursor)
    top = max(run.lowerBound, min(top, lastTop(of: run)))
  }

  /// A wall turns like a page: stepping over its edge scrolls all of its lines, so that covers stand still while one
  /// walks among them. Where rows are not shown, lines begin where they did, as counting from the first takes too long.
  private mutating func keepLineInSight() {
    let (run, lines) = (run(around: cursor), height / stride)
    if hidden.isEmpty {
      let (line, first) = (cursor / stride, top / stride)
      let least = (run.lowerBound + stride - 1) / stride
      let last = max(least, (run.upperBound - 1) / stride - lines + 1)
      let next = line < first ? line - lines + 1 : line < first + lines ? first : line
      top = stride * min(max(least, next), line, last)
      return
    }
    if !run.contains(top) { top = run.lowerBound }
    while hidden.contains(top) { top -= 1 }
    if cursor < top {
      scroll(byLines: 1 - lines - linesBetween(cursor, top), in: run)
    } else if case let end = endInSight, cursor >= end {
      scroll(byLines: lines - 1 + linesBetween(end, cursor + 1), in: run)
    }
    showLastLine(of: run)
  }

  private mutating func scroll(byLines lines: Int, in run: Range<Int>) {
    top = max(run.lowerBound, row(lines * stride, from: top))
  }

  /// How many lines of a wall the rows between take.
  private func linesBetween(_ first: Int, _ end: Int) -> Int {
    let count = end - first - (hidden.isEmpty ? 0 : (first..<end).count(where: hidden.contains))
    return (count + stride - 1) / stride
  }

  /// Begins with a whole line of a wall, as counted from the first row.
  mutating func beginWithLine() {
    while hidden.contains(top) { top -= 1 }
    let first = run(around: top).lowerBound
    guard stride > 1, top > first else { return }
    let count = top - first - hidden.count { first..<top ~= $0 }
    top = row(-(count % stride), from: top)
  }

  /// Leaves no line of a wall empty while there are rows above it.
  mutating func showLastLine(of run: Range<Int>) {
    while top > run.lowerBound {
      let above = max(run.lowerBound, row(-stride, from: top))
      guard row(height, from: above) >= run.upperBound else { return }
      top = above
    }
  }

  /// The numbers of the rows that are on the screen.
  public var numbersInSight: [Int] { numbers(height, from: top) }

  /// The numbers of the rows that are on the screen, on the next and on the last one.
  var numbersNear: [Int] {
    let above = max(run(around: cursor).lowerBound, row(-height, from: top))
    return numbers(2 * height, from: top) + numbers(height, from: above).prefix { $0 < top }
  }

  private func numbers(_ count: Int, from first: Int) -> [Int] {
    var number = first
    return (0..<count).map { _ in
      defer { number = shown(after: number) }
      return number
    }
  }
}
