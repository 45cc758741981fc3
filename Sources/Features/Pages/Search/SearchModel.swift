import Clients
public import DiscogsModel
public import Observation
public import RunoutModel
import Wording

/// The search page: a prompt, its results, and a preview of the selected row.
@Observable
public final class SearchModel: PageModel, Loader {
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
  public let panes: Panes

  /// ``shownQuery`` as it was typed.
  public private(set) var shownText = ""
  @ObservationIgnored private var lookingForNearest: Task<Void, Never>?
  /// Counts the results of the last search for the search history.
  @ObservationIgnored var counting: Task<RowCount?, Never>?
  /// The latest ``matchedWords``, and what they were made from.
  @ObservationIgnored private var matched: (query: SearchQuery, narrowing: String, words: MatchedWords)?
  @ObservationIgnored private var shownKind: EntityKind?
  /// The searches that ↑ walks through, latest first; nil until asked for.
  @ObservationIgnored var recalled: [HistoryEntry]?
  @ObservationIgnored var recallIndex = -1
  @ObservationIgnored var draft = (text: "", kind: EntityKind?.none, order: ListOrder())
  /// The search before editing began: Esc brings it back, and its visits lead to it.
  @ObservationIgnored private var committed = PageMemento()
  /// The order for what is being typed: that of a new search, or of the search it began with.
  @ObservationIgnored private(set) var typedOrder = ListOrder()
  /// The search as the history has it.
  @ObservationIgnored var remembered: SearchRecord?
  /// The latest write to the history; the next waits for it.
  @ObservationIgnored var remembering: Task<Void, Never>?

  public init(context: PageContext, memento: PageMemento = PageMemento()) {
    // A memento's query has been searched for: it has none that is being typed, and a faulty one stays in the prompt,
    // with ``queryError``, until it is put right or given up.
    let query = (try? SearchQuery(parsing: memento.query)) ?? SearchQuery()
    results = CatalogueListModel(
      Self.source(query, kind: memento.kind, context), context: context, memento: memento.list)
    results.rows.list.belongs = { $0.isPressing(of: $1) }
    panes = Panes(results.rows, hasPreview: true, parts: [results], context: context)
    field.set(memento.query)
    (kind, committed) = (memento.kind, memento)
    (shownQuery, shownText, shownKind) = (query, memento.query, memento.kind)
    if !memento.query.isEmpty { remembered = record(of: memento.list.order) }
    foldPressings()
    chooseView()
    results.onRows = { [weak self] in
      self?.chooseView()
      self?.rowsCame()
    }
    results.rows.onOrder = { [weak self] in
      self?.foldPressings()
      self?.revise()
    }
    results.rows.loadMoreIfNeeded()
  }

  /// Folds each master's pressings, from the next rows on, unless the user has sorted the results.
  private func foldPressings() {
    let rows = results.rows
    let isMaster: @Sendable (CatalogueRow) -> Bool = { if case .master = $0.reference { true } else { false } }
    rows.list.folds = rows.order.sort == .relevance ? isMaster : nil
  }

  /// Starts with covers, unless the user has sorted the results or wants pressings, which columns tell apart.
  private func chooseView() {
    results.rows.startsAsWall = results.rows.order.sort == .relevance && [nil, .master].contains(shownKind)
  }

  private static func source(
    _ query: SearchQuery, kind: EntityKind?, _ context: PageContext
  ) -> ListSource<CatalogueRow> {
    let (catalogue, findsFormats) = (context.services.catalogue, context.can(.refresh))
    return ListSource(
      load: {
        var page = try await catalogue.search(request(query, kind: kind, $0), $1, $2)
        if $0.sort == .relevance { page.rows = page.rows.belowMasters }
        return page
      },
      count: { try await catalogue.count(request(query, kind: kind, $0)) }, text: \.searchText,
      shown: { .search(request(query, kind: kind, $0)) }, isSame: CatalogueRow.isSame,
      sorts: Set(SortOrder.Field.allCases).subtracting([.added, .rating, .price]),
      // Neither Discogs nor a catalogue counts a search by facet, so the rows of its first page are counted, which the
      // list asks for, too.
      facets: {
        let page = try await catalogue.search(request(query, kind: kind, $0), nil, 100)
        // A catalogue finds no master by the format and label that it shows of its key release.
        let rows = findsFormats ? page.rows : page.rows.map(\.asFound)
        return FacetCounts(
          RowFacet.facets(of: rows, allowsSeveral: false), first: page.next == nil ? nil : page.rows.count)
      }, followsShelf: query.asksShelf, knowsEnd: !context.can(.refresh))
  }

