import Clients
import DiscogsModel
import Features
import RunoutModel
import SeededRandom
import TestSupport
import Testing
import Wording

@MainActor struct HomeTests {
  nonisolated private static let search = HistoryEntry(
    id: 1, query: "sun ra", kind: .master, sort: SortOrder(.year), source: .demo, results: .exactly(4), lastRun: -7_200,
    runs: 2)

  /// A shelf, a history and bookmarks with a little of everything.
  private var services: Services {
    var services = Services.fixture()
    services.shelf.copyCount = { _ in 1_204 }
    services.shelf.folders = { ["Jazz", "Rock"].map { CollectionFolder(name: $0, copies: 602) } }
    services.shelf.wantCount = { _ in 1 }
    services.shelf.copies = { _, _, limit in
      Page(
        rows: (1...limit).map {
          CollectionCopy(
            id: Int64($0), release: Release.ID($0), artist: "Artist \($0)", title: "Title \($0)",
            added: "2026-03-0\($0) 10:00:00")
        }, next: nil)
    }
    services.reports.values = {
      [("2026-11-20", "€100.00"), ("2026-11-21", "€178.10")].map { day, median in
        ValueOnDay(day: day, value: CollectionValue(minimum: "€1", median: median, maximum: "€200"), copies: 3)
      }
    }
    services.history.entries = { _, _ in [Self.search] }
    services.bookmarks =
      FixtureBookmarks([Bookmark(letter: "k", reference: .artist(4), name: "Artist 4")]).client
    return services
  }

  private func fixture(_ services: Services, columns: Int = 80) async -> (StoreFixture, HomeModel) {
    let fixture = await StoreFixture(services, columns: columns)
    await fixture.perform(.openHome)
    guard let model = fixture.store.page as? HomeModel else { fatalError("the page is not Home") }
    return (fixture, model)
  }

  private func lines(_ part: HomeModel.Part, of model: HomeModel) -> [String] {
    model.view.columns.joined().compactMap { $0 }.filter { $0.part == part && $0.tone != .caption }.map { line in
      [line.lead, line.text, line.trailing].filter { !$0.isEmpty }.joined(separator: " | ")
    }
  }

