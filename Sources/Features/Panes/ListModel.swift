public import Clients
public import RunoutModel
import Wording

/// The view model of every list: loading by pages, selecting, sorting, narrowing, finding, marking.
///
/// Observed through a ``ChangeSignal``, as `@Observable` is slow in a generic class.
public final class ListModel<Row: PaneRow>: ListPane, FindablePane, Loader {
  @Signalled public internal(set) var list: PagedList<Row>
  @Signalled public internal(set) var order: ListOrder
  /// The numbers of the marked rows, from 0.
  @Signalled public internal(set) var marked: Set<Int>
  /// The age of the rows; nil for a local source.
  @Signalled public internal(set) var freshness: Freshness?
  /// Whether the user wants a wall of covers; nil for what is usual.
  @Signalled var wantsWall: Bool? { didSet { if wantsWall != oldValue { layOut() } } }
  /// Whether the wall has not gone far since it came to rest.
  @Signalled private(set) var isNearRest: Bool
  var room: (columns: Int, rows: Int)?

  var source: ListSource<Row>
  let context: PageContext
  let rowFinder: Finder
  private let rest = Rest()
  /// The wall as it was when it last came to rest, with the numbers of the rows on it and near it.
  private var rested: (revision: RowsRevision, top: Int, height: Int, near: ClosedRange<Int>)?
  /// The work for the covers of those rows.
  private(set) var pictureScope: TaskScope
  private var loading: Task<Void, Never>?
  private var counting: Task<Void, Never>?
  var updating: Task<Void, Never>?
  var refreshing: Task<Void, Never>?
  /// Whether newer rows are to be asked for once those on their way have come.
  var isUpdateDue = false
  /// Whether the next update loads as far as the selected row, wherever it has gone, as the rows were reordered.
  var seeksSelected = false
  /// Whether the next update selects a row that came back.
  var selectsReturned = false
  var generation = 0
  var rangeStart: Int?
  /// Whether every row is to be marked once all are here.
  var marksAll = false
  /// The rows marked before the range began, which stay marked.
  var markedBeforeRange: Set<Int> = []
  /// Matches the row to select once it is here; a key that moves clears it.
  var awaited: ((Row) -> Bool)?
  /// Whether a short list is shown as cards where there is room.
  var showsCards = false
  /// Whether a wall is usual where it has room.
  var startsAsWall = false { didSet { if startsAsWall != oldValue { layOut() } } }
  /// The rows and order to go back to if the source refuses another order.
  private var settled: (list: PagedList<Row>, order: ListOrder)?
  /// The place to go back to once nothing is narrowed or filtered.
  var placeBeforeNarrowing: (cursor: Int, top: Int)?
  /// All rows, while a peek shows some of them.
  var listBeforePeek: PagedList<Row>?
  var marksBeforePeek: (marked: Set<Int>, rangeStart: Int?) = ([], nil)
  /// Waits until the old list's rows are to be marked as overdue or cleared.
  private var patience: Task<Void, Never>?
  public var onSelection: (() -> Void)?
  /// Called when the sort or the filters change; not for narrowing.
  public var onOrder: (() -> Void)?
  /// Called when rows have arrived, with the number of rows before them.
  public var onPage: ((_ rowsBefore: Int) -> Void)?
  /// Called when the wall has come to rest, with the rows on it and near it: it wants their covers, which rows do not know
  /// themselves. Nil where they do.
  var onWall: ((_ near: [Row], _ inSight: Int) -> Void)?

  init(_ source: ListSource<Row>, context: PageContext, memento: ListMemento = ListMemento()) {
    (self.source, self.context) = (source, context)
    let signal = ChangeSignal()
    _list = Signalled(PagedList(), signal)
    _order = Signalled(memento.order, signal)
    _marked = Signalled([], signal)
    _freshness = Signalled(nil, signal)
    _wantsWall = Signalled(memento.isWall, signal)
    _isNearRest = Signalled(false, signal)
    pictureScope = context.scope.child()
    rowFinder = Finder(context)
    rowFinder.pane = self
    list.scrollLines = context.scrollLines
    list.isCaption = source.isCaption
    list.replace(cursor: memento.cursor, top: memento.top)
  }

  /// Whether the rows of the present order are here or have failed.
  public var isReady: Bool { !list.isStale || list.hasFailed }

  public func note(in memento: inout PageMemento) { memento.list = self.memento }
  public var memento: ListMemento {
    ListMemento(order: order, cursor: list.place.cursor, top: list.place.top, isWall: wantsWall)
  }
  /// Whether a find or a jump to a far row is under way; Esc stops it.
  public var isSeeking: Bool { rowFinder.isUnderWay || (list.target != nil && !list.isStale) }

  // MARK: Loading

