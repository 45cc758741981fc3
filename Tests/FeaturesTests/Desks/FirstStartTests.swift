import Clients
import Features
import TestSupport
import Testing

@MainActor struct FirstStartTests {
  @Test func `an import that fails once its prompt is closed says so on the page`() async {
    let gate = Gate()
    var services = Services.fixture()
    services.edits.importFile = { _ throws(ClientError) in
      await gate.pass()
      throw .refused("Nothing to import")
    }
    let app = await StoreFixture(services)
    app.store.offerStart(onAnswer: {}, fetch: {})
    app.store.letterRequest?.take("c")
    await app.type("shelf.csv")
    app.store.perform(.submit)
    await gate.arrival()
    app.store.perform(.cancel)
    #expect(app.store.prompt == nil)
    await gate.open()
    await app.tasks.settle()
    #expect(app.store.banner?.title == "Could not import the file")
    #expect(app.store.banner?.error == .refused("Nothing to import"))
  }
}
