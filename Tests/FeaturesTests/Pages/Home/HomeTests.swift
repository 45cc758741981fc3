import Clients
import DiscogsModel
import Features
import RunoutModel
import SeededRandom
import TestSupport
import Testing
import Wording

@MainActor struct HomeTests {
  nonisolated static let search = HistoryEntry(
    id: 1, query: "sun ra", kind: .master, sort: SortOrder(.year), source: .demo, results: .exactly(4), lastRun: -7_200,
    runs: 2)

  nonisolated static func copy(_ number: Int) -> CollectionCopy {
    CollectionCopy(
      id: Int64(number), release: Release.ID(number), artist: "Artist \(number)", title: "Title \(number)",
      label: "Label", format: "LP, Album", year: 1960 + number, rating: 4, added: "2026-03-\(10 + number) 10:00:00")
  }

  /// A shelf, a history and bookmarks with a little of everything.
  var services: Services {
    var services = Services.fixture()
    services.shelf.copyCount = { _ in 1_204 }
    services.shelf.wantCount = { _ in 1 }
    services.shelf.wants = { _, _, _ in
      Page(rows: [WantListEntry(id: 1, release: 5, artist: "Artist 5", title: "Title 5")], next: nil)
    }
    services.shelf.copies = { _, _, limit in Page(rows: (1...limit).map { Self.copy($0) }, next: nil) }
    services.shelf.copiesOf = { [Self.copy($0.number)] }
    services.reports.values = {
      [("2026-11-20", "€100.00"), ("2026-11-21", "€178.10")].map { day, median in
        ValueOnDay(day: day, value: CollectionValue(minimum: "€1", median: median, maximum: "€200"), copies: 3)
      }
    }
    services.reports.pickOfDay = { day, turn in
      ShelfPick(copy: Self.copy(20 + turn), among: 1_204, playedAt: turn == 0 ? nil : -86_400 * 70)
    }
    services.reports.lastPlay = { _ in nil }
    services.history.entries = { _, _ in [Self.search] }
    services.bookmarks =
      FixtureBookmarks([Bookmark("k", reference: .artist(4), name: "Artist 4")]).client
    return services
  }

  func fixture(
    _ services: Services, columns: Int = 80, rows: Int = 24
  ) async -> (StoreFixture, HomeModel) {
    let fixture = await StoreFixture(services, start: .home, columns: columns, rows: rows)
    guard let model = fixture.store.page as? HomeModel else { fatalError("the page is not Home") }
    return (fixture, model)
  }

  func lines(_ part: HomePart, of model: HomeModel) -> [String] {
    model.view.columns.joined().compactMap { $0 }.filter { $0.part == part && $0.tone != .caption }.map { line in
      [line.lead, line.text, line.trailing].filter { !$0.isEmpty }.joined(separator: " | ")
    }
  }

  /// A line as it is while the pick is not selected.
  func unselected(_ line: String) -> String { line.replacing(" · P played", with: "") }

  func greeting(_ model: HomeModel) -> String {
    ([model.lines.greeting.words] + model.lines.greeting.facts.map(\.text)).joined(separator: " · ")
  }

  // MARK: What is there

