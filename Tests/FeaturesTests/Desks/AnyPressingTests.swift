import Clients
import DiscogsModel
import Features
import RunoutModel
import TestSupport
import Testing

/// Wanting any pressing of a master.
@MainActor struct WantingAnyPressingTests {
  private static let row = CatalogueRow(
    reference: .master(10), title: "Title 10", artist: "Artist 10", year: 1959, count: 12, master: 10)
  private static let facts = ShelfFacts(
    master: 10, artist: "Artist 10", title: "Title 10", year: 1959, versions: 12)
  private static let pressing = CatalogueRow(
    reference: .release(11), title: "Title 10", artist: "Artist 10", format: "LP", master: 10)

  private let shelf = fixtureShelf()

  private func app() async -> StoreFixture {
    await StoreFixture(shelf.services(.fixture(FixtureCatalogue(rows: [Self.row, Self.pressing]))))
  }

  private func wantAny(notes: String = "") {
    shelf.content.wants = [WantListEntry(id: 1, facts: Self.facts, notes: notes)]
  }

  @Test func `w on a master wants any pressing of it, and marks it and each of them`() async {
    let app = await app()
    await app.perform(.toggleWant)
    #expect(shelf.performed.values.last == [.want(Self.facts, notes: "", rating: nil)])
    #expect(app.said == "On your want list, any pressing: Artist 10 – Title 10 · u to undo")
    let marks = app.search.results.shelfMarks
    #expect(marks == [.master(10): ShelfMarks(wanted: .this), .release(11): ShelfMarks(wanted: .this)])
    await app.perform(.toggleWant)
    #expect(app.said == "Off your want list: Artist 10 – Title 10 · u to undo")
    #expect(app.search.results.shelfMarks.isEmpty)
    await app.perform(.undo)
    #expect(shelf.content.wants.last?.wanted == .master(10))
  }

  @Test func `w on its page does the same, and the page says so`() async {
    let app = await app()
    await app.perform(.open, .nextPane, .toggleWant)
    #expect(shelf.content.wants.last?.wanted == .master(10))
    func says(_ text: String) -> Bool {
      app.store.page.panes.info?.view.lines.contains { $0.text.contains(text) } ?? false
    }
    #expect(says("any pressing"))
    await app.perform(.toggleWant)
    #expect(!says("any pressing"))
  }

  @Test func `w on a pressing of it wants that one besides`() async {
    wantAny()
    let app = await app()
    await app.perform(.moveDown, .toggleWant)
    #expect(shelf.content.wants.map(\.wanted) == [.master(10), .release(11)])
    #expect(app.said == "On your want list: Artist 10 – Title 10 · u to undo")
  }

  @Test func `its row leads to the master, whose facts are beside it`() async {
    wantAny()
    let app = await app()
    await app.perform(.openWantList)
    let row = app.wants.wants.rows.list.selected
    #expect(row?.destination == .entity(.master(10)) && row?.record?.reference == .master(10))
    #expect(row?.recordFacts?.reference == .master(10))
    await app.perform(.open)
    #expect(app.store.page.route == .master(10))
  }

  @Test func `it is rated, noted and removed like any want`() async {
    wantAny()
    let app = await app()
    await app.perform(.openWantList, .rateFive)
    #expect(shelf.performed.values.last == [.rateWant(.master(10), stars: 5)])
    await app.perform(.edit, .newerEntry)
    await app.type("clean")
    await app.perform(.submit)
    #expect(shelf.performed.values.last == [.noteWant(.master(10), notes: "clean")])
    await app.perform(.toggleWant)
    #expect(app.question?.facts.contains(.init("Notes", "clean")) == true)
    await app.perform(.confirm)
    #expect(shelf.content.wants.isEmpty)
  }

  @Test func `it can be neither added to the collection nor moved there before a pressing is picked`() async {
    wantAny()
    let app = await app()
    await app.perform(.openWantList)
    for command in [Command.addToCollection, .gotIt] {
      await app.perform(command)
      #expect(app.store.popup == nil)
      #expect(app.said == "Pick a pressing first: <Enter> shows the versions")
    }
    #expect(shelf.performed.values.isEmpty)
  }

  @Test func `of a master on the first screen, w does what it offers and a names the key that helps`() async {
    let app = await app()
    #expect(app.search.results.rows.list.selected?.reference == .master(10))
    await app.perform(.addToCollection)
    #expect(app.said == "Pick a pressing first: <Enter> shows the versions")
    await app.perform(.toggleWant)
    #expect(shelf.content.wants.last?.wanted == .master(10))
  }

  @Test func `a pressing that is got fulfils it`() async {
    wantAny()
    let app = await app()
    await app.perform(.moveDown, .gotIt, .submit)
    let added = ShelfFacts(Self.pressing)
    #expect(shelf.performed.values.last?.first == .unwant(.master(10)))
    #expect(shelf.content.copies.last?.release == added?.release)
    #expect(shelf.content.wants.isEmpty)
    await app.perform(.undo)
    #expect(shelf.content.wants.map(\.wanted) == [.master(10)])
  }

  @Test func `a limit is set on it wherever its master is selected`() async {
    wantAny()
    var services = shelf.services(.fixture(FixtureCatalogue(rows: [Self.row])))
    services.market = FixtureMarket(shelf: shelf).client
    let app = await StoreFixture(services)
    let limit = ShelfEdit.limitWant(.master(10), Money(25, Currency("EUR")))
    await app.commandLine("limit 25 EUR")
    #expect(shelf.performed.values.last == [limit])
    await app.perform(.openWantList)
    await app.commandLine("limit none")
    #expect(shelf.performed.values.last == [.limitWant(.master(10), nil)])
  }
}
