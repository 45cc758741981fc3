import Clients
import DiscogsModel
public import Observation
import RunoutModel
import Sleeves
import Wording

/// The first root page: what there is to go on with, in parts. Each is loaded by itself and fails alone.
@Observable
public final class HomeModel: PageModel {
  /// In the order in which they are walked.
  nonisolated public enum Part: String, CaseIterable, Hashable, Sendable {
    case shelf, additions, market, searches, bookmarks, visits, state
  }

  /// The lines of the page, in one column or two side by side.
  public let lines: HomePane
  public let panes: Panes

  @ObservationIgnored private let context: PageContext
  @ObservationIgnored private let scope: TaskScope
  @ObservationIgnored private var keys: [Command: [String]]
  @ObservationIgnored private var loading: [Part: Task<Void, Never>] = [:]
  @ObservationIgnored private var failures: [Part: ClientError] = [:]

  // What the parts are made of; nil until it is there.
  @ObservationIgnored private var figures: Figures?
  @ObservationIgnored private var additions: [CollectionCopy]?
  @ObservationIgnored private var pricedWants: [PricedWant]?
  @ObservationIgnored private var searches: [HistoryEntry]?
  @ObservationIgnored private var bookmarks: [Bookmark]?
  @ObservationIgnored private var pending: [PendingEdit]?
  @ObservationIgnored private var network: NetworkStatus
  @ObservationIgnored private var sync: SyncStatus

  private struct Figures {
    var copies: Int
    var folders: Int
    var wants: Int
    var values: [ValueOnDay]
  }

  /// How many lines a list has where there is room, and where there is less.
  private static let (most, few) = (8, 5)

  public init(context: PageContext, keys: [Command: [String]]) {
    self.context = context
    self.keys = keys
    scope = TaskScope(context.tasks)
    lines = HomePane(context, scope: scope)
    panes = Panes(lines, context: context, scope: scope)
    network = context.services.network.status()
    sync = context.services.sync.status()
    lines.onLayOut = { [weak self] in self?.layOut() }
    lines.onReload = { [weak self] in self?.load() }
    lines.onRetry = { [weak self] in self?.retry() ?? false }
    load()
  }

  public var view: HomeView { lines.view }

  // MARK: Loading

  private func load() {
    for part in Part.allCases { load(part) }
    layOut()
  }

  private func load(_ part: Part) {
    let services = context.services
    switch part {
    case .shelf:
      load(part, \.figures) { () throws(ClientError) in
        let all = CollectionRequest()
        return Figures(
          copies: try await services.shelf.copyCount(all), folders: try await services.shelf.folders().count,
          wants: try await services.shelf.wantCount(all), values: try await services.reports.values())
      }
    case .additions:
      load(part, \.additions) { () throws(ClientError) in
        try await services.shelf.copies(CollectionRequest(sort: SortOrder(.added)), nil, Self.most).rows
      }
    case .market:
      load(part, \.pricedWants) { () throws(ClientError) in try await services.market.wants() }
    case .searches:
      load(part, \.searches) { () throws(ClientError) in try await services.history.entries("", Self.most) }
    case .bookmarks: load(part, \.bookmarks) { () throws(ClientError) in try await services.bookmarks.all() }
    case .visits: break
    case .state: load(part, \.pending) { () throws(ClientError) in try await services.edits.pending() }
    }
  }

  /// What was there stays until the new is.
  private func load<Value: Sendable>(
    _ part: Part, _ place: ReferenceWritableKeyPath<HomeModel, Value?>,
    _ question: @escaping @MainActor () async throws(ClientError) -> Value
  ) {
    loading[part]?.cancel()
    failures[part] = nil
    loading[part] = scope.run { [weak self] in
      do throws(ClientError) {
        let value = try await question()
        guard !Task.isCancelled else { return }
        self?[keyPath: place] = value
      } catch {
        guard !Task.isCancelled, error != .cancelled else { return }
        self?.failures[part] = error
        self?.context.services.log.write(
          .error, "Could not load a part of Home", ["part": part.rawValue, "error": "\(error)"])
      }
      self?.layOut()
    }
  }

  // MARK: Lines

  private func layOut() {
    let covers = (additions ?? []).map { PictureSubject(SleeveFacts($0.facts)) }
    if covers != lines.covers { lines.show(covers: covers) }
    var builder = HomeBuilder(columns: view.textColumns, measure: context.measure)
    for part in Part.allCases {
      builder.begin(part, title(part))
      if let failure = failures[part] {
        builder.text("\(Self.sentence(failure)) \(help(for: failure))", .error)
      } else {
        add(part, to: &builder)
      }
    }
    lines.show(builder.lines)
  }

