import Clients
import DiscogsModel
import TestSupport
import Testing

@testable import Features

@MainActor struct FollowingTests {
  @Test func `a name in a profile is looked up and opened`() async {
    let app = await StoreFixture(.fixture())
    app.store.open("[a5]")
    await app.tasks.settle()
    await app.perform(.moveToTop, .nextPane, .nextLink, .open)
    #expect(app.store.page.route == .artist(2))
  }

  @Test func `a missing name says so`() async {
    var services = Services.fixture()
    services.catalogue.named = { _, _ in nil }
    let app = await StoreFixture(services)
    app.store.open("[a5]")
    await app.tasks.settle()
    await app.perform(.moveToTop, .nextPane, .nextLink, .open)
    #expect(app.store.notice == "No artist “Artist 2” in this source")
  }

  @Test func `a name that is found when its page has been left opens nothing`() async {
    let gate = Gate()
    var services = Services.fixture()
    services.catalogue.named = { _, _ in
      await gate.pass()
      return .artist(2)
    }
    let app = await StoreFixture(services)
    app.store.open("[a5]")
    await app.tasks.settle()
    await app.perform(.moveToTop, .nextPane, .nextLink)
    app.store.perform(.open)
    await gate.arrival()
    app.store.perform(.openWantList)
    await gate.open()
    await app.tasks.settle()
    #expect(app.store.page.route == .wantList)
  }

  @Test func `a genre runs a search`() async {
    let app = await StoreFixture(.fixture())
    await app.perform(.open)
    for _ in 0..<20 {
      await app.perform(.nextLink)
      guard let model = app.store.page as? ReleaseModel, case .search? = model.info.view.selectedLink else { continue }
      break
    }
    await app.perform(.open)
    #expect(app.search.field.text == "genre:\"Jazz\"")
    #expect(app.store.navigator.depth == 0)
  }

  @Test func `back returns from the page that a link has led to`() async {
    let app = await StoreFixture(.fixture())
    await app.perform(.openStats)
    app.store.page.panes.context.follow(.shelf("year:1980..1989"))
    await app.tasks.settle()
    #expect(app.store.page.route == .collection)
    await app.perform(.back)
    #expect(app.store.page.route == .stats)
    await app.perform(.back)
    #expect(app.store.page.route == .stats && app.store.notice?.hasPrefix("This is the first page") == true)
    app.store.page.panes.context.follow(.shelf("year:1980..1989"))
    await app.perform(.openWantList, .openCollection, .back)
    #expect(app.store.page.route == .collection, "its own key leads nowhere back")
  }

  @Test func `s searches from any page, whatever record was left open over Search`() async {
    let app = await StoreFixture(.fixture())
    await app.perform(.open, .openCollection, .newSearch)
    #expect(app.store.page.route == .search && app.store.takesText)
  }

  @Test func `the artist and the label of a row are gone to`() async {
    let app = await StoreFixture(.fixture())
    await app.perform(.moveDown, .openArtist)
    #expect(app.store.page.route == .artist(2))
    await app.perform(.back, .openLabel)
    #expect(app.store.page.route == .label(7))
    await app.perform(.back, .openVersions)
    #expect(app.store.page.route == .master(10))
  }

  @Test(arguments: [Command.openMaster, .openVersions])
  func `a master's row leads to its versions`(command: Command) async {
    // As Discogs lists them, which names no master of a master.
    let rows = [CatalogueRow(reference: .master(10), title: "Title 10", artist: "Artist 10")]
    let app = await StoreFixture(.fixture(FixtureCatalogue(rows: rows)))
    await app.perform(command)
    #expect(app.store.page.route == .master(10))
  }

  @Test func `started with a query or an address, the program is there`() async {
    let app = await StoreFixture(.fixture())
    app.store.open("title 17")
    await app.tasks.settle()
    #expect(app.search.results.rows.list.selected?.title == "Title 17")
    app.store.open("https://www.discogs.com/master/10")
    await app.tasks.settle()
    #expect(app.store.page.route == .master(10))
  }
}
