import Clients
import DiscogsModel
import Features
import RunoutModel
import TestSupport
import Testing

@MainActor struct StatsTests {
  nonisolated private static let decades = [
    ShelfGroup(name: "1980s", copies: 3, query: "year:1980..1989"),
    ShelfGroup(name: "1970s", copies: 9, query: "year:1970..1979"),
    ShelfGroup(name: "", copies: 1, query: "year:none"),
  ]

  private func services(_ asked: Recorder<ShelfGrouping> = Recorder()) -> Services {
    var services = Services.fixture()
    services.reports.groups = { grouping, _, _ throws(ClientError) in
      asked.append(grouping)
      return switch grouping {
      case .decade: Self.decades
      case .media:
        [("Mint (M)", 1), ("Very Good Plus (VG+)", 9), ("", 3)].map {
          ShelfGroup(name: $0, copies: $1, query: "media:\($0)")
        }
      case .rating:
        [("5", 4), ("4", 6), ("", 3)].map { ShelfGroup(name: $0, copies: $1, query: "rating:\($0)") }
      case .played:
        [("2026-11", 1), ("", 12)].map { ShelfGroup(name: $0, copies: $1, query: "played:\($0)") }
      case .folder: ["Jazz", "Rock"].map { ShelfGroup(name: $0, copies: 6, query: "folder:\($0)") }
      case .added:
        [("2020-03", 4), ("2019-12", 8), ("2019-11", 1)].map {
          ShelfGroup(name: $0, copies: $1, query: "added:\($0)")
        }
      case .artist:
        (1...40).map { ShelfGroup(name: "Artist \($0)", copies: 41 - $0, query: "artist:\($0)") }
      default: [ShelfGroup(name: "Some \(grouping)", copies: 13, query: "\(grouping):some")]
      }
    }
    services.shelf.copyCount = { _ throws(ClientError) in 13 }
    services.reports.values = {
      [("2026-11-20", "€100.00"), ("2026-11-21", "€178.10")].map { day, median in
        ValueOnDay(day: day, value: CollectionValue(minimum: "€1", median: median, maximum: "€200"), copies: 3)
      }
    }
    return services
  }

  private func fixture(
    _ services: Services, columns: Int = 80, rows: Int = 24
  ) async -> (StoreFixture, StatsModel) {
    let fixture = await StoreFixture(services, start: .stats, columns: columns, rows: rows)
    guard let model = fixture.store.page as? StatsModel else { fatalError("the page is not Stats") }
    return (fixture, model)
  }

  private func lines(_ part: StatsPart, of model: StatsModel) -> [String] {
    model.view.columns.joined().compactMap { $0 }.filter { $0.part == part && $0.tone != .caption }.map { line in
      [line.lead, line.text, line.trailing].filter { !$0.isEmpty }.joined(separator: " | ")
    }
  }

  /// Goes down to a line.
  private func select(_ fixture: StoreFixture, _ model: StatsModel, where isIt: (PanelLine<StatsPart>) -> Bool) async {
    for _ in 0..<200 {
      if let line = model.view.selected, isIt(line) { return }
      await fixture.perform(.moveDown)
    }
    Issue.record("there is no such line")
  }

  @Test func `what was paid stands next to what that costs now`() async {
    var services = services()
    services.reports.paid = { _, _, _ in
      var report = PaidReport(field: "", of: ["Paid"])
      let copies = [("20 EUR", 1), ("35,50 EUR", 2), ("90000 JPY", 3), ("gift", 4)].map { paid, release in
        CollectionCopy(
          id: Int64(release), facts: ShelfFacts(release: Release.ID(release)),
          fields: [.init(name: "Paid", value: paid)])
      }
      report.take(copies, by: .all)
      report.addUp(lowest: [1: Money(31, Currency("EUR"))])
      return report
    }
    let totals = lines(.totals, of: await fixture(services).1)
    #expect(totals.contains("Paid | €55.50 · 2 copies"), "\(totals)")
    #expect(totals.contains("Then and now | €20.00 → €31.00"), "\(totals)")
    #expect(totals.contains("without 2 others"), "one in yen, one not bought")
    #expect(!lines(.totals, of: await fixture(self.services()).1).contains { $0.hasPrefix("Paid") })
  }

