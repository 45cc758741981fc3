import RunoutModel

/// Selecting a row that is yet to come, and marking several.
extension ListModel {
  /// Selects the first row that is like this, as soon as it is here. Local lists are loaded as far as that takes; of those
  /// of Discogs, where each page is a request, only what is there anyway is looked through.
  func select(where isSought: @escaping (Row) -> Bool) {
    awaited = isSought
    selectAwaited(from: 0)
    loadMoreIfNeeded()
  }

  /// Looks for the row that is waited for in those from a number on.
  func selectAwaited(from row: Int) {
    guard let awaited, !list.isStale else { return }
    if let found = list.rows.indices.dropFirst(row).first(where: { awaited(list.rows[$0]) }) {
      self.awaited = nil
      list.moveCursor(to: found)
      list.align(.middle)
      selectionChanged()
    } else if list.status == .complete || context.can(.refresh) {
      self.awaited = nil
    }
  }

  /// A key that moves ends what is being looked for.
  func stopLooking() {
    rowFinder.stop()
    awaited = nil
    isMoved = true
  }

  // MARK: Marks

  /// The marked rows in order, or the selected one.
  public var markedOrSelected: [Row] {
    if marked.isEmpty { return list.selected.map { [$0] } ?? [] }
    return marked.sorted().filter(list.rows.indices.contains).map { list.rows[$0] }
  }

  public func unmark() {
    marked = []
    rangeStart = nil
  }

  func toggleMark() {
    guard list.rows.indices.contains(list.cursor) else { return }
    if marked.remove(list.cursor) == nil { marked.insert(list.cursor) }
    move(by: 1)
  }

  func markRange() {
    if rangeStart != nil {
      rangeStart = nil
    } else if list.rows.indices.contains(list.cursor) {
      rangeStart = list.cursor
      markedBeforeRange = marked
      marked.insert(list.cursor)
    }
  }
}
