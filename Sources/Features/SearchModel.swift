public import Clients
public import DiscogsModel
public import Observation

/// The search page: a prompt, what it found, and a preview of the selected row.
@Observable
public final class SearchModel: PageModel {
  public private(set) var field = TextField()
  /// Whether the prompt has the keys.
  public private(set) var isEditing = false
  /// What is wrong with the query as typed; the results are those of the last good one.
  public private(set) var queryError: QueryError?
  public private(set) var kind: EntityKind?
  public private(set) var showsInfo = true
  public private(set) var isInfoFocused = false
  public private(set) var split = SplitLayout(columns: 80, wantsInfo: true)
  /// The query the rows belong to.
  public private(set) var shownQuery = SearchQuery()
  public let results: CatalogueListModel
  public let preview: InfoPane

  @ObservationIgnored private let context: PageContext
  @ObservationIgnored private let scope: TaskScope
  @ObservationIgnored private var rows = 20
  /// The searches that ↑ walks through, latest first; nil until asked for.
  @ObservationIgnored private var recalled: [HistoryEntry]?
  @ObservationIgnored private var recallIndex = -1
  @ObservationIgnored private var draft = ""
  /// The text before editing began, which Esc brings back.
  @ObservationIgnored private var committed = ""

  public init(context: PageContext, memento: PageMemento = PageMemento()) {
    self.context = context
    scope = TaskScope(context.tasks)
    // A memento's query was a good one when it was left.
    let query = if case .success(let query) = Self.parse(memento.query) { query } else { SearchQuery() }
    results = CatalogueListModel(
      Self.source(query, kind: memento.kind, context.services.catalogue), context: context, scope: scope,
      memento: memento.list)
    preview = InfoPane(context, scope: scope, isPreview: true)
    field.set(memento.query)
    kind = memento.kind
    committed = memento.query
    shownQuery = query
    results.onSelection = { [weak self] in self?.showPreview() }
    results.rows.loadMoreIfNeeded()
  }

  private static func source(_ query: SearchQuery, kind: EntityKind?, _ catalogue: CatalogueClient)
    -> ListSource<CatalogueRow>
  {
    ListSource(
      load: { order, after, limit throws(ClientError) in
        try await catalogue.search(request(query, kind: kind, order), after, limit)
      },
      count: { order throws(ClientError) in try await catalogue.count(request(query, kind: kind, order)) },
      text: \.searchText)
  }

  /// Narrowing adds words to the query: it goes over the whole list, whatever has been loaded.
  nonisolated private static func request(_ query: SearchQuery, kind: EntityKind?, _ order: ListOrder) -> SearchRequest
  {
    var query = query
    for word in TextFolding.tokens(order.narrowing) {
      query.terms.append(.init(field: nil, value: .text(word, isPhrase: false)))
    }
    return SearchRequest(query: query, kind: kind, sort: order.sort)
  }

  private static func parse(_ text: String) -> Result<SearchQuery, QueryError> {
    do throws(QueryError) {
      return .success(try SearchQuery(parsing: text))
    } catch {
      return .failure(error)
    }
  }

  public var route: Route { .search }

  public var memento: PageMemento {
    var memento = PageMemento()
    memento.query = committed
    memento.kind = kind
    memento.list = results.rows.memento
    return memento
  }

  public var subjects: [Subject] { results.rows.markedOrSelected.map(Subject.init) }
  public var isInfoVisible: Bool { split.isWide ? showsInfo : isInfoFocused }
  public var isListVisible: Bool { split.isWide || !isInfoFocused }

  // MARK: The prompt

  public func beginEditing() {
    committed = field.text
    isEditing = true
    recalled = nil
    recallIndex = -1
    isInfoFocused = false
  }

  /// Starts a new search: an empty prompt that has the keys.
  public func beginNewSearch() {
    beginEditing()
    field.set("")
  }

  public func insert(_ text: String) {
    field.insert(text)
    edited()
  }