  /// Asks for the next page if one is due.
  public func loadMoreIfNeeded() {
    guard list.wantsMore || ((rowFinder.waitsForRows || awaited != nil || wantsAll) && list.status == .ready) else {
      return
    }
    let isFirst = list.isStale || list.isEmpty
    if !isFirst, list.target == .max, source.knowsEnd, !wantsAll { return leap() }
    let isFar = rowFinder.isUnderWay || ((awaited != nil || wantsAll) && !isFirst)
    let limit = isFar ? PagedList<Row>.largePage : list.pageSize
    let after = list.isStale ? nil : list.next
    list.begin()
    loading = load { [source, order] _ in
      try await source.load(order, after, limit)
    } then: { [generation] in
      $0.take($1, generation: generation)
    } else: { [generation] in
      $0.fail($1, generation: generation)
    }
    if isFirst { count() }
  }

  /// Asks for the last rows, without those between.
  private func leap() {
    list.begin()
    loading = load { [source, order, limit = max(PagedList<Row>.leapPage, list.height * 4)] _ in
      try await source.load(order, .end, limit)
    } then: { [generation] list, page in
      guard generation == list.generation else { return }
      let rowsBefore = list.list.rows.count
      list.source.knowsEnd = list.list.leap(to: page)
      list.tookMore(after: rowsBefore)
    } else: { [generation] in
      $0.fail($1, generation: generation)
    }
  }

  private func take(_ page: Page<Row>, generation: Int) {
    guard generation == self.generation else { return }
    let rowsBefore = list.isStale ? 0 : list.rows.count
    if list.isStale { marked = [] }
    settled = nil
    endPatience()
    list.append(page)
    noteFreshness()
    tookMore(after: rowsBefore)
  }

  private func tookMore(after rowsBefore: Int) {
    onPage?(rowsBefore)
    rowFinder.rowsCame(from: rowsBefore)
    selectAwaited(from: rowsBefore)
    if marksAll, list.status == .complete { markAll() }
    wantPictures()
    selectionChanged()
    if isUpdateDue { update() }
    loadMoreIfNeeded()
  }

  private func fail(_ error: ClientError, generation: Int) {
    guard generation == self.generation, !Task.isCancelled else { return }
    stopLooking()
    endPatience()
    if case .refused(let sentence) = error, list.isStale, let settled { return goBack(to: settled, sentence) }
    // Rows of the same source are of use in any order; those of another would pass for the answer.
    list.fail(error, keepsOldRows: settled != nil)
    noteFreshness()
    selectionChanged()
    if isUpdateDue { update() }
    guard !list.isEmpty else { return }
    // An empty list says so itself; below rows that fill the screen it would be out of sight.
    context.report(list.isStale ? PageWords.listFailed : PageWords.moreFailed, error)
  }

  /// Takes back an order that the source refused, and says why.
  private func goBack(to settled: (list: PagedList<Row>, order: ListOrder), _ sentence: String) {
    generation += 1
    counting?.cancel()
    let (height, stride) = (list.height, list.stride)
    (list, order) = settled
    list.resize(height: height, stride: stride)
    self.settled = nil
    noteFreshness()
    onOrder?()
    context.say(sentence)
  }

  func count() {
    counting?.cancel()
    guard let ask = source.count else { return }
    counting = load { [order] _ in
      try await ask(order)
    } then: { [generation] list, number in
      guard generation == list.generation else { return }
      if list.listBeforePeek != nil { list.listBeforePeek?.total = number } else { list.list.total = number }
    } else: { [generation] list, error in
      // The rows can be read all the same, or say why not; the position shows as "row n of …".
      if generation == list.generation { list.context.log("Could not count a list", error) }
    }
  }

  /// Starts over, with another source or order; the old rows stay until the new ones are here.
  ///
  /// - Parameter row: the row to select; nil for the first, or the selected one with `keepingCursor`.
  public func reload(
    _ newSource: ListSource<Row>? = nil, order newOrder: ListOrder? = nil, keepingCursor: Bool = false,
    selecting row: Int? = nil
  ) {
    if let newSource {
      source = newSource
      list.isCaption = newSource.isCaption
      placeBeforeNarrowing = nil
    }
    startOver(
      newOrder ?? order, at: row.map { ($0, max(0, $0 - list.height / 2)) } ?? (keepingCursor ? list.place : nil))
    if newSource != nil { settled = nil }
  }

  func startOver(_ newOrder: ListOrder, at place: (cursor: Int, top: Int)?) {
    putBackWhole()
    if !list.isStale { settled = (list, order) }
    let isOther = newOrder.sort != order.sort || newOrder.filters != order.filters
    order = newOrder
    defer { if isOther { onOrder?() } }
    generation += 1
    loading?.cancel()
    counting?.cancel()
    updating?.cancel()
    isUpdateDue = false
    stopLooking()
    (rangeStart, marksAll) = (nil, false)
    list.replace(cursor: place?.cursor ?? 0, top: place?.top)
    loadMoreIfNeeded()
    waitForPatience()
  }

