import Clients
import DiscogsModel
public import Observation
import RunoutModel
import Wording

/// The page that greets: a shelf to look at, and what there is to go on with. What it shows is loaded part by part, and
/// each part fails alone.
@Observable
public final class HomeModel: PageModel {
  public let lines: HomePane
  public let panes: Panes

  @ObservationIgnored private let context: PageContext
  @ObservationIgnored private let scope: TaskScope
  @ObservationIgnored private var keys: [Command: [String]]
  @ObservationIgnored private var loading: [HomeQuestion: Task<Void, Never>] = [:]
  @ObservationIgnored private var content = HomeContent()
  @ObservationIgnored private var network: NetworkStatus
  @ObservationIgnored private var sync: SyncStatus
  /// On which day tonight's pick was made, and how many were turned down.
  @ObservationIgnored private var pickDay: Int
  @ObservationIgnored private var pickTurn = 0

  /// How many of anything are asked for.
  private static let most = 12

  public init(context: PageContext, keys: [Command: [String]]) {
    self.context = context
    self.keys = keys
    scope = TaskScope(context.tasks)
    let today = context.services.desktop.localTime()
    pickDay = today.day
    lines = HomePane(context, scope: scope, greeting: HomeGreeting(today, nil))
    panes = Panes(lines, context: context, scope: scope)
    network = context.services.network.status()
    sync = context.services.sync.status()
    lines.onLayOut = { [weak self] in self?.layOut() }
    lines.onReload = { [weak self] in self?.load() }
    lines.onRetry = { [weak self] in self?.retry() ?? false }
    load()
  }

  public var view: PanelView<HomePart> { lines.view }
  public var route: Route { .home }
  public var memento: PageMemento { PageMemento() }

  // MARK: Loading

  private func load() {
    for question in HomeQuestion.allCases { load(question) }
    layOut()
  }

  private func load(_ question: HomeQuestion) {
    let services = context.services
    switch question {
    case .figures:
      load(question, \.figures) { () throws(ClientError) in
        HomeContent.Figures(
          copies: try await services.shelf.copyCount(CollectionRequest()),
          wants: try await services.shelf.wantCount(CollectionRequest()), values: try await services.reports.values())
      }
    case .additions:
      load(question, \.additions) { () throws(ClientError) in
        try await services.shelf.copies(CollectionRequest(sort: SortOrder(.added)), nil, Self.most).rows
      }
    case .pick: loadPick()
    case .wants:
      load(question, \.wants) { () throws(ClientError) in
        HomeContent.Wants(
          priced: try await services.market.wants(),
          latest: try await services.shelf.wants(CollectionRequest(sort: SortOrder(.added)), nil, Self.most).rows)
      }
    case .searches:
      load(question, \.searches) { () throws(ClientError) in try await services.history.entries("", Self.most) }
    case .visits:
      load(question, \.visits) { () throws(ClientError) in try await services.history.visits(2 * Self.most) }
    case .bookmarks: load(question, \.bookmarks) { () throws(ClientError) in try await services.bookmarks.all() }
    case .decades:
      load(question, \.decades) { () throws(ClientError) in
        try await services.reports.groups(.decade, .collection, CollectionRequest())
      }
    case .pending: load(question, \.pending) { () throws(ClientError) in try await services.edits.pending() }
    }
  }

  /// The copy that is there stays while it is on the shelf, whatever changes beside it.
  private func loadPick(isOther: Bool = false) {
    let (services, day, turn) = (context.services, pickDay, pickTurn)
    let old = isOther ? nil : content.pick?.pick
    load(.pick, \.pick) { () throws(ClientError) in
      if let old, let copy = try await services.shelf.copiesOf(old.copy.release).first(where: { $0.id == old.copy.id })
      {
        return HomeContent.Pick(pick: ShelfPick(copy: copy, among: old.among, playedAt: old.playedAt))
      }
      return HomeContent.Pick(pick: try await services.reports.pickOfDay(day, turn))
    }
  }

