import Clients
import DiscogsModel
import RunoutModel
import Wording

/// The questions that Home asks, when, and what becomes of the answers.
extension HomePane {
  /// The most rows asked for; of visits, twice as many.
  private static let most = 12
  /// How near to this day of any year a record has to have come out.
  private static let daysAround = 10
  private static let mostDated = 5_000

  /// Asks everything. In a lane, one question follows the other: each one asked beside another opens a connection to
  /// its database, which takes longer than most answers.
  public func reload() {
    for questions in HomeQuestion.lanes {
      let asked = questions.map { ($0, begin($0)) }
      context.scope.run { [weak self] in for (question, round) in asked { await self?.ask(question, round) } }
    }
    layOut()
  }

  private func load(_ questions: [HomeQuestion]) {
    for question in questions {
      let round = begin(question)
      context.scope.run { [weak self] in await self?.ask(question, round) }
    }
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
      await take(question, round, \.figures) {
        HomeContent.Figures(
          copies: try await services.shelf.copyCount(CollectionRequest()),
          wants: try await services.shelf.wantCount(CollectionRequest()), values: try await services.reports.values())
      }
    case .additions:
      await take(question, round, \.additions) {
        try await services.shelf.copies(CollectionRequest(sort: SortOrder(.added)), nil, Self.most).rows
      }
    case .pick: await askForPick(round)
    case .wants:
      await take(question, round, \.wants) {
        let latest = CollectionRequest(sort: SortOrder(.added))
        return (try await services.market.wants(), try await services.shelf.wants(latest, nil, Self.most).rows)
      }
    case .news:
      await take(question, round, \.news) {
        guard try await !services.news.followed().isEmpty else { return [] }
        return try await services.digging.rows(DigRequest(.news(since: nil)), nil, .max).rows
      }
    case .searches: await take(question, round, \.searches) { try await services.history.entries("", Self.most) }
    case .visits: await take(question, round, \.visits) { try await services.history.visits(2 * Self.most) }
    case .bookmarks: await take(question, round, \.bookmarks) { try await services.bookmarks.all() }
    case .saved: await take(question, round, \.saved) { try await services.crates.all(nil) }
    case .today:
      // Each record of the shelf is read for its date: of a large one that takes too long for a page that opens.
      let isSmall = content.figures.map { $0.copies + $0.wants <= Self.mostDated } ?? true
      let (canDig, day) = (context.can(.dig) && isSmall, CivilDate.date(ofDays: pickDay))
      await take(question, round, \.today) {
        guard canDig else { return [] }
        let list = DigRequest.List.cameOut(month: day.month, day: day.day, within: Self.daysAround)
        return try await services.digging.rows(DigRequest(list), nil, .max).rows
      }
    case .pending: await take(question, round, \.pending) { try await services.edits.pending() }
    }
  }

  /// Keeps the present pick while it is on the shelf, unless another was asked for.
  private func askForPick(_ round: Int) async {
    let (services, day, turn) = (context.services, pickDay, pickTurn)
    let old = keepsPick ? content.pick?.pick : nil
    await take(.pick, round, \.pick) {
      if let old, let copy = try await services.shelf.copiesOf(old.copy.release).first(where: { $0.id == old.copy.id })
      {
        let playedAt = try await services.reports.lastPlay(copy.id)
        return HomeContent.Pick(pick: ShelfPick(copy: copy, among: old.among, playedAt: playedAt))
      }
      return HomeContent.Pick(pick: try await services.reports.pickOfDay(day, turn))
    }
    if rounds[.pick] == round, content.failures[.pick] == nil { keepsPick = true }
  }

  /// The old answer stays until the new one is here.
  private func take<Value>(
    _ question: HomeQuestion, _ round: Int, _ place: WritableKeyPath<HomeContent, Value?>,
    _ answer: () async throws -> Value
  ) async {
    do {
      let value = try await answer()
      guard rounds[question] == round, !Task.isCancelled else { return }
      content[keyPath: place] = value
      content.answered.insert(question)
    } catch {
      let error = ClientError(error)
      guard rounds[question] == round, !Task.isCancelled, error != .cancelled else { return }
      content.failures[question] = error
      context.services.log.write(
        .error, "Could not load a part of Home", ["part": question.rawValue, "error": "\(error)"])
    }
    layOut()
  }

  func layOut() {
    let today = context.services.desktop.localTime()
    let greeting = HomeGreeting(today, content.figures)
    if greeting != self.greeting { self.greeting = greeting }
    let additions = content.additions ?? []
    let band = band(of: additions.count)
    pickRows = 0
    // By the number of columns: one, two or three.
    let most = [5, 8, Self.most][view.count - 1]
    var lines = HomeLines(
      pane: self, today: today, hasCovers: band != nil, rows: room.rows - (band?.height ?? 0), most: most,
      builder: PanelBuilder(.start, columns: view.textColumns, measure: context.measure))
    show(
      lines.lay(), cells: band.map { band in additions.prefix(band.count).map { PanelLine($0, of: .additions) } } ?? [])
    if content.isWhole, !isReady { isReady = true }
  }

  // MARK: Events

  public func hear(_ event: Event) {
    switch event {
    // It may be another profile's shelf.
    case .shelfChanged, .shelfFiled, .shelfTakenBack:
      load([.figures, .additions, .pick, .wants, .bookmarks, .saved, .today, .pending])
    case .bookmarksChanged: load([.bookmarks])
    case .followedChanged: load([.news])
    case .reappeared: reappeared()
    case .picturesChanged: layOut()
    case .networkChanged(let status):
      let isSame = HomeLines.hindrance(status) == HomeLines.hindrance(network)
      network = status
      if !isSame { layOut() }
    case .syncChanged(let status):
      sync = status
      layOut()
    case .sourceChanged(let status):
      source = status
      layOut()
    case .keysChanged(let keys):
      self.keys = keys
      layOut()
    default: break
    }
  }

  private func reappeared() {
    wantCovers()
    load([.searches, .bookmarks, .saved])
    let today = context.services.desktop.localTime().day
    if today != pickDay {
      (pickDay, pickTurn, keepsPick) = (today, 0, false)
      load([.pick, .today])
    }
    layOut()
  }

  public func retry() -> Bool {
    let failed = HomeQuestion.allCases.filter { content.failures[$0] != nil }
    load(failed)
    if !failed.isEmpty { layOut() }
    return !failed.isEmpty
  }

  func pickAnother() -> Outcome {
    guard content.pick?.pick != nil else { return .refused(PageWords.noCopyToPick) }
    pickTurn += 1
    keepsPick = false
    view.select(part: .pick)
    load([.pick])
    return .done
  }
}