  /// Old rows stay for as long as most answers take, so that nothing flickers; longer, they would pass for the answer.
  private func waitForPatience() {
    endPatience()
    guard list.isStale, !list.isEmpty, list.status == .loading else { return }
    let (pause, until, asked) = (context.pause, ContinuousClock.now + context.environment.patience, generation)
    patience = context.scope.run { [weak self] in
      do { try await pause.until { until } } catch { return }
      guard let self, asked == generation, !Task.isCancelled else { return }
      list.noteDelay(keepsOldRows: settled != nil)
      guard settled == nil else { return }
      unmark()
      selectionChanged()
    }
  }

  private func endPatience() {
    patience?.cancel()
    patience = nil
  }

  public func retry() -> Bool {
    guard case .failed = list.status else { return false }
    list.retry()
    loadMoreIfNeeded()
    return true
  }

  // MARK: Moving

  func move(by offset: Int) {
    stopLooking()
    list.moveCursor(by: offset)
    selectionChanged()
    loadMoreIfNeeded()
  }

  /// Selects a row by number, counted from 0, loading up to it if need be; `Int.max` for the last.
  public func select(row: Int) {
    stopLooking()
    list.seek(row)
    selectionChanged()
    loadMoreIfNeeded()
  }

  func selectionChanged() {
    if let rangeStart {
      let range = min(rangeStart, list.cursor)...max(rangeStart, list.cursor)
      let here = list.tail == nil ? Set(range) : Set(list.numbers.filter(range.contains))
      marked = markedBeforeRange.union(here.subtracting(list.captions).subtracting(list.hidden))
    }
    if isWall { wantPictures() }
    onSelection?()
  }

  public var cursor: Int { list.cursor }
  public func scroll(by lines: Int) {
    stopLooking()
    // Few lines of a wall are on the screen, however many a notch of the wheel is.
    list.scroll(by: list.stride > 1 ? lines.signum() : lines)
    selectionChanged()
    loadMoreIfNeeded()
  }

  // MARK: Find

  public var finder: Finder? { rowFinder }
  public var rowsToFind: FoundRows { rows(of: list) }
  func rows(of list: PagedList<Row>) -> FoundRows {
    FoundRows(count: list.rows.count) { [rows = list.rows, text = source.text] row in text(rows[row]) }
  }
  public var hasAllRows: Bool { list.status == .complete }
  public func loadRowsToFind() { loadMoreIfNeeded() }

  /// Undoes one thing: a far seek, marks, narrowing, filters, the wall. False when there was nothing to undo.
  public func cancel() -> Bool {
    if isSeeking {
      list.abandonTarget()
      rowFinder.stop()
    } else if !marked.isEmpty || rangeStart != nil {
      unmark()
    } else if !order.narrowing.isEmpty {
      narrow("")
    } else if !order.filters.isEmpty {
      filter(ListFilters())
    } else {
      return leaveWall()
    }
    return true
  }

  public func sort(_ sort: SortOrder) {
    guard sort != order.sort else { return }
    placeBeforeNarrowing = nil
    var order = order
    order.sort = sort
    reload(order: order)
  }

  // MARK: Pictures

  /// Wants the covers of the cards, or those on the wall and near it once it has come to rest: most rows are passed.
  ///
  /// - Parameter isAgain: whether those of the same rows may have been given up, or be of another size.
  func wantPictures(again isAgain: Bool = false) {
    if cards != nil { return want(list.rows, in: context.scope) }
    guard isWall else { return rested = nil }
    if let rested {
      if isNearRest, !rested.near.contains(list.top) { isNearRest = false }
      let isThere = rested.revision === list.revision && (rested.top, rested.height) == (list.top, list.height)
      if isThere, !isAgain { return }
    }
    rest.begin(context) { [weak self] in self?.wantNear() }
  }

  private func wantNear() {
    guard isWall else { return }
    let numbers = list.numbersNear
    rested = (list.revision, list.top, list.height, (numbers.min() ?? 0)...(numbers.max() ?? 0))
    if !isNearRest { isNearRest = true }
    // Those that were passed are not waited for.
    pictureScope.close()
    pictureScope = context.scope.child()
    let rows = numbers.compactMap { list[$0] }
    if let onWall {
      onWall(rows, numbers.prefix(list.height).count { list[$0] != nil })
    } else {
      want(rows, in: pictureScope)
    }
  }

  private func want(_ rows: [Row], in scope: TaskScope) {
    for row in rows {
      if let picture = row.picture { context.pictures.want(picture, .cover, in: scope) }
    }
  }
}
