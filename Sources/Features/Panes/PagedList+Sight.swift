/// The selected row stays on the screen.
nonisolated extension PagedList {
  public enum Alignment: Hashable, Sendable { case top, middle, bottom }

  /// Scrolls the selected row to a place on the screen.
  public mutating func align(_ alignment: Alignment) {
    switch alignment {
    case .top: top = cursor
    case .middle: top = cursor - rowsOfScreen / 2
    case .bottom: top = cursor - rowsOfScreen + 1
    }
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
    let step = scrollLines > 0 ? min(scrollLines, rowsOfScreen) : max(1, rowsOfScreen / 2)
    if cursor < top { top = cursor == top - 1 ? cursor - step + 1 : cursor }
    let end = endInSight
    if cursor >= end { top = cursor == end ? min(top + step, cursor) : cursor - rowsOfScreen + 1 }
    while cursor >= endInSight { top += 1 }
    while hidden.contains(top) { top += 1 }
    // Keep the caption of the first row in sight.
    if top > 0, top == cursor, rowsOfScreen > 1, captions.contains(cursor - 1) { top -= 1 }
    let run = run(around: cursor)
    top = max(run.lowerBound, min(top, lastTop(of: run)))
  }

  private mutating func keepLineInSight() {
    let (line, lines) = (cursor / stride, max(1, height / stride))
    let run = run(around: cursor)
    let last = max((run.lowerBound + stride - 1) / stride, (run.upperBound - 1) / stride - lines + 1)
    top = stride * min(max(top / stride, line - lines + 1), line, last)
  }
}