  @Test func `all is on one screen: totals, months, and a panel for each thing that is counted`() async {
    let (_, model) = await fixture(services(), columns: 160, rows: 50)
    #expect(model.grouping == nil && model.copies == 13)
    #expect(
      lines(.totals, of: model) == [
        "Worth | €178.10 ▁█", "Copies | 13 in 2 folders", "Average grade | VG+ · 10 graded",
        "Rated | 10 of 13 · ★ 4.4", "Never played | 12 · 92 %",
      ])
    #expect(lines(.group(.decade), of: model) == ["1980s | 3", "1970s | 9", "unknown | 1"])
    #expect(lines(.months, of: model).first == "8 in 2019-12" && lines(.months, of: model).last == "2019-11 2020-03")
    let chart = lines(.months, of: model).dropFirst().dropLast()
    #expect(chart.map(\.count) == [15, 15, 15], "five months, three columns each")
    #expect(lines(.group(.artist), of: model).last == "\(40 - (lines(.group(.artist), of: model).count - 1)) more")
    for grouping in [ShelfGrouping.format, .genre, .style, .label, .country] {
      #expect(lines(.group(grouping), of: model) == ["Some \(grouping) | 13"])
    }
    #expect(model.view.count == 3)
  }

  @Test func `where nothing was ever played, it is not counted`() async {
    var services = services()
    let groups = services.reports.groups
    services.reports.groups = { grouping, list, request throws(ClientError) in
      guard grouping == .played else { return try await groups(grouping, list, request) }
      return [ShelfGroup(name: "", copies: 13, query: "played:none")]
    }
    let (_, model) = await fixture(services, columns: 160, rows: 50)
    #expect(lines(.totals, of: model).last == "Rated | 10 of 13 · ★ 4.4")
  }

  @Test func `above the panels stands how the shelf has grown, and the best month opens all months`() async throws {
    var services = services()
    let groups = services.reports.groups
    services.reports.groups = { grouping, list, request throws(ClientError) in
      guard grouping == .added else { return try await groups(grouping, list, request) }
      return [("2021-06", 8), ("2021-05", 0), ("2019-06", 4), ("", 1)].map {
        ShelfGroup(name: $0, copies: $1, query: "added:\($0)")
      }
    }
    let (fixture, model) = await fixture(services, columns: 120, rows: 40)
    let course = try #require(model.course)
    #expect(course.latest == "12 by 2021-06" && course.heights.count > 100, "as wide as the page")
    // Four of twelve for two years, and all of them in the last month.
    #expect(course.heights.first == 13 && course.heights.last == 8 * course.chartRows)
    #expect(course.axis.count == course.heights.count)
    #expect(course.axis.split(separator: " ") == ["2019-06", "2020", "2021", "2021-06"])
    #expect(lines(.months, of: model).isEmpty)
    await select(fixture, model) { $0.lead == "Most added" }
    #expect(model.view.selected?.text == "8 in 2021-06")
    await fixture.perform(.open)
    #expect(model.grouping == .added)
    await fixture.perform(.back)
    fixture.store.resize(columns: 80, rows: 24)
    #expect(model.course == nil && !lines(.months, of: model).isEmpty)
  }

  @Test func `at its left stand the covers of the best rated records, where there is room`() async throws {
    var services = services()
    let groups = services.reports.groups
    services.reports.groups = { grouping, list, request throws(ClientError) in
      guard grouping == .added else { return try await groups(grouping, list, request) }
      return [("2021-06", 8), ("2019-06", 4)].map { ShelfGroup(name: $0, copies: $1, query: "added:\($0)") }
    }
    services.shelf.copies = { request, _, _ in
      guard request.sort == SortOrder(.rating) else { return Page(rows: [], next: nil) }
      let rows = [5, 4, nil].enumerated().map { number, rating in
        CollectionCopy(
          id: Int64(number), release: Release.ID(number + 1), artist: "Artist \(number)", title: "Title \(number)",
          rating: rating)
      }
      return Page(rows: rows, next: nil)
    }
    let (fixture, model) = await fixture(services, columns: 120, rows: 40)
    #expect(model.band == nil && model.view.cells.isEmpty && model.course != nil, "no pictures, no covers")
    fixture.store.show(pictures: .pixels(height: 17))
    await fixture.tasks.settle()
    let band = try #require(model.band)
    #expect(
      model.view.cells.map(\.text) == ["Title 0", "Title 1"] && model.covers.count == 2, "the third has no rating")
    #expect(model.view.selectedCell == nil && model.view.selected?.part == .totals, "one begins with the panels")
    #expect(model.view.headRows == CoverBand.caption + band.rows + CoverBand.names + 1)
    let course = try #require(model.course)
    #expect(model.courseColumn > 2 * band.columns && course.heights.count < 60, "the course stands beside them")
    #expect(course.chartRows + 3 == model.view.headRows && lines(.months, of: model).isEmpty)
    await fixture.perform(.moveToTop, .moveRight, .open)
    #expect(fixture.store.page.route == .release(2))
    await fixture.perform(.closePage)
    fixture.store.resize(columns: 100, rows: 40)
    #expect(model.band == nil && model.view.cells.isEmpty)
    fixture.store.resize(columns: 120, rows: 40)
    #expect(model.band == band)
    fixture.store.show(pictures: nil)
    #expect(model.band == nil && model.view.cells.isEmpty && model.course != nil)
  }

  @Test(arguments: [(2, false), (8, true)]) func `grades that have no room for a bar each share one`(
    grades: Int, share: Bool
  ) async throws {
    var services = services()
    let groups = services.reports.groups
    services.reports.groups = { grouping, list, request throws(ClientError) in
      guard grouping == .media || grouping == .decade else { return try await groups(grouping, list, request) }
      return (1...(grouping == .media ? grades : 8)).map { ShelfGroup(name: "G\($0)", copies: $0, query: "x:\($0)") }
    }
    let (_, model) = await fixture(services, columns: 120, rows: 36)
    let media = model.view.columns.joined().compactMap { $0 }.filter { $0.part == .group(.media) }
    #expect(media.contains { !$0.shares.isEmpty } == share && media.contains { $0.bar != nil } == !share)
    guard share else { return }
    let legend = media.flatMap(\.legend)
    #expect(legend.map(\.value) == Array(1...8) && media[1].shares == legend, "none is left out")
    #expect(media[1].opens == .group(.media))
    let width = model.view.textColumns
    for line in media {
      let columns = line.legend.reduce(-PanelShare.gap) { $0 + $1.text.count + PanelShare.gap }
      #expect(columns <= width, "\(line.legend)")
    }
  }

  @Test func `without the best rated records all else is there`() async {
    var services = services()
    services.shelf.copies = { _, _, _ throws(ClientError) in throw .storage("library.sqlite cannot be read") }
    let (fixture, model) = await fixture(services, columns: 160, rows: 50)
    fixture.store.show(pictures: .blocks)
    await fixture.tasks.settle()
    #expect(lines(.totals, of: model).contains("Copies | 13 in 2 folders") && model.band == nil)
  }

  @Test(arguments: [(40, 1), (75, 1), (80, 2), (120, 3), (200, 3)])
  func `a wider window has more columns of panels`(_ columns: Int, _ count: Int) async {
    let (_, model) = await fixture(services(), columns: columns, rows: 30)
    #expect(model.view.columns.count == count)
    #expect(model.view.columns.allSatisfy { !$0.isEmpty })
  }

  @Test func `each thing is counted once, and again when the shelf has changed`() async {
    let asked = Recorder<ShelfGrouping>()
    let (fixture, model) = await fixture(services(asked))
    #expect(asked.values.count == Set(asked.values).count && asked.values.count == 12)
    await fixture.perform(.openSearch, .openStats)
    #expect(asked.values.count == 12)
    model.hear(.shelfChanged)
    await fixture.tasks.settle()
    #expect(asked.values.count == 24)
  }

  @Test func `a bar opens its copies`() async {
    let (fixture, model) = await fixture(services(), columns: 160, rows: 50)
    await select(fixture, model) { $0.lead == "1970s" }
    await fixture.perform(.open)
    #expect(fixture.collection.panes.order.narrowing == "year:1970..1979")
    #expect(fixture.collection.parts.folder == nil)
    await fixture.perform(.openStats)
    #expect(model.view.selected?.lead == "1970s", "the bar is selected still")
  }

  @Test func `tab walks the panels, l goes to the panel beside`() async {
    let (fixture, model) = await fixture(services(), columns: 160, rows: 50)
    var parts: [StatsPart?] = [model.view.selected?.part]
    for _ in 0..<4 {
      await fixture.perform(.nextPane)
      parts.append(model.view.selected?.part)
    }
    #expect(parts == [.totals, .group(.decade), .group(.media), .months, .group(.format)])
    await fixture.perform(.moveToTop, .moveRight)
    #expect(model.view.selected?.part == .group(.format))
    await fixture.perform(.moveRight)
    #expect(model.view.selected?.part == .group(.label))
  }

  @Test func `what there is more of is shown in full, and Esc returns`() async {
    let (fixture, model) = await fixture(services(), columns: 160, rows: 50)
    await select(fixture, model) { $0.opens == .group(.artist) }
    await fixture.perform(.open)
    #expect(model.grouping == .artist && model.list.rows.count == 40)
    await fixture.perform(.moveToBottom, .cancel)
    #expect(model.grouping == nil && model.view.selected?.opens == .group(.artist))
    await fixture.perform(.open, .back)
    #expect(model.grouping == nil && fixture.store.page.route == .stats)
  }

  @Test func `totals lead to what they sum up`() async {
    let (fixture, model) = await fixture(services())
    for (name, grouping) in [("Copies", ShelfGrouping.folder), ("Rated", .rating), ("Never played", .played)] {
      await select(fixture, model) { $0.lead == name }
      await fixture.perform(.open)
      #expect(model.grouping == grouping)
      await fixture.perform(.back, .moveToTop)
    }
  }

  @Test func `t shows the selected panel in full, and then everything else the collection can be counted by`() async {
    let (fixture, model) = await fixture(services(), columns: 160, rows: 50)
    await fixture.perform(.nextPane, .nextType)
    #expect(model.grouping == .decade && model.list.rows == Self.decades)
    var walked: [ShelfGrouping?] = []
    for _ in ShelfGrouping.allCases {
      await fixture.perform(.nextType)
      walked.append(model.grouping)
    }
    #expect(Set(walked.compactMap { $0 }) == Set(ShelfGrouping.allCases), "nothing that could be counted by is lost")
    await fixture.perform(.previousType)
    #expect(model.grouping == .label)
    await fixture.perform(.nextType, .open)
    #expect(fixture.collection.panes.order.narrowing == "year:1980..1989")
  }

  @Test func `a panel that cannot be counted says so, and R tries again`() async {
    let isBroken = Recorder<Bool>()
    var services = services()
    let groups = services.reports.groups
    services.reports.groups = { grouping, list, request throws(ClientError) in
      if grouping == .genre, isBroken.values.isEmpty { throw .storage("library.sqlite cannot be read") }
      return try await groups(grouping, list, request)
    }
    let (fixture, model) = await fixture(services, columns: 160, rows: 50)
    #expect(lines(.group(.genre), of: model) == ["library.sqlite cannot be read · R to try again"])
    #expect(lines(.group(.style), of: model) == ["Some style | 13"])
    isBroken.append(false)
    await fixture.perform(.refreshView)
    #expect(lines(.group(.genre), of: model) == ["Some genre | 13"])
  }

  @Test func `a key does not wait for what is being counted`() async {
    let gate = Gate()
    var services = services()
    let groups = services.reports.groups
    services.reports.groups = { grouping, list, request throws(ClientError) in
      await gate.pass()
      return try await groups(grouping, list, request)
    }
    let keys = Dictionary(uniqueKeysWithValues: Command.allCases.map { ($0, $0.entry.keys) })
    let tasks = TaskTracker()
    let model = StatsModel(context: PageContext(services, tasks: tasks), keys: keys)
    #expect(model.perform(.moveDown, nil) == .done)
    #expect(lines(.group(.decade), of: model) == ["Loading…"])
    await gate.open()
    await tasks.settle()
    #expect(lines(.group(.decade), of: model).count == 3)
  }

  @Test func `a chart of months is as high as its highest month, and a month without additions is its line`() {
    #expect(Sparkline.chart([0, 1, 8, 16], rows: 2) == ["   █", "▁▂██"])
    #expect(Sparkline.chart([], rows: 3) == ["", "", ""])
    #expect(Sparkline.chart([0, 0], rows: 1) == ["▁▁"])
  }

  @Test func `a random pick is opened with the reason why`() async throws {
    var services = Services.fixture()
    let copy = CollectionCopy(id: 7, release: 12, artist: "Miles Davis", title: "Blue")
    services.shelf.copies = { _, _, _ throws(ClientError) in Page(rows: [copy], next: nil) }
    services.reports.pick = { _ throws(ClientError) in ShelfPick(copy: copy, among: 44, playedAt: -86_400 * 70) }
    let fixture = await StoreFixture(services)
    await fixture.perform(.openCollection, .randomPick)
    guard let model = fixture.store.page as? ReleaseModel else { return _ = Issue.record("not on a release") }
    #expect(model.id == 12)
    #expect(fixture.store.notice == "Try Miles Davis – Blue, not played for 2 months")
  }
}