  /// Fills the prompt from the history, ready to be changed.
  public func edit(_ entry: HistoryEntry) {
    beginEditing()
    field.set(entry.query)
    kind = entry.kind
    edited()
  }

  /// Runs a search from the history or the command line.
  public func run(_ text: String, kind: EntityKind?, sort: SortOrder = .relevance) {
    field.set(text)
    self.kind = kind
    isEditing = false
    isInfoFocused = false
    commit(sort: sort)
  }

  private func edited() {
    recallIndex = -1
    update()
  }

  /// Shows the results of what is typed, as it is typed.
  private func update() {
    guard EntityReference(pasted: field.text) == nil else {
      queryError = nil
      return
    }
    switch Self.parse(field.text) {
    case .success(let query):
      queryError = nil
      show(query)
    case .failure(let error):
      queryError = error
    }
  }

  private func show(_ query: SearchQuery, sort: SortOrder? = nil) {
    guard query != shownQuery || sort != nil else { return }
    shownQuery = query
    results.rows.reload(
      Self.source(query, kind: kind, context.services.catalogue),
      order: ListOrder(sort: sort ?? results.rows.order.sort))
  }

  private func submit() {
    if let reference = EntityReference(pasted: field.text) {
      isEditing = false
      field.set(committed)
      context.follow(.entity(reference))
      return
    }
    commit(sort: results.rows.order.sort)
  }

  private func commit(sort: SortOrder) {
    switch Self.parse(field.text) {
    case .success(let query):
      queryError = nil
      committed = field.text
      isEditing = false
      show(query, sort: sort == results.rows.order.sort ? nil : sort)
      if query != shownQuery || results.rows.list.isStale { results.rows.loadMoreIfNeeded() }
      remember(query)
    case .failure(let error):
      queryError = error
    }
  }

  /// Keeps the search in the history, with how many rows it found.
  private func remember(_ query: SearchQuery) {
    let text = field.text.trimmingSpaces
    guard !text.isEmpty else { return }
    let (services, kind, sort) = (context.services, kind, results.rows.order.sort)
    let source = services.source.current().source
    // Not cancelled with the page: what was searched for is remembered even if the page closes at once.
    context.tasks.run { [weak context] in
      do throws(ClientError) {
        let found = try await services.catalogue.count(SearchRequest(query: query, kind: kind, sort: sort))
        try await services.history.record(
          SearchRecord(query: text, kind: kind, sort: sort, source: source, results: found))
      } catch {
        if error != .cancelled { context?.report("This search could not be remembered", error) }
      }
    }
  }

  private func recall(older: Bool) {
    if let recalled {
      take(recalled, older: older)
      return
    }
    let history = context.services.history
    scope.run { [weak self] in
      do throws(ClientError) {
        let entries = try await history.entries("", 500)
        guard let self, self.recalled == nil else { return }
        self.recalled = entries
        self.take(entries, older: older)
      } catch {
        self?.context.report("The search history could not be read", error)
      }
    }
  }

  private func take(_ entries: [HistoryEntry], older: Bool) {
    let next = recallIndex + (older ? 1 : -1)
    guard next >= -1, next < entries.count else { return }
    if recallIndex == -1 { draft = field.text }
    recallIndex = next
    field.set(next == -1 ? draft : entries[next].query)
    update()
  }

  // MARK: Commands

  public func handle(_ command: Command) -> Bool {
    if isEditing { return handleInPrompt(command) }
    switch command {
    case .newSearch: beginNewSearch()
    case .nextType: changeKind(by: 1)
    case .previousType: changeKind(by: -1)
    case .toggleInfo: toggleInfo()
    case .previewDown: preview.scroll(by: 1)
    case .previewUp: preview.scroll(by: -1)
    case .nextPane, .previousPane: focusInfo(true)
    case .nextLink where isInfoFocused: if !preview.handle(command) { focusInfo(false) }
    case .previousLink where isInfoFocused: if !preview.handle(command) { focusInfo(false) }
    case .openArtist, .openLabel:
      guard case .release(let id)? = results.rows.list.selected?.reference else { return false }
      context.followFact(command, of: id, scope: scope)
    default:
      if isInfoFocused { return preview.handle(command) }
      if let sort = SortOrder(command) {
        guard sort.field != .added, sort.field != .rating else { return false }
        results.rows.sort(sort)
        return true
      }
      return results.follow(command) || results.rows.handle(command)
    }
    return true
  }