  private func title(_ part: Part) -> String {
    switch part {
    case .shelf: PageWords.yourShelf
    case .additions: PageWords.latestAdditions
    case .market: PageWords.wantsForSale
    case .searches: PageWords.recentSearches
    case .bookmarks: PageWords.bookmarks
    case .visits: PageWords.recentlyVisited
    case .state: PageWords.state
    }
  }

  private static func sentence(_ error: ClientError) -> String {
    error.sentence.hasSuffix(".") ? error.sentence : "\(error.sentence)."
  }

  private func help(for error: ClientError) -> String {
    switch error {
    case .signInRequired, .forbidden: PageWords.signIn(key: key(.signIn))
    default: PageWords.retry(key: key(.refreshView))
    }
  }

  private func key(_ command: Command) -> String { keys[command]?.first ?? ":\(command.rawValue)" }

  private func add(_ part: Part, to builder: inout HomeBuilder) {
    switch part {
    case .shelf: addFigures(to: &builder)
    case .additions: addAdditions(to: &builder)
    case .market: addWantsForSale(to: &builder)
    case .searches: addSearches(to: &builder)
    case .bookmarks: addBookmarks(to: &builder)
    case .visits: addVisits(to: &builder)
    case .state: addState(to: &builder)
    }
  }

  private func addFigures(to builder: inout HomeBuilder) {
    guard let figures else { return builder.text(PageWords.loading, .quiet) }
    let copies = ShelfWords.copies(figures.copies)
    let folders = figures.copies > 0 ? PageWords.inFolders(figures.folders) : ""
    builder.fact(FieldWords.collection, copies + folders, .page(.collection))
    builder.fact(FieldWords.wants, PageWords.releases(figures.wants), .page(.wantList))
    let worth = Sparkline.worth(figures.values)
    if !worth.isEmpty { builder.fact(FieldWords.worth, worth, .page(.stats)) }
    if figures.copies == 0, figures.wants == 0 {
      builder.text(PageWords.shelfEmpty(add: key(.addToCollection), want: key(.toggleWant)), .quiet)
    }
  }

  private func addAdditions(to builder: inout HomeBuilder) {
    guard let additions else { return builder.text(PageWords.loading, .quiet) }
    guard !additions.isEmpty else {
      return builder.text(PageWords.noAdditions(add: key(.addToCollection)), .quiet)
    }
    for copy in additions.prefix(mostLines) {
      builder.row(
        copy.subject.name, trailing: String(copy.added.prefix(10)), .entity(.release(copy.release)),
        subject: copy.subject, item: .copy(copy))
    }
  }

  private func addWantsForSale(to builder: inout HomeBuilder) {
    guard let pricedWants else { return builder.text(PageWords.loading, .quiet) }
    let forSale = pricedWants.filter(\.isForSale)
    guard !forSale.isEmpty else {
      let limits = pricedWants.count { $0.limit != nil }
      guard limits == 0 else { return builder.fact(PageWords.limits(limits), PageWords.noneForSale, .page(.market)) }
      return builder.text(PageWords.noPrices(limit: key(.setLimit)), .quiet)
    }
    for price in forSale.prefix(mostLines) {
      // Where both would leave no room for the name, that it is at the price says enough.
      let isTight = price.isAtPrice && view.textColumns < 50
      let lowest = isTight ? "" : price.seen?.lowest.map { PageWords.from($0.displayName) } ?? ""
      builder.row(
        price.want.name,
        trailing: [price.isAtPrice ? PageWords.atYourPrice : "", lowest].filter { !$0.isEmpty }.joined(separator: ", "),
        .entity(.release(price.want.release)), subject: price.want.subject, item: .want(price.want))
    }
    if forSale.count > mostLines {
      builder.fact(PageWords.more, PageWords.onTheMarket(forSale.count - mostLines), .page(.market))
    }
  }

  private func addSearches(to builder: inout HomeBuilder) {
    guard let searches else { return builder.text(PageWords.loading, .quiet) }
    guard !searches.isEmpty else {
      return builder.text(PageWords.noSearches(key: key(.newSearch)), .quiet)
    }
    let now = context.services.desktop.now()
    for search in searches.prefix(mostLines) {
      let kind = search.kind.map { "\($0.rawValue)s" } ?? ""
      builder.row(
        search.query,
        trailing: [kind, (now - search.lastRun).secondsInWords].filter { !$0.isEmpty }.joined(separator: " · "),
        .again(search))
    }
  }

