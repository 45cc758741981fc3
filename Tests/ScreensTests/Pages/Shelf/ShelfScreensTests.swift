import Clients
import DiscogsModel
import Features
import RunoutModel
import Terminal
import TestSupport
import Testing

/// The screens on which the shelf is changed, as people see them.
@MainActor struct ShelfScreensTests {
  /// The crate's shelf, with one release twice and folders that a shop would have.
  private let shelf: FixtureShelf = {
    var copies = Crate.copies
    copies.append(
      CollectionCopy(
        id: 4, release: 900_000_001, master: 900_000_010, artist: "Miles Davis", title: "Kind Of Blue",
        label: "Columbia", catalogueNumber: "CL 1355", format: "LP, Album, Mono", year: 1959, folder: "To clean",
        added: "2024-05-06 10:00:00", mediaCondition: "Good Plus (G+)"))
    return FixtureShelf(
      copies: copies, wants: Crate.wants, folders: ["Jazz", "Singles & EPs from the fair in Utrecht, unsorted"])
  }()

  nonisolated static let scenes = [
    Scene(name: "add", keys: ["j", "a"]),
    Scene(name: "add-new-folder", keys: ["j", "j", "a"], text: "modal"),
    Scene(name: "add-many", keys: ["<C-a>", "a"]),
    Scene(name: "got-it", keys: ["4", "W"]),
    Scene(name: "edit", keys: ["3", "j", "e"]),
    Scene(name: "edit-changed", keys: ["3", "j", "e", "<Right>", "<Down>", "<Down>"], text: "3", then: ["<Up>"]),
    Scene(name: "edit-notes", keys: ["3", "j", "e", "<S-Tab>", "<Down>", "<Down>", "<Down>", "<Down>"]),
    Scene(name: "edit-many", keys: ["3", "<C-a>", "e", "<Down>"]),
    Scene(name: "edit-want", keys: ["4", "e"]),
    Scene(name: "which-copy", keys: ["j", "<Enter>", "e"]),
    Scene(name: "move", keys: ["3", "j", "M"]),
    Scene(name: "remove", keys: ["3", "j", "D"]),
    Scene(name: "remove-many", keys: ["3", "<C-a>", "D"]),
    Scene(name: "remove-want", keys: ["4", "D"]),
    Scene(name: "removed", keys: ["3", "j", "D", "y"]),
    Scene(name: "filing", keys: ["3", ":"], text: "filing", then: ["<Enter>", "<Down>", "<Right>"]),
    Scene(name: "folder-taken", keys: ["3", "<Tab>", "+"], text: "Jazz", then: ["<Enter>"]),
    Scene(name: "folder-delete", keys: ["3", "<Tab>", "G", "k", "k", "D"]),
    Scene(name: "release-owned", keys: ["j", "<Enter>"]),
  ]

