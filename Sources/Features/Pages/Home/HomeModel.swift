import Clients
import DiscogsModel
public import Observation
import RunoutModel
import Wording

/// Home: the shelf at a glance, and recent searches and pages. Each part loads and fails on its own.
@Observable
public final class HomeModel: PageModel {
  public let lines: HomePane
  public let panes: Panes

  @ObservationIgnored private let context: PageContext
  @ObservationIgnored private let scope: TaskScope
  @ObservationIgnored private var keys: [Command: [String]]
  /// How often each question was asked; answers to earlier rounds are dropped.
  @ObservationIgnored private var rounds: [HomeQuestion: Int] = [:]
  @ObservationIgnored private var content = HomeContent()
  @ObservationIgnored private var network: NetworkStatus
  @ObservationIgnored private var sync: SyncStatus
  @ObservationIgnored private var source: SourceStatus
  /// The day of tonight's pick, since 1970, and how many picks were turned down.
  @ObservationIgnored private var pickDay: Int
  @ObservationIgnored private var pickTurn = 0
  /// Whether the present pick is still the one for that day and turn.
  @ObservationIgnored private var keepsPick = true

  /// The most rows asked for; of visits, twice as many.
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
    source = context.services.source.current()
    lines.onLayOut = { [weak self] in self?.layOut() }
    lines.onReload = { [weak self] in self?.load() }
    lines.onRetry = { [weak self] in self?.retry() ?? false }
    load()
  }

  public var view: PanelView<HomePart> { lines.view }
  public var route: Route { .home }
  public var memento: PageMemento { PageMemento() }

  // MARK: Loading

  /// Asks everything. In a lane, one question follows the other: each one asked beside another opens a connection to
  /// its database, which takes longer than most answers.
  private func load() {
    for questions in HomeQuestion.lanes {
      let asked = questions.map { ($0, begin($0)) }
      scope.run { [weak self] in for (question, round) in asked { await self?.ask(question, round) } }
    }
    layOut()
  }

  private func load(_ question: HomeQuestion) {
    let round = begin(question)
    scope.run { [weak self] in await self?.ask(question, round) }
  }

  /// - Returns: the number of the round.
  private func begin(_ question: HomeQuestion) -> Int {
    content.failures[question] = nil
    rounds[question, default: 0] += 1
    return rounds[question] ?? 0
  }

  private func ask(_ question: HomeQuestion, _ round: Int) async {
    guard rounds[question] == round else { return }
    let services = context.services
    switch question {
    case .figures:
      await take(question, round, \.figures) { () throws(ClientError) in
        HomeContent.Figures(
          copies: try await services.shelf.copyCount(CollectionRequest()),
          wants: try await services.shelf.wantCount(CollectionRequest()), values: try await services.reports.values())
      }
    case .additions:
      await take(question, round, \.additions) { () throws(ClientError) in
        try await services.shelf.copies(CollectionRequest(sort: SortOrder(.added)), nil, Self.most).rows
      }
    case .pick: await askForPick(round)
    case .wants:
      await take(question, round, \.wants) { () throws(ClientError) in
        HomeContent.Wants(
          priced: try await services.market.wants(),
          latest: try await services.shelf.wants(CollectionRequest(sort: SortOrder(.added)), nil, Self.most).rows)
      }
    case .searches:
      await take(question, round, \.searches) { () throws(ClientError) in
        try await services.history.entries("", Self.most)
      }
    case .visits:
      await take(question, round, \.visits) { () throws(ClientError) in
        try await services.history.visits(2 * Self.most)
      }
    case .bookmarks:
      await take(question, round, \.bookmarks) { () throws(ClientError) in try await services.bookmarks.all() }
    case .decades:
      await take(question, round, \.decades) { () throws(ClientError) in
        try await services.reports.groups(.decade, .collection, CollectionRequest())
      }
    case .pending:
      await take(question, round, \.pending) { () throws(ClientError) in try await services.edits.pending() }
    }
  }

  /// Keeps the present pick while it is on the shelf, unless another was asked for.
  private func askForPick(_ round: Int) async {
    let (services, day, turn) = (context.services, pickDay, pickTurn)
    let old = keepsPick ? content.pick?.pick : nil
    await take(.pick, round, \.pick) { () throws(ClientError) in
      if let old,
        let copy = try await services.shelf.copiesOf(old.copy.release).first(where: { $0.id == old.copy.id })
      {
        let playedAt = try await services.reports.lastPlay(copy.id)
        return HomeContent.Pick(pick: ShelfPick(copy: copy, among: old.among, playedAt: playedAt))
      }
      return HomeContent.Pick(pick: try await services.reports.pickOfDay(day, turn))
    }
    if rounds[.pick] == round, content.failures[.pick] == nil { keepsPick = true }
  }

  /// The old answer stays until the new one is here.
  private func take<Value: Sendable>(
    _ question: HomeQuestion, _ round: Int, _ place: WritableKeyPath<HomeContent, Value?>,
    _ answer: @MainActor () async throws(ClientError) -> Value
  ) async {
    do throws(ClientError) {
      let value = try await answer()
      guard rounds[question] == round, !Task.isCancelled else { return }
      content[keyPath: place] = value
    } catch {
      guard rounds[question] == round, !Task.isCancelled, error != .cancelled else { return }
      content.failures[question] = error
      context.services.log.write(
        .error, "Could not load a part of Home", ["part": question.rawValue, "error": "\(error)"])
    }
    layOut()
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
      content: content, context: context, keys: keys, sync: sync, network: network, source: source, today: today,
      hasCovers: band != nil, pickIndent: lines.pickIndent,
      isPickSelected: view.selected?.part == .pick, most: most,
      builder: PanelBuilder(.start, columns: view.textColumns, measure: context.measure))
    lines.show(words.lay(), cells: band.map { band in additions.prefix(band.count).map(words.cell) } ?? [])
    if content.isWhole, !lines.isReady { lines.isReady = true }
  }

  // MARK: Events and commands

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
    case .sourceChanged(let status):
      source = status
      layOut()
    case .keysChanged(let keys):
      self.keys = keys
      layOut()
    default: panes.hear(event)
    }
  }

  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    switch command {
    case .filter: return .refused(PageWords.homeHasNoFacets)
    case .leaveWall: return .refused(AppWords.firstPage(key: keys[.quit]?.first ?? ""))
    case .randomPick: return pickAnother()
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
      (pickDay, pickTurn, keepsPick) = (today, 0, false)
      load(.pick)
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
    keepsPick = false
    lines.view.select(part: .pick)
    load(.pick)
    return .done
  }
}