  private func addBookmarks(to builder: inout HomeBuilder) {
    guard let bookmarks else { return builder.text(PageWords.loading, .quiet) }
    guard !bookmarks.isEmpty else {
      let (make, open) = (key(.bookmark), key(.openBookmark))
      return builder.text(
        PageWords.noBookmarks(set: make, go: open), .quiet)
    }
    for bookmark in bookmarks {
      builder.row(
        bookmark.name, lead: String(bookmark.letter), trailing: bookmark.reference.kind.rawValue,
        .entity(bookmark.reference), subject: Subject(reference: bookmark.reference, title: bookmark.name))
    }
  }

  private func addVisits(to builder: inout HomeBuilder) {
    let visits = context.visits().prefix(mostLines)
    guard !visits.isEmpty else {
      return builder.text(PageWords.noVisits, .quiet)
    }
    for route in visits {
      if let reference = route.reference {
        let name = context.name(of: reference) ?? "\(reference.kind.rawValue) \(reference.number)"
        let detail = context.detail(of: reference)
        builder.row(
          name, trailing: [reference.kind.rawValue, detail].filter { !$0.isEmpty }.joined(separator: " · "),
          .entity(reference), subject: Subject(reference: reference, title: name))
      } else if case .user(let name) = route {
        builder.row(name, trailing: FieldWords.user, .user(name))
      }
    }
  }

  private func addState(to builder: inout HomeBuilder) {
    let now = context.services.desktop.now()
    builder.fact(FieldWords.shelf, ShelfWording.state(sync, isLive: context.isLive, now: now), .page(.tasks))
    if case .failed(let error) = sync.phase { builder.text(Self.sentence(error), .error) }
    if let difference = sync.difference { builder.text(difference, .warning) }
    if let pending {
      builder.fact(FieldWords.changes, ShelfWording.state(pending), .page(.tasks))
    } else {
      builder.text(PageWords.loading, .quiet)
    }
    builder.fact(PageWords.requests, Self.words(network), .page(.tasks))
  }

  /// `41 of 60 left in this minute`.
  private static func words(_ network: NetworkStatus) -> String {
    if network.connection == .local { return PageWords.worksOffline }
    if network.connection == .offline { return PageWords.offline }
    if let held = network.heldSeconds { return PageWords.held(seconds: held) }
    let slow = network.connection == .slow ? PageWords.slow : ""
    return (network.budget.map { PageWords.budget($0.remaining, of: $0.limit) } ?? PageWords.noRequests) + slow
  }

  private var mostLines: Int { view.isWide ? Self.most : Self.few }

  // MARK: What the store asks

  public func hear(_ event: Event) {
    switch event {
    case .shelfChanged, .shelfFiled, .shelfTakenBack: shelfChanged()
    case .bookmarksChanged: load(.bookmarks)
    case .reappeared:
      lines.wantCovers()
      reappeared()
    case .picturesChanged: lines.picturesChanged()
    case .networkChanged(let status): networkChanged(status)
    case .syncChanged(let status): syncChanged(status)
    case .keysChanged(let keys):
      self.keys = keys
      layOut()
    default: panes.hear(event)
    }
  }

  public var route: Route { .home }
  public var memento: PageMemento { PageMemento() }

  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    switch command {
    case .narrow, .filter: .refused(PageWords.homeHasNoFilter)
    default: panes.perform(command, argument)
    }
  }

  private func retry() -> Bool {
    let failed = Part.allCases.filter { failures[$0] != nil }
    for part in failed { load(part) }
    if !failed.isEmpty { layOut() }
    return !failed.isEmpty
  }

  private func shelfChanged() {
    // It may be another profile's.
    for part in [Part.shelf, .additions, .market, .bookmarks, .state] { load(part) }
  }

  private func reappeared() {
    for part in [Part.searches, .bookmarks] { load(part) }
    layOut()
  }

  private func networkChanged(_ status: NetworkStatus) {
    guard Self.words(status) != Self.words(network) else { return network = status }
    network = status
    layOut()
  }

  private func syncChanged(_ status: SyncStatus) {
    sync = status
    layOut()
  }
}
