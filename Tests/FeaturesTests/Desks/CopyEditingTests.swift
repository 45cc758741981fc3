import Clients
import DiscogsModel
import Features
import RunoutModel
import TestSupport
import Testing

@MainActor struct CopyEditingTests {
  private let shelf = fixtureShelf()

  private func collection() async -> StoreFixture {
    let app = await StoreFixture(shelf.services())
    await app.perform(.openCollection)
    return app
  }

  @Test func `a copy is edited in place: choices by arrows and letters, stars by digits, text by its keys`() async {
    let app = await collection()
    await app.perform(.edit)
    #expect(
      app.form?.list.rows.map(\.name) == ["Media Condition", "Sleeve Condition", "Rating", "Folder", "Notes"])
    await app.perform(.editLeft, .newerEntry)
    await app.type("v")
    await app.type("v")
    await app.perform(.complete)
    await app.type("2")
    await app.perform(.newerEntry)
    await app.type("r")
    await app.perform(.newerEntry, .editKillToStart)
    await app.type("three")
    await app.perform(.editLineBreak)
    await app.type("four")
    await app.perform(.submit)
    #expect(
      shelf.performed.values == [
        [
          .setField(copy: 1, name: "Media Condition", value: "Near Mint (NM or M-)"),
          .setField(copy: 1, name: "Sleeve Condition", value: "Very Good (VG)"), .rate(copy: 1, stars: 2),
          .move(copy: 1, folder: "Rock"), .setField(copy: 1, name: "Notes", value: "three\nfour"),
        ]
      ])
    #expect(app.said == "Saved: Artist 1 – Title 1 · u to undo")
    #expect(app.collection.copies.rows.list.selected?.rating == 2)
  }

  @Test func `P plays the selected copy, on a release's page asks which, and u takes it back`() async {
    let app = await collection()
    await app.perform(.markPlayed)
    #expect(shelf.content.plays == [1] && app.said == "Played: Artist 1 – Title 1 · u to undo")
    await app.perform(.undo)
    #expect(shelf.content.plays == [])
    await app.perform(.redo, .moveDown, .open, .markPlayed)
    #expect(app.chooser?.caption == "Which copy did you play?")
    await app.perform(.submit)
    #expect(shelf.content.plays == [1, 2])
  }

  @Test func `a copy that Discogs refused goes by one key, and comes back by another`() async {
    shelf.content.copies[0].refusal = .row
    let app = await collection()
    await app.perform(.remove)
    #expect(app.question == nil)
    #expect(shelf.performed.values == [[.remove(copy: 1)]])
    #expect(app.said == "Removed: Artist 1 – Title 1 · u to undo")
    await app.perform(.undo)
    #expect(shelf.content.copies.map(\.id) == [1, 2, 3])
    // Only what was refused as a whole: a change of a copy that Discogs has leaves something to lose.
    shelf.content.copies[0].refusal = .change
    await app.perform(.refreshView, .moveToTop, .remove)
    #expect(app.question != nil)
  }

  @Test func `a want that is not owned cannot be played`() async {
    let app = await StoreFixture(shelf.services())
    await app.perform(.openWantList, .markPlayed)
    #expect(app.said == "You don't own it" && shelf.performed.values.isEmpty)
  }

  @Test func `untouched fields are not written, line breaks and unknown values included`() async {
    shelf.content.copies[0].mediaCondition = "Unplayed"
    shelf.content.copies[0].fields.append(.init(name: "Shop", value: "Utrecht"))
    let app = await collection()
    await app.perform(.edit)
    #expect(app.row("Shop")?.content.value == "Utrecht")
    #expect(app.row("Notes")?.content.value == "one\ntwo")
    await app.perform(.editRight, .editLeft, .newerEntry, .newerEntry, .submit)
    #expect(app.said == "Nothing changed")
    #expect(shelf.performed.values.isEmpty)
  }

  @Test func `Esc asks once before it discards typed text`() async {
    let app = await collection()
    await app.perform(.edit, .editRight, .cancel)
    #expect(app.form != nil)
    #expect(app.said == "Not saved · <Enter> to save, <Esc> again to discard")
    await app.perform(.cancel)
    #expect(app.store.popup == nil)
    await app.perform(.edit, .cancel)
    #expect(app.store.popup == nil, "nothing to lose")
    #expect(shelf.performed.values.isEmpty)
  }

  @Test func `several copies show what differs, and keep it where it is not touched`() async {
    let app = await collection()
    await app.perform(.markAll, .edit)
    #expect(app.form?.about == "3 copies")
    #expect(app.row("Rating")?.isMixed == true)
    #expect(app.row("Sleeve Condition")?.isMixed == false)
    await app.perform(.newerEntry)
    await app.type("m")
    await app.perform(.submit)
    #expect(
      shelf.performed.values.last
        == [1, 2, 3].map { .setField(copy: $0, name: "Sleeve Condition", value: "Mint (M)") })
    #expect(app.said == "Saved 3 copies · u to undo")
  }

  @Test func `M moves to the folder, and in a folder's list the neighbour is selected`() async {
    let app = await collection()
    await app.perform(.moveDown, .moveToFolder)
    #expect(app.chooser?.list.rows.last == .folder(CollectionFolder(name: "Rock", copies: 1)), "it is there already")
    await app.type("jazz")
    await app.perform(.submit)
    #expect(shelf.content.copies[1].folder == "Jazz")
    #expect(app.collection.copies.rows.list.cursor == 1)
    await app.perform(.nextPane, .moveDown, .moveDown, .open)
    #expect(app.collection.parts.folder == "Jazz")
    await app.perform(.moveToFolder)
    await app.type("empty")
    await app.perform(.submit)
    #expect(app.collection.copies.rows.list.rows.map(\.id) == [2])
    #expect(app.collection.copies.rows.list.selected?.id == 2)
  }

  @Test func `copies are rated from the list, marked ones together`() async {
    let app = await collection()
    await app.perform(.rateTwo)
    #expect(app.said == "Rated 2 of 5: Artist 1 – Title 1 · u to undo")
    await app.perform(.markAll, .rateNone)
    #expect(shelf.content.copies.allSatisfy { $0.rating == nil })
    #expect(app.said == "Rating cleared: 3 copies · u to undo")
    await app.perform(.undo)
    #expect(shelf.content.copies.map(\.rating) == [2, nil, nil])
    #expect(app.collection.copies.rows.list.rows.map(\.rating) == [2, nil, nil])
  }

  @Test func `D asks first and names the loss`() async {
    let app = await collection()
    await app.perform(.remove)
    #expect(app.question?.caption == "Remove this copy?")
    #expect(
      app.question?.facts == [
        .init("Folder", "Jazz"), .init("Rating", "4 of 5"), .init("Notes", "one\ntwo"), .init("Condition", "VG+/–"),
        .init("Added", "2019-01-01"),
      ])
    #expect(app.question?.advice == "u undoes this for a day")
    await app.perform(.moveDown)
    #expect(app.said == "y or n?")
    await app.perform(.cancel)
    #expect(shelf.content.copies.count == 3)
    await app.perform(.remove, .confirm)
    #expect(shelf.content.copies.map(\.id) == [2, 3])
    #expect(app.collection.copies.rows.list.selected?.id == 2)
    await app.perform(.markAll, .remove)
    #expect(app.question?.caption == "Remove these copies?")
    #expect(app.question?.facts == [.init("Folders", "Rock, Soul")])
    await app.perform(.confirm)
    #expect(shelf.content.copies.isEmpty)
    #expect(app.said == "Removed 2 copies · u to undo")
  }

  @Test func `a release with several copies asks which is meant`() async {
    let app = await StoreFixture(shelf.services())
    await app.perform(.moveDown, .open, .edit)
    #expect(app.chooser?.caption == "Edit which copy?")
    #expect(app.chooser?.list.rows.count == 2)
    await app.perform(.newerEntry, .submit)
    #expect(app.row("Folder")?.content.value == "Soul")
    await app.perform(.cancel, .remove)
    await app.type("rock")
    await app.perform(.submit, .confirm)
    #expect(shelf.content.copies.map(\.id) == [1, 3])
    await app.perform(.moveToFolder)
    #expect(app.chooser?.caption == "Move to folder")
    await app.perform(.cancel, .back, .moveDown, .edit)
    #expect(app.said == "You don't own it")
  }

  @Test func `the release's page shows your copies at once`() async {
    let app = await StoreFixture(shelf.services())
    await app.perform(.open, .addToCollection, .submit)
    guard let model = app.store.page as? ReleaseModel else { return #expect(Bool(false)) }
    #expect(model.info.loaded?.copies.count == 2)
    await app.perform(.toggleWant)
    #expect(model.info.loaded?.want != nil)
  }

  @Test func `rating on other pages says where it is done`() async {
    let app = await StoreFixture(shelf.services())
    await app.perform(.rateOne)
    #expect(app.said == "Rate copies in Collection, wants in Want list, releases on their page")
  }

  @Test func `changes are made in the order of the keys`() async {
    let app = await collection()
    app.store.perform(.rateOne)
    app.store.perform(.rateTwo)
    app.store.perform(.undo)
    await app.tasks.settle()
    #expect(shelf.content.copies[0].rating == 1)
  }

  @Test func `a refusal is a notice, and a failure is an error`() async {
    var services = shelf.services()
    services.edits.perform = { edits throws(ClientError) in edits.map { _ in .refused("no such thing") } }
    let app = await StoreFixture(services)
    await app.perform(.openCollection, .rateOne)
    #expect(app.said == "no such thing")
    #expect(app.store.notifications.all.first?.text == "no such thing")
    await app.perform(.markAll, .rateOne)
    #expect(app.said == "Nothing changed: no such thing")
    services.edits.perform = { _ throws(ClientError) in throw .storage("disk full") }
    let other = await StoreFixture(services)
    await other.perform(.openCollection, .rateOne)
    #expect(other.store.banner?.title == "Nothing changed")
  }

  @Test func `looking things up for many rows shows how far it is, and Esc stops it`() async {
    let gate = Gate()
    var services = shelf.services()
    services.shelf.wantOf = { id in
      if id == .release(51) { await gate.pass() }
      return nil
    }
    services.catalogue =
      Services.fixture(
        FixtureCatalogue(
          rows: (1...60).map { number in
            CatalogueRow(reference: .release(Release.ID(number)), title: "Title \(number)", artist: "Artist \(number)")
          })
      ).catalogue
    let app = await StoreFixture(services)
    await app.perform(.moveToBottom, .markAll)
    app.store.perform(.toggleWant)
    await gate.arrival()
    #expect(app.store.shelfProgress == WorkProgress(done: 50, total: 60))
    app.store.perform(.cancel)
    #expect(app.store.notice == "Nothing changed")
    await gate.open()
    await app.tasks.settle()
    #expect(app.store.shelfProgress == nil)
    #expect(shelf.performed.values.isEmpty)
  }

  @Test func `a question is about nothing any more when the page has been left`() async {
    let gate = Gate()
    var services = shelf.services()
    services.shelf.copiesOf = { _ in
      await gate.pass()
      return []
    }
    let app = await StoreFixture(services)
    app.store.perform(.edit)
    app.store.perform(.openTasks)
    await gate.open()
    await app.tasks.settle()
    #expect(app.store.popup == nil)
  }

  @Test func `a page hears of an own change once, though the library tells of it too`() async {
    let asked = Recorder<ShelfList?>()
    var services = shelf.services()
    services.crates.all = { list in
      asked.append(list)
      return []
    }
    let app = await StoreFixture(services)
    app.store.start()
    await app.perform(.openCollection)
    let before = asked.values.count
    await app.perform(.rateFour)
    for _ in 1...100 { await Task.yield() }
    await app.tasks.settle()
    #expect(asked.values.count == before + 1)
    app.store.stop()
  }

  @Test func `changes by another program appear on the shelf`() async {
    let app = await collection()
    app.store.start()
    app.store.perform(.moveDown)
    shelf.content.copies.remove(at: 0)
    shelf.announce()
    while app.collection.copies.rows.list.rows.count != 2 { await Task.yield() }
    await app.tasks.settle()
    #expect(app.collection.copies.rows.list.selected?.id == 2)
    app.store.stop()
  }
}
