import Clients
import DiscogsModel
import Features
import RunoutModel
import Terminal
import TestSupport
import Testing

@testable import Screens

/// What each part of the screen means to the mouse, and what comes of a click there.
@MainActor struct HitTests {
  private func hit(_ app: Harness, _ column: Int, _ row: Int) -> Hit? {
    app.canvas.hit(at: Point(column: column, row: row))
  }

  /// Clicks on the first cell of a text that is on the screen.
  private func click(_ text: String, _ app: Harness, sourceLocation: SourceLocation = #_sourceLocation) async {
    for row in 0..<app.canvas.size.rows {
      for column in 0..<app.canvas.size.columns
      where app.canvas.text(row: row, columns: column..<app.canvas.size.columns).hasPrefix(text) {
        return await app.take([.click(Point(column: column, row: row))])
      }
    }
    Issue.record("“\(text)” is not on the screen:\n\(app.screen)", sourceLocation: sourceLocation)
  }

  @Test func `a region holds its meaning without a box`() { #expect(MemoryLayout<Hit>.size <= 24) }

  /// The keys that open a page with rows, and the first row of the screen that has one.
  nonisolated static let lists: [(keys: [String], place: Panes.Place)] = [
    ([], .main), (["3"], .main), (["4"], .main), (["9"], .main), (["<Enter>"], .main), (["3", "<Tab>"], .side),
  ]

  @Test(
    arguments: lists.indices, [Size(columns: 80, rows: 24), Size(columns: 120, rows: 40), Size(columns: 40, rows: 12)])
  func `every row that is drawn means itself`(_ index: Int, _ size: Size) async {
    let (keys, place) = Self.lists[index]
    let app = await Harness(Crate.services, size: size)
    await app.press(keys)
    let layout = app.store.layout
    let top = layout.bodyTop + 1
    let drawn = (top..<layout.bodyTop + layout.bodyRows).prefix {
      !app.canvas.text(row: $0, columns: 2..<6).allSatisfy { $0 == " " }
    }
    #expect(!drawn.isEmpty)
    for (number, row) in drawn.enumerated() {
      for column in [0, 2, 10] { #expect(hit(app, column, row) == .row(number, in: place), "\(keys), row \(row)") }
    }
    #expect(hit(app, 0, layout.bodyTop) == .pane(place), "beside the captions")
    let marked = app.lines.firstIndex { $0.hasPrefix("▸") } ?? -1
    #expect(drawn.contains(marked))
  }

  @Test func `rows, header and hints mean the same when they are laid as they were drawn before`() async {
    let app = await Harness(Crate.services)
    func all() -> [[Hit?]] { (0..<24).map { row in (0..<80).map { hit(app, $0, row) } } }
    let drawn = all()
    await app.press("j", "k")
    #expect(all() == drawn)
    #expect(drawn[0].contains(.root(.collection)) && drawn[0].contains(.command(.openHelp)))
    #expect(drawn[23].contains(.command(.open)))
  }

  @Test func `every line of a text means itself, and its links more than that`() async {
    let app = await Harness(Crate.services)
    await app.press("j", "<Enter>")
    guard let model = app.store.page as? ReleaseModel else { return #expect(Bool(false)) }
    for row in 4..<10 {
      let line = row - 4
      let hits = Set((0..<79).compactMap { hit(app, $0, row) })
      let links = model.info.view.lines[line].links.indices.map { Hit.link($0, line: line, in: .main) }
      #expect(hits == Set([.row(line, in: .main)] + links), "row \(row)")
    }
  }

  @Test func `a pop-up covers the page under it`() async {
    let app = await Harness(Crate.services, size: Size(columns: 120, rows: 40))
    await app.press("3", "j", "D")
    #expect(app.store.popup != nil)
    let layout = app.store.layout
    let hits = (layout.bodyTop..<layout.bodyTop + layout.bodyRows).flatMap { row in
      (0..<120).map { hit(app, $0, row) }
    }
    #expect(Set(hits) == [.outside, .overlay, .command(.confirm), .command(.decline)])
  }

  @Test func `no screen has a region outside of it`() async {
    for size in [Size(columns: 40, rows: 8), Size(columns: 60, rows: 16), Size(columns: 200, rows: 50)] {
      for keys in [[], ["s"], ["1"], ["3", "<Tab>"], ["?"], ["<C-r>"], ["g"], ["F"], ["3", "e"]] {
        let app = await Harness(Crate.services, size: size)
        await app.press(keys)
        #expect(app.canvas.regions.allSatisfy { app.canvas.bounds.contains($0.area) })
        #expect(app.canvas.regions.allSatisfy { $0.meaning is Hit })
      }
    }
  }

  // MARK: Clicks

  @Test func `a click selects a row, and another opens it`() async {
    let app = await Harness(Crate.services)
    await app.take([.click(Point(column: 20, row: 7))])
    #expect(app.lines[7].hasPrefix("▸"))
    #expect(app.store.page.route == .search)
    await app.take([.click(Point(column: 3, row: 7))])
    #expect(app.store.page.route == .release(900_000_002))
  }

  @Test func `a click between two rows of one batch goes to the row that was seen there`() async {
    let app = await Harness(Crate.services)
    await app.take([.key(Key("j")), .click(Point(column: 20, row: 9)), .key(Key("j"))])
    #expect(app.lines[10].hasPrefix("▸"))
  }

  @Test func `a click that was aimed at another page does nothing`() async {
    let app = await Harness(Crate.services)
    await app.take([.key(Key("4")), .click(Point(column: 20, row: 6))])
    #expect(app.store.page.route == .wantList)
    #expect(app.lines[5].hasPrefix("▸"), "the first want")
  }

  @Test func `header, hints and links can be clicked`() async {
    let app = await Harness(Crate.services, size: Size(columns: 120, rows: 40))
    await click("3 Collection", app)
    #expect(app.store.page.route == .collection)
    await click("2 Search", app)
    await app.press("j", "<Enter>")
    await click("Columbia", app)
    #expect(app.store.page.route == .label(900_000_001))
    await click("/ filter", app)
    #expect(app.store.takesText)
    await app.press("<Esc>")
  }

  @Test func `a click beside the list moves the focus there`() async {
    let app = await Harness(Crate.services, size: Size(columns: 120, rows: 40))
    await app.press("j")
    await app.take([.click(Point(column: 90, row: 6))])
    #expect(app.store.page.panes.isInfoFocused)
    await app.take([.click(Point(column: 20, row: 5))])
    #expect(!app.store.page.panes.isInfoFocused)
    #expect(app.lines[5].hasPrefix("▸"))
  }

  @Test func `a question's answers can be clicked, the page under it cannot`() async {
    let app = await Harness(Crate.services)
    await app.press("3", "D")
    await click("n no", app)
    #expect(app.store.popup == nil)
    await app.press("D")
    await app.take([.click(Point(column: 2, row: 5)), .click(Point(column: 2, row: 5))])
    #expect(app.store.popup == nil && app.store.page.route == .collection, "beside it is as Esc")
    #expect(app.lines[5].hasPrefix("▸"), "the second click is the page's")
  }

  @Test func `the facets take a click as a choice, and the history a second one`() async {
    let app = await Harness(Crate.services, size: Size(columns: 120, rows: 40))
    await app.press("F")
    let facets = app.store.overlays.first(FilterModel.self)
    let value = facets?.list.rows.indices.first { if case .value? = facets?.list.rows[$0] { true } else { false } }
    let region = app.canvas.regions.last { $0.meaning as? Hit == value.map(Hit.overlayRow) }
    await app.take([.click(region?.area.origin ?? Point(column: 0, row: 0))])
    #expect(facets?.filters.isEmpty == false)
    await app.press("<Esc>", "<C-r>")
    await app.take([.click(Point(column: 4, row: 7))])
    #expect(app.lines[7].hasPrefix("▸"))
    await app.take([.click(Point(column: 4, row: 7))])
    #expect(app.store.overlays.isEmpty)
    #expect((app.store.page as? SearchModel)?.field.text == Crate.searches[1].query)
  }

  @Test func `a key of a chord can be clicked, and a click elsewhere gives the chord up`() async {
    let app = await Harness(Crate.services)
    await app.press("g")
    await click("w Want list", app)
    #expect(app.store.page.route == .wantList)
    await app.press("g")
    await click("2", app)
    #expect(app.store.page.route == .wantList && app.store.overlays.chord == nil)
  }

  @Test func `a banner's action can be clicked`() async {
    let app = await Harness(Crate.failing, size: Size(columns: 120, rows: 40))
    await app.paste("[a900000001]")
    #expect(app.store.banner != nil)
    await click("⎋ dismiss", app)
    #expect(app.store.banner == nil)
  }

  // MARK: Captions

  @Test func `a caption sorts by its column, and the other way round when it is clicked again`() async {
    let app = await Harness(Crate.services, size: Size(columns: 120, rows: 40))
    await app.press("3")
    for (caption, order) in [
      ("Year", SortOrder(.year)), ("Year▲", SortOrder(.year, isReversed: true)), ("Year▼", SortOrder(.year)),
      ("Artist", SortOrder(.artist)), ("Title", SortOrder(.title)), ("★", SortOrder(.rating)),
      ("★▼", SortOrder(.rating, isReversed: true)),
    ] {
      await click(caption, app)
      #expect(app.store.page.panes.order.sort == order, "\(caption)")
    }
    #expect(app.lines[4].contains("★▲") && !app.lines[4].contains("Year▲"))
  }

  @Test func `a caption that sorts by nothing says so`() async {
    let app = await Harness(Crate.services, size: Size(columns: 160, rows: 40))
    await app.press("3")
    await click("Grades", app)
    #expect(app.store.notice == "This list does not sort by that")
    await app.press("9")
    await click("Level", app)
    #expect(app.store.notice == "This list does not sort by that")
    await app.press("1", "2")
    await app.resize(columns: 200, rows: 40)
    await click("Country", app)
    #expect(app.store.notice == "This list does not sort by that")
    #expect(app.store.page.panes.order.sort == .relevance)
  }

  @Test func `the captions say how a list is sorted by keys`() async {
    let app = await Harness(Crate.services)
    await app.press(",y")
    #expect(app.lines[4].contains(" Released▲"))
    await app.press("3", ",r")
    #expect(app.lines[4].contains(" ★▼"))
  }

  // MARK: The line between list and preview

  @Test func `the line is dragged on all pages, within reason, and a double click puts it back`() async {
    let app = await Harness(Crate.services, size: Size(columns: 120, rows: 30))
    func column() -> Int? {
      app.lines[10].firstIndex(of: "│").map { app.lines[10].distance(from: app.lines[10].startIndex, to: $0) }
    }
    let usual = column() ?? 0
    let press = InputEvent.click(Point(column: usual, row: 10))
    await app.take([press, .drag(Point(column: 70, row: 12)), .release(Point(column: 70, row: 12))])
    #expect(column() == 70)
    await app.take([.drag(Point(column: 90, row: 12)), .release(Point(column: 90, row: 12))])
    #expect(column() == 70, "the button is up")
    await app.press("4")
    #expect(app.store.page.panes.split.infoColumns == 120 - 72)
    await app.press("2")
    await app.take([
      .click(Point(column: 70, row: 10)), .drag(Point(column: 2, row: 10)), .release(Point(column: 2, row: 10)),
    ])
    #expect(app.store.page.panes.split.infoColumns == 57, "the list keeps its room")
    let line = Point(column: column() ?? 0, row: 10)
    await app.take([.click(line), .release(line), .click(line), .release(line)])
    #expect(column() == usual)
  }

  @Test func `a mouse that is dragged over a page paints nothing`() async {
    let app = await Harness(Crate.services, size: Size(columns: 120, rows: 30))
    let frames = app.framesPainted
    await app.take([.drag(Point(column: 10, row: 10)), .release(Point(column: 10, row: 10))])
    #expect(app.framesPainted == frames)
  }

  // MARK: Pop-ups

  @Test(arguments: ["?", "F", "3 e", "3 a", "<C-r>", ":", "O"]) func `the wheel and clicks belong to a pop-up`(
    keys: String
  ) async {
    let app = await Harness(Crate.services, size: Size(columns: 120, rows: 40))
    await app.press(keys.split(separator: " ").map(String.init))
    let cursor = app.store.page.panes.main.cursor
    await app.take([.wheel(Point(column: 60, row: 10), notches: 1)])
    #expect(app.store.page.panes.main.cursor == cursor)
    #expect(!app.store.overlays.isEmpty)
    guard keys != "<C-r>" else { return #expect(hit(app, 0, 39) != .outside, "it covers the page") }
    await app.take([.click(Point(column: 0, row: 5))])
    #expect(app.store.overlays.isEmpty, "\(keys)")
    #expect(app.store.page.panes.main.cursor == cursor, "as Esc, and no more than that")
  }

  @Test func `a form with changes asks before a click beside it closes it`() async {
    let app = await Harness(Crate.services)
    await app.press("3", "e", "<Right>")
    await app.take([.click(Point(column: 0, row: 20))])
    #expect(app.store.notice?.hasPrefix("Not saved") == true)
    await app.take([.click(Point(column: 0, row: 20))])
    #expect(app.store.overlays.isEmpty)
  }

  @Test func `the commands that are offered scroll by the wheel, and a click puts one in`() async {
    let app = await Harness(Crate.services)
    await app.press(":")
    let prompt = app.store.overlays.first(PromptModel.self)
    let first = app.lines[13]
    await app.take([.wheel(Point(column: 5, row: 15), notches: 1)])
    #expect(app.lines[13] != first)
    let offered = prompt?.prompt.completions[3]
    await app.take([.click(Point(column: 5, row: 13))])
    #expect(prompt?.prompt.field.text == offered)
    await app.take([.wheel(Point(column: 5, row: 15), notches: -9)])
    #expect(app.lines[13] == first)
  }

  // MARK: The wheel

  @Test func `the wheel scrolls what it is over, with the focus or without`() async {
    let app = await Harness(.fixture(), size: Size(columns: 120, rows: 24))
    let rows = app.store.page.panes.main as? ListModel<CatalogueRow>
    await app.take([.wheel(Point(column: 10, row: 10), notches: 1), .wheel(Point(column: 10, row: 10), notches: 1)])
    #expect(rows?.list.top == 6 && rows?.list.cursor == 6)
    await app.take([.wheel(Point(column: 10, row: 10), notches: -1)])
    #expect(rows?.list.top == 3 && rows?.list.cursor == 6, "in sight, it stays")
    await app.press("?")
    let help = app.store.overlays.first(HelpModel.self)
    await app.take([.wheel(Point(column: 20, row: 10), notches: 1)])
    #expect(help?.list.top == 3)
    // Outside of everything nothing happens.
    await app.take([.wheel(Point(column: 1_000_000, row: -1), notches: 1), .click(Point(column: .max, row: .max))])
    #expect(help?.list.top == 3)
  }

  @Test func `the wheel loads the rows it comes to`() async {
    let app = await Harness(.fixture(FixtureCatalogue(count: 500)))
    let rows = app.store.page.panes.main as? ListModel<CatalogueRow>
    for _ in 0..<80 { await app.take([.wheel(Point(column: 10, row: 10), notches: 1)]) }
    #expect((rows?.list.rows.count ?? 0) > 240)
    #expect(rows?.list.top == 240)
  }

  @Test func `a click on a row keeps the filter that is being typed, and goes to the row`() async {
    let app = await Harness(Crate.services)
    await app.press("/")
    await app.type("kind")
    await app.take([.click(Point(column: 20, row: 7))])
    #expect(app.store.overlays.isEmpty)
    #expect(app.store.page.panes.order.narrowing == "kind")
    #expect(app.lines[7].hasPrefix("▸"))
    await click("filtered by", app)
    #expect(app.store.page.panes.order.narrowing == "")
  }
}