  @Test func `home greets with what the shelf amounts to, and shows what there is to go on with`() async {
    let (fixture, model) = await fixture(services)
    #expect(greeting(model) == "Good evening · 1,204 records · 1 want · worth €178.10 ▁█")
    #expect(lines(.additions, of: model) == (1...5).map { "Artist \($0) – Title \($0) | 2026-03-\(10 + $0)" })
    #expect(
      lines(.pick, of: model) == [
        "Artist 20", "Title 20", "1980 · LP, Album · Label", "★★★★", "never played", "x another",
      ])
    #expect(
      lines(.wants, of: model) == ["Artist 5 – Title 5", "No prices watched yet. On a want, type :limit 25 EUR"])
    #expect(lines(.again, of: model) == ["sun ra | search · masters · 2 h"])
    #expect(lines(.bookmarks, of: model) == ["k | Artist 4 | artist"])
    #expect(lines(.notes, of: model) == [], "nothing is wrong, nothing waits")
    #expect(fixture.store.banner == nil)
  }

  @Test func `what is new stands without what it is followed for, which its page names`() async {
    var services = services
    services.news.followed = { [Followed(.record(.artist(1)), name: "Artist")] }
    services.digging.rows = { _, _, _ in
      let rows = ["Artist", "Jazz"].enumerated().map { number, role in
        var row = CatalogueRow(reference: .release(Release.ID(number + 1)), title: "Title \(number)", artist: "Artist")
        row.role = role
        return row
      }
      return Page(rows: rows, next: nil)
    }
    let (_, model) = await fixture(services)
    #expect(lines(.news, of: model) == ["Artist – Title 0", "Artist – Title 1"])
  }

  @Test(arguments: [
    (5, "Good morning"), (11, "Good morning"), (12, "Good afternoon"), (18, "Good evening"), (3, "Good evening"),
  ])
  func `the greeting goes by the clock here`(_ hour: Int, _ words: String) async {
    var services = services
    services.desktop.localTime = { LocalTime(day: 20_781, hour: hour) }
    let (_, model) = await fixture(services)
    #expect(model.lines.greeting.words == words)
  }

  @Test(
    arguments: [(1_772_366_400, 0, 20_513, 12), (1_772_366_400, 46_800, 20_514, 1), (-1, 0, -1, 23)]
      as [(Double, Int, Int, Int)])
  func `clocks here show the time of a moment`(_ time: Double, _ ahead: Int, _ day: Int, _ hour: Int) {
    #expect(LocalTime(time, secondsFromUTC: ahead) == LocalTime(day: day, hour: hour))
  }

  @Test func `the latest additions are asked for, and no more than there is room for`() async {
    let asked = Recorder<CollectionRequest>()
    var services = services
    services.shelf.copies = { request, _, limit in
      asked.append(request)
      #expect(limit == 12)
      return Page(rows: [], next: nil)
    }
    _ = await fixture(services)
    #expect(asked.values == [CollectionRequest(sort: SortOrder(.added))])
  }

  @Test(arguments: [(80, 1, 5), (120, 2, 8), (160, 3, 12)])
  func `a wider window has more columns and longer lists`(_ columns: Int, _ count: Int, _ most: Int) async {
    let (fixture, model) = await fixture(services, columns: columns, rows: 60)
    #expect(model.view.columns.count == count)
    #expect(lines(.additions, of: model).count == most)
    #expect(model.view.columns.allSatisfy { column in column.contains { $0 != nil } }, "no column is blank")
    #expect((model.view.textColumns + PanelView<HomePart>.margin) * count + 3 * (count - 1) >= columns - count - 1)
    fixture.store.resize(columns: 80, rows: 24)
    #expect(model.view.columns.count == 1)
  }

  @Test func `with pictures the latest additions stand over the panels as covers`() async {
    let (fixture, model) = await fixture(services, columns: 120, rows: 40)
    #expect(model.view.cells.isEmpty && lines(.additions, of: model).count == 8)
    fixture.store.show(pictures: .blocks)
    await fixture.tasks.settle()
    #expect(model.view.cells.map(\.lead) == (1...6).map { "Artist \($0)" })
    #expect(lines(.additions, of: model) == [], "no record stands there twice")
    #expect(model.view.selectedCell == 0)
    await fixture.perform(.moveRight, .moveRight, .moveLeft, .open)
    #expect(fixture.store.page.route == .release(2))
    await fixture.perform(.closePage, .moveDown)
    #expect(model.view.selected?.part == .pick)
    await fixture.perform(.moveUp)
    #expect(model.view.selectedCell == 1, "the cover that was selected")
  }

  @Test(arguments: [(120, 40), (132, 43), (160, 50), (200, 60)])
  func `the covers go to the right edge of a high page`(columns: Int, rows: Int) async throws {
    let (fixture, model) = await fixture(services, columns: columns, rows: rows)
    fixture.store.show(pictures: .blocks)
    await fixture.tasks.settle()
    let band = try #require(model.lines.band)
    #expect(0..<12 ~= columns - band.count * (band.columns + 2), "\(band)")
  }

  @Test func `l goes to the panel beside, h back`() async {
    let (fixture, model) = await fixture(services, columns: 120, rows: 40)
    await fixture.perform(.moveRight)
    #expect(model.view.selected?.part == .wants)
    await fixture.perform(.moveLeft)
    #expect(model.view.selected?.part == .additions)
    await fixture.perform(.moveLeft)
    #expect(model.view.selected?.part == .additions && fixture.store.page.route == .home)
  }

  @Test func `without a shelf three lines say what to do`() async {
    let (_, model) = await fixture(.fixture(), columns: 120)
    #expect(greeting(model) == "Good evening")
    #expect(
      lines(.start, of: model) == [
        "s finds records · a to your shelf, w to your wants", "gs signs in and fetches your collection",
        "Import an export: runout collection import FILE.csv",
      ])
    for part in [HomePart.notes, .additions, .pick, .wants, .again, .bookmarks] {
      #expect(lines(part, of: model) == [])
    }
  }

  // MARK: What fails, and what takes its time

  nonisolated enum Failing: String, CaseIterable {
    case figures, additions, pick, wants, searches, bookmarks, pending
  }

  func failing(_ failing: Failing, in services: Services) -> Services {
    let error = ClientError.storage("library.sqlite cannot be read")
    var services = services
    switch failing {
    case .figures: services.reports.values = { () throws(ClientError) in throw error }
    case .additions: services.shelf.copies = { _, _, _ throws(ClientError) in throw error }
    case .pick: services.reports.pickOfDay = { _, _ throws(ClientError) in throw error }
    case .wants: services.market.wants = { () throws(ClientError) in throw error }
    case .searches: services.history.entries = { _, _ throws(ClientError) in throw error }
    case .bookmarks: services.bookmarks.all = { () throws(ClientError) in throw error }
    case .pending: services.edits.pending = { () throws(ClientError) in throw error }
    }
    return services
  }

  private func part(_ failing: Failing) -> HomePart {
    switch failing {
    case .figures, .pending: .notes
    case .additions: .additions
    case .pick: .pick
    case .wants: .wants
    case .searches: .again
    case .bookmarks: .bookmarks
    }
  }

  @Test(arguments: Failing.allCases) func `a part fails alone, with a line of its own`(_ failed: Failing) async {
    let (_, whole) = await fixture(services)
    let (fixture, model) = await fixture(failing(failed, in: services))
    for part in HomePart.allCases {
      if part == self.part(failed) {
        #expect(lines(part, of: model).first == "library.sqlite cannot be read. R to try again")
      } else {
        // Without the covers the pick comes first, and so is selected.
        #expect(lines(part, of: model).map(unselected) == lines(part, of: whole), "\(part)")
      }
    }
    #expect(fixture.store.banner == nil)
    #expect(model.lines.isReady)
  }

  @Test func `only the failed part is tried again`() async {
    let (asked, isBroken) = (Recorder<String>(), Recorder<Bool>())
    var services = services
    services.bookmarks.all = { () throws(ClientError) in
      asked.append("bookmarks")
      guard isBroken.values.isEmpty else { return [] }
      throw .storage("library.sqlite cannot be read")
    }
    services.reports.values = {
      asked.append("values")
      return []
    }
    let (fixture, model) = await fixture(services)
    isBroken.append(false)
    await fixture.perform(.refreshView)
    #expect(asked.values.filter { $0 == "bookmarks" }.count == 2)
    #expect(asked.values.filter { $0 == "values" }.count == 1)
    #expect(lines(.bookmarks, of: model) == [])
  }

  @Test func `a part that takes its time holds no other up, and the first frame waits for all`() async {
    let gate = Gate()
    var services = services
    services.reports.pickOfDay = { _, _ in
      await gate.pass()
      return nil
    }
    let keys = Dictionary(uniqueKeysWithValues: Command.allCases.map { ($0, $0.entry.keys) })
    let tasks = TaskTracker()
    let model = HomeModel(context: PageContext(services, tasks: tasks), keys: keys)
    while lines(.bookmarks, of: model) != ["k | Artist 4 | artist"] { await Task.yield() }
    #expect(lines(.pick, of: model) == ["Loading…"])
    #expect(!model.lines.isReady)
    await gate.open()
    await tasks.settle()
    #expect(lines(.pick, of: model) == [])
    #expect(model.lines.isReady)
  }

  // MARK: What is wrong, and what waits

  @Test(
    arguments: [
      (SyncStatus(phase: .off), false, nil),
      (SyncStatus(phase: .off), true, "never synced; type :sync"),
      (SyncStatus(phase: .idle), true, "never synced; type :sync"),
      (SyncStatus(phase: .idle, agreedAt: 0), true, nil),
      (SyncStatus(phase: .paused(nil), agreedAt: 0), true, "sync paused"),
    ] as [(SyncStatus, Bool, String?)])
  func `how the shelf compares with the account is said where it matters`(
    _ status: SyncStatus, _ isLive: Bool, _ words: String?
  ) async {
    var services = services
    services.sync.status = { status }
    services.source.current = { SourceStatus(source: isLive ? .live : .demo) }
    let (_, model) = await fixture(services)
    #expect(lines(.notes, of: model).first == words.map { "Shelf | \($0)" })
  }

  @Test func `what is wrong and what waits is said while it is so`() async {
    let live = ScriptedLive()
    live.network = NetworkStatus(connection: .online, budget: .init(limit: 60, remaining: 41))
    var services = live.services(services)
    let waiting = (1...3).map {
      PendingEdit(
        id: Int64($0), title: "Edit \($0)", release: nil, madeAt: 0, state: $0 == 1 ? .refused("No") : .waiting)
    }
    services.edits.pending = { waiting }
    let (statuses, follower) = AsyncStream.makeStream(of: SyncStatus.self)
    services.sync.changes = { statuses }
    let (fixture, model) = await fixture(services)
    fixture.store.start()
    func reads(_ expected: [String]) async {
      while lines(.notes, of: model) != expected { await Task.yield() }
    }
    let changes = "Changes | 2 to send, 1 stuck"
    follower.yield(SyncStatus(phase: .failed(.timedOut)))
    await reads(["Shelf | sync failed", "Discogs did not answer in time.", changes])
    follower.yield(SyncStatus(phase: .idle, agreedAt: -300))
    await reads([changes])
    live.network = NetworkStatus(connection: .offline)
    await reads([changes, "Requests | offline"])
    await fixture.perform(.open)
    #expect(fixture.store.page.route == .tasks)
    follower.finish()
    fixture.store.stop()
  }
}
