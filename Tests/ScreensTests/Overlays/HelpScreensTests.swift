import Clients
import DiscogsModel
import Features
import Terminal
import TestSupport
import Testing

/// The key reference, as people see it.
@MainActor struct HelpScreensTests {
  nonisolated static let scenes = [
    Scene(name: "help", keys: ["?"])
  ]

  @Test(arguments: scenes, Recorded.sizes) func `the help looks as recorded`(scene: Scene, size: Size) async {
    await Harness(Crate.services, size: size).expectRecorded(scene, size)
  }
}