  /// What was there stays until the new is.
  private func load<Value: Sendable>(
    _ question: HomeQuestion, _ place: WritableKeyPath<HomeContent, Value?>,
    _ ask: @escaping @MainActor () async throws(ClientError) -> Value
  ) {
    loading[question]?.cancel()
    content.failures[question] = nil
    loading[question] = scope.run { [weak self] in
      do throws(ClientError) {
        let value = try await ask()
        guard !Task.isCancelled else { return }
        self?.content[keyPath: place] = value
      } catch {
        guard !Task.isCancelled, error != .cancelled else { return }
        self?.content.failures[question] = error
        self?.context.services.log.write(
          .error, "Could not load a part of Home", ["part": question.rawValue, "error": "\(error)"])
      }
      self?.layOut()
    }
  }

  // MARK: Lines

  private func layOut() {
    let today = context.services.desktop.localTime()
    let greeting = HomeGreeting(today, content.figures)
    if greeting != lines.greeting { lines.greeting = greeting }
    let additions = content.additions ?? []
    let band = lines.band(of: additions.count)
    let most =
      switch view.count {
      case 1: 5
      case 2: 8
      default: Self.most
      }
    var words = HomeLines(
      content: content, context: context, keys: keys, sync: sync, network: network, today: today,
      hasCovers: band != nil, pickIndent: lines.pickIndent, most: most,
      builder: PanelBuilder(.start, columns: view.textColumns, measure: context.measure))
    lines.show(words.lay(), cells: band.map { band in additions.prefix(band.count).map(words.cell) } ?? [])
    if content.isWhole, !lines.isReady { lines.isReady = true }
  }

  // MARK: What the store asks

  public func hear(_ event: Event) {
    switch event {
    case .shelfChanged, .shelfFiled, .shelfTakenBack: shelfChanged()
    case .bookmarksChanged: load(.bookmarks)
    case .reappeared: reappeared()
    case .picturesChanged: layOut()
    case .networkChanged(let status): networkChanged(status)
    case .syncChanged(let status):
      sync = status
      layOut()
    case .keysChanged(let keys):
      self.keys = keys
      layOut()
    default: panes.hear(event)
    }
  }

  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    switch command {
    case .narrow, .filter: return .refused(PageWords.homeHasNoFilter)
    case .leaveWall: return .refused(AppWords.firstPage(key: keys[.quit]?.first ?? ""))
    case .randomPick: return pickAnother()
    case .markPlayed: return notePlayed()
    default: return panes.perform(command, argument)
    }
  }

  private func retry() -> Bool {
    let failed = HomeQuestion.allCases.filter { content.failures[$0] != nil }
    for question in failed { load(question) }
    if !failed.isEmpty { layOut() }
    return !failed.isEmpty
  }

  private func shelfChanged() {
    // It may be another profile's.
    for question in [HomeQuestion.figures, .additions, .pick, .wants, .bookmarks, .decades, .pending] { load(question) }
  }

  private func reappeared() {
    lines.wantCovers()
    for question in [HomeQuestion.searches, .bookmarks] { load(question) }
    let today = context.services.desktop.localTime().day
    if today != pickDay {
      (pickDay, pickTurn) = (today, 0)
      loadPick(isOther: true)
    }
    layOut()
  }

  private func networkChanged(_ status: NetworkStatus) {
    let isSame = HomeLines.hindrance(status) == HomeLines.hindrance(network)
    network = status
    if !isSame { layOut() }
  }

  // MARK: Tonight's pick

  private func pickAnother() -> Outcome {
    guard content.pick?.pick != nil else { return .refused(PageWords.noCopyToPick) }
    pickTurn += 1
    lines.view.select(part: .pick)
    loadPick(isOther: true)
    return .done
  }

  /// Plays the selected copy, or tonight's pick where no copy is selected.
  private func notePlayed() -> Outcome {
    var copy = content.pick?.pick?.copy
    if case .copy(let selected)? = lines.shelfItems.first { copy = selected }
    guard let copy else { return .refused(PageWords.onlyCopiesPlay) }
    let (reports, now) = (context.services.reports, context.services.desktop.now())
    scope.run { [weak self] in
      do throws(ClientError) {
        try await reports.played(copy.id)
        guard let self else { return }
        if content.pick?.pick?.copy.id == copy.id { content.pick?.pick?.playedAt = now }
        layOut()
        context.notify(.confirmation, PageWords.played(copy.title))
      } catch {
        self?.context.report(PageWords.playFailed, error)
      }
    }
    return .done
  }
}
