import Clients
import DiscogsModel
import Features
import RunoutModel
import TestSupport
import Testing

@MainActor struct AddingTests {
  private let shelf = fixtureShelf()

  @Test func `a asks for the folder, the latest used first, and warns of a double`() async {
    let app = await StoreFixture(shelf.services())
    await app.perform(.moveDown, .addToCollection)
    #expect(app.chooser?.about == "Artist 2 – Title 2")
    #expect(app.chooser?.warning == "You already own 2 copies (Rock; Soul)")
    #expect(folders(app) == ["Rock", "Soul", "Jazz", "Uncategorized", "Empty"])
    await app.perform(.newerEntry, .newerEntry, .submit)
    #expect(app.store.popup == nil)
    #expect(shelf.content.copies.last?.folder == "Jazz")
    #expect(app.said == "Added to Jazz: Artist 2 – Title 2 · u to undo")
    await app.perform(.moveDown, .addToCollection)
    #expect(app.chooser?.warning == nil)
    #expect(folders(app).first == "Jazz", "used in this run")
  }

  private func folders(_ app: StoreFixture) -> [String] {
    app.chooser?.list.rows.map { if case .folder(let folder) = $0 { folder.name } else { "new" } } ?? []
  }

  @Test func `typing filters the folders, and a new name creates one`() async {
    let app = await StoreFixture(shelf.services())
    await app.perform(.addToCollection)
    await app.type("so")
    #expect(folders(app) == ["Soul", "new"])
    await app.type("undtracks")
    #expect(app.chooser?.list.rows == [.newFolder("soundtracks")])
    await app.perform(.submit)
    #expect(app.chooser == nil, "the row said what it does: one press is the answer")
    #expect(shelf.performed.values.last?.first == .makeFolder("soundtracks"))
    #expect(shelf.content.copies.last?.folder == "soundtracks")
  }

  @Test func `marked rows are added together, each release once, and the rest says why not`() async {
    var rows = FixtureCatalogue(count: 9).rows
    rows.append(CatalogueRow(reference: .master(10), title: "Title 10", artist: "Artist 10", master: 10))
    let app = await StoreFixture(shelf.services(.fixture(FixtureCatalogue(rows: rows))))
    await app.perform(.markAll, .addToCollection)
    #expect(app.chooser?.about == "10 records")
    #expect(app.chooser?.warning == "You already own 2 of these 9")
    await app.perform(.submit)
    #expect(shelf.content.copies.count == 12)
    #expect(shelf.performed.values.count == 1, "they are undone together")
    #expect(app.said == "Added 9 records to Rock; 1 refused · gn for why")
    #expect(
      app.store.notifications.all.contains {
        $0.text == "Artist 10 – Title 10: Pick a pressing first: <Enter> shows the versions"
      })
    #expect(app.search.results.rows.marked.isEmpty)
    await app.perform(.undo)
    #expect(shelf.content.copies.count == 3)
  }

  @Test func `a master alone says how it is owned`() async {
    let master = CatalogueRow(reference: .master(10), title: "Title", artist: "Artist", master: 10)
    let app = await StoreFixture(shelf.services(.fixture(FixtureCatalogue(rows: [master]))))
    await app.perform(.addToCollection)
    #expect(app.store.popup == nil)
    #expect(app.said == "Pick a pressing first: <Enter> shows the versions")
  }

  @Test func `folders that could not be read say so in the box, and Enter asks again`() async {
    let fails = Recorder<Bool>()
    var services = shelf.services()
    let folders = services.shelf.folders
    services.shelf.folders = { () throws(ClientError) in
      if fails.values.isEmpty { throw .storage("disk asleep") }
      return try await folders()
    }
    let app = await StoreFixture(services)
    await app.perform(.addToCollection)
    #expect(app.chooser?.list.status == .failed(.storage("disk asleep")))
    fails.append(false)
    await app.perform(.submit)
    #expect(app.chooser?.list.rows.count == 5)
    await app.perform(.cancel)
    #expect(app.store.popup == nil)
    #expect(shelf.performed.values.isEmpty)
  }

  @Test func `marks of the rows are right at once, and gone with what they were for`() async {
    let app = await StoreFixture(shelf.services())
    app.search.results.rows.select(row: 6)
    await app.perform(.addToCollection, .submit)
    #expect(app.search.results.shelfMarks[.release(7)] == ShelfMarks(owned: .this))
    await app.perform(.undo)
    #expect(app.search.results.shelfMarks[.release(7)] == nil)
    #expect(app.said == "Undone: Change 1")
    await app.perform(.redo)
    #expect(app.search.results.shelfMarks[.release(7)] == ShelfMarks(owned: .this))
    #expect(app.said == "Redone: Change 1")
    await app.perform(.redo)
    #expect(app.said == "Nothing to redo")
  }
}

