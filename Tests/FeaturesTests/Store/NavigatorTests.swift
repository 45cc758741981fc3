import Clients
import DiscogsModel
import Features
import RunoutModel
import SeededRandom
import TestSupport
import Testing

@MainActor struct NavigatorTests {
  private let tasks = TaskTracker()

  private func navigator(_ services: Services = .fixture()) -> Navigator {
    Navigator(start: .search) { [tasks] route, memento in
      route.page(PageContext(services, tasks: tasks), keys: [:], memento: memento)
    }
  }

  private func rows(_ page: any PageModel) -> ListModel<CatalogueRow>? {
    switch page {
    case let model as SearchModel: model.results.rows
    case let model as BrowseModel: model.list.rows
    default: nil
    }
  }

  private func route(_ navigator: Navigator) -> Route { navigator.page.route }

  @Test func `closing a page restores the one below`() async {
    let navigator = navigator()
    navigator.page.panes.resize(columns: 80, rows: 20)
    await tasks.settle()
    rows(navigator.page)?.select(row: 30)
    navigator.push(.release(31))
    #expect(navigator.depth == 1)
    #expect(route(navigator) == .release(31))
    #expect(navigator.pop())
    #expect(rows(navigator.page)?.list.cursor == 30)
    #expect(!navigator.pop(), "a root page stays")
    #expect(route(navigator) == .search)
  }

  @Test func `the page on the screen is not opened over itself`() {
    let navigator = navigator()
    navigator.push(.release(1))
    navigator.push(.release(1))
    #expect(navigator.depth == 1)
  }

  @Test func `back and forward bring row, scroll, sort and narrowing back after the page was closed`() async {
    let navigator = navigator()
    await tasks.settle()
    navigator.push(.label(7))
    navigator.page.panes.resize(columns: 80, rows: 20)
    await tasks.settle()
    rows(navigator.page)?.sort(SortOrder(.year))
    _ = navigator.page.perform(.narrow, .text("title 1"))
    await tasks.settle()
    rows(navigator.page)?.select(row: 60)
    await tasks.settle()
    _ = navigator.page.perform(.alignMiddle)
    let left = rows(navigator.page)?.memento
    #expect(left?.cursor == 60)
    #expect(navigator.walk(-1))
    #expect(route(navigator) == .search)
    #expect(navigator.walk(1))
    navigator.page.panes.resize(columns: 80, rows: 20)
    await tasks.settle()
    #expect(route(navigator) == .label(7))
    #expect(rows(navigator.page)?.memento == left)
  }

  @Test func `a text comes back to its line`() async {
    let navigator = navigator()
    navigator.push(.release(1))
    navigator.page.panes.resize(columns: 60, rows: 5)
    await tasks.settle()
    for _ in 0..<9 { _ = navigator.page.perform(.moveDown) }
    let left = navigator.page.memento
    #expect(left.line == 9)
    #expect(navigator.pop())
    #expect(navigator.walk(-1))
    navigator.page.panes.resize(columns: 60, rows: 5)
    await tasks.settle()
    #expect(navigator.page.memento == left)
  }

  @Test func `walking stops at either end, and a new page ends what lay ahead`() {
    let navigator = navigator()
    #expect(!navigator.walk(-1))
    #expect(!navigator.walk(1))
    navigator.push(.artist(1))
    navigator.push(.artist(2))
    #expect(navigator.walk(-1))
    navigator.push(.artist(3))
    #expect(!navigator.walk(1))
    #expect(navigator.walk(-1))
    #expect(route(navigator) == .artist(1))
  }

  @Test func `visits go across the root pages`() {
    let navigator = navigator()
    navigator.push(.release(1))
    navigator.go(to: .collection)
    #expect(navigator.depth == 0)
    navigator.push(.artist(4))
    navigator.go(to: .log)
    var seen = [route(navigator)]
    while navigator.walk(-1) { seen.append(route(navigator)) }
    #expect(seen == [.log, .artist(4), .collection, .release(1), .search])
    #expect(navigator.root == .search)
    seen = []
    while navigator.walk(1) { seen.append(route(navigator)) }
    #expect(seen == [.release(1), .collection, .artist(4), .log])
  }

  @Test func `each root page keeps what was opened from it`() {
    let navigator = navigator()
    navigator.push(.release(1))
    navigator.go(to: .collection)
    navigator.go(to: .search)
    #expect(route(navigator) == .release(1))
    navigator.go(to: .search)
    #expect(route(navigator) == .search, "its own number once more closes them")
    #expect(navigator.depth == 0)
  }

  @Test func `the last view is the one looked at before, back and forth`() {
    let navigator = navigator()
    #expect(!navigator.toggleLast())
    navigator.go(to: .collection)
    navigator.go(to: .log)
    let seen = (0..<4).map { _ in navigator.toggleLast() ? route(navigator) : .notifications }
    #expect(seen == [.collection, .log, .collection, .log])
  }

  @Test func `a page reached by walking back closes to the page it was opened from`() {
    let navigator = navigator()
    navigator.push(.artist(1))
    navigator.push(.release(2))
    navigator.go(to: .search)  // closes both
    for expected in [Route.release(2), .artist(1)] {
      #expect(navigator.walk(-1))
      #expect(route(navigator) == expected)
    }
    #expect(navigator.pop())
    #expect(route(navigator) == .search, "not the release that lay over it")
  }

  @Test func `two hundred visits are kept`() {
    let navigator = navigator()
    for number in 1...300 { navigator.push(.release(Release.ID(number))) }
    var count = 0
    while navigator.walk(-1) { count += 1 }
    #expect(count == 199)
    #expect(navigator.toggleLast())
  }

