import Clients
import DiscogsModel
import Features
import RunoutModel
import Terminal
import TestSupport
import Testing

/// The search page, as people see it.
@MainActor struct SearchScreensTests {
  private let live = ScriptedLive()

  private func open(_ base: Services = Crate.services, size: Size) async -> Harness {
    await Harness(live.services(base), size: size)
  }

  nonisolated static let scenes = [
    Scene(name: "search", keys: ["j"]),
    Scene(name: "search-typing", keys: ["s"], text: "miles"),
    Scene(name: "search-wrong-field", keys: ["s"], text: "坂本 yaer:1978"),
    Scene(name: "search-nothing-found", keys: ["s"], text: "xyzzy", then: ["<Enter>"]),
    Scene(name: "search-narrowed", keys: ["f"], text: "blue", then: ["<Enter>", "<Space>", "t"]),
    Scene(name: "search-preview", keys: ["j", "<Tab>"]),
  ]

  @Test(arguments: scenes, Recorded.sizes) func `search looks as recorded`(scene: Scene, size: Size) async {
    await Harness(Crate.services, size: size).expectRecorded(scene, size)
  }

  @Test func `below a blank line between groups a click selects the row that is there`() async throws {
    let app = await Harness(Crate.services, size: Size(columns: 120, rows: 40))
    func isBlank(_ row: Int) -> Bool { app.lines[row].prefix(60).allSatisfy { $0 == " " } }
    let gap = try #require((6..<30).first { isBlank($0) && !isBlank($0 + 1) }, "\(app.screen)")
    await app.take([.click(Point(column: 10, row: gap + 1))])
    #expect(app.lines[gap + 1].hasPrefix("▸"))
    await app.take([.click(Point(column: 10, row: gap))])
    #expect(app.lines[gap + 1].hasPrefix("▸"), "a blank line is no row")
    await app.press("j")
    #expect(app.lines[gap + 2].hasPrefix("▸"))
  }

  @Test func `an artist is named once for the rows of one, and where one looks first`() async {
    var services = Crate.services
    let masters = ["Kind Of Blue", "Bitches Brew", "Sketches Of Spain"].enumerated().map {
      CatalogueRow(reference: .master(Master.ID($0 + 1)), title: $1, artist: "Miles Davis", count: 3)
    }
    services.catalogue.search = { _, _, _ throws(ClientError) in Page(rows: masters, next: nil) }
    let app = await Harness(services, size: Size(columns: 60, rows: 12))
    func named() -> [Int] { masters.indices.filter { app.screen.contains("Miles Davis – \(masters[$0].title)") } }
    #expect(named() == [0] && app.screen.contains("Sketches Of Spain"), "\(app.screen)")
    await app.press("j", "j")
    #expect(named() == [0, 2])
  }

  @Test func `a pressing below one that says its name says its label`() async {
    var services = Crate.services
    let pressings = (1...3).map { number in
      CatalogueRow(
        reference: .release(Release.ID(number)), title: "Kind Of Blue", artist: "Miles Davis", country: "US",
        label: "Columbia", master: 5)
    }
    services.catalogue.search = { _, _, _ throws(ClientError) in Page(rows: pressings, next: nil) }
    let app = await Harness(services, size: Size(columns: 40, rows: 12))
    let first = app.lines.firstIndex { $0.contains("Kind Of Blue") } ?? 0
    #expect(app.lines[first + 1].contains("Columbia") && app.lines[first + 2].contains("Columbia"), "\(app.screen)")
  }

