import Clients
public import DiscogsModel
public import Observation
public import RunoutModel
import Wording

/// The search page: a prompt, its results, and a preview of the selected row.
@Observable
public final class SearchModel: PageModel {
  public private(set) var field = TextField(limit: TextField.sayingLimit)
  /// Whether the prompt has the keys.
  public private(set) var isEditing = false
  /// The error in the query as typed; the results are still those of the last good one.
  public private(set) var queryError: QueryError?
  public private(set) var kind: EntityKind?
  /// The query the rows belong to.
  public private(set) var shownQuery = SearchQuery()
  /// Suggestions for a search without results, the likeliest first.
  public private(set) var nearest: [SearchQuery] = []
  public let results: CatalogueListModel
  public let preview: InfoPane
  public let panes: Panes

  @ObservationIgnored private let context: PageContext
  /// ``shownQuery`` as it was typed.
  public private(set) var shownText = ""
  @ObservationIgnored private var lookingForNearest: Task<Void, Never>?
  /// Counts the results of the last search for the search history.
  @ObservationIgnored private var counting: Task<RowCount?, Never>?
  /// The latest ``matchedWords``, and what they were made from.
  @ObservationIgnored private var matched: (query: SearchQuery, narrowing: String, words: MatchedWords)?
  /// The type the rows belong to.
  @ObservationIgnored private var shownKind: EntityKind?
  /// The searches that ↑ walks through, latest first; nil until asked for.
  @ObservationIgnored private var recalled: [HistoryEntry]?
  @ObservationIgnored private var recallIndex = -1
  @ObservationIgnored private var draft = (text: "", kind: EntityKind?.none, order: ListOrder())
  /// The search before editing began: Esc brings it back, and its visits lead to it.
  @ObservationIgnored private var committed = PageMemento()
  /// The order for what is being typed: that of a new search, or of the search it began with.
  @ObservationIgnored private var typedOrder = ListOrder()
  /// The search as the history has it.
  @ObservationIgnored private var remembered: SearchRecord?
  /// The latest write to the history; the next waits for it.
  @ObservationIgnored private var remembering: Task<Void, Never>?

  public init(context: PageContext, memento: PageMemento = PageMemento()) {
    self.context = context
    let scope = TaskScope(context.tasks)
    // A memento's query was a good one when it was left.
    let query = if case .success(let query) = Self.parse(memento.query) { query } else { SearchQuery() }
    results = CatalogueListModel(
      Self.source(query, kind: memento.kind, context), context: context, scope: scope, memento: memento.list)
    preview = InfoPane(context, scope: scope, isPreview: true)
    panes = Panes(results.rows, info: preview, parts: [results], context: context, scope: scope)
    field.set(memento.query)
    kind = memento.kind
    committed = memento
    shownQuery = query
    shownText = memento.query
    shownKind = memento.kind
    if !memento.query.isEmpty { remembered = record(of: memento.list.order) }
    results.onRows = { [weak self] in self?.rowsCame() }
    results.rows.onOrder = { [weak self] in self?.revise() }
    results.rows.loadMoreIfNeeded()
  }

  private static func source(
    _ query: SearchQuery, kind: EntityKind?, _ context: PageContext
  ) -> ListSource<CatalogueRow> {
    let (catalogue, findsFormats) = (context.services.catalogue, context.can(.refresh))
    var source = ListSource(
      load: { order, after, limit throws(ClientError) in
        try await catalogue.search(request(query, kind: kind, order), after, limit)
      },
      count: { order throws(ClientError) in try await catalogue.count(request(query, kind: kind, order)) },
      text: \.searchText, shown: { .search(request(query, kind: kind, $0)) }, isSame: CatalogueRow.isSame)
    source.sorts = Set(SortOrder.Field.allCases).subtracting([.added, .rating, .price])
    source.followsShelf = query.asksShelf
    // Neither Discogs nor a catalogue counts a search by facet, so the rows of its first page are counted, which the
    // list asks for, too.
    source.facets = { order throws(ClientError) in
      let page = try await catalogue.search(request(query, kind: kind, order), nil, 100)
      // A catalogue finds no master by the format and label that it shows of its key release.
      let rows = findsFormats ? page.rows : page.rows.map(\.asFound)
      return FacetCounts(
        RowFacet.facets(of: rows, allowsSeveral: false), first: page.next == nil ? nil : page.rows.count)
    }
    return source
  }

