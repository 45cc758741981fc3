import Clients
import DiscogsModel
import Features
import Terminal
import TestSupport
import Testing

/// The header and the notice, as people see them.
@MainActor struct HeaderTests {
  private let live = ScriptedLive()

  private func open(_ base: Services = Crate.services, size: Size) async -> Harness {
    await Harness(live.services(base), size: size)
  }

  nonisolated static let scenes = [
    Scene(name: "notice", keys: ["o"])
  ]

  @Test(arguments: scenes, Recorded.sizes) func `a notice looks as recorded`(scene: Scene, size: Size) async {
    await Harness(Crate.services, size: size).expectRecorded(scene, size)
  }

  @Test(arguments: Recorded.sizes) func `the header looks as recorded`(size: Size) async {
    let app = await Harness(Crate.services, size: size)
    app.expectRecorded("header", size, rows: 0..<app.store.layout.titleRow)
    await app.press("9")
    app.expectRecorded("header-log", size, rows: 0..<app.store.layout.titleRow)
    live.network = .busy
    live.account = .signedIn(user: "digger")
    let busy = await open(size: size)
    busy.expectRecorded("header-busy", size, rows: 0..<busy.store.layout.titleRow)
  }

  nonisolated static let footers = [
    Scene(name: "footer", keys: []), Scene(name: "footer-text", keys: ["j", "<Enter>"]),
    Scene(name: "footer-question", keys: ["3", "D"]), Scene(name: "footer-history", keys: ["<C-r>"]),
  ]

  @Test(arguments: footers, Recorded.sizes) func `the footer looks as recorded`(scene: Scene, size: Size) async {
    let app = await Harness(Crate.services, size: size)
    await app.press(scene.keys)
    let layout = app.store.layout
    app.expectRecorded(scene.name, size, rows: layout.footerRow - (layout.hasRules ? 1 : 0)..<layout.rows)
  }

  @Test func `the header gives up what matters least first`() async {
    live.network = .busy
    live.account = .signedIn(user: "digger")
    var shown: [String] = []
    for columns in [150, 124, 90, 80, 72, 60] {
      let app = await open(size: Size(columns: columns, rows: 24))
      app.store.stage.notify(.ordinary, "x")
      await app.settle()
      shown.append("live" + (app.lines[0].split(separator: "live").last ?? ""))
    }
    #expect(
      shown == [
        "live · slow · waiting 12 s · 3 tasks · 1 new · gn  ?", "live · slow · waiting 12 s · 3 tasks · 1 new · gn ?",
      ] + Array(repeating: "live · slow · waiting 12 s · 1 new · gn  ?", count: 4))
  }

  @Test(arguments: [40, 60, 80, 120]) func `the header says that nothing may be changed`(columns: Int) async {
    var services = Crate.services
    services.edits.refusal = { "Nothing changed: Runout was started with --read-only" }
    let app = await Harness(services, size: Size(columns: columns, rows: 24))
    #expect(app.lines[0].contains("read-only"), "\(app.lines[0])")
  }

  @Test func `no size traps with everything on the screen at once`() async {
    live.network = .busy
    live.account = .refused(user: "digger")
    var base = Crate.services
    base.catalogue.release = { _ throws(ClientError) in throw .signInRequired(.refused) }
    let app = await open(base, size: Size(columns: 80, rows: 24))
    app.store.start()
    await app.press("j", "<Enter>")
    for keys in [["8"], ["g", "n"], ["g", "s"]] {
      await app.press(keys)
      app.store.stage.notify(.high, "Discogs no longer accepts the token of somebody with a long name")
      for columns in [1, 20, 39, 40, 60, 71, 72, 80, 99, 100, 130] {
        for rows in [1, 3, 7, 8, 9, 12, 15, 16, 24, 45] {
          await app.resize(columns: columns, rows: rows)
          if let cursor = app.canvas.cursor { #expect(app.canvas.bounds.contains(cursor), "\(columns)x\(rows)") }
        }
      }
      await app.press("<Esc>")
    }
    app.store.stop()
  }
}
