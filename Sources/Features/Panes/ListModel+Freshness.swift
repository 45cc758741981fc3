import Clients
import RunoutModel
import Wording

/// Rows of the live source: cached ones are shown at once and replaced in place.
extension ListModel {
  public func hear(_ event: Event) {
    switch event {
    case .freshnessChanged(let shown): freshnessChanged(shown)
    case .shelfChanged where source.followsShelf, .followedChanged where source.followsShelf: update()
    case .shelfFiled where source.followsShelf:
      seeksSelected = true
      update()
    case .shelfTakenBack where source.followsShelf:
      selectsReturned = true
      update()
    case .picturesChanged: layOut()
    case .reappeared: wantPictures()
    default: break
    }
  }

  public func reload() { reload(keepingCursor: true) }

  /// The list as the live source identifies it; nil on a local source.
  var shown: Shown? { context.can(.refresh) ? source.shown(order) : nil }

  func noteFreshness() {
    let now = shown.flatMap(context.services.freshness.of)
    if now != freshness { freshness = now }
  }

  func freshnessChanged(_ changed: Shown) {
    guard changed == shown else { return }
    let before = freshness
    noteFreshness()
    if freshness.isNews(after: before) { update() }
  }

  /// Refreshes from the network, keeping the rows until then. On a local source, reloads.
  public func refresh() {
    let (shown, renew) = (shown, source.renew)
    guard context.can(.refresh), shown != nil || renew != nil else { return reload() }
    refreshing?.cancel()
    refreshing = load {
      if let renew { try await renew() } else if let shown { try await $0.freshness.refresh(shown) }
    } then: { list, _ in
      list.update()
    } else: {
      $0.noteFreshness()
      $0.context.report(PageWords.listRefreshFailed, $1)
    }
  }

  /// Asks again for the rows down to the screen and replaces them in place, the selected one where it stands.
  func update() {
    if list.isEmpty || list.isStale, list.hasFailed {
      _ = retry()
      return
    }
    guard !list.isStale, list.status != .loading, listBeforePeek == nil else {
      isUpdateDue = true
      return
    }
    isUpdateDue = false
    updating?.cancel()
    // Rows below the screen are asked for when scrolled to; marked rows have to be found again now.
    let onScreen = max(list.cursor, list.endInSight) + list.height
    let sought = seeksSelected ? list.selected : nil
    let keepsGap = !list.gap.isEmpty && marked.isEmpty && sought == nil && !selectsReturned
    let known = keepsGap ? list.rows.count : (list.numbers.last ?? -1) + 1
    let wanted = marked.isEmpty ? min(known, onScreen) : known
    let last = keepsGap ? list.tail?.rows.count : nil
    updating = load { [source, order] _ in
      let page = try await source.page(order, of: wanted, downTo: sought)
      let end: Page<Row>? = if let last { try await source.load(order, .end, last) } else { nil }
      return (page, end)
    } then: { [generation] list, pages in
      list.renew(pages.0, end: pages.1, generation: generation)
    } else: {
      guard !Task.isCancelled else { return }
      $0.noteFreshness()
      $0.context.report(PageWords.listStale, $1)
    }
  }

  private func renew(_ page: Page<Row>, end: Page<Row>?, generation: Int) {
    guard generation == self.generation, !list.isStale, !Task.isCancelled else { return }
    guard list.status != .loading, listBeforePeek == nil else {
      isUpdateDue = true
      return
    }
    let markedRows = markedRows
    seeksSelected = false
    let before = list
    list.renew(page.rows, end: end, next: page.next, isSame: source.isSame)
    if selectsReturned { selectReturned(before) }
    rangeStart = nil
    marked = Set(list.rows.indices.filter { row in markedRows.contains { source.isSame($0, list.rows[row]) } })
    noteFreshness()
    onPage?(0)
    count()
    wantPictures()
    selectionChanged()
    loadMoreIfNeeded()
  }

  /// Selects the first row that differs from before, if it was not in the list at all.
  private func selectReturned(_ before: PagedList<Row>) {
    selectsReturned = false
    let gap = before.gap
    let other = list.rows.indices.first { number in
      !gap.contains(number) && before[number].map { !source.isSame($0, list.rows[number]) } ?? true
    }
    // It came back between the rows that were here.
    guard let other, gap.isEmpty || other != gap.upperBound else { return }
    let isKnown = before.numbers.contains { before[$0].map { source.isSame($0, list.rows[other]) } == true }
    if !isKnown { list.moveCursor(to: other) }
  }

  private var markedRows: [Row] { marked.compactMap { list[$0] } }
}

extension ListSource {
  /// Loads at least this many rows, and as many more as it takes to the row sought; fewer where there are no more.
  fileprivate func page(_ order: ListOrder, of count: Int, downTo sought: Row?) async throws -> Page<Row> {
    var (rows, next, sought) = ([Row](), PageCursor?.none, sought)
    repeat {
      let isFar = rows.count >= count
      let page = try await load(order, next, isFar ? PagedList<Row>.largePage : max(50, count - rows.count))
      if let row = sought, page.rows.contains(where: { isSame($0, row) }) { sought = nil }
      rows += page.rows
      next = page.next
    } while (rows.count < count || sought != nil) && next != nil
    return Page(rows: rows, next: next)
  }
}

extension Optional<Freshness> {
  /// Returns whether there is a newer answer, rather than news about the one that is shown.
  func isNews(after before: Freshness?) -> Bool {
    // Without an answer there is no news: asking again at every failure would be a request loop.
    guard let self, !self.isRefreshing else { return false }
    return self.hindrance == nil || self.answeredAt != before?.answeredAt
  }
}