  /// Narrowing and filters apply to the whole list, not to the loaded rows alone.
  nonisolated private static func request(_ query: SearchQuery, kind: EntityKind?, _ order: ListOrder) -> SearchRequest
  {
    var query = query
    query.terms.insert(contentsOf: RowFacet.allCases.flatMap { $0.terms(order.filters) }, at: 0)
    return SearchRequest(
      query: query, kind: kind, sort: order.sort, narrowing: TextFolding.typedWords(order.narrowing))
  }

  /// The query as typed. One that is too long counts what did not fit into the prompt.
  private var typed: Result<SearchQuery, QueryError> {
    guard let count = field.tooMany else { return Self.parse(field.text) }
    return .failure(QueryError(column: TextField.usualLimit + 1, reason: .tooLong(count)))
  }

  private static func parse(_ text: String) -> Result<SearchQuery, QueryError> {
    do throws(QueryError) {
      return .success(try SearchQuery(parsing: text))
    } catch {
      return .failure(error)
    }
  }

  public var route: Route { .search }
  public var takesText: Bool { isEditing }

  public func show(_ request: ShowRequest) -> Bool {
    switch request {
    case .search(let text): run(text, kind: nil)
    case .again(let entry): run(entry.query, kind: entry.kind, order: entry.order)
    case .edit(let entry): edit(entry)
    case .newSearch: beginNewSearch()
    case .type(let kind): show(kind: kind)
    case .shelf, .pressing: return false
    }
    return true
  }

  public var memento: PageMemento {
    if isEditing { return committed }
    var memento = panes.memento
    memento.query = field.text
    memento.kind = kind
    return memento
  }

  // MARK: The prompt

  private func beginEditing() {
    keepForEsc()
    isEditing = true
    recalled = nil
    recallIndex = -1
    _ = panes.leave()
  }

  private func keepForEsc() {
    if !isEditing { committed = memento }
  }

  /// Starts a new search of all types: an empty prompt that has the keys.
  public func beginNewSearch() {
    beginEditing()
    take("", kind: nil, ListOrder())
  }

  /// Puts a search into the prompt.
  private func take(_ text: String, kind: EntityKind?, _ order: ListOrder) {
    field.set(text)
    self.kind = kind
    typedOrder = order
  }

  public func insert(_ text: String) {
    field.insert(text)
    edited()
  }

  /// Fills the prompt from the history, ready to be changed.
  public func edit(_ entry: HistoryEntry) {
    beginEditing()
    take(entry.query, kind: entry.kind, entry.order)
    edited()
  }

  /// Runs a search from the history, a link or the command line.
  public func run(_ text: String, kind: EntityKind?, order: ListOrder = ListOrder()) {
    keepForEsc()
    take(text.trimmingSpaces, kind: kind, order)
    _ = panes.leave()
    commit()
  }

  private func edited() {
    recallIndex = -1
    update()
  }

  /// Shows results while typing; where every search costs a request, only Enter does.
  private func update() {
    guard EntityReference(pasted: field.text) == nil else {
      queryError = nil
      return
    }
    switch typed {
    case .success(let query):
      queryError = nil
      if searchesWhileTyping { show(query) }
    case .failure(let error):
      queryError = error
    }
  }

