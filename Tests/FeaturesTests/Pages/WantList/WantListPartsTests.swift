import Clients
import DiscogsModel
import Features
import RunoutModel
import TestSupport
import Testing

/// The want list with its crates, groups and columns.
@MainActor struct WantListPartsTests {
  private let shelf = fixtureShelf()

  private func wantList(_ services: Services? = nil) async -> StoreFixture {
    let app = await StoreFixture(services ?? shelf.services())
    await app.perform(.openWantList)
    return app
  }

  private func narrow(_ text: String, _ app: StoreFixture) async {
    await app.perform(.narrow)
    await app.type(text)
    await app.perform(.submit)
  }

  private func releases(_ app: StoreFixture) -> [Int] { app.wants.wants.rows.list.rows.map(\.release.number) }

  @Test func `prices and limits of wants are read with the list, and again when one changes`() async {
    var services = shelf.services()
    let want = shelf.content.wants[0]
    let seen = SeenPrice(at: 0, lowest: Money(20, Currency("EUR")), copiesForSale: 1)
    var market = FixtureMarket.Content()
    market.wants = [PricedWant(want: want, seen: seen)]
    services.market = FixtureMarket(market, shelf: shelf).client
    let app = await wantList(services)
    #expect(app.wants.prices[want.wanted]?.lowest == seen.lowest && app.wants.prices.count == 1)
    await app.commandLine("limit 25 EUR")
    #expect(app.wants.prices[want.wanted]?.limit == Money(25, Currency("EUR")))
    await app.perform(.toggleInfo)
    let text = app.wants.wants.panes.preview.view.lines.map(\.text).joined(separator: "\n")
    #expect(text.contains("up to €25.00"))
  }

  @Test func `want list crates are saved, changed and deleted apart from the collection's`() async {
    shelf.content.crates = [SmartCrate(name: "Five", query: "artist 2")]
    let app = await wantList()
    await app.commandLine("crate Five")
    #expect(app.said == "Filter your want list first · / to filter")
    await narrow("artist 5", app)
    await app.commandLine("crate Five")
    #expect(app.said == "Saved crate “Five”: artist 5")
    await app.perform(.cancel, .nextPane, .moveDown)
    #expect(app.wants.parts.all == [.crate(SmartCrate(name: "Five", query: "artist 5", of: .wantList), copies: 1)])
    #expect(app.wants.parts.total == 2)
    #expect(releases(app) == [5])
    await app.perform(.edit, .editDeleteLeft)
    await app.type("6")
    await app.perform(.submit)
    #expect(app.said == "Crate “Five” is now “artist 6” (was “artist 5”)")
    #expect(releases(app) == [6])
    await app.perform(.remove, .confirm)
    #expect(shelf.content.crates == [SmartCrate(name: "Five", query: "artist 2")])
    #expect(shelf.content.wants.count == 2)
    #expect(app.wants.parts.all.isEmpty && app.wants.parts.shown == nil)
    #expect(releases(app) == [5, 6])
  }

  @Test func `the keys go from the list to the parts, to the info pane, and back`() async {
    shelf.content.crates = [SmartCrate(name: "Five", query: "artist 5", of: .wantList)]
    let app = await wantList()
    func focus() -> String {
      app.wants.panes.isSideFocused ? "parts" : app.wants.wants.panes.isInfoFocused ? "info" : "list"
    }
    var seen: [String] = []
    for _ in 1...3 {
      // In a text the same key is the next link's.
      await app.perform(app.store.page.panes.focused.isText ? .cancel : .nextPane)
      seen.append(focus())
    }
    #expect(seen == ["parts", "info", "list"])
    await app.perform(.nextPane, .remove)
    #expect(app.said == "“All” is your whole want list; :crate saves a filter of it")
    #expect(app.question == nil)
    await app.perform(.moveDown, .back)
    #expect(focus() == "list" && releases(app) == [5])
    await app.perform(.cancel)
    #expect(app.store.page.route == .wantList)
  }

