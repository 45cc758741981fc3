import Clients
import DiscogsModel
import Features
import TestSupport
import Testing

/// More navigators than one, each with pages of its own.
@MainActor struct NavigatorsTests {
  @Test func `each keeps its pages, visits and how they were left`() async {
    let app = await StoreFixture(.fixture())
    let stage = app.store.stage
    app.search.results.rows.select(row: 30)
    await app.perform(.open)
    let first = stage.navigator
    #expect(first.page.route == .release(31) && first.depth == 1)

    stage.navigators.open()
    app.store.resize(columns: 80, rows: 24)
    await app.tasks.settle()
    #expect(stage.navigator !== first)
    #expect(app.store.page.route == .search && stage.navigator.depth == 0)
    #expect(app.search.results.rows.list.cursor == 0)
    await app.perform(.historyBack)
    #expect(app.store.notice == "No earlier page", "its history is its own")
    await app.perform(.openCollection, .openWantList)
    #expect(stage.navigator.root == .wantList && first.root == .search)
    #expect(first.recent == [.release(31)] && stage.navigator.recent.isEmpty)

    stage.navigators.show(0)
    #expect(app.store.page.route == .release(31))
    await app.perform(.back)
    #expect(app.search.results.rows.list.cursor == 30)
    await app.perform(.historyBack)
    #expect(app.store.page.route == .release(31))
    stage.navigators.show(1)
    #expect(app.store.page.route == .wantList)
  }

  @Test func `a page that closes in one ends no work of another`() async {
    let gate = Gate()
    let ended = Recorder<Int>()
    var services = Services.fixture()
    let release = services.catalogue.release
    services.catalogue.release = { id throws(ClientError) in
      await gate.pass()
      ended.append(Task.isCancelled ? -id.number : id.number)
      return try await release(id)
    }
    let app = await StoreFixture(services)
    let stage = app.store.stage
    stage.navigator.push(.release(1))
    stage.navigators.open()
    stage.navigator.push(.release(2))
    await gate.arrival()
    #expect(stage.navigator.pop())
    await gate.open()
    await app.tasks.settle()
    #expect(ended.values.sorted() == [-2, 1])
  }

  @Test func `all hear what has changed, and all end together`() async {
    let live = ScriptedLive()
    let app = await StoreFixture(live.services(.fixture()))
    let stage = app.store.stage
    stage.navigators.open()
    var told = 0
    for navigator in stage.navigators.all { navigator.forEachPage { _ in told += 1 } }
    #expect(told == 2)
    await app.perform(.openHome)
    stage.navigators.show(0)
    await app.perform(.openHome)
    app.store.use(keys: [.toggleWant: ["<F10>"]])
    for navigator in stage.navigators.all {
      let home = navigator.page as? HomeModel
      #expect(home?.view.columns.joined().contains { $0?.text.contains("<F10>") ?? false } == true)
    }
    app.store.stop()
  }
}