  /// The words by which the rows were found.
  public var matchedWords: MatchedWords {
    let narrowing = results.rows.order.narrowing
    if let matched, matched.query == shownQuery, matched.narrowing == narrowing { return matched.words }
    let words = MatchedWords(shownQuery, narrowing: narrowing)
    matched = (shownQuery, narrowing, words)
    return words
  }

  public var searchesWhileTyping: Bool { context.can(.searchWhileTyping) }

  /// Shows the rows of a query for the chosen type.
  ///
  /// - Parameter order: nil for that of what is being typed.
  private func show(_ query: SearchQuery, order: ListOrder? = nil) {
    let isSame = query == shownQuery && kind == shownKind
    let order = order ?? typedOrder
    guard !isSame || order != results.rows.order else { return }
    nearest = []
    // A search that another one replaces need not be counted, which may cost a request.
    counting?.cancel()
    shownQuery = query
    shownText = field.text
    shownKind = kind
    results.rows.reload(Self.source(query, kind: kind, context), order: order)
  }

  /// Looks for suggestions where nothing is found.
  private func rowsCame() {
    lookingForNearest?.cancel()
    guard results.rows.list.isEmpty, !results.rows.order.isCutDown, !shownQuery.isEmpty else { return }
    let (catalogue, asked) = (context.services.catalogue, SearchRequest(query: shownQuery, kind: shownKind))
    lookingForNearest = panes.scope.run { [weak self] in
      do throws(ClientError) {
        let found = try await catalogue.nearest(asked)
        guard let self, shownQuery == asked.query, shownKind == asked.kind else { return }
        nearest = found
      } catch {
        // The page says all the same that nothing is found.
        guard let self, error != .cancelled else { return }
        context.services.log.write(.warning, "Could not look for near names", ["error": "\(error)"])
      }
    }
  }

  private func submit() {
    if let reference = EntityReference(pasted: field.text) {
      endEditing()
      context.follow(.entity(reference))
      return
    }
    if field.excess == 0 { field.set(field.text.trimmingSpaces) }
    guard !field.isEmpty else {
      queryError = QueryError(column: 1, reason: .empty)
      return
    }
    commit()
  }

  private func commit() {
    switch typed {
    case .success(let query):
      queryError = nil
      isEditing = false
      if committed.query != field.text, !committed.query.isEmpty { context.turn(committed) }
      remembered = nil
      show(query)
      committed = memento
      _ = results.rows.retry()
      remember(record(of: results.rows.order))
      if !context.can(.browse) { context.say(SourceWords.onlyShelf) }
    case .failure(let error):
      // A faulty query that came from elsewhere can be put right in the prompt.
      isEditing = true
      queryError = error
    }
  }

  private func record(of order: ListOrder) -> SearchRecord {
    SearchRecord(
      query: field.text, kind: kind, sort: order.sort, filters: order.filters.values,
      source: context.services.source.current().source)
  }

  /// Updates the search in the history: its order, its filters and its type.
  private func revise() {
    guard !isEditing, let remembered else { return }
    let record = record(of: results.rows.order)
    if record != remembered { remember(record, insteadOf: remembered) }
  }

  /// Saves the search in the history, with the number of rows it found.
  ///
  /// - Parameter old: its present entry there; nil for a new one.
  private func remember(_ record: SearchRecord, insteadOf old: SearchRecord? = nil) {
    remembered = record.query.isEmpty ? nil : record
    guard !record.query.isEmpty else { return }
    let services = context.services
    let request = Self.request(
      shownQuery, kind: kind, ListOrder(sort: record.sort, filters: ListFilters(record.filters)))
    let counting = Task { () -> RowCount? in
      do throws(ClientError) {
        return try await services.catalogue.count(request)
      } catch {
        // The list says why it has no rows; the search is remembered without a count.
        return nil
      }
    }
    self.counting = counting
    // Not cancelled with the page: what was searched for is remembered even if the page closes at once.
    remembering = context.tasks.run { [context, remembering] in
      var record = record
      record.results = await counting.value
      await remembering?.value
      do throws(ClientError) {
        if let old {
          try await services.history.revise(old, record)
        } else {
          try await services.history.record(record)
        }
      } catch {
        if error != .cancelled { context.report(AppWords.rememberSearchFailed, error) }
      }
    }
  }

