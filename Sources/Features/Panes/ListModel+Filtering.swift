public import Clients
import RunoutModel

/// Narrowing, filtering and peeking.
extension ListModel {
  public func narrow(_ text: String) {
    endPeek()
    guard text != order.narrowing else { return }
    rowFinder.forget()
    var order = order
    order.narrowing = text
    cutDown(to: order)
  }

  public func filter(_ filters: ListFilters) {
    guard filters != order.filters else { return }
    var order = order
    order.filters = filters
    cutDown(to: order)
  }

  /// Applies another narrowing or other filters. The whole list comes back where it stood.
  private func cutDown(to changed: ListOrder) {
    if !order.isCutDown { placeBeforeNarrowing = list.place }
    startOver(changed, at: changed.isCutDown ? nil : placeBeforeNarrowing)
  }

  public func stepInFiltered(by step: Int) -> Bool {
    guard order.isCutDown, !list.isEmpty else { return false }
    let row = step < 0 ? list.shown(before: list.cursor) : list.shown(after: list.cursor)
    if row < 0 || (row >= list.rows.count && list.status == .complete) {
      select(row: row < 0 ? .max : 0)
    } else {
      move(by: step)
    }
    return true
  }

  // MARK: While typing

  /// Shows the loaded rows that have all the words, for lists where narrowing at every letter would cost a request.
  /// ``narrow(_:)`` ends it.
  ///
  /// - Returns: false where nothing is shown, as other rows are on their way.
  public func peek(at text: String) -> Bool {
    let words = TextFolding.fold(text).split(separator: " ")
    guard !list.isStale, list.status != .loading, !isSeeking else { return false }
    guard !words.isEmpty else {
      endPeek()
      return true
    }
    if listBeforePeek == nil { marksBeforePeek = (marked, rangeStart) }
    let whole = listBeforePeek ?? list
    listBeforePeek = whole
    let search = RowSearch(rows: rows(of: whole), range: whole.rows.indices, isBackwards: false, words: words)
    let found = whole.rows.indices.filter(search.matches).map { whole.rows[$0] }
    unmark()
    list.renew(found, next: nil, isSame: source.isSame)
    list.total = .exactly(found.count)
    selectionChanged()
    return true
  }

  private func endPeek() {
    guard putBackWhole() else { return }
    selectionChanged()
    if isUpdateDue { update() }
  }

  /// Brings back the rows and marks from before the peek.
  ///
  /// - Returns: false where there was no peek.
  @discardableResult
  func putBackWhole() -> Bool {
    guard let whole = listBeforePeek else { return false }
    listBeforePeek = nil
    let (height, stride) = (list.height, list.stride)
    list = whole
    list.resize(height: height, stride: stride)
    (marked, rangeStart) = marksBeforePeek
    return true
  }
}