  private func handleInPrompt(_ command: Command) -> Bool {
    switch command {
    case .submit: submit()
    case .cancel: endEditing()
    case .olderEntry: recall(older: true)
    case .newerEntry: recall(older: false)
    case .pageDown, .pageUp: return results.rows.handle(command)
    default:
      let before = field.text
      guard field.handle(command) else { return false }
      if field.text != before { edited() }
    }
    return true
  }

  /// Leaves the prompt; the text that was there before comes back with its results.
  private func endEditing() {
    isEditing = false
    queryError = nil
    guard field.text != committed else { return }
    field.set(committed)
    update()
  }

  private func changeKind(by step: Int) {
    let kinds: [EntityKind?] = [nil, .master, .release, .artist, .label]
    let index = kinds.firstIndex(of: kind) ?? 0
    show(kind: kinds[(index + step + kinds.count) % kinds.count])
  }

  /// Shows one type only; nil for all.
  public func show(kind: EntityKind?) {
    self.kind = kind
    results.rows.reload(Self.source(shownQuery, kind: kind, context.services.catalogue))
  }

  private func toggleInfo() {
    if split.isWide {
      showsInfo.toggle()
      if !showsInfo { isInfoFocused = false }
      layOut()
    } else {
      focusInfo(!isInfoFocused)
    }
    showPreview()
  }

  private func focusInfo(_ focused: Bool) {
    if focused, split.isWide, !showsInfo { toggleInfo() }
    isInfoFocused = focused
    if focused { showPreview() }
  }

  private func showPreview() {
    guard isInfoVisible else { return }
    preview.show(
      results.rows.list.selected?.reference, after: isInfoFocused ? .zero : context.environment.previewDelay)
  }

  public func disabledReason(_ command: Command) -> String? {
    switch command {
    case .open: isInfoFocused ? "This line has no name to follow" : "There is no row to open"
    case .openMaster, .openVersions: "This row belongs to no master"
    case .openArtist: "Only a release leads to its artist; open the row first"
    case .openLabel: "Only a release leads to its label; open the row first"
    case .sortByAdded, .sortByAddedReversed, .sortByRating, .sortByRatingReversed:
      "Only the shelf is sorted by date added and rating"
    default: nil
    }
  }

  public var narrowing: String { results.rows.order.narrowing }
  public func narrow(_ text: String) { results.rows.narrow(text) }

  public func find(_ text: String) {
    if isInfoFocused {
      if !preview.find(text) { context.say("No line has “\(text)”") }
    } else {
      results.rows.find(text)
    }
  }

  /// Undoes one thing: pane, marks, narrowing, then the search itself.
  public func cancel() -> Bool {
    if isInfoFocused {
      focusInfo(false)
      return true
    }
    if results.rows.cancel() { return true }
    guard !committed.isEmpty || kind != nil else { return false }
    run("", kind: nil)
    return true
  }

  public func close() { scope.close() }

  public func go(toRow row: Int) {
    if isInfoFocused { preview.move(to: row - 1) } else { results.rows.select(row: max(0, row - 1)) }
  }

  public func reload() {
    results.rows.reload(
      Self.source(shownQuery, kind: kind, context.services.catalogue), keepingCursor: true)
    if let shown = preview.subject { preview.show(shown, isReload: true) }
  }

  public func resize(columns: Int, rows: Int) {
    self.rows = rows
    split = SplitLayout(columns: columns, wantsInfo: showsInfo)
    layOut()
    showPreview()
  }

  private func layOut() {
    split = SplitLayout(columns: split.columns, wantsInfo: showsInfo)
    results.rows.resize(height: max(1, rows - 1))
    preview.resize(columns: split.textColumns, rows: rows)
  }
}
