import Clients
import Features
import RunoutModel
import TestSupport
import Testing

@MainActor struct CrateTests {
  private let shelf = fixtureShelf()

  private func collection(_ services: Services? = nil) async -> StoreFixture {
    let app = await StoreFixture(services ?? shelf.services())
    await app.perform(.openCollection)
    return app
  }

  private func narrow(_ text: String, _ app: StoreFixture) async {
    await app.perform(.narrow)
    await app.type(text)
    await app.perform(.submit)
  }

  @Test func `a saved filter has a name and shows like a folder`() async {
    let app = await collection()
    await app.commandLine("crate")
    #expect(app.said == "Filter your collection first · / to filter")
    await narrow("artist 2", app)
    await app.commandLine("crate The second one")
    #expect(app.said == "Saved crate “The second one”: artist 2")
    await app.perform(.cancel, .nextPane, .moveToBottom)
    #expect(app.collection.parts.all.last == .crate(SmartCrate(name: "The second one", query: "artist 2"), copies: 2))
    #expect(app.collection.copies.rows.list.rows.map(\.id) == [2, 3])
    #expect(app.collection.parts.folder == nil)
  }

  @Test func `a crate asks for its name, and e on its row edits the filter`() async {
    let app = await collection()
    await narrow("artist 2", app)
    await app.commandLine("crate")
    #expect(app.store.prompt?.message == "Saves “artist 2”")
    await app.perform(.submit)
    #expect(app.store.prompt?.error == "A crate needs a name")
    await app.type("Two")
    await app.perform(.submit)
    #expect(app.store.prompt == nil)
    await app.perform(.cancel, .nextPane, .moveToBottom, .edit)
    #expect(app.store.prompt?.field.text == "artist 2")
    await app.perform(.editDeleteLeft)
    await app.type("1")
    await app.perform(.submit)
    #expect(app.said == "Crate “Two” is now “artist 1” (was “artist 2”)")
    #expect(app.collection.copies.rows.list.rows.map(\.id) == [1])
  }

  @Test func `a crate is deleted after a question, and the copies stay`() async {
    shelf.content.crates = [SmartCrate(name: "Two", query: "artist 2")]
    let app = await collection()
    await app.perform(.nextPane, .moveToBottom, .remove)
    #expect(app.question?.about == "Two")
    await app.perform(.confirm)
    #expect(shelf.content.crates == [])
    #expect(app.said == "Deleted crate “Two”: artist 2")
    #expect(shelf.content.copies.count == 3)
  }

  @Test func `a filtered crate can be saved as a crate`() async {
    shelf.content.crates = [SmartCrate(name: "Two", query: "artist 2")]
    let app = await collection()
    await app.perform(.nextPane, .moveToBottom, .open)
    await narrow("title", app)
    await app.commandLine("crate Twice")
    #expect(shelf.content.crates.first { $0.name == "Twice" }?.query == "title artist 2")
  }

  @Test func `the collection is divided by something else, and its groups open`() async {
    var services = shelf.services()
    services.reports.groups = { grouping, _, _ throws(ClientError) in
      grouping == .artist
        ? [
          ShelfGroup(name: "Artist 2", copies: 2, query: "artist 2"),
          ShelfGroup(name: "", copies: 1, query: "artist 1"),
        ]
        : []
    }
    let app = await collection(services)
    await app.commandLine("group artist")
    #expect(app.collection.panes.isSideFocused && app.collection.parts.total == 3)
    await app.perform(.moveDown)
    #expect(app.collection.copies.rows.list.rows.map(\.id) == [2, 3])
    await app.perform(.remove)
    #expect(app.said == "“Artist 2” is a group, not a folder: :group folder shows the folders")
    await app.commandLine("group folder")
    #expect(app.collection.parts.all.first?.name == "Uncategorized" && app.collection.parts.shown == nil)
    await app.perform(.nextType)
    #expect(app.collection.parts.grouping == .artist)
    await app.perform(.previousType)
    #expect(app.collection.parts.grouping == nil)
  }

  @Test func `the columns are chosen by name, in their order, and kept`() async {
    let kept = Recorder<[ShelfColumn]>()
    var services = shelf.services()
    services.layout = .test {
      $0.columns = { _ throws(ClientError) in kept.values.last ?? [] }
      $0.setColumns = { columns, _ throws(ClientError) in kept.append(columns) }
    }
    let app = await collection(services)
    await app.commandLine("columns folder name added folder")
    #expect(app.collection.columns.columns == [.folder, .name, .added])
    #expect(kept.values == [[.folder, .name, .added]])
    let again = await collection(services)
    #expect(again.collection.columns.columns == [.folder, .name, .added])
    await again.commandLine("columns")
    #expect(again.store.prompt?.field.text == "columns folder name added")
    await again.perform(.cancel)
    await again.commandLine("columns default")
    #expect(again.collection.columns.columns == [])
    #expect(TypedLine.completions(of: "columns folder ca") == ["columns folder catno"])
    #expect(throws: TypedLineError.self) { try TypedLine(parsing: "columns colour") }
  }

  @Test func `copies owned more than once are a filter of the collection`() async {
    let app = await StoreFixture(shelf.services())
    await app.commandLine("duplicates")
    #expect(app.collection.panes.order.narrowing == "copies:2..")
    await app.commandLine("duplicates master")
    #expect(app.collection.panes.order.narrowing == "pressings:2..")
    #expect(throws: TypedLineError.self) { try TypedLine(parsing: "duplicates all") }
  }
}
