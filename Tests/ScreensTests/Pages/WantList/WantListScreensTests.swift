import Clients
import DiscogsModel
import Features
import Terminal
import TestSupport
import Testing

/// The want list, as people see it.
@MainActor struct WantListScreensTests {
  nonisolated static let scenes = [
    Scene(name: "want-list", keys: ["4"])
  ]

  @Test(arguments: scenes, Recorded.sizes) func `the want list looks as recorded`(scene: Scene, size: Size) async {
    await Harness(Crate.services, size: size).expectRecorded(scene, size)
  }

  @Test(arguments: Recorded.sizes) func `a want list without anything looks as recorded`(size: Size) async {
    let app = await Harness(Crate.empty, size: size)
    await app.press("4")
    app.expectRecorded("want-list-empty", size)
  }
}
