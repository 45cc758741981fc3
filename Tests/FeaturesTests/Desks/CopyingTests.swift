import Clients
import DiscogsModel
import Features
import RunoutModel
import TestSupport
import Testing

@MainActor struct CopyingTests {
  private func services(_ copied: Recorder<String>) -> Services {
    var services = Services.fixture()
    services.desktop.copy = { text in
      copied.append(text)
      return "wl-copy"
    }
    return services
  }

  @Test(
    arguments: [
      (.copyName, "Artist 2 – Title 2"), (.copyURL, "https://www.discogs.com/release/2"), (.copyID, "2"),
      (.copyCatalogueNumber, "CAT 2"), (.copyBarcode, "9991234567890"),
    ] as [(Command, String)])
  func `facts of the selected row are copied`(command: Command, text: String) async {
    let copied = Recorder<String>()
    let app = await StoreFixture(services(copied))
    await app.perform(.moveDown, command)
    #expect(copied.values == [text])
    #expect(app.store.notice == "Copied “\(text)”")
  }

  @Test func `selected rows are copied a line each`() async {
    let copied = Recorder<String>()
    let app = await StoreFixture(services(copied))
    await app.perform(.mark, .mark, .copyName)
    #expect(copied.values == ["Artist 1 – Title 1\nArtist 2 – Title 2"])
    #expect(app.store.notice == "Copied 2 lines")
  }

  @Test func `JSON is copied with the names of the API`() async {
    let copied = Recorder<String>()
    let app = await StoreFixture(services(copied))
    await app.perform(.open, .copyJSON)
    #expect(copied.values.first?.contains("\"catno\"") == true)
    #expect(app.store.notice == "Copied the record as JSON", "not the whole record")
  }

  @Test func `copying many records shows how far it is, and Esc stops it`() async {
    let gate = Gate()
    let copied = Recorder<String>()
    var services = services(copied)
    let release = services.catalogue.release
    services.catalogue.release = { id throws(ClientError) in
      if id == 121 { await gate.pass() }
      return try await release(id)
    }
    let app = await StoreFixture(services)
    await app.perform(.moveToBottom, .markAll)
    app.store.perform(.copyJSON)
    await gate.arrival()
    #expect(app.store.copying == WorkProgress(done: 99, total: 200))
    app.store.perform(.cancel)
    #expect(app.store.copying == nil)
    #expect(app.store.notice == "Nothing copied")
    await gate.open()
    await app.tasks.settle()
    #expect(copied.values.isEmpty)
    #expect(app.search.results.rows.marked.count == 200, "the rows stay marked")
    await app.perform(.copyJSON)
    #expect(copied.values.first?.split(separator: "\n").count == 200)
    #expect(app.store.copying == nil)
  }

  @Test func `a missing field cannot be copied`() async {
    let row = CatalogueRow(reference: .artist(1), title: "Miles Davis")
    let app = await StoreFixture(.fixture(FixtureCatalogue(rows: [row])))
    await app.perform(.copyCatalogueNumber)
    #expect(app.store.notice == "No catalogue number to copy")
    await app.perform(.copyBarcode)
    #expect(app.store.notice == "No barcode to copy")
    let empty = await StoreFixture(.fixture(FixtureCatalogue(rows: [])))
    await empty.perform(.copyName)
    #expect(empty.store.notice == "Nothing here to copy")
    await empty.perform(.openInBrowser)
    #expect(empty.store.notice == "Nothing here to open")
  }

  @Test func `the browser is not opened for a record of the demo`() async {
    let opened = Recorder<String>()
    let rows = [
      CatalogueRow(reference: .release(900_000_001), title: "Demo"),
      CatalogueRow(reference: .release(5), title: "Real"),
    ]
    var services = Services.fixture(FixtureCatalogue(rows: rows))
    services.desktop.open = { opened.append($0) }
    let app = await StoreFixture(services)
    await app.perform(.openInBrowser)
    #expect(app.store.notice == "Demo records have no Discogs page")
    #expect(opened.values.isEmpty)
    await app.perform(.moveDown, .openInBrowser)
    #expect(opened.values == ["https://www.discogs.com/release/5"])
  }
}
