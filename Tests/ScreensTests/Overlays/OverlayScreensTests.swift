import Clients
import DiscogsModel
import Features
import RunoutModel
import Terminal
import TestSupport
import Testing

/// What lies over a page, as people see it.
@MainActor struct OverlayScreensTests {
  private let live = ScriptedLive()

  private func open(_ base: Services = Crate.services, size: Size) async -> Harness {
    await Harness(live.services(base), size: size)
  }

  nonisolated static let scenes = [
    Scene(name: "filter", keys: ["<Enter>", "F", "<Down>", "<Space>"]),
    Scene(name: "history", keys: ["<C-r>", "<Down>"]),
    Scene(name: "history-deleted", keys: ["<C-r>"], text: "miles", then: ["<C-x>"]),
    Scene(name: "chord-g", keys: ["g"]),
    Scene(name: "chord-sort", keys: [","]),
    Scene(name: "command-line", keys: [":"], text: "sor"),
    Scene(name: "command-line-wrong", keys: [":"], text: "sort colour", then: ["<Enter>"]),
    Scene(name: "filter-prompt", keys: ["/"], text: "blue"),
    Scene(name: "find-prompt", keys: ["j", "<Enter>", "/"], text: "blue"),
    Scene(name: "open-pasted-wrong", keys: ["O"], text: "kind of blue", then: ["<Enter>"]),
  ]

  @Test(arguments: scenes, Recorded.sizes) func `an overlay looks as recorded`(scene: Scene, size: Size) async {
    await Harness(Crate.services, size: size).expectRecorded(scene, size)
  }

  @Test(arguments: Recorded.sizes) func `a history without anything looks as recorded`(size: Size) async {
    let app = await Harness(Crate.empty, size: size)
    await app.press("9", "<C-r>")
    app.expectRecorded("history-empty", size)
  }

  @Test(arguments: Recorded.sizes) func `an intake looks as recorded`(size: Size) async {
    let shelf = FixtureShelf(copies: Crate.copies, wants: Crate.wants, folders: ["Jazz", "To clean"])
    var services = shelf.services(Crate.services)
    services.intake.lines = {
      [IntakeLine(id: 1, text: "XSM-43079-1A", folder: "Jazz"), IntakeLine(id: 2, text: "blue train", folder: "Jazz")]
    }
    services.intake.pressings = { _, _ in
      [
        CatalogueRow(
          reference: .release(Crate.copies[0].release), title: "Kind Of Blue", artist: "Miles Davis", year: 1959,
          country: "US", format: "LP, Album, Mono", label: "Columbia", catalogueNumber: "CL 1355"),
        CatalogueRow(
          reference: .release(77), title: "Kind Of Blue", artist: "Miles Davis", year: 1997, country: "Europe",
          format: "CD, Album", label: "Columbia", catalogueNumber: "CK 64935"),
      ]
    }
    let app = await Harness(services, size: size)
    await app.press(":")
    await app.type("intake jazz")
    await app.press("<Enter>")
    app.expectRecorded("intake-lines", size)
    await app.type("074646493526")
    await app.press("<Enter>")
    await app.type("eV")
    app.expectRecorded("intake-pressings", size)
    await app.press("<Enter>")
    app.expectRecorded("intake-taken", size)
  }

  @Test(arguments: Recorded.sizes) func `signing in`(size: Size) async {
    let app = await open(size: size)
    await app.press("g", "s")
    await app.type("badtoken")
    #expect(!app.screen.contains("badtoken") && app.screen.contains("token: ••••••••"))
    #expect(app.canvas.cursor == Point(column: 15, row: size.rows - 1))
    app.expectRecorded("live-sign-in", size)
    await app.press("<Enter>")
    app.expectRecorded("live-sign-in-refused", size)
    await app.press("<Esc>", ":")
    await app.type("login oauth")
    await app.press("<Enter>")
    await app.type("mykey")
    await app.press("<Enter>")
    await app.type("mysecret")
    await app.press("<Enter>")
    app.expectRecorded("live-sign-in-code", size)
  }
}
