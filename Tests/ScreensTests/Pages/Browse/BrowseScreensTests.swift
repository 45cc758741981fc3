import Clients
import DiscogsModel
import Features
import Terminal
import TestSupport
import Testing

/// The pages of masters, artists and labels, as people see them.
@MainActor struct BrowseScreensTests {
  nonisolated static let scenes = [
    Scene(name: "master", keys: ["<Enter>"]),
    Scene(name: "artist", keys: ["j", "j", "j", "<Enter>"]),
    Scene(name: "artist-profile", keys: ["j", "j", "j", "<Enter>", "k", "<Tab>"]),
    Scene(name: "artist-versions", keys: ["j", "j", "j", "<Enter>", "E", "j"]),
    Scene(name: "artist-section", keys: ["j", "j", "j", "<Enter>", "T", "T"]),
    Scene(name: "label", keys: ["O"], text: "[l900000001]", then: ["<Enter>"]),
    Scene(name: "trail", keys: ["<Enter>", "j", "<Enter>"]),
  ]

  @Test(arguments: scenes, Recorded.sizes) func `a record with a list looks as recorded`(scene: Scene, size: Size) async
  {
    await Harness(Crate.services, size: size).expectRecorded(scene, size)
  }

  @Test(arguments: Recorded.sizes) func `an artist that failed looks as recorded`(size: Size) async {
    let app = await Harness(Crate.failing, size: size)
    await app.paste("[a900000001]")
    app.expectRecorded("artist-failed", size)
  }
}
