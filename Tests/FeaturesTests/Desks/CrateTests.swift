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

  private func keepingColumns(in kept: Recorder<ColumnChoice>) -> Services {
    var services = shelf.services()
    services.layout = .test {
      $0.columns = { _ throws(ClientError) in kept.values.last ?? ColumnChoice() }
      $0.setColumns = { columns, _ throws(ClientError) in kept.append(columns) }
    }
    return services
  }

  @Test func `the columns are chosen by name, in their order, and kept`() async {
    let kept = Recorder<ColumnChoice>()
    let services = keepingColumns(in: kept)
    let app = await collection(services)
    await app.commandLine("columns folder name added folder")
    #expect(app.collection.columns.choice == [.folder, .name, .added])
    #expect(kept.values == [[.folder, .name, .added]])
    let again = await collection(services)
    #expect(again.collection.columns.choice == [.folder, .name, .added])
    await again.commandLine("columns")
    #expect(again.store.prompt?.field.text == "columns folder name added")
    await again.perform(.cancel)
    await again.commandLine("columns default")
    #expect(again.collection.columns.choice == [])
    #expect(TypedLine.completions(of: "columns folder ca") == ["columns folder catno"])
    await again.commandLine("columns colour")
    #expect(again.said.hasPrefix("Copies have no colour; columns takes name, year, "))
  }

  @Test func `widths are typed or dragged, of the usual columns too, and a field of one's own is a column`() async {
    let kept = Recorder<ColumnChoice>()
    shelf.content.copies[0].fields = [CollectionCopy.Field(name: "Prix payé", value: "12 EUR")]
    let app = await collection(keepingColumns(in: kept))
    await app.commandLine("columns title=40 year=6")
    #expect(kept.values.last?.text == "default name=40 year=6")
    await app.commandLine("columns name prixpaye=8 year")
    #expect(kept.values.last?.text == "name prixpaye=8 year")
    await app.commandLine("columns prixpaye=9")
    #expect(kept.values.last?.text == "name prixpaye=9 year")
    await app.commandLine("columns default=5")
    #expect(app.said.hasPrefix("Copies have no default"))
    for wrong in ["columns year=0", "columns year=x", "columns year=201", "columns year="] {
      await app.commandLine(wrong)
      #expect(app.said == "A width is a number from 1 to 200: columns title=40")
    }
    let number = app.collection.columns.choice.number(of: "prixpaye") ?? -1
    app.store.mouse.drag(.columnEnd(number, from: 10), to: 25)
    #expect(app.collection.columns.choice.widths == ["prixpaye": 15] && kept.values.count == 3)
    app.store.mouse.endDrag(of: .columnEnd(number, from: 10))
    await app.tasks.settle()
    #expect(kept.values.last?.text == "name prixpaye=15 year")
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
