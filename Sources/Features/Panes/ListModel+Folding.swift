/// Rows that are unfolded below the one they belong to.
extension ListModel {
  /// Inserts rows below one; marks stay with their rows.
  func unfold(_ rows: [Row], below row: Int) {
    shiftMarks { $0 > row ? $0 + rows.count : $0 }
    list.insert(rows, below: row)
    onPage?(row + 1)
    selectionChanged()
  }

  func fold(_ count: Int, below row: Int) {
    shiftMarks { $0 <= row ? $0 : $0 <= row + count ? nil : $0 - count }
    list.remove(count, below: row)
    selectionChanged()
    loadMoreIfNeeded()
  }

  private func shiftMarks(_ shifted: (Int) -> Int?) {
    marked = Set(marked.compactMap(shifted))
    markedBeforeRange = Set(markedBeforeRange.compactMap(shifted))
    rangeStart = rangeStart.flatMap(shifted)
  }
}
