/// Groups of many rows that show the first of them only.
nonisolated extension PagedList {
  /// The rows that a folded group shows: on a wall the first, in a list the second as well, above the line that stands
  /// for the others.
  var shownOfGroup: Int { stride > 1 ? 1 : 2 }

  /// The number of the row that is so many shown rows below another, or above.
  func row(_ count: Int, from number: Int) -> Int {
    guard !hidden.isEmpty else { return number + count }
    var row = number
    for _ in 0..<abs(count) { row = count > 0 ? shown(after: row) : shown(before: row) }
    return row
  }

  /// The number of the next row that is shown.
  public func shown(after number: Int) -> Int {
    var next = number + 1
    while hidden.contains(next) { next += 1 }
    return next
  }

  func shown(before number: Int) -> Int {
    var last = number - 1
    while hidden.contains(last) { last -= 1 }
    return last
  }

  /// The number of rows from the first of the screen on that are on it.
  var shownInSight: Int {
    let end = endInSight
    return hidden.isEmpty ? end - top : (top..<end).count { !hidden.contains($0) }
  }

  /// The number of rows right above a row that are not shown.
  func hiddenCount(above number: Int) -> Int { hidden.isEmpty ? 0 : number - 1 - shown(before: number) }

  /// Whether the selected row is in a group that can be folded or unfolded.
  public var canFold: Bool {
    let first = startOfGroup(cursor)
    return folds != nil && self[cursor] != nil && isFoldable(from: first)
  }

  /// Shows all rows of the selected group, or hides all but its first again; the selection then moves to the first if its
  /// own row is hidden.
  ///
  /// - Returns: false for a group that does not fold.
  mutating func toggleFold() -> Bool {
    guard canFold else { return false }
    let first = startOfGroup(cursor)
    if unfolded.contains(first) {
      unfolded.remove(first)
      hide(first..<endOfGroup(first))
      if hidden.contains(cursor) { cursor = first }
    } else {
      unfold(first..<endOfGroup(first))
    }
    keepCursorInSight()
    return true
  }

  mutating func unfoldAll() {
    for group in groups(from: 0) where isFoldable(from: group.lowerBound) { unfolded.insert(group.lowerBound) }
    hidden = []
    keepCursorInSight()
  }

  /// Unfolds the group of a row that is not shown.
  mutating func reveal(_ row: Int) {
    if hidden.contains(row) { unfold(startOfGroup(row)..<endOfGroup(row)) }
  }

  /// Keeps groups unfolded that begin with the same rows as those that were.
  mutating func keepOpen(_ heads: [Row], isSame: (Row, Row) -> Bool) {
    guard !heads.isEmpty else { return }
    let same = numbers.filter { number in
      heads.contains { head in self[number].map { isSame($0, head) } == true }
    }
    unfolded = Set(same)
  }

  private mutating func unfold(_ group: Range<Int>) {
    unfolded.insert(group.lowerBound)
    hidden.subtract(group)
  }

  private mutating func hide(_ group: Range<Int>) { hidden.formUnion(group.dropFirst(shownOfGroup)) }

  /// Whether a group has more rows than a folded one has lines, or covers.
  private func isFoldable(from first: Int) -> Bool {
    guard let folds, let head = self[first] else { return false }
    let more = stride > 1 ? 1 : shownOfGroup + 1
    return (1...more).allSatisfy { goesOn(first + $0) } && folds(head)
  }

  private func endOfGroup(_ number: Int) -> Int {
    var end = number + 1
    while goesOn(end) { end += 1 }
    return end
  }

  /// The groups from a row on, which is the first of one, and those of the last rows.
  private func groups(from row: Int) -> [Range<Int>] {
    var groups: [Range<Int>] = []
    for part in [row..<max(row, rows.count), tail?.range ?? 0..<0] {
      var first = part.lowerBound
      while first < part.upperBound {
        groups.append(first..<endOfGroup(first))
        first = groups[groups.count - 1].upperBound
      }
    }
    return groups
  }

  /// Notes which rows are not shown, from a row on and in the last rows. One that is selected may be among them.
  mutating func noteHidden(from row: Int) {
    guard folds != nil else { return hidden = [] }
    // More may belong to the group that was the last.
    let first = startOfGroup(max(0, row - 1))
    hidden = hidden.filter { $0 < first }
    for group in groups(from: first) where isFoldable(from: group.lowerBound) && !unfolded.contains(group.lowerBound) {
      hide(group)
    }
  }

  /// Moves off a row that is not shown in the direction of travel, or back where there is nothing further.
  mutating func passHidden(upwards: Bool, in run: Range<Int>) {
    let next = shown(after: cursor)
    cursor = upwards || next >= run.upperBound ? shown(before: cursor) : next
  }
}
