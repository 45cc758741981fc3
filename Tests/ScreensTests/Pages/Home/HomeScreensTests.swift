import Clients
import DiscogsModel
import Features
import RunoutModel
import Terminal
import TestSupport
import Testing

/// Home and bookmarks, as people see them.
@MainActor struct HomeScreensTests {
  private static let bookmarks = [
    Bookmark("b", reference: .release(900_000_001), name: "Miles Davis – Kind Of Blue"),
    Bookmark("c", reference: .label(900_000_001), name: "Columbia"),
    Bookmark("C", reference: .artist(900_000_007), name: "John Coltrane"),
    Bookmark("k", reference: .master(900_000_010), name: "Miles Davis – Kind Of Blue"),
    Bookmark("r", reference: .release(900_000_003), name: "坂本龍一 – 千のナイフ"),
  ]

  private var services: Services {
    let live = ScriptedLive()
    live.network = NetworkStatus(connection: .online, budget: .init(limit: 60, remaining: 41))
    var services = live.services(Crate.services)
    services.bookmarks = FixtureBookmarks(Self.bookmarks).client
    services.reports.pickOfDay = { _, _ in
      ShelfPick(copy: Crate.copies[1], among: 3, playedAt: Crate.now - 86_400 * 40)
    }
    services.reports.groups = { grouping, _, _ in
      [("2000s", 31), ("1990s", 120), ("1970s", 64), ("1950s", 9), ("", 2)].map {
        ShelfGroup(name: $0, copies: $1, query: "year:\($0)")
      }
    }
    services.market.wants = {
      [
        PricedWant(
          want: Crate.wants[0], limit: Money(80, Currency("EUR")),
          seen: SeenPrice(at: Crate.now, lowest: Money(74, Currency("EUR")), copiesForSale: 2))
      ]
    }
    services.reports.values = {
      [("2026-11-19", "€95.00"), ("2026-11-20", "€100.00"), ("2026-11-21", "€178.10"), ("2026-11-22", "€160.00")].map {
        ValueOnDay(day: $0, value: CollectionValue(minimum: "€1", median: $1, maximum: "€200"), copies: 3)
      }
    }
    services.edits.pending = {
      [
        PendingEdit(
          id: 1, title: "Rate 4 of 5: Daft Punk – Discovery", release: 900_000_008, madeAt: 0, state: .waiting)
      ]
    }
    services.sync.status = { SyncStatus(phase: .idle, agreedAt: Crate.now - 300) }
    return services
  }

  private func open(_ services: Services, _ size: Size, visiting: [String] = []) async -> Harness {
    let app = await Harness(services, size: size)
    for shorthand in visiting { await app.paste("[\(shorthand)]") }
    await app.press("1")
    return app
  }

  private func expect(_ name: String, _ app: Harness, _ size: Size) {
    app.expectRecorded(name, size)
  }

  @Test(arguments: Recorded.sizes + [Size(columns: 160, rows: 50)]) func `home looks as recorded`(size: Size) async {
    let app = await open(services, size, visiting: ["r900000001", "a900000001", "r900000003"])
    expect("home", app, size)
    await app.press("<Tab>", "<Tab>", "<Tab>", "j")
    expect("home-again", app, size)
    await app.press("G")
    expect("home-end", app, size)
  }

  @Test(arguments: Recorded.sizes) func `home with covers looks as recorded`(size: Size) async {
    let app = await open(services, size)
    await app.type(":set pictures symbols")
    await app.press("<Enter>")
    expect("home-covers", app, size)
    await app.press("l")
    expect("home-covers-second", app, size)
    await app.press("<C-d>")
    expect("home-covers-scrolled", app, size)
  }

  @Test(arguments: Recorded.sizes) func `home without anything looks as recorded`(size: Size) async {
    let app = await open(Crate.empty, size)
    expect("home-empty", app, size)
    await app.press("<Tab>")
    expect("home-empty-end", app, size)
  }

  @Test(arguments: Recorded.sizes) func `home with parts that failed looks as recorded`(size: Size) async {
    var services = services
    let error = ClientError.storage(
      "Cannot read /home/digger/.local/share/runout/library.sqlite: disk I/O error")
    services.shelf.copies = { _, _, _ throws(ClientError) in throw error }
    services.bookmarks.all = { () throws(ClientError) in throw error }
    services.sync.status = { SyncStatus(phase: .failed(.timedOut), agreedAt: Crate.now - 300) }
    let app = await open(services, size)
    expect("home-failed", app, size)
    await app.press("<Tab>")
    expect("home-failed-next", app, size)
  }

  @Test(arguments: Recorded.sizes) func `home while it is loading looks as recorded`(size: Size) async {
    let gate = Gate()
    var services = services
    let (groups, pick, entries) = (services.reports.groups, services.reports.pickOfDay, services.history.entries)
    let (wants, pending) = (services.market.wants, services.edits.pending)
    services.reports.groups = { (grouping, list, request) throws(ClientError) in
      await gate.pass()
      return try await groups(grouping, list, request)
    }
    services.reports.pickOfDay = { (day, turn) throws(ClientError) in
      await gate.pass()
      return try await pick(day, turn)
    }
    services.history.entries = { (query, limit) throws(ClientError) in
      await gate.pass()
      return try await entries(query, limit)
    }
    services.market.wants = { () throws(ClientError) in
      await gate.pass()
      return try await wants()
    }
    services.edits.pending = { () throws(ClientError) in
      await gate.pass()
      return try await pending()
    }
    let app = await Harness(services, size: size, settling: false)
    app.store.perform(.openHome)
    while !app.screen.contains("Daft Punk") || !app.screen.contains("Good evening") {
      await app.paint()
      await Task.yield()
    }
    await app.paint()
    expect("home-loading", app, size)
    await gate.open()
    await app.settle()
  }

  @Test(arguments: Recorded.sizes) func `the bookmarks there are stand in a pop-up after the first key`(size: Size)
    async
  {
    let app = await Harness(services, size: size)
    await app.press("'")
    expect("bookmark-go", app, size)
    await app.press("<Esc>", "j", "m")
    expect("bookmark-make", app, size)
    await app.press("k")
    expect("bookmark-replaced", app, size)
    await app.press("'", "z")
    expect("bookmark-missing", app, size)
    await app.press("'", "C")
    #expect(app.store.page.route == .artist(900_000_007))
  }

  @Test func `more bookmarks than there are lines are counted`() async {
    var services = services
    services.bookmarks =
      FixtureBookmarks(
        "abcdefghijklmnopqrstuvwxyz".map { Bookmark(String($0), reference: .label(900_000_001), name: "Columbia") }
      ).client
    let app = await Harness(services, size: Size(columns: 80, rows: 24))
    await app.press("'")
    #expect(app.screen.contains("z Columbia") == false)
    #expect(app.screen.contains("more"))
    await app.press("z")
    #expect(app.store.page.route == .label(900_000_001))
  }

  @Test func `the keys after m and ' are letters, whatever else they mean`() async {
    let app = await Harness(services, size: Size(columns: 80, rows: 24))
    await app.press("m", "<C-d>")
    #expect(app.store.notice == "Press a letter, a to z or A to Z; a name is typed: bookmark NAME")
    await app.press("m", "q")
    #expect(app.store.notice == "Bookmark q: Miles Davis – Kind Of Blue")
    await app.press("j", "j", "j", "j", "'", "q")
    #expect(app.store.page.route == .master(900_000_010))
    await app.press("'", "<C-c>")
    #expect(app.store.letterRequest == nil)
    #expect(app.store.notice == nil)
  }
}
