import RunoutModel

/// Selecting a row that is still to load, and marking rows.
extension ListModel {
  /// Selects the first matching row as soon as it is here. A local list is loaded as far as it takes; in one of
  /// Discogs, where each page is a request, only rows that load anyway are searched.
  func select(where isSought: @escaping (Row) -> Bool) {
    awaited = isSought
    selectAwaited(from: 0)
    loadMoreIfNeeded()
  }

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

  /// Ends the find and the wait for a row, as a key that moves does.
  func stopLooking() {
    rowFinder.stop()
    awaited = nil
  }

  // MARK: Marks

  public var markedOrSelected: [Row] {
    if marked.isEmpty { return list.selected.map { [$0] } ?? [] }
    return marked.sorted().compactMap { list[$0] }
  }

  /// Whether the rows between are needed, too: for a range over them, or as all are to be marked.
  var wantsAll: Bool { marksAll || (rangeStart != nil && list.tail != nil) }

  public func unmark() { (marked, rangeStart, marksAll) = ([], nil, false) }

  /// Marks every row, in a list on this machine those that are still to come as well.
  func markAll() {
    // What is marked is seen.
    list.unfoldAll()
    marked = Set(list.numbers).subtracting(list.captions)
    marksAll = source.knowsEnd && list.status != .complete
    loadMoreIfNeeded()
  }

  func toggleMark() {
    guard list.selected != nil else { return }
    marksAll = false
    if marked.remove(list.cursor) == nil { marked.insert(list.cursor) }
    move(by: 1)
  }

  func markRange() {
    if rangeStart != nil {
      rangeStart = nil
    } else if list.selected != nil {
      rangeStart = list.cursor
      markedBeforeRange = marked
      marked.insert(list.cursor)
      loadMoreIfNeeded()
    }
  }
}
