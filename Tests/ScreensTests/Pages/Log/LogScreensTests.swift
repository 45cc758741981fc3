import Clients
import DiscogsModel
import Features
import Terminal
import TestSupport
import Testing

/// The log, as people see it.
@MainActor struct LogScreensTests {
  nonisolated static let scenes = [
    Scene(name: "log", keys: ["9"])
  ]

  @Test(arguments: scenes, Recorded.sizes) func `the log looks as recorded`(scene: Scene, size: Size) async {
    await Harness(Crate.services, size: size).expectRecorded(scene, size)
  }

  @Test(arguments: Recorded.sizes) func `a log without anything looks as recorded`(size: Size) async {
    let app = await Harness(Crate.empty, size: size)
    await app.press("9")
    app.expectRecorded("log-empty", size)
  }
}