  @Test func `a closed page's view model is released`() async {
    let navigator = navigator()
    for route in [Route.release(1), .master(10), .artist(1), .label(7), .notifications] {
      navigator.push(route)
      navigator.page.panes.resize(columns: 120, rows: 30)
      await tasks.settle()
      weak let model = navigator.page
      #expect(model != nil)
      #expect(navigator.pop())
      await tasks.settle()
      #expect(model == nil, "\(route)")
    }
  }

  @Test func `a page closed while it loads is released, too`() async {
    let gate = Gate()
    var services = Services.fixture()
    let label = services.catalogue.label
    services.catalogue.label = { id throws(ClientError) in
      await gate.pass()
      return try await label(id)
    }
    let navigator = navigator(services)
    navigator.push(.label(7))
    weak let model = navigator.page
    await gate.arrival()
    #expect(navigator.pop())
    #expect(model == nil, "its work holds on to nothing")
    await gate.open()
    await tasks.settle()
  }

  @Test func `leaving a page cancels its work`() async {
    let gate = Gate()
    let wasCancelled = Recorder<Bool>()
    var services = Services.fixture()
    services.catalogue.browse = { _, _, _ in
      await gate.pass()
      wasCancelled.append(Task.isCancelled)
      return Page(rows: [], next: nil)
    }
    let navigator = navigator(services)
    navigator.push(.master(10))
    await gate.arrival()
    #expect(navigator.pop())
    await gate.open()
    await tasks.settle()
    #expect(wasCancelled.values == [true])
  }

  /// What the trail and the title name.
  private func queries(_ navigator: Navigator) -> [String] {
    navigator.trail.compactMap { ($0 as? SearchModel)?.field.text }
  }

  @Test func `going back leads to the page of the search that it was opened from`() async {
    let fixture = await StoreFixture(.fixture())
    let navigator = fixture.store.navigator
    func search(_ text: String) async {
      await fixture.perform(.newSearch)
      await fixture.type(text)
      await fixture.perform(.submit)
    }
    await search("title 3")
    await fixture.perform(.moveDown, .open)
    let opened = fixture.store.page.route
    await search("title 4")
    #expect(queries(navigator) == ["title 4"] && navigator.depth == 0)
    await fixture.perform(.historyBack)
    #expect(fixture.store.page.route == opened)
    #expect(queries(navigator) == ["title 3"])
    await fixture.perform(.historyBack)
    #expect(queries(navigator) == ["title 3"] && navigator.depth == 0)
    #expect(fixture.search.results.rows.list.cursor == 1)
    #expect(fixture.search.results.rows.list.rows.first?.title == "Title 3")
    await fixture.perform(.historyForward, .historyForward)
    #expect(queries(navigator) == ["title 4"] && navigator.depth == 0)
    #expect(fixture.search.results.rows.list.rows.first?.title == "Title 4")
  }

  @Test func `one search after the other, each is gone back to as it was left`() async {
    let fixture = await StoreFixture(.fixture())
    let texts = ["title 1", "title 2", "title 3", "title 4"]
    for (number, text) in texts.enumerated() {
      await fixture.perform(.newSearch)
      await fixture.type(text)
      await fixture.perform(.submit)
      for _ in 0..<number { await fixture.perform(.moveDown) }
      if number == 1 { await fixture.perform(.nextType, .sort(by: .year)) }
    }
    for (number, text) in texts.enumerated().reversed().dropFirst() {
      await fixture.perform(.historyBack)
      #expect(fixture.search.field.text == text)
      if number != 1 { #expect(fixture.search.results.rows.list.cursor == number) }
      #expect(fixture.search.kind == (number == 1 ? .master : nil))
      #expect(fixture.search.results.rows.order.sort == (number == 1 ? SortOrder(.year) : .relevance))
    }
    #expect(fixture.search.field.text == "title 1")
    for text in texts.dropFirst() {
      await fixture.perform(.historyForward)
      #expect(fixture.search.field.text == text)
    }
  }

  @Test func `a search given up with Esc leaves nothing to go back to`() async {
    let fixture = await StoreFixture(.fixture())
    await fixture.perform(.newSearch)
    await fixture.type("title 3")
    await fixture.perform(.submit, .newSearch)
    await fixture.type("title 4")
    await fixture.perform(.cancel)
    #expect(!fixture.store.navigator.walk(-1))
    #expect(fixture.search.field.text == "title 3")
  }

  @Test func `after a reset only a fresh Search is open`() async {
    let navigator = navigator()
    navigator.push(.release(1))
    navigator.go(to: .collection)
    weak let model = navigator.page
    await tasks.settle()
    navigator.reset()
    #expect(route(navigator) == .search)
    #expect(navigator.depth == 0 && navigator.root == .search)
    #expect(!navigator.walk(-1) && !navigator.toggleLast())
    #expect(model == nil)
  }

  @Test func `no walk through pages loses the page on the screen`() {
    var generator = SeededGenerator(seed: 11)
    let navigator = navigator()
    for _ in 0..<1_500 {
      switch Int.random(in: 0..<8, using: &generator) {
      case 0, 1, 2: navigator.push(.release(Release.ID(Int.random(in: 1...9, using: &generator))))
      case 3: _ = navigator.pop()
      case 4: _ = navigator.walk(-1)
      case 5: _ = navigator.walk(1)
      case 6: _ = navigator.toggleLast()
      default: navigator.go(to: RootPage.allCases.randomElement(using: &generator) ?? .search)
      }
      #expect(navigator.trail.last === navigator.page)
      #expect(navigator.trail.first?.route == navigator.root.route)
      #expect(navigator.depth == navigator.trail.count - 1)
    }
  }
}