  @Test(arguments: [Size(columns: 120, rows: 40), Size(columns: 80, rows: 24)])
  func `the field that a list is sorted by has a column`(size: Size) async {
    let app = await Harness(shelf.services(Crate.services), size: size)
    await app.press("3")
    for (keys, caption) in [(",d", "Added"), (",l", "Label"), (",c", "Cat#")] {
      await app.type(keys)
      let heading = app.screen.split(separator: "\n").first { $0.contains("Artist") }
      #expect(heading?.contains(caption) == true, "\(keys): \(heading ?? "")")
      if keys == ",d" { #expect(app.screen.contains("2024-05-06")) }
    }
  }

  @Test(arguments: scenes, Recorded.sizes) func `a change of the shelf looks as recorded`(scene: Scene, size: Size)
    async
  {
    let app = await Harness(shelf.services(Crate.services), size: size)
    for key in scene.keys { await app.press(key) }
    await app.type(scene.text)
    for key in scene.then { await app.press(key) }
    app.expectRecorded("shelf-\(scene.name)", size)
  }

  private static let stuck: [PendingEdit] = [
    PendingEdit(
      id: 1, title: "Move Miles Davis – Kind Of Blue to Jazz", release: 900_000_001, madeAt: Crate.now - 7_200,
      state: .conflict([
        .init(name: "Folder", before: "Uncategorized", mine: "Jazz", theirs: "To clean"),
        .init(name: "Notes", before: "", mine: "from the fair in Utrecht", theirs: "bought in Utrecht, 2019"),
      ])),
    PendingEdit(
      id: 2, title: "Rate 4 of 5: Daft Punk – Discovery", release: 900_000_008, madeAt: Crate.now - 600,
      state: .refused("Discogs does not know this copy")),
    PendingEdit(
      id: 3, title: "Add 坂本龍一 – 千のナイフ", release: 900_000_003, madeAt: Crate.now - 90,
      state: .retrying(attempts: 3, reason: "Cannot reach Discogs")),
    PendingEdit(
      id: 4, title: "Create folder Modal", release: nil, madeAt: Crate.now - 10, state: .waiting),
  ]

  private func live(_ phase: SyncStatus.Phase) -> Services {
    shelf.content.pending = Self.stuck
    let live = ScriptedLive()
    live.network = NetworkStatus(
      connection: .online, budget: .init(limit: 60, remaining: 41),
      activities: [NetworkActivity(id: 1, title: "collection, page 12", isBackground: true, state: .loading)])
    var services = live.services(shelf.services(Crate.services))
    let status = SyncStatus(phase: phase, agreedAt: Crate.now - 300)
    services.sync.status = { status }
    services.sync.changes = { AsyncStream { $0.finish() } }
    return services
  }

  @Test(arguments: Recorded.sizes) func `changes that wait for Discogs, and one that is in conflict`(size: Size) async {
    let app = await Harness(
      live(.running(.init(part: "collection", done: 1_200, total: 4_000))), size: size)
    app.store.start()
    await app.settle()
    await app.press("8")
    app.expectRecorded("shelf-tasks", size)
    await app.press("<Esc>", "<Enter>")
    app.expectRecorded("shelf-conflict", size)
    await app.press("<Esc>", "D")
    app.expectRecorded("shelf-give-up", size)
    app.store.stop()
  }

  @Test func `a conflict longer than the screen shows that there is more, and scrolls by keys`() async {
    var services = live(.idle)
    services.edits.pending = {
      [
        PendingEdit(
          id: 1, title: "Edit Miles Davis – Kind Of Blue", release: 249504, madeAt: Crate.now - 60,
          state: .conflict([
            .init(
              name: "Notes", before: "", mine: "From the fair in Utrecht, in the rain, with the sleeve of another one",
              theirs: "Bought in Utrecht, 2019"), .init(name: "Rating", before: "3", mine: "4", theirs: "5"),
          ]))
      ]
    }
    let app = await Harness(services, size: Size(columns: 40, rows: 12))
    app.store.start()
    await app.settle()
    await app.press("8", "<Esc>", "<Enter>")
    app.expectScreen("shelf-conflict-long.40x12", in: Recorded.folder)
    await app.press("j", "<PageDown>")
    app.expectScreen("shelf-conflict-end.40x12", in: Recorded.folder)
    app.store.stop()
  }

  @Test func `the header says how many changes wait and how the sync stands`() async {
    var shown: [String] = []
    let phases: [SyncStatus.Phase] = [
      .running(.init(part: "collection", done: 1_200, total: 4_000)),
      .running(.init(part: "collection", done: 0, total: nil)), .paused(nil), .failed(.offline), .idle,
    ]
    for phase in phases {
      let app = await Harness(live(phase), size: Size(columns: 166, rows: 24))
      app.store.start()
      await app.settle()
      await app.press("<Esc>", "g", "n", "h")
      shown.append("live" + (app.lines[0].split(separator: "live").last ?? ""))
      app.store.stop()
    }
    #expect(
      shown == [
        "live · 1 task · 2 to send, 2 stuck · syncing 1,200 of 4,000  ?",
        "live · 1 task · 2 to send, 2 stuck · syncing  ?",
        "live · 1 task · 2 to send, 2 stuck · sync paused  ?",
        "live · 1 task · 2 to send, 2 stuck · sync failed  ?",
        "live · 1 task · 2 to send, 2 stuck  ?",
      ])
  }

  @Test func `no pop-up traps or leaves the screen at any size`() async {
    for keys in [
      ["j", "a"], ["3", "j", "e"], ["3", "<C-a>", "e"], ["3", "D"], ["8", "<Enter>"], ["j", "<Enter>", "e"],
    ] {
      let app = await Harness(live(.idle), size: Size(columns: 80, rows: 24))
      for key in keys { await app.press(key) }
      #expect(app.store.popup != nil, "\(keys)")
      for columns in [1, 39, 40, 41, 60, 80, 130] {
        for rows in [1, 7, 8, 9, 10, 12, 15, 16, 24, 45] {
          await app.resize(columns: columns, rows: rows)
          if let cursor = app.canvas.cursor { #expect(app.canvas.bounds.contains(cursor), "\(columns)x\(rows)") }
        }
      }
    }
  }

  @Test func `the cursor stands where letters go`() async {
    let app = await Harness(shelf.services(Crate.services), size: Size(columns: 80, rows: 24))
    await app.press("j", "a")
    await app.type("mo")
    let cursor = app.canvas.cursor
    #expect(cursor.map { app.canvas.text(row: $0.row).contains("→ mo") } == true)
    await app.press("<Left>")
    #expect(app.canvas.cursor?.column == cursor.map { $0.column - 1 })
  }
}