@MainActor struct ReturningTests {
  @Test func `a copy that comes back is selected, wherever the cursor has gone`() async {
    let shelf = fixtureShelf()
    let app = await StoreFixture(shelf.services())
    await app.perform(.openCollection)
    let list = app.store.page.panes.main as? ListModel<CollectionCopy>
    let removed = list?.list.selected
    await app.perform(.remove, .confirm, .moveToBottom)
    #expect(list?.list.selected != removed)
    await app.perform(.undo)
    #expect(list?.list.selected == removed)
    await app.perform(.moveToBottom, .redo)
    #expect(list?.list.rows.contains { $0 == removed } == false)
  }
}

@MainActor struct WantingTests {
  private let shelf = fixtureShelf()

  @Test func `w puts on the want list and takes off it`() async {
    let app = await StoreFixture(shelf.services())
    await app.perform(.toggleWant)
    #expect(app.said == "On your want list: Artist 1 – Title 1 · u to undo")
    #expect(app.search.results.shelfMarks[.release(1)] == ShelfMarks(owned: .this, wanted: .this))
    #expect(shelf.content.wants.map(\.release) == [5, 6, 1])
    await app.perform(.toggleWant)
    #expect(app.said == "Off your want list: Artist 1 – Title 1 · u to undo")
    #expect(shelf.content.wants.map(\.release) == [5, 6])
  }

  @Test func `a want with something written about it goes only after a question`() async {
    let app = await StoreFixture(shelf.services())
    app.search.results.rows.select(row: 4)
    await app.perform(.toggleWant)
    #expect(app.question?.facts == [.init("Rating", "3 of 5"), .init("Notes", "first only")])
    await app.perform(.decline)
    #expect(shelf.content.wants.count == 2)
    await app.perform(.toggleWant, .confirm)
    #expect(shelf.content.wants.map(\.release) == [6])
  }

  @Test func `of marked rows those are put on it that are not; all of them off it when all are`() async {
    let app = await StoreFixture(shelf.services())
    app.search.results.rows.select(row: 5)
    await app.perform(.mark, .mark, .toggleWant)
    #expect(app.said == "On your want list: Artist 7 – Title 7 · u to undo")
    app.search.results.rows.select(row: 5)
    await app.perform(.mark, .mark, .toggleWant)
    #expect(app.said == "Removed 2 records from your want list · u to undo")
    #expect(shelf.content.wants.map(\.release) == [5])
  }

  @Test func `W takes a record off the want list and puts it into a folder, as one change`() async {
    let app = await StoreFixture(shelf.services())
    await app.perform(.openWantList, .gotIt)
    #expect(app.chooser?.caption == "Got it! Which folder?")
    await app.type("jazz")
    await app.perform(.submit)
    #expect(
      shelf.performed.values.last
        == [.unwant(.release(5)), .add(ShelfFacts(release: 5, artist: "Artist 5", title: "Title 5"), folder: "Jazz")])
    #expect(app.said == "Got it, now in Jazz: Artist 5 – Title 5 · u to undo")
    #expect(app.wants.wants.rows.list.rows.map(\.release) == [6], "the neighbour is selected")
    await app.perform(.undo)
    #expect(shelf.content.wants.count == 2 && shelf.content.copies.count == 3)
  }

  @Test func `a want is rated, edited and removed on its list`() async {
    let app = await StoreFixture(shelf.services())
    await app.perform(.openWantList, .moveDown, .rateFive)
    #expect(shelf.content.wants[1].rating == 5)
    await app.perform(.edit)
    #expect(app.form?.list.rows.map(\.name) == ["Rating", "Notes"])
    await app.perform(.newerEntry)
    await app.type("mono")
    await app.perform(.submit)
    #expect(shelf.performed.values.last == [.noteWant(.release(6), notes: "mono")])
    await app.perform(.remove)
    #expect(app.question?.about == "Artist 6 – Title 6")
    await app.perform(.confirm)
    #expect(shelf.content.wants.map(\.release) == [5])
    #expect(app.wants.wants.rows.list.cursor == 0)
  }

  @Test func `the want list is sorted by date added`() async {
    let app = await StoreFixture(shelf.services())
    await app.perform(.openWantList, .sort(by: .added))
    #expect(app.wants.wants.rows.order.sort == SortOrder(.added))
  }
}
