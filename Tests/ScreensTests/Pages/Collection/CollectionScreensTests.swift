import Clients
import DiscogsModel
import Features
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

  @Test(arguments: Recorded.sizes) func `a collection that failed looks as recorded`(size: Size) async {
    let app = await Harness(Crate.failing, size: size)
    await app.press("3")
    app.expectRecorded("collection-failed", size)
  }
}
