import Clients
import DiscogsModel
import Features
import Terminal
import TestSupport
import Testing

/// The pages as people see them.
@MainActor struct RecordedScreensTests {
  /// The keys that lead from the start to what the screen is named for.
  nonisolated struct Scene: CustomTestStringConvertible, Sendable {
    var name: String
    var keys: [String]
    var text = ""
    var then: [String] = []
    var testDescription: String { name }
  }

  nonisolated static let scenes = [
    Scene(name: "search", keys: ["j"]),
    Scene(name: "search-typing", keys: ["s"], text: "miles"),
    Scene(name: "search-wrong-field", keys: ["s"], text: "坂本 yaer:1978"),
    Scene(name: "search-nothing-found", keys: ["s"], text: "xyzzy", then: ["<Enter>"]),
    Scene(name: "search-narrowed", keys: ["f"], text: "blue", then: ["<Enter>", "<Space>", "t"]),
    Scene(name: "search-preview", keys: ["j", "<Tab>"]),
    Scene(name: "release", keys: ["j", "<Enter>"]),
    Scene(name: "release-end", keys: ["j", "<Enter>", "G"]),
    Scene(name: "master", keys: ["<Enter>"]),
    Scene(name: "filter", keys: ["<Enter>", "F", "j", "<Space>"]),
    Scene(name: "artist", keys: ["j", "j", "j", "<Enter>"]),
    Scene(name: "artist-profile", keys: ["j", "j", "j", "<Enter>", "<Tab>"]),
    Scene(name: "label", keys: ["O"], text: "[l900000001]", then: ["<Enter>"]),
    Scene(name: "trail", keys: ["<Enter>", "j", "<Enter>"]),
    Scene(name: "collection", keys: ["3", "j"]),
    Scene(name: "collection-folders", keys: ["3", "<Tab>", "j"]),
    Scene(name: "want-list", keys: ["4"]),
    Scene(name: "log", keys: ["9"]),
    Scene(name: "help", keys: ["?"]),
    Scene(name: "history", keys: ["<C-r>", "<Down>"]),
    Scene(name: "history-deleted", keys: ["<C-r>"], text: "miles", then: ["<C-x>"]),
    Scene(name: "chord-g", keys: ["g"]),
    Scene(name: "chord-sort", keys: [","]),
    Scene(name: "command-line", keys: [":"], text: "sor"),
    Scene(name: "command-line-wrong", keys: [":"], text: "sort colour", then: ["<Enter>"]),
    Scene(name: "find-prompt", keys: ["/"], text: "blue"),
    Scene(name: "notice", keys: ["o"]),
    Scene(name: "open-pasted-wrong", keys: ["O"], text: "kind of blue", then: ["<Enter>"]),
  ]

  @Test(arguments: scenes, Recorded.sizes) func `a screen looks as recorded`(scene: Scene, size: Size) async {
    let app = await Harness(Crate.services, size: size)
    await app.press(scene.keys)
    await app.type(scene.text)
    await app.press(scene.then)
    app.expectRecorded(scene.name, size)
  }

  @Test(arguments: Recorded.sizes) func `an empty catalogue and shelf look as recorded`(size: Size) async {
    let app = await Harness(Crate.empty, size: size)
    app.expectRecorded("search-empty", size)
    await app.press("3")
    app.expectRecorded("collection-empty", size)
    await app.press("4")
    app.expectRecorded("want-list-empty", size)
    await app.press("9")
    app.expectRecorded("log-empty", size)
    await app.press("<C-r>")
    app.expectRecorded("history-empty", size)
  }

  @Test(arguments: Recorded.sizes) func `failures look as recorded`(size: Size) async {
    let app = await Harness(Crate.failing, size: size)
    app.expectRecorded("search-failed", size)
    await app.paste("[a900000001]")
    app.expectRecorded("artist-failed", size)
    await app.paste("[r900000001]")
    app.expectRecorded("release-failed", size)
    await app.press("3")
    app.expectRecorded("collection-failed", size)
  }
}
