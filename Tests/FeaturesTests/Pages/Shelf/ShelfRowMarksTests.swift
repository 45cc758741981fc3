import Clients
import DiscogsModel
import Features
import RunoutModel
import TestSupport
import Testing

/// The marks and names on rows of Collection and Want list.
@MainActor struct ShelfRowMarksTests {
  private let shelf = fixtureShelf()

  @Test func `rows of Collection and Want list carry the marks of the other list`() async {
    shelf.content.wants.append(WantListEntry(id: 3, release: 2, artist: "Artist 2", title: "Title 2"))
    let app = await StoreFixture(shelf.services())
    await app.perform(.openCollection)
    let collection = app.store.page as? CollectionModel
    #expect(collection?.copies.marks.marks == [.release(2): ShelfMarks(wanted: .this)])
    await app.perform(.openWantList)
    #expect(app.wants.wants.marks.marks == [.release(2): ShelfMarks(owned: .this)])
    app.wants.wants.rows.select(row: 2)
    await app.perform(.toggleWant)
    #expect(app.wants.wants.marks.marks.isEmpty)
    await app.perform(.openCollection)
    #expect((app.store.page as? CollectionModel)?.copies.marks.marks.isEmpty == true)
  }

  @Test func `a copy whose title or artist is unknown has no empty half`() async {
    for (artist, title, name) in [
      ("Artist 5", "", "Artist 5"), ("", "Title 5", "Title 5"), ("", "", "release 5"),
      ("Artist 5", "Title 5", "Artist 5 – Title 5"),
    ] {
      let copy = CollectionCopy(id: 1, release: 5, artist: artist, title: title)
      #expect(copy.name == name)
      #expect(copy.subject.name == name)
      // Under a cover the title's line is never empty: it shows where the cursor is.
      let isWhole = !artist.isEmpty && !title.isEmpty
      #expect(copy.subject.names.artist == (isWhole ? artist : ""))
      #expect(copy.subject.names.title == (isWhole ? title : name))
    }
  }
}