  @Test func `the want list is divided by what wants have, and comes back as it was left`() async {
    let asked = Recorder<ShelfGrouping>()
    var services = shelf.services()
    services.reports.groups = { grouping, list, _ throws(ClientError) in
      asked.append(grouping)
      return list == .wantList ? [ShelfGroup(name: "Six", copies: 1, query: "artist 6")] : []
    }
    let app = await wantList(services)
    for refused in ["folder", "media", "played"] where refused != "folder" {
      await app.commandLine("group \(refused)")
      #expect(
        app.said
          == "Wants have no \(refused) groups; group takes artist, label, decade, year, format, genre, style, "
          + "country, added, rating, none")
    }
    await app.commandLine("group country")
    #expect(app.wants.panes.isSideFocused && app.wants.parts.grouping == .country)
    await app.perform(.moveDown)
    #expect(releases(app) == [6])
    await app.perform(.edit)
    #expect(app.said == "“Six” is a group, not a crate: :group none shows the crates")
    let again = WantListModel(context: PageContext(services, tasks: app.tasks), memento: app.wants.memento)
    await app.tasks.settle()
    #expect(again.parts.cursor == 1 && again.parts.grouping == .country)
    #expect(again.wants.rows.list.rows.map(\.release) == [6])
    await app.commandLine("group none")
    #expect(app.wants.parts.grouping == nil && releases(app) == [5, 6])
    for _ in 0...ShelfList.wantList.groupings.count { await app.perform(.nextType) }
    #expect(app.wants.parts.grouping == nil)
    #expect(Set(asked.values) == Set(ShelfList.wantList.groupings))
  }

  @Test func `groups are asked for on the page that is shown, and on the collection from elsewhere`() async {
    let app = await StoreFixture(shelf.services())
    await app.commandLine("group artist")
    #expect(app.store.page.route == .collection)
    await app.perform(.openWantList)
    await app.commandLine("group artist")
    #expect(app.store.page.route == .wantList)
    await app.perform(.openSearch)
    await app.commandLine("crate x")
    #expect(app.said == "Search first · s to search")
    await app.perform(.openLog)
    await app.commandLine("crate x")
    #expect(app.said == "Crates keep filters of your shelf, or searches · 3 and 4 to go there")
  }

  @Test func `the want list has columns of its own, those that a want has`() async {
    let kept = Recorder<(ShelfList, ColumnChoice)>()
    var services = shelf.services()
    services.layout = .test {
      $0.columns = { list throws(ClientError) in kept.values.last { $0.0 == list }?.1 ?? ColumnChoice() }
      $0.setColumns = { columns, list throws(ClientError) in kept.append((list, columns)) }
    }
    let app = await wantList(services)
    await app.commandLine("columns folder added media")
    let known = "name, year, format, label, catno, rating, added, lowest, limit, notes"
    #expect(app.said == "Wants have no folder, media; columns takes \(known)")
    #expect(kept.values.isEmpty)
    await app.commandLine("columns added name notes")
    #expect(app.wants.columns.choice == [.added, .name, .notes])
    await app.perform(.openCollection)
    #expect(app.collection.columns.choice == [])
    let again = await wantList(services)
    #expect(again.wants.columns.choice == [.added, .name, .notes])
  }

  @Test func `a want is picked to look for, saying why this one`() async {
    let requests = Recorder<CollectionRequest>()
    var services = shelf.services()
    let want = WantListEntry(
      id: 1, release: 5, artist: "Miles Davis", title: "Blue", added: "2019-03-02 08:00:00")
    services.reports.pickWant = { request throws(ClientError) in
      requests.append(request)
      return request.narrowing == "nothing" ? nil : WantPick(want: want, among: 12)
    }
    let app = await wantList(services)
    await narrow("nothing", app)
    await app.perform(.randomPick)
    #expect(app.said == "No want to pick")
    await app.perform(.cancel)
    await app.commandLine("played")
    #expect(app.said == "You don't own it")
    await app.perform(.randomPick)
    #expect(app.store.page.route == .release(5))
    #expect(app.said == "Look for Miles Davis – Blue, wanted since 2019-03-02")
    #expect(requests.values.map(\.narrowing) == ["nothing", ""])
  }
}