  /// Narrowing and filters apply to the whole list, not to the loaded rows alone.
  nonisolated static func request(_ query: SearchQuery, kind: EntityKind?, _ order: ListOrder) -> SearchRequest {
    var query = query
    query.terms.insert(contentsOf: RowFacet.terms(order.filters), at: 0)
    return SearchRequest(query: query, kind: kind, sort: order.sort, narrowing: TextFolding.typedWords(order.narrowing))
  }

  /// The query as typed. One that is too long counts what did not fit into the prompt.
  private var typed: SearchQuery {
    get throws(QueryError) {
      if let count = field.tooMany { throw QueryError(column: TextField.usualLimit + 1, reason: .tooLong(count)) }
      return try SearchQuery(parsing: field.text)
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
    (recalled, recallIndex) = (nil, -1)
    _ = panes.leave()
  }

  private func keepForEsc() { if !isEditing { committed = memento } }

  /// Starts a new search of all types: an empty prompt that has the keys.
  public func beginNewSearch() {
    beginEditing()
    take("", kind: nil, ListOrder())
  }

  /// Puts a search into the prompt.
  func take(_ text: String, kind: EntityKind?, _ order: ListOrder) {
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
  public func run(_ text: String, kind: EntityKind?, order: ListOrder? = nil) {
    keepForEsc()
    take(text.trimmed(), kind: kind, order ?? ListOrder())
    _ = panes.leave()
    commit()
  }

  private func edited() {
    recallIndex = -1
    update()
  }

  /// Shows results while typing; where every search costs a request, only Enter does.
  func update() {
    guard EntityReference(pasted: field.text) == nil else { return queryError = nil }
    do {
      let query = try typed
      queryError = nil
      if searchesWhileTyping { show(query) }
    } catch {
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

  /// The search that is shown as a text of its own, its type and its facets included; empty without one.
  var wholeText: String {
    let facets = SearchQuery(terms: RowFacet.terms(results.rows.order.filters))
    let text = [shownText, facets.description].filter { !$0.isEmpty }.joined(separator: " ")
    let namesType = shownQuery.terms.contains { if case .kind = $0.value { true } else { false } }
    guard let shownKind, !text.isEmpty, !namesType else { return text }
    return "\(text) type:\(shownKind.rawValue)"
  }

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
    (shownQuery, shownText, shownKind) = (query, field.text, kind)
    results.rows.reload(Self.source(query, kind: kind, context), order: order)
  }

  /// Looks for suggestions where nothing is found.
  private func rowsCame() {
    lookingForNearest?.cancel()
    guard results.rows.list.isEmpty, !results.rows.order.isCutDown, !shownQuery.isEmpty else { return }
    let asked = SearchRequest(query: shownQuery, kind: shownKind)
    // The page says all the same that nothing is found.
    lookingForNearest = load(orLog: "Could not look for near names") {
      try await $0.catalogue.nearest(asked)
    } then: {
      if $0.shownQuery == asked.query, $0.shownKind == asked.kind { $0.nearest = $1 }
    }
  }

  private func submit() {
    if let reference = EntityReference(pasted: field.text) {
      endEditing()
      return context.follow(.entity(reference))
    }
    if field.excess == 0 { field.set(field.text.trimmed()) }
    guard !field.isEmpty else { return queryError = QueryError(column: 1, reason: .empty) }
    commit()
  }

  private func commit() {
    do {
      let query = try typed
      queryError = nil
      isEditing = false
      if committed.query != field.text, !committed.query.isEmpty { context.turn(committed) }
      remembered = nil
      show(query)
      committed = memento
      _ = results.rows.retry()
      remember(record(of: results.rows.order))
      if !context.can(.browse) { context.say(SourceWords.onlyShelf) }
    } catch {
      // A faulty query that came from elsewhere can be put right in the prompt.
      isEditing = true
      queryError = error
    }
  }

  // MARK: Commands

  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    if isEditing { return performInPrompt(command) }
    switch command {
    case .newSearch: beginNewSearch()
    case .open where results.rows.list.isEmpty && !nearest.isEmpty: run(nearest[0].description, kind: kind)
    case .nextType, .previousType: show(kind: kind(after: command == .nextType ? 1 : -1))
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

  public var nextKind: EntityKind? { kind(after: 1) }

  private func kind(after step: Int) -> EntityKind? {
    ([nil, .master, .release, .artist, .label] as [EntityKind?]).element(step, after: kind)
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
    let text = field.text.trimmed()
    run("", kind: nil)
    if !text.isEmpty { context.say(PageWords.searchCleared(text, history: context.key(.openSearchHistory))) }
    return true
  }
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
