import Clients
import DiscogsModel
import Features
import RunoutModel
import TestSupport
import Testing

/// The page that the program opens on.
@MainActor struct StartPageTests {
  @Test(arguments: zip(Settings.Start.allCases, RootPage.allCases))
  func `the program opens on the page that the setting names`(_ start: Settings.Start, _ root: RootPage) async {
    let app = await StoreFixture(.fixture(), start: RootPage(start))
    #expect(app.store.page.route == root.route && app.store.navigator.root == root)
    #expect(app.store.navigator.depth == 0)
    await app.perform(.historyBack)
    #expect(app.store.notice == "No earlier page")
  }

  @Test func `nothing set, it opens on Home`() { #expect(RootPage(Settings().start) == .home) }

  @Test func `what is searched for from outside is on Search, whatever page was first`() async {
    let app = await StoreFixture(.fixture(), start: .home)
    app.store.open("title")
    await app.tasks.settle()
    #expect(app.search.field.text == "title")
    #expect(app.search.results.rows.list.rows.isEmpty == false)
  }

  @Test func `a record named from outside lies over the first page`() async {
    let app = await StoreFixture(.fixture(), start: .market)
    app.store.open("[r3]")
    await app.tasks.settle()
    #expect(app.store.page.route == .release(3))
    await app.perform(.closePage)
    #expect(app.store.page.route == .market)
  }

  @Test func `another source begins on the first page again`() async {
    let app = await StoreFixture(.fixture(), start: .collection)
    await app.perform(.openSearch, .openTasks)
    await app.commandLine("source live")
    #expect(app.store.page.route == .collection)
  }
}
