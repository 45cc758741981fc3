import Clients
import DiscogsModel
import Features
import RunoutModel
import TestSupport
import Testing

/// A run in which nothing may be changed says so before it asks for what it would then refuse.
@MainActor struct ReadOnlyTests {
  private func app(_ shelf: FixtureShelf, _ page: Command) async -> StoreFixture {
    var services = shelf.services()
    services.edits.refusal = { "Nothing changed: Runout was started with --read-only" }
    let app = await StoreFixture(services)
    await app.perform(page)
    return app
  }

  @Test(arguments: [
    (Command.openCollection, Command.edit), (.openCollection, .remove), (.openCollection, .moveToFolder),
    (.openCollection, .rateFive), (.openCollection, .markPlayed), (.openCollection, .makeFolder),
    (.openWantList, .edit), (.openWantList, .remove), (.openWantList, .gotIt), (.openWantList, .toggleWant),
    (.openSearch, .addToCollection), (.openSearch, .toggleWant), (.openCollection, .keepCrate),
    (.openCollection, .filing), (.openCollection, .person), (.openCollection, .addSeller), (.openWantList, .setLimit),
    (.openCollection, .sync),
  ])
  func `no form, pop-up or prompt opens whose answer would be refused`(page: Command, command: Command) async {
    let shelf = fixtureShelf()
    let app = await app(shelf, page)
    await app.perform(command)
    #expect(app.store.notice == "Nothing changed: Runout was started with --read-only")
    #expect(app.store.overlays.top == nil)
    #expect(shelf.performed.values.isEmpty)
    #expect(app.store.isReadOnly)
  }

  @Test(arguments: [Command.edit, .remove]) func `a crate is neither edited nor deleted`(command: Command) async {
    let shelf = fixtureShelf()
    shelf.content.crates = [SmartCrate(name: "Two", query: "artist 2")]
    let app = await app(shelf, .openCollection)
    await app.perform(.nextPane, .moveToBottom, command)
    #expect(app.store.notice == "Nothing changed: Runout was started with --read-only")
    #expect(app.store.overlays.top == nil)
  }
}