  private func recall(older: Bool) {
    if let recalled {
      take(recalled, older: older)
      return
    }
    let history = context.services.history
    let preparation = context.preparations.begin()
    context.tasks.run { [weak self] in
      defer { preparation.end(.failed) }
      do throws(ClientError) {
        let entries = try await history.entries("", 500)
        guard let self, preparation.isOpen else { return }
        self.recalled = entries
        self.take(entries, older: older)
        preparation.end(.ready)
      } catch {
        self?.context.report(AppWords.searchHistoryFailed, error)
      }
    }
  }

  private func take(_ entries: [HistoryEntry], older: Bool) {
    let next = recallIndex + (older ? 1 : -1)
    guard next >= -1, next < entries.count else { return }
    if recallIndex == -1 { draft = (field.text, kind, typedOrder) }
    recallIndex = next
    if next == -1 {
      take(draft.text, kind: draft.kind, draft.order)
    } else {
      take(entries[next].query, kind: entries[next].kind, entries[next].order)
    }
    update()
  }

  // MARK: Commands

  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    if isEditing { return performInPrompt(command) }
    switch command {
    case .newSearch: beginNewSearch()
    case .open where results.rows.list.isEmpty && !nearest.isEmpty: run(nearest[0].description, kind: kind)
    case .nextType: show(kind: kind(after: 1))
    case .previousType: show(kind: kind(after: -1))
    case .showType:
      guard let name = argument?.choice else { return .passed }
      show(kind: EntityKind(rawValue: name))
    case .cancel: return cancel() ? .done : .passed
    default: return panes.perform(command, argument)
    }
    return .done
  }

  private func performInPrompt(_ command: Command) -> Outcome {
    switch command {
    case .submit: submit()
    case .cancel: endEditing()
    case .olderEntry: recall(older: true)
    case .newerEntry: recall(older: false)
    case .pageDown, .pageUp: return results.rows.perform(command)
    default:
      let before = field.text
      guard field.handle(command) else { return .passed }
      if field.text != before { edited() }
    }
    return .done
  }

  /// Leaves the prompt; the text that was there before comes back with its results.
  private func endEditing() {
    queryError = nil
    take(committed.query, kind: committed.kind, committed.list.order)
    update()
    isEditing = false
  }

  /// The type that the next-type key shows; nil for all.
  public var nextKind: EntityKind? { kind(after: 1) }

  private func kind(after step: Int) -> EntityKind? {
    let kinds: [EntityKind?] = [nil, .master, .release, .artist, .label]
    let index = kinds.firstIndex(of: kind) ?? 0
    return kinds[(index + step + kinds.count) % kinds.count]
  }

  /// Shows one type only; nil for all.
  public func show(kind: EntityKind?) {
    self.kind = kind
    show(shownQuery, order: results.rows.order)
    revise()
  }

  /// Undoes one thing: pane, marks, narrowing, then the search itself.
  private func cancel() -> Bool {
    if panes.cancel() { return true }
    guard !field.isEmpty || kind != nil else { return false }
    let text = field.text.trimmingSpaces
    run("", kind: nil)
    if !text.isEmpty { context.say(PageWords.searchCleared(text, history: context.key(.openSearchHistory))) }
    return true
  }
}

extension HistoryEntry {
  fileprivate var order: ListOrder { ListOrder(sort: sort, filters: ListFilters(filters)) }
}

extension CatalogueRow {
  /// The row with only the fields that a catalogue finds it by.
  nonisolated fileprivate var asFound: CatalogueRow {
    guard case .master = reference else { return self }
    var row = self
    (row.format, row.label) = ("", "")
    return row
  }
}
