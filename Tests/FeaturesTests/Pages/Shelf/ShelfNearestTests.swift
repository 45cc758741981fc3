import Clients
import Features
import RunoutModel
import TestSupport
import Testing

@MainActor struct ShelfNearestTests {
  @Test func `a filter that finds nothing names the one that may have been meant, and Enter shows it`() async {
    var services = fixtureShelf().services()
    services.shelf.nearest = { list, request throws(ClientError) in
      list == .collection && request.narrowing == "artsit" ? "artist" : ""
    }
    let app = await StoreFixture(services)
    await app.perform(.openCollection)
    await app.commandLine("narrow artsit")
    let shelf = (app.store.page as? CollectionModel)?.copies
    #expect(shelf?.rows.list.isEmpty == true && shelf?.nearest == "artist")
    await app.perform(.open)
    #expect(shelf?.rows.order.narrowing == "artist" && shelf?.nearest.isEmpty == true)
    #expect(shelf?.rows.list.isEmpty == false)
    await app.commandLine("narrow xyzzy")
    #expect(shelf?.rows.list.isEmpty == true && shelf?.nearest.isEmpty == true)
  }
}
