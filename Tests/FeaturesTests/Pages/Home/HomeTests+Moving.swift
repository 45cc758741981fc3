import Clients
import DiscogsModel
import Features
import RunoutModel
import SeededRandom
import TestSupport
import Testing
import Wording

/// Where lines of Home lead, and moving between them.
extension HomeTests {
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

  @Test func `tab walks the panels that have something to select, round and round`() async {
    let (fixture, model) = await fixture(services)
    var parts: [HomePart?] = []
    for _ in 0..<6 {
      await fixture.perform(.nextPane)
      parts.append(model.view.selected?.part)
    }
    #expect(parts == [.pick, .wants, .again, .bookmarks, .today, .additions])
    await fixture.perform(.previousPane)
    #expect(model.view.selected?.part == .today)
  }

  @Test func `on a high page tonight's pick has a large cover above its words, down to the last row`() async {
    let (fixture, model) = await fixture(services, columns: 120, rows: 40)
    fixture.store.show(pictures: .blocks)
    await fixture.tasks.settle()
    #expect(model.lines.pick != nil && model.lines.pickCover.rows >= 14 && model.lines.pickDetail == .page)
    #expect(
      lines(.pick, of: model).filter { !$0.isEmpty } == [
        "Artist 20 | x another", "Title 20", "1980 · LP, Album · Label", "★★★★ | never played",
      ])
    #expect(model.view.rows == model.view.height)
    await fixture.perform(.nextPane)
    #expect(model.view.selected?.text == "Artist 20" && model.view.selected?.trailing == "x another · P played")
    fixture.store.resize(columns: 120, rows: 30)
    #expect(model.lines.pickCover.rows < 10 && model.lines.pickDetail == .cover)
    #expect(lines(.pick, of: model).contains("never played"))
  }

  @Test func `what failed takes its rows from the large cover`() async {
    let (fixture, model) = await fixture(failing(.pending, in: services), columns: 120, rows: 40)
    fixture.store.show(pictures: .blocks)
    await fixture.tasks.settle()
    #expect(!lines(.notes, of: model).isEmpty && model.lines.pickCover.rows >= 10)
    #expect(model.view.rows == model.view.height, "its words are in sight")
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