  @Test func `a pressing of another title says it, and half a country is not said`() async {
    var services = Crate.services
    func pressing(_ number: Int, _ title: String, _ artist: String, _ label: String) -> CatalogueRow {
      CatalogueRow(
        reference: .release(Release.ID(number)), title: title, artist: artist, country: "Netherlands", label: label,
        master: 5)
    }
    let rows = [
      CatalogueRow(reference: .master(5), title: "Kind Of Blue", artist: "Miles Davis", count: 3),
      pressing(7, "Kind Of Blue = カインド", "マイルス", "Sony"), pressing(8, "Kind Of Blue", "Miles Davis", "CBS"),
      pressing(9, "Kind Of Blue", "Miles Davis", "Columbia Masterworks"),
      CatalogueRow(reference: .master(6), title: "Milestones", artist: "Miles Davis", count: 3),
    ]
    services.catalogue.search = { _, _, _ throws(ClientError) in Page(rows: rows, next: nil) }
    let app = await Harness(services, size: Size(columns: 44, rows: 14))
    await app.press("E")
    for said in ["CBS · Netherlands", "Sony · カインド"] { #expect(app.screen.contains(said), "\(app.screen)") }
    #expect(app.screen.contains("Columbia Masterworks") && !app.screen.contains("Masterworks ·"))
    #expect(app.screen.contains("Milestones") && !app.screen.contains("Davis – Milestones"), "\(app.screen)")
  }

  /// A master with eight pressings, and one with two.
  private var services: Services {
    var services = Crate.services
    let rows = [(5, "Kind Of Blue", 8), (6, "Milestones", 2)].flatMap { master, title, count in
      [CatalogueRow(reference: .master(Master.ID(master)), title: title, artist: "Miles Davis", count: count)]
        + (0..<count).map { number in
          CatalogueRow(
            reference: .release(Release.ID(10 * master + number)), title: title, artist: "Miles Davis",
            label: "Label \(number)", master: Master.ID(master))
        }
    }
    services.catalogue.search = { _, _, _ throws(ClientError) in Page(rows: rows, next: nil) }
    return services
  }

  @Test func `of a master's many pressings one is shown, and E or a click shows the others`() async throws {
    let app = await Harness(services, size: Size(columns: 80, rows: 24))
    func line(_ text: String) -> Int? { app.lines.firstIndex { $0.contains(text) } }
    let more = try #require(line("7 more pressings"), "\(app.screen)")
    #expect(line("Label 0") == more - 1 && line("Milestones") == more + 1 && line("Label 2") == nil, "\(app.screen)")
    await app.press("j", "j")
    #expect(app.screen.contains("row 10 of"), "\(app.screen)")
    await app.press("k", "E")
    #expect(line("more pressings") == nil && line("Label 7") == more + 6, "\(app.screen)")
    #expect(app.screen.contains("row 2 of"), "the row that was selected still is")
    await app.press("E")
    #expect(line("more pressings") == more && app.screen.contains("row 2 of"), "\(app.screen)")
    await app.take([.click(Point(column: 10, row: more))])
    #expect(line("more pressings") == nil && app.screen.contains("row 1 of"), "\(app.screen)")
    await app.press("gg", "E", "G", "E")
    #expect(app.screen.contains("row 12 of"), "\(app.screen)")
  }

  @Test func `what is asked for, or marked with all, is shown, and an order of one's own folds nothing`() async {
    let app = await Harness(services, size: Size(columns: 80, rows: 24))
    await app.type(":8")
    await app.press("<Enter>")
    #expect(app.screen.contains("Label 6") && app.screen.contains("row 8 of"), "\(app.screen)")
    await app.press("E")
    #expect(!app.screen.contains("Label 6") && app.screen.contains("row 1 of"), "\(app.screen)")
    await app.press("<C-a>")
    #expect(app.screen.contains("Label 6") && app.screen.contains("12 selected"), "\(app.screen)")
    await app.press("<Esc>", "E")
    #expect(!app.screen.contains("Label 6"), "\(app.screen)")
    await app.press(",y")
    #expect(app.screen.contains("Label 6"), "\(app.screen)")
  }

  @Test(arguments: Recorded.sizes) func `search without anything looks as recorded`(size: Size) async {
    let app = await Harness(Crate.empty, size: size)
    app.expectRecorded("search-empty", size)
  }

  @Test(arguments: Recorded.sizes) func `search that failed looks as recorded`(size: Size) async {
    let app = await Harness(Crate.failing, size: size)
    app.expectRecorded("search-failed", size)
  }

  @Test(arguments: Recorded.sizes) func `a list shows its age, and the header the budget`(size: Size) async {
    live.network = NetworkStatus(connection: .online, budget: .init(limit: 60, remaining: 54))
    live.account = .signedIn(user: "digger")
    live[Shown.search(SearchRequest(query: SearchQuery()))] = Freshness(
      answeredAt: Crate.now - 11_000, isRefreshing: true)
    let app = await open(size: size)
    app.expectRecorded("live-search", size)
  }

  @Test(arguments: Recorded.sizes) func `an outage says so and shows the catalogue instead`(size: Size) async {
    live.network = NetworkStatus(connection: .offline)
    live.account = .refused(user: "digger")
    live[Shown.search(SearchRequest(query: SearchQuery()))] = Freshness(
      answeredAt: Crate.now - 11_000, hindrance: .offline, substitute: .catalogue)
    let app = await open(size: size)
    app.store.start()
    await app.press("j", "k")
    app.expectRecorded("live-offline", size)
    app.store.stop()
  }

  @Test func `rows that stand in for what was never answered have no age`() async {
    live.network = NetworkStatus(connection: .offline)
    live[Shown.search(SearchRequest(query: SearchQuery()))] = Freshness(
      answeredAt: nil, hindrance: .offline, substitute: .catalogue)
    let app = await open(size: Size(columns: 120, rows: 24))
    #expect(app.lines.joined().contains("from the catalogue"))
    #expect(!app.lines.joined().contains(" old"))
  }

  @Test(arguments: Recorded.sizes) func `a list that failed ends in a row that asks again`(size: Size) async {
    var base = Crate.services
    let search = base.catalogue.search
    base.catalogue.search = { request, after, _ throws(ClientError) in
      if after != nil { throw .offline }
      return try await search(request, nil, 6)
    }
    let app = await open(base, size: size)
    await app.press("G", "<Esc>")
    app.expectRecorded("live-retry-row", size)
  }

  @Test(arguments: Recorded.sizes) func `nothing has been looked at yet`(size: Size) async {
    let app = await open(Crate.empty, size: size)
    app.expectRecorded("live-search-empty", size)
  }

  @Test func `a query that is only shown in part says so`() async {
    let app = await Harness(Crate.services, size: Size(columns: 40, rows: 12))
    await app.press("s")
    await app.type("miles davis kind of blue")
    await app.press("<Enter>")
    let title = app.canvas.text(row: 1)
    #expect(title.hasPrefix("Search  …"), "\(title)")
  }
}