  @Test func `home shows counts, worth, additions, searches, bookmarks and state`() async {
    let (fixture, model) = await fixture(services)
    #expect(
      lines(.shelf, of: model) == [
        "Collection | 1,204 copies in 2 folders", "Wants | 1 release", "Worth | €178.10 ▁█",
      ])
    #expect(
      lines(.additions, of: model) == (1...5).map { "Artist \($0) – Title \($0) | 2026-03-0\($0)" })
    #expect(lines(.searches, of: model) == ["sun ra | masters · 2 h"])
    #expect(lines(.bookmarks, of: model) == ["k | Artist 4 | artist"])
    #expect(lines(.visits, of: model) == ["No records opened since you started Runout"])
    #expect(
      lines(.state, of: model) == [
        "Shelf | on this machine only", "Changes | nothing to send", "Requests | none, works offline",
      ])
    #expect(fixture.store.banner == nil)
  }

  @Test func `the latest additions are asked for, and no more than are shown`() async {
    let asked = Recorder<CollectionRequest>()
    var services = services
    services.shelf.copies = { request, _, limit in
      asked.append(request)
      #expect(limit == 8)
      return Page(rows: [], next: nil)
    }
    _ = await fixture(services)
    #expect(asked.values == [CollectionRequest(sort: SortOrder(.added))])
  }

  @Test func `a wide window has two columns and longer lists`() async {
    let (fixture, model) = await fixture(services, columns: 120)
    #expect(model.view.columns.count == 2)
    #expect(lines(.additions, of: model).count == 8)
    fixture.store.resize(columns: 80, rows: 24)
    #expect(model.view.columns.count == 1)
    #expect(lines(.additions, of: model).count == 5)
  }

  @Test func `every part has words for there being nothing`() async {
    let (_, model) = await fixture(.fixture())
    #expect(
      lines(.shelf, of: model) == [
        "Collection | 0 copies", "Wants | 0 releases", "Empty so far. On a release, a to add it, w to want it",
      ])
    #expect(lines(.additions, of: model) == ["No additions yet. On a release, a to add it"])
    #expect(lines(.searches, of: model) == ["No searches yet · s to search"])
    #expect(
      lines(.bookmarks, of: model).joined(separator: " ")
        == PageWords.noBookmarks(set: "m", go: "'"))
  }

  nonisolated enum Failing: CaseIterable {
    case shelf, additions, searches, bookmarks, state

    var part: HomeModel.Part {
      switch self {
      case .shelf: .shelf
      case .additions: .additions
      case .searches: .searches
      case .bookmarks: .bookmarks
      case .state: .state
      }
    }
  }

  private func failing(_ failing: Failing, in services: Services) -> Services {
    let error = ClientError.storage("library.sqlite cannot be read")
    var services = services
    switch failing {
    case .shelf: services.reports.values = { () throws(ClientError) in throw error }
    case .additions: services.shelf.copies = { _, _, _ throws(ClientError) in throw error }
    case .searches: services.history.entries = { _, _ throws(ClientError) in throw error }
    case .bookmarks: services.bookmarks.all = { () throws(ClientError) in throw error }
    case .state: services.edits.pending = { () throws(ClientError) in throw error }
    }
    return services
  }

  @Test(arguments: Failing.allCases) func `a part fails alone, with a line of its own`(_ failed: Failing) async {
    let (_, whole) = await fixture(services)
    let (fixture, model) = await fixture(failing(failed, in: services))
    for part in HomeModel.Part.allCases {
      if part == failed.part {
        #expect(lines(part, of: model) == ["library.sqlite cannot be read. R to try again"])
      } else {
        #expect(lines(part, of: model) == lines(part, of: whole))
      }
    }
    #expect(fixture.store.banner == nil)
    #expect(model.view.selected?.part == (failed == .shelf ? .additions : .shelf))
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
    #expect(lines(.bookmarks, of: model).first?.hasPrefix("No bookmarks") == true)
  }

  @Test func `a part that takes its time holds no other up`() async {
    let gate = Gate()
    var services = services
    services.reports.values = {
      await gate.pass()
      return []
    }
    let keys = Dictionary(uniqueKeysWithValues: Command.allCases.map { ($0, $0.entry.keys) })
    let tasks = TaskTracker()
    let model = HomeModel(context: PageContext(services, tasks: tasks), keys: keys)
    while lines(.bookmarks, of: model) != ["k | Artist 4 | artist"] { await Task.yield() }
    #expect(lines(.shelf, of: model) == ["Loading…"])
    await gate.open()
    await tasks.settle()
    #expect(lines(.shelf, of: model).first == "Collection | 1,204 copies in 2 folders")
  }

  @Test func `lines lead where they say`() async {
    let (fixture, model) = await fixture(services)
    await fixture.perform(.open)
    #expect(fixture.store.page.route == .collection)
    await fixture.perform(.openHome, .moveDown, .open)
    #expect(fixture.store.page.route == .wantList)
    await fixture.perform(.openHome, .moveDown, .open)
    #expect(fixture.store.page.route == .stats)
    await fixture.perform(.openHome, .moveDown, .open)
    #expect(fixture.store.page.route == .release(1))
    await fixture.perform(.closePage)
    #expect(model.view.selected?.text == "Artist 1 – Title 1", "the line is selected still")
    await fixture.perform(.nextPane, .open)
    #expect(fixture.search.field.text == "sun ra")
    #expect(fixture.search.kind == .master)
    #expect(fixture.search.results.rows.order.sort == SortOrder(.year))
    await fixture.perform(.openHome, .nextPane, .open)
    #expect(fixture.store.page.route == .artist(4))
  }

  @Test func `tab walks the parts that have something to select, round and round`() async {
    let (fixture, model) = await fixture(services)
    var parts: [HomeModel.Part?] = []
    for _ in 0..<5 {
      await fixture.perform(.nextPane)
      parts.append(model.view.selected?.part)
    }
    #expect(parts == [.additions, .searches, .bookmarks, .state, .shelf])
    await fixture.perform(.previousPane)
    #expect(model.view.selected?.part == .state)
  }

  @Test func `tab while the parts are loading leaves the first line selected`() async {
    let keys = Dictionary(uniqueKeysWithValues: Command.allCases.map { ($0, $0.entry.keys) })
    let tasks = TaskTracker()
    let model = HomeModel(context: PageContext(services, tasks: tasks), keys: keys)
    _ = model.perform(.nextPane)
    await tasks.settle()
    #expect(model.view.position?.number == 1)
    #expect(model.view.selected?.part == .shelf)
  }

  @Test func `visited pages are listed, the latest first, once each`() async {
    let (fixture, model) = await fixture(services)
    for reference in [EntityReference.release(2), .artist(4), .release(2), .label(7)] {
      fixture.store.paste("[\(reference.shorthand)]")
      await fixture.tasks.settle()
    }
    await fixture.perform(.openHome)
    #expect(
      lines(.visits, of: model) == [
        "Label 7 | label", "Artist 2 – Title 2 | release · 1952 · CAT 2", "Artist 4 | artist",
      ])
  }

  @Test func `a bookmark made elsewhere is there when one comes back`() async {
    let (fixture, model) = await fixture(services)
    fixture.store.paste("[l7]")
    await fixture.tasks.settle()
    await fixture.commandLine("bookmark b")
    await fixture.perform(.openHome)
    #expect(lines(.bookmarks, of: model) == ["b | Label 7 | label", "k | Artist 4 | artist"])
  }

  @Test func `a bookmark, an addition and a visit can be bookmarked and copied like any row`() async {
    let (fixture, _) = await fixture(services)
    await fixture.perform(.nextPane)
    #expect(fixture.store.page.panes.subjects.map(\.reference) == [.release(1)])
    #expect(fixture.store.page.panes.shelfItems.map(\.name) == ["Artist 1 – Title 1"])
    await fixture.perform(.nextPane, .nextPane)
    #expect(fixture.store.page.panes.subjects.map(\.name) == ["Artist 4"])
    await fixture.perform(.narrow)
    #expect(fixture.store.prompt == nil)
    #expect(fixture.store.notice == "Home cannot be filtered")
  }

  @Test func `another profile's shelf has bookmarks of its own`() async throws {
    let bookmarks = FixtureBookmarks()
    var services = services
    services.bookmarks = bookmarks.client
    let (fixture, model) = await fixture(services)
    _ = try await bookmarks.client.set(Bookmark(letter: "z", reference: .label(7), name: "Label 7"))
    model.hear(.shelfChanged)
    await fixture.tasks.settle()
    #expect(lines(.bookmarks, of: model) == ["z | Label 7 | label"])
  }

  @Test(arguments: [
    (SyncStatus(phase: .off), false, "on this machine only"),
    (SyncStatus(phase: .off), true, "never synced; type :sync"),
    (SyncStatus(phase: .idle), true, "never synced; type :sync"),
    (SyncStatus(phase: .idle, agreedAt: 0), true, "up to date"),
    (SyncStatus(phase: .paused(nil), agreedAt: 0), true, "sync paused"),
  ])
  func `a few words say how the shelf compares with the account`(
    _ status: SyncStatus, _ isLive: Bool, _ words: String
  ) async {
    var services = services
    services.sync.status = { status }
    services.source.current = { SourceStatus(source: isLive ? .live : .demo) }
    let (_, model) = await fixture(services)
    #expect(lines(.state, of: model).first == "Shelf | \(words)")
  }

  @Test func `the state follows sync, network and what waits`() async {
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
      while lines(.state, of: model) != expected { await Task.yield() }
    }
    let rest = ["Changes | 3 to send, 1 stuck", "Requests | 41 of 60 left this minute"]
    follower.yield(SyncStatus(phase: .running(.init(part: "collection", done: 1_200, total: 4_000))))
    await reads(["Shelf | syncing collection: 1,200 of 4,000"] + rest)
    follower.yield(SyncStatus(phase: .failed(.timedOut)))
    await reads(["Shelf | sync failed", "Discogs did not answer in time."] + rest)
    follower.yield(SyncStatus(phase: .idle, agreedAt: -300))
    await reads(["Shelf | synced 5 min ago"] + rest)
    live.network = NetworkStatus(connection: .offline)
    await reads([
      "Shelf | synced 5 min ago", "Changes | 3 to send, 1 stuck",
      "Requests | offline",
    ])
    follower.finish()
    fixture.store.stop()
  }

  @Test(arguments: [(40, 3), (40, 9), (80, 3), (80, 5), (80, 18), (100, 9), (160, 9), (160, 40)])
  func `every line can be brought into sight by j and k alone`(columns: Int, rows: Int) async {
    let (_, model) = await fixture(failing(.searches, in: services))
    model.panes.resize(columns: columns, rows: rows)
    var seen: Set<HomeLine> = []
    func look() {
      #expect(model.view.top >= 0 && model.view.top <= max(0, model.view.rows - rows))
      for column in model.view.columns {
        seen.formUnion(column.dropFirst(model.view.top).prefix(rows).compactMap { $0 })
      }
    }
    for command in [Command.moveDown, .moveUp] {
      seen = []
      for _ in 0..<80 {
        look()
        _ = model.perform(command)
      }
      let unseen = model.view.columns.joined().compactMap { $0 }.filter { !seen.contains($0) }
      #expect(unseen.map(\.text) == [], "\(command)")
    }
  }

  @Test(arguments: [1, 2] as [UInt64])
  func `whatever is pressed, the selected line is one that leads somewhere`(seed: UInt64) async {
    var random = SeededGenerator(seed: seed)
    let (_, model) = await fixture(services)
    let commands: [Command] = [
      .moveDown, .moveUp, .pageDown, .pageUp, .halfPageDown, .halfPageUp, .moveToTop, .moveToBottom, .alignTop,
      .alignMiddle, .alignBottom, .nextPane, .previousPane, .findNext,
    ]
    for _ in 0..<500 {
      if Int.random(in: 0..<20, using: &random) == 0 {
        model.panes.resize(
          columns: Int.random(in: 40...180, using: &random), rows: Int.random(in: 1...40, using: &random))
      }
      _ = model.perform(commands.randomElement(using: &random) ?? .moveDown)
      #expect(model.view.selected?.target != nil)
      #expect(model.view.top >= 0)
    }
  }
}
