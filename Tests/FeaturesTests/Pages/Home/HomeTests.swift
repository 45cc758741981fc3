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

  nonisolated private static func copy(_ number: Int) -> CollectionCopy {
    CollectionCopy(
      id: Int64(number), release: Release.ID(number), artist: "Artist \(number)", title: "Title \(number)",
      label: "Label", format: "LP, Album", year: 1960 + number, rating: 4, added: "2026-03-\(10 + number) 10:00:00")
  }

  /// A shelf, a history and bookmarks with a little of everything.
  private var services: Services {
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
    services.reports.groups = { _, _, _ in
      [
        ShelfGroup(name: "1970s", copies: 3, query: "year:1970..1979"),
        ShelfGroup(name: "", copies: 1, query: "year:none"),
      ]
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

  private func fixture(
    _ services: Services, columns: Int = 80, rows: Int = 24
  ) async -> (StoreFixture, HomeModel) {
    let fixture = await StoreFixture(services, start: .home, columns: columns, rows: rows)
    guard let model = fixture.store.page as? HomeModel else { fatalError("the page is not Home") }
    return (fixture, model)
  }

  private func lines(_ part: HomePart, of model: HomeModel) -> [String] {
    model.view.columns.joined().compactMap { $0 }.filter { $0.part == part && $0.tone != .caption }.map { line in
      [line.lead, line.text, line.trailing].filter { !$0.isEmpty }.joined(separator: " | ")
    }
  }

  /// A line as it is while the pick is not selected.
  private func unselected(_ line: String) -> String { line.replacing(" · P played", with: "") }

  private func greeting(_ model: HomeModel) -> String {
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
    #expect(lines(.decades, of: model) == ["1970s | 3", "unknown | 1"])
    #expect(lines(.notes, of: model) == [], "nothing is wrong, nothing waits")
    #expect(fixture.store.banner == nil)
  }

  @Test func `what is new names what it is followed for, unless that is its artist`() async {
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
    #expect(lines(.news, of: model) == ["Artist – Title 0", "Artist – Title 1 | Jazz"])
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
    #expect(model.view.selected?.part == .again)
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
    for part in [HomePart.notes, .additions, .pick, .wants, .again, .bookmarks, .decades] {
      #expect(lines(part, of: model) == [])
    }
  }

  // MARK: What fails, and what takes its time

  nonisolated enum Failing: String, CaseIterable {
    case figures, additions, pick, wants, searches, bookmarks, decades, pending
  }

  private func failing(_ failing: Failing, in services: Services) -> Services {
    let error = ClientError.storage("library.sqlite cannot be read")
    var services = services
    switch failing {
    case .figures: services.reports.values = { () throws(ClientError) in throw error }
    case .additions: services.shelf.copies = { _, _, _ throws(ClientError) in throw error }
    case .pick: services.reports.pickOfDay = { _, _ throws(ClientError) in throw error }
    case .wants: services.market.wants = { () throws(ClientError) in throw error }
    case .searches: services.history.entries = { _, _ throws(ClientError) in throw error }
    case .bookmarks: services.bookmarks.all = { () throws(ClientError) in throw error }
    case .decades: services.reports.groups = { _, _, _ throws(ClientError) in throw error }
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
    case .decades: .decades
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
    services.reports.groups = { _, _, _ in
      await gate.pass()
      return []
    }
    let keys = Dictionary(uniqueKeysWithValues: Command.allCases.map { ($0, $0.entry.keys) })
    let tasks = TaskTracker()
    let model = HomeModel(context: PageContext(services, tasks: tasks), keys: keys)
    while lines(.bookmarks, of: model) != ["k | Artist 4 | artist"] { await Task.yield() }
    #expect(lines(.decades, of: model) == ["Loading…"])
    #expect(!model.lines.isReady)
    await gate.open()
    await tasks.settle()
    #expect(lines(.decades, of: model) == [])
    #expect(model.lines.isReady)
  }

  // MARK: Where it leads

  @Test func `lines lead where they say`() async {
    let (fixture, model) = await fixture(services)
    await fixture.perform(.open)
    #expect(fixture.store.page.route == .release(1))
    await fixture.perform(.closePage)
    #expect(model.view.selected?.text == "Artist 1 – Title 1", "the line is selected still")
    await fixture.perform(.nextPane, .open)
    #expect(fixture.store.page.route == .release(20))
    await fixture.perform(.closePage, .nextPane, .open)
    #expect(fixture.store.page.route == .release(5))
    await fixture.perform(.closePage, .nextPane, .open)
    #expect(fixture.store.page.route == .release(5), "what was visited last is the first to go on with")
    await fixture.perform(.closePage, .previousPane, .nextPane)
    for _ in 0..<20 where model.view.selected?.text != "sun ra" { await fixture.perform(.moveDown) }
    await fixture.perform(.open)
    #expect(fixture.search.field.text == "sun ra")
    #expect(fixture.search.kind == .master)
    #expect(fixture.search.results.rows.order.sort == SortOrder(.year))
    await fixture.perform(.openHome, .nextPane, .open)
    #expect(fixture.store.page.route == .artist(4))
  }

  @Test func `a decade opens the copies of that decade`() async {
    let (fixture, _) = await fixture(services)
    await fixture.perform(.moveToBottom, .moveUp, .moveUp, .open)
    #expect(fixture.collection.panes.order.narrowing == "year:1970..1979")
  }

  @Test func `tab walks the panels that have something to select, round and round`() async {
    let (fixture, model) = await fixture(services)
    var parts: [HomePart?] = []
    for _ in 0..<7 {
      await fixture.perform(.nextPane)
      parts.append(model.view.selected?.part)
    }
    #expect(parts == [.pick, .wants, .again, .bookmarks, .decades, .today, .additions])
    await fixture.perform(.previousPane)
    #expect(model.view.selected?.part == .today)
  }

  @Test func `a bookmark made elsewhere is there when one comes back`() async {
    let (fixture, model) = await fixture(services)
    fixture.store.paste("[l7]")
    await fixture.tasks.settle()
    await fixture.commandLine("bookmark b")
    await fixture.perform(.openHome)
    #expect(lines(.bookmarks, of: model) == ["b | Label 7 | label", "k | Artist 4 | artist"])
  }

  @Test func `additions, the pick, bookmarks and visits can be bookmarked and copied like any row`() async {
    let (fixture, _) = await fixture(services)
    #expect(fixture.store.page.panes.subjects.map(\.reference) == [.release(1)])
    #expect(fixture.store.page.panes.shelfItems.map(\.name) == ["Artist 1 – Title 1"])
    await fixture.perform(.nextPane)
    #expect(fixture.store.page.panes.shelfItems.map(\.name) == ["Artist 20 – Title 20"])
    await fixture.perform(.nextPane, .nextPane, .nextPane)
    #expect(fixture.store.page.panes.subjects.map(\.name) == ["Artist 4"])
    await fixture.perform(.filter)
    #expect(fixture.store.notice == "Home has no facets")
    await fixture.perform(.narrow)
    #expect(fixture.store.prompt?.kind == .find, "there is no list to filter")
  }

  @Test func `another profile's shelf has bookmarks of its own`() async throws {
    let bookmarks = FixtureBookmarks()
    var services = services
    services.bookmarks = bookmarks.client
    let (fixture, model) = await fixture(services)
    _ = try await bookmarks.client.set(Bookmark("z", reference: .label(7), name: "Label 7"))
    model.hear(.shelfChanged)
    await fixture.tasks.settle()
    #expect(lines(.bookmarks, of: model) == ["z | Label 7 | label"])
  }

  // MARK: Tonight's pick

  @Test func `x picks another record, P plays it, and it stays while the shelf changes`() async {
    let played = Recorder<[ShelfEdit]>()
    var services = services
    services.edits.perform = { edits in
      played.append(edits)
      return edits.map { _ in .done }
    }
    services.reports.lastPlay = { _ in played.values.isEmpty ? -86_400 * 70 : 0 }
    let (fixture, model) = await fixture(services)
    await fixture.perform(.randomPick)
    #expect(lines(.pick, of: model).first == "Artist 21" && model.view.selected?.text == "Artist 21")
    #expect(lines(.pick, of: model).contains("not played for 2 months"))
    model.hear(.shelfChanged)
    await fixture.tasks.settle()
    #expect(lines(.pick, of: model).first == "Artist 21")
    await fixture.perform(.markPlayed)
    #expect(played.values == [[.play(copy: 21)]])
    #expect(fixture.store.notice == "Played: Artist 21 – Title 21 · u to undo")
    #expect(lines(.pick, of: model).contains("played today"))
  }

  @Test func `P plays the selected copy, and the pick names it only while it means the pick`() async {
    let shelf = FixtureShelf(copies: (1...40).map { Self.copy($0) })
    let (fixture, model) = await fixture(shelf.services(services))
    #expect(model.view.selected?.part == .additions && lines(.pick, of: model).last == "x another")
    await fixture.perform(.moveDown, .markPlayed)
    #expect(shelf.performed.values.count == 1 && shelf.content.plays != [20])
    await fixture.perform(.nextPane)
    #expect(lines(.pick, of: model).last == "x another · P played")
    await fixture.perform(.markPlayed, .undo)
    #expect(shelf.performed.values.last == [.play(copy: 20)] && shelf.content.plays.count == 1)
    await fixture.perform(.moveToBottom)
    #expect(lines(.pick, of: model).last == "x another")
    await fixture.perform(.markPlayed)
    #expect(shelf.content.plays.count == 1, "a decade is nothing to play")
  }

  @Test func `a pick that leaves the shelf makes room for another`() async {
    let gone = Recorder<Bool>()
    var services = services
    services.shelf.copiesOf = { _ in [] }
    services.reports.pickOfDay = { _, _ in
      ShelfPick(copy: Self.copy(gone.values.isEmpty ? 20 : 30), among: 2, playedAt: nil)
    }
    let (fixture, model) = await fixture(services)
    gone.append(true)
    model.hear(.shelfChanged)
    await fixture.tasks.settle()
    #expect(lines(.pick, of: model).first == "Artist 30")
  }

  @Test func `every day has a pick of its own`() async {
    let (days, today) = (Recorder<Int>(), Recorder<Int>())
    var services = services
    services.desktop.localTime = { LocalTime(day: 7 + today.values.count, hour: 9) }
    services.reports.pickOfDay = { day, _ in
      days.append(day)
      return ShelfPick(copy: Self.copy(day), among: 2, playedAt: nil)
    }
    let (fixture, model) = await fixture(services)
    today.append(1)
    await fixture.perform(.openSearch, .openHome)
    #expect(days.values == [7, 8])
    #expect(lines(.pick, of: model).first == "Artist 8")
    #expect(model.view.columns.joined().contains { $0?.text == "Today's pick" })
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

  // MARK: Moving

  @Test(
    arguments: [
      (40, 3), (40, 9), (80, 3), (80, 5), (80, 18), (100, 9), (160, 9), (160, 40), (80, 20), (120, 30), (70, 18),
    ], [false, true])
  func `every line can be brought into sight by j and k alone`(_ size: (Int, Int), _ pictures: Bool) async {
    let (columns, rows) = size
    let (fixture, model) = await fixture(failing(.searches, in: services))
    fixture.store.show(pictures: pictures ? .blocks : nil)
    await fixture.tasks.settle()
    model.panes.resize(columns: columns, rows: rows)
    var seen: Set<PanelLine<HomePart>> = []
    func unselected(_ line: PanelLine<HomePart>) -> PanelLine<HomePart> {
      var line = line
      line.text = self.unselected(line.text)
      return line
    }
    func look() {
      #expect(model.view.top >= 0 && model.view.top <= max(0, model.view.rows - rows))
      for column in model.view.columns {
        let first = model.view.top - model.view.headRows
        seen.formUnion(
          column.indices.filter { $0 >= first && $0 < first + rows }.compactMap { column[$0] }.map(unselected))
      }
    }
    for command in [Command.moveDown, .moveUp] {
      seen = []
      for _ in 0..<90 {
        look()
        _ = model.perform(command, nil)
      }
      let unseen = model.view.columns.joined().compactMap { $0 }.map(unselected).filter { !seen.contains($0) }
      #expect(unseen.map(\.text) == [], "\(command)")
    }
    #expect(model.view.top == 0, "k returns to the first line")
  }

  @Test(arguments: [1, 2] as [UInt64])
  func `whatever is pressed, the selected line is one that leads somewhere`(seed: UInt64) async {
    var random = SeededGenerator(seed: seed)
    let (fixture, model) = await fixture(services)
    fixture.store.show(pictures: .blocks)
    await fixture.tasks.settle()
    let commands: [Command] = [
      .moveDown, .moveUp, .pageDown, .pageUp, .halfPageDown, .halfPageUp, .moveToTop, .moveToBottom, .alignTop,
      .alignMiddle, .alignBottom, .nextPane, .previousPane, .findNext, .moveLeft, .moveRight,
    ]
    for _ in 0..<500 {
      if Int.random(in: 0..<20, using: &random) == 0 {
        model.panes.resize(
          columns: Int.random(in: 40...180, using: &random), rows: Int.random(in: 1...50, using: &random))
      }
      _ = model.perform(commands.randomElement(using: &random) ?? .moveDown, nil)
      #expect(model.view.selected?.target != nil)
      #expect(model.view.top >= 0)
    }
  }

  @Test(arguments: [
    ("2026-08", ["2026-08, 3 months old. `runout catalogue update` fetches the newest"]), ("2026-10", ["2026-10"]),
    ("", []),
  ])
  func `Home says of which month the catalogue is, and when there is a newer one`(
    _ month: String, _ expected: [String]
  ) async {
    var services = services
    services.desktop.localTime = { LocalTime(day: CivilDate.days(year: 2026, month: 11, day: 24), hour: 12) }
    var status = SourceStatus(source: .catalogue)
    status.month = month
    services.source.current = { [status] in status }
    let (_, model) = await fixture(services)
    let words = model.view.columns.joined().compactMap { $0 }.filter { $0.lead == FieldWords.catalogue }.map(\.text)
    #expect(words == expected)
  }
}
