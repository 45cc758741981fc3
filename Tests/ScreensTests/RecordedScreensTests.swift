import Clients
import DiscogsModel
import Features
import Terminal
import TestSupport
import Testing

/// The screens as people see them, text and styles. `RECORD_SCREENS=1` writes them anew; review them as a diff.
@MainActor struct RecordedScreensTests {
  private static let recorded =
    String(#filePath.prefix(upTo: #filePath.lastIndex(of: "/") ?? #filePath.endIndex)) + "/Recorded"
  nonisolated static let sizes = [
    Size(columns: 120, rows: 40), Size(columns: 80, rows: 24), Size(columns: 40, rows: 12),
  ]

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

  @Test(arguments: scenes, sizes) func `a screen looks as recorded`(scene: Scene, size: Size) async {
    let app = await Harness(Crate.services, size: size)
    await app.press(scene.keys)
    await app.type(scene.text)
    await app.press(scene.then)
    app.expectScreen("\(scene.name).\(size.columns)x\(size.rows)", in: Self.recorded)
  }

  @Test(arguments: sizes) func `an empty catalogue and shelf look as recorded`(size: Size) async {
    let app = await Harness(Crate.empty, size: size)
    app.expectScreen("search-empty.\(size.columns)x\(size.rows)", in: Self.recorded)
    await app.press("3")
    app.expectScreen("collection-empty.\(size.columns)x\(size.rows)", in: Self.recorded)
    await app.press("4")
    app.expectScreen("want-list-empty.\(size.columns)x\(size.rows)", in: Self.recorded)
    await app.press("9")
    app.expectScreen("log-empty.\(size.columns)x\(size.rows)", in: Self.recorded)
    await app.press("<C-r>")
    app.expectScreen("history-empty.\(size.columns)x\(size.rows)", in: Self.recorded)
  }

  @Test(arguments: sizes) func `failures look as recorded`(size: Size) async {
    let app = await Harness(Crate.failing, size: size)
    app.expectScreen("search-failed.\(size.columns)x\(size.rows)", in: Self.recorded)
    await app.paste("[a900000001]")
    app.expectScreen("artist-failed.\(size.columns)x\(size.rows)", in: Self.recorded)
    await app.paste("[r900000001]")
    app.expectScreen("release-failed.\(size.columns)x\(size.rows)", in: Self.recorded)
    await app.press("3")
    app.expectScreen("collection-failed.\(size.columns)x\(size.rows)", in: Self.recorded)
  }
}

extension Harness {
  /// Presses keys one by one.
  func press(_ keys: [String]) async {
    for key in keys { await press(key) }
  }
}
