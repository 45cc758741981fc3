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
    Scene(name: "a theme that nothing matches", keys: [":"], text: "theme", then: ["<Enter>", "z", "z", "z"]),
    Scene(name: "nothing that a sync removed", keys: [":"], text: "removed", then: ["<Enter>"]),
    Scene(name: "help that nothing matches", keys: ["?"], text: "zzzz"),
    Scene(name: "a facet that nothing matches", keys: ["<Enter>", "F"], text: "zzzz"),
  ]

  /// What takes the next key as a letter, or as the rest of a chord.
  nonisolated static let letters = [
    Scene(name: "bookmark as", keys: ["m"]), Scene(name: "go to bookmark", keys: ["'"]),
    Scene(name: "delete bookmark", keys: [":"], text: "unbookmark", then: ["<Enter>"]), Scene(name: "go", keys: ["g"]),
    Scene(name: "sort", keys: [","]),
  ]

  private func open(_ scene: Scene) async -> Harness {
    let shelf = FixtureShelf(copies: Crate.copies, wants: Crate.wants, folders: ["Jazz", "To clean"])
    shelf.content.pending = [Self.conflict]
    var services = shelf.services(Crate.services)
    services.bookmarks = FixtureBookmarks().client
    let app = await Harness(services, size: Size(columns: 120, rows: 30))
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

  private func overlay(_ app: Harness) -> (any HintedPart)? { app.store.overlays.hinted }

  @Test(arguments: scenes + letters) func `each key that an overlay offers does something`(scene: Scene) async throws {
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

  @Test(arguments: letters) func `the footer of what takes a letter has none of the page's keys`(scene: Scene) async {
    let app = await open(scene)
    let said = app.lines[29]
    #expect(said.contains("⎋ cancel") && !said.contains("⏎ open") && !said.contains("s search"), "\(said)")
    guard let letters = app.store.letterRequest?.letters else { return }
    #expect(said.hasPrefix("\(letters.keys) \(letters.word)"), "\(said)")
    await app.press("b")
    #expect(app.store.overlays.isEmpty && app.store.notice != nil)
  }

  @Test func `the footer of the very first start says what its keys do`() async {
    for key in ["d", "c", "l", "<Esc>", "z"] {
      let app = await Harness(Crate.services, size: Size(columns: 120, rows: 30))
      let answers = Recorder<Int>()
      app.store.offerStart(onAnswer: { answers.append(1) }, fetch: {})
      await app.settle()
      #expect(app.lines[29].hasPrefix("d/c/l/u begin  ⎋ see the demo"), "\(app.lines[29])")
      await app.press(key)
      #expect(app.store.letterRequest == nil && answers.values == [1], "\(key)")
      let saysDemo = app.store.notice?.hasPrefix("This is the demo") == true
      #expect(saysDemo == ["d", "<Esc>", "z"].contains(key), "\(key): \(app.store.notice ?? "")")
    }
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
