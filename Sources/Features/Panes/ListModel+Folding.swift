/// Rows that belong to another, and stand below it while it is unfolded.
extension ListModel {
  /// Puts rows below one; marks stay with their rows.
  func unfold(_ rows: [Row], below row: Int) {
    shiftMarks { $0 > row ? $0 + rows.count : $0 }
    list.insert(rows, below: row)
    onPage?(row + 1)
    selectionChanged()
  }

  /// Takes out so many rows below one.
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
