import Clients
import DiscogsModel
import Features
import RunoutModel
import Terminal
import TestSupport
import Testing

/// The collection, as people see it.
@MainActor struct CollectionScreensTests {
  nonisolated static let scenes = [
    Scene(name: "collection", keys: ["3", "j"]),
    Scene(name: "collection-folders", keys: ["3", "<Tab>", "j"]),
  ]

  @Test(arguments: scenes, Recorded.sizes) func `the collection looks as recorded`(scene: Scene, size: Size) async {
    await Harness(Crate.services, size: size).expectRecorded(scene, size)
  }

  @Test(arguments: Recorded.sizes) func `a collection without anything looks as recorded`(size: Size) async {
    let app = await Harness(Crate.empty, size: size)
    await app.press("3")
    app.expectRecorded("collection-empty", size)
  }

  @Test(arguments: Recorded.sizes) func `a row that Discogs refused says so at every size`(size: Size) async {
    let shelf = FixtureShelf(copies: [
      CollectionCopy(
        id: 1, release: 1, artist: "An artist of a very long name", title: "And a title that is as long as names can be"
      )
    ])
    shelf.content.copies[0].refusal = .row
    let app = await Harness(shelf.services(), size: size)
    await app.press("3")
    #expect(app.screen.contains(size.columns < 60 ? "refused" : "refused · :pending"), "\(app.screen)")
    await app.press(":", "p", "e", "n", "d", "i", "n", "g", "<Enter>")
    #expect(app.store.page.route == .tasks)
  }

  @Test func `the key that removes takes back what Discogs refused, and says so`() async {
    let shelf = FixtureShelf(copies: [
      CollectionCopy(id: 1, release: 1, artist: "A", title: "Refused"),
      CollectionCopy(id: 2, release: 2, artist: "B", title: "Owned"),
    ])
    shelf.content.copies[0].refusal = .row
    let app = await Harness(shelf.services(), size: Size(columns: 130, rows: 24))
    await app.press("3")
    #expect(app.screen.contains("D take back"), "\(app.screen)")
    await app.press("j")
    #expect(app.screen.contains("D remove"), "\(app.screen)")
  }

  @Test(arguments: Recorded.sizes) func `a collection that failed looks as recorded`(size: Size) async {
    let app = await Harness(Crate.failing, size: size)
    await app.press("3")
    app.expectRecorded("collection-failed", size)
  }
}
