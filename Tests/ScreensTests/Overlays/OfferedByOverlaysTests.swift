import Clients
import DiscogsModel
import Features
import RunoutModel
import Terminal
import TestSupport
import Testing

@testable import Screens

/// What the footer and a pop-up say is what keys do.
@MainActor struct OfferedByOverlaysTests {
  private static let conflict = PendingEdit(
    id: 1, title: "Move Miles Davis – Kind Of Blue to Jazz", release: 900_000_001, madeAt: Crate.now - 7_200,
    state: .conflict([.init(name: "Folder", before: "Uncategorized", mine: "Jazz", theirs: "To clean")]))

  nonisolated static let scenes = [
    Scene(name: "history", keys: ["<C-r>"]), Scene(name: "facets", keys: ["<Enter>", "F"]),
    Scene(name: "help", keys: ["?"]), Scene(name: "folders", keys: ["j", "a"]),
    Scene(name: "a new folder", keys: ["j", "a"], text: "modal"), Scene(name: "a copy", keys: ["3", "j", "e"]),
    Scene(name: "a rating", keys: ["3", "e", "<Down>", "<Down>"]), Scene(name: "a want", keys: ["4", "e"]),
    Scene(name: "move", keys: ["3", "j", "M"]), Scene(name: "remove", keys: ["3", "j", "D"]),
    Scene(name: "remove many", keys: ["3", "<C-a>", "D"]), Scene(name: "remove a want", keys: ["4", "D"]),
    Scene(name: "themes", keys: [":"], text: "theme", then: ["<Enter>"]),
    Scene(name: "a conflict", keys: ["8", "<Enter>"]), Scene(name: "a picture", keys: ["3", "c"]),
  ]

  private func open(_ scene: Scene) async -> Harness {
    let shelf = FixtureShelf(copies: Crate.copies, wants: Crate.wants, folders: ["Jazz", "To clean"])
    shelf.content.pending = [Self.conflict]
    let app = await Harness(shelf.services(Crate.services), size: Size(columns: 120, rows: 30))
    app.store.show(pictures: .blocks)
    for key in scene.keys { await app.press(key) }
    await app.type(scene.text)
    for key in scene.then { await app.press(key) }
    return app
  }

  /// The keys of a command that stand in the footer.
  private func shown(_ command: Command, _ app: Harness) -> [String] {
    (app.store.keys[command] ?? []).filter {
      app.lines[29].contains("\(app.canvas.glyphs.key($0)) ")
        || app.lines[29].contains("\(app.canvas.glyphs.key($0))/")
    }
  }

  private func overlay(_ app: Harness) -> (any DrawnOverlay)? { app.store.overlays.top as? any DrawnOverlay }

  @Test(arguments: scenes) func `each key that an overlay offers does something`(scene: Scene) async throws {
    let first = await open(scene)
    let hints = try #require(overlay(first), "\(scene.name) is open").hints
    #expect(!hints.isEmpty)
    for hint in hints {
      let keys = shown(hint, first)
      #expect(!keys.isEmpty, "\(hint) stands in the footer: \(first.lines[29])")
      for key in keys {
        let app = await open(scene)
        let before = (app.screen, Array(app.store.overlays).count)
        await app.press(key)
        #expect(app.store.notice?.contains("isn't a key here") != true, "\(key): \(app.store.notice ?? "")")
        #expect((app.screen, Array(app.store.overlays).count) != before, "\(key) did nothing in \(scene.name)")
      }
    }
  }

  /// Over a picture every key is the page's, and closes it.
  @Test(arguments: scenes.filter { $0.name != "a picture" })
  func `Enter does nothing where it is not offered`(scene: Scene) async throws {
    let app = await open(scene)
    let hints = try #require(overlay(app)).hints
    let isOffered = hints.contains { shown($0, app).contains("<Enter>") }
    guard !isOffered else { return }
    let before = Array(app.lines[..<29])
    await app.press("<Enter>")
    #expect(Array(app.lines[..<29]) == before, "\(scene.name)")
  }

  @Test func `a folder that is not there yet is created by the one press that says so`() async {
    let app = await open(Scene(name: "a new folder", keys: ["j", "a"], text: "modal"))
    #expect(app.screen.contains("create folder “modal”"))
    await app.press("<Enter>")
    #expect(app.store.popup == nil)
    #expect(app.store.notice?.contains("modal") == true, "\(app.store.notice ?? "")")
  }

  @Test(arguments: ["3", "4"]) func `on a wall its key says what it leads back to`(page: String) async {
    let app = await open(Scene(name: "a list", keys: [page]))
    await app.press("V")
    #expect(app.lines[29].contains("V list"), "\(app.lines[29])")
    await app.press("V")
    #expect(!app.lines[29].contains("V list"), "\(app.lines[29])")
  }
}
