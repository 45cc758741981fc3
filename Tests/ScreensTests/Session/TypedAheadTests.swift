import Clients
import DiscogsModel
import Features
import RunoutModel
import Screens
import Terminal
import TestSupport
import Testing

/// Keys that come in one burst with the one that opens a pop-up go where they would have gone had they come later.
@MainActor struct TypedAheadTests {
  private let shelf = FixtureShelf(
    copies: [
      CollectionCopy(
        id: 1, release: 1, artist: "Artist 1", title: "Title 1", folder: "Jazz", rating: 4,
        added: "2019-01-01 10:00:00", fields: [.init(name: "Notes", value: "one")]),
      CollectionCopy(
        id: 2, release: 2, artist: "Artist 2", title: "Title 2", folder: "Rock", added: "2021-01-01 10:00:00"),
      CollectionCopy(
        id: 3, release: 2, artist: "Artist 2", title: "Title 2", folder: "Soul", added: "2020-01-01 10:00:00"),
      CollectionCopy(
        id: 4, release: 4, artist: "Artist 4", title: "Title 4", folder: "Soul", added: "2020-01-01 10:00:00"),
    ],
    wants: [
      WantListEntry(id: 1, release: 5, artist: "Artist 5", title: "Title 5", rating: 3, notes: "first only"),
      WantListEntry(id: 2, release: 6, artist: "Artist 6", title: "Title 6"),
    ], folders: ["Jazz", "Rock", "Soul", "Empty"])

  private func cursor(_ app: Harness) -> Int? {
    switch app.store.page {
    case let model as SearchModel: model.results.rows.list.cursor
    case let model as CollectionModel: model.copies.rows.list.cursor
    case let model as WantListModel: model.wants.rows.list.cursor
    case let model as BrowseModel: model.list.rows.list.cursor
    default: nil
    }
  }

  private func form(_ app: Harness) -> FormModel? {
    if let model = app.store.popup as? FormModel { model } else { nil }
  }

  /// Services of which the shelf's questions wait at a gate.
  private func services(waitingAt gate: Gate) -> Services {
    var services = shelf.services()
    let all = services
    services.shelf.copiesOf = { id throws(ClientError) in
      await gate.pass()
      return try await all.shelf.copiesOf(id)
    }
    services.shelf.folders = { () throws(ClientError) in
      await gate.pass()
      return try await all.shelf.folders()
    }
    services.edits.fields = { () throws(ClientError) in
      await gate.pass()
      return try await all.edits.fields()
    }
    return services
  }

  // MARK: Every pop-up

  @Test func `e and arrows: the form's fields are walked, the list stays`() async throws {
    let app = await Harness(shelf.services())
    await app.press("3")
    await app.burst("e", "<Down>", "<Down>", "<Down>")
    #expect(form(app)?.list.cursor == 3)
    await app.press("<Esc>")
    #expect(app.store.popup == nil)
    #expect(cursor(app) == 0)
  }

  @Test func `e, a change and Enter: it is saved`() async throws {
    let app = await Harness(shelf.services())
    await app.press("3")
    await app.burst("e", "<Down>", "<Down>", "2", "<Enter>", "j")
    #expect(shelf.content.copies[0].rating == 2)
    #expect(cursor(app) == 1)
  }

  @Test func `D and y removes the copy, D and n keeps it`() async {
    let app = await Harness(shelf.services())
    await app.press("3")
    await app.burst("D", "n")
    #expect(shelf.content.copies.map(\.id) == [1, 2, 3, 4])
    await app.burst("D", "y")
    #expect(shelf.content.copies.map(\.id) == [2, 3, 4])
    #expect(app.store.popup == nil)
  }

  @Test func `a, a folder's name and Enter: it is in that folder`() async {
    let app = await Harness(shelf.services())
    await app.press("j", "j")
    await app.burst(["a"] + "emp".map(String.init) + ["<Enter>"])
    #expect(shelf.content.copies.last?.release == 3)
    #expect(shelf.content.copies.last?.folder == "Empty")
  }

  @Test func `a, Down and Enter: it is in the second folder`() async throws {
    let app = await Harness(shelf.services())
    await app.press("j", "j", "a", "<Down>")
    guard let model = app.store.popup as? ChooserModel, case .folder(let second)? = model.list.selected else {
      Issue.record("no folder is selected")
      return
    }
    await app.press("<Esc>")
    await app.burst("a", "<Down>", "<Enter>")
    #expect(shelf.content.copies.last?.folder == second.name)
  }

  @Test func `a and Enter: you see what you already own first`() async {
    let app = await Harness(shelf.services())
    await app.burst("a", "<Enter>", "j")
    #expect(app.screen.contains("You already own"))
    #expect(shelf.content.copies.count == 4)
    #expect(cursor(app) == 0)
  }

  @Test func `M, a folder's name and Enter: the copy is moved`() async {
    let app = await Harness(shelf.services())
    await app.press("3")
    await app.burst("M", "r", "o", "<Enter>")
    #expect(shelf.content.copies[0].folder == "Rock")
  }

  @Test func `e on a release owned twice, Down, Enter, Down: the form of the second copy, second field`() async {
    let app = await Harness(shelf.services())
    await app.press("j", "<Enter>")
    await app.burst("e", "<Down>", "<Enter>", "<Down>", "<Down>", "5", "<Enter>")
    #expect(shelf.content.copies.map(\.rating) == [4, nil, 5, nil])
  }

  @Test func `w and y: a want with notes is taken off after all`() async {
    let app = await Harness(shelf.services())
    await app.press("4")
    await app.burst("w", "y")
    #expect(shelf.content.wants.map(\.id) == [2])
  }

  @Test func `w j w: each row is the one that was selected then`() async {
    let app = await Harness(shelf.services())
    await app.burst("j", "j", "w", "j", "j", "j", "j", "w")
    #expect(shelf.content.wants.map(\.release).contains(3))
    #expect(shelf.content.wants.map(\.release).contains(7))
  }

  @Test func `a typed command that opens a form takes the keys behind it`() async {
    let app = await Harness(shelf.services())
    await app.press("3")
    await app.burst([":"] + "edit".map(String.init) + ["<Enter>", "<Down>", "<Down>"])
    #expect(form(app)?.list.cursor == 2)
    await app.press("<Esc>")
    await app.burst([":"] + "filing".map(String.init) + ["<Enter>", "<Down>"])
    #expect(form(app)?.caption == "Filing")
    #expect(form(app)?.list.cursor == 1)
    #expect(cursor(app) == 0)
  }

  @Test func `F and Space: the first value is ticked`() async {
    let app = await Harness(Crate.services)
    await app.burst("F", "<Space>")
    #expect(app.store.filterPanel != nil)
    #expect(app.store.page.panes.order.filters.isEmpty == false)
    await app.press("<Esc>", "<Esc>")
    await app.burst("F", "<Down>", "<Esc>", "j")
    #expect(app.store.filterPanel == nil)
    #expect(cursor(app) == 1)
  }

  @Test func `C-r, Down and Enter: the second search is run`() async {
    let app = await Harness(Crate.services)
    await app.burst("<C-r>", "<Down>", "<Enter>")
    guard let model = app.store.page as? SearchModel else { return }
    #expect(model.field.text == Crate.searches[1].query)
  }

  @Test func `C-r, words and Enter: the search with these words is run`() async {
    let app = await Harness(Crate.services)
    await app.burst(["<C-r>"] + "坂本".map(String.init) + ["<Enter>"])
    guard let model = app.store.page as? SearchModel else { return }
    #expect(model.field.text == "坂本龍一")
  }

  @Test func `s, Up and Enter: the last search is run`() async {
    let app = await Harness(Crate.services)
    await app.burst("s", "<Up>", "<Enter>")
    guard let model = app.store.page as? SearchModel else { return }
    #expect(model.field.text == Crate.searches[0].query)
    #expect(!model.isEditing)
  }

  @Test func `colon, Up and Enter: the last command is run`() async {
    var services = shelf.services()
    services.history.commandLines = { ["sort year"] }
    let app = await Harness(services)
    await app.burst(":", "<Up>", "<Enter>")
    guard let model = app.store.page as? SearchModel else { return }
    #expect(model.results.rows.order.sort == SortOrder(.year))
  }

  @Test func `plus, a name and Enter: keys go on to the list once the folder is made`() async {
    let app = await Harness(shelf.services())
    await app.press("3")
    await app.burst("+", "n", "e", "w", "<Enter>", "j")
    #expect(shelf.content.folders.last == "new")
    #expect(cursor(app) == 1)
    await app.burst("+", "n", "e", "w", "<Enter>", "j")
    #expect(app.screen.contains("Folder “new” already exists"))
    #expect(cursor(app) == 1)
    #expect(app.store.prompt?.field.text == "new")
  }

  @Test func `a bookmark's letter and j: its page is open, and j moves there`() async {
    let bookmarks = FixtureBookmarks([Bookmark("a", reference: .artist(3), name: "Artist 3")])
    var services = shelf.services()
    services.bookmarks = bookmarks.client
    let app = await Harness(services)
    await app.burst("'", "a", "j")
    #expect(app.store.page.route == .artist(3))
    await app.press("h")
    #expect(cursor(app) == 0)
  }

  // MARK: While it is being prepared

  @Test func `typed and pasted text waits for a slow form, a new size does not`() async throws {
    let gate = Gate()
    let app = await Harness(services(waitingAt: gate))
    let keys: [InputEvent] = ["e", "<Down>", "<Down>", "<Down>", "<Down>", "x"].flatMap { notation in
      (Key.sequence(notation) ?? []).map(InputEvent.key)
    }
    await app.take(keys + [.paste("yz"), .resize(Size(columns: 90, rows: 30)), .key(Key("!"))], settling: false)
    #expect(app.store.popup == nil)
    #expect(app.store.stage.columns == 90)
    await gate.open()
    await app.settle()
    let row = try #require(form(app)?.list.selected)
    #expect(row.name == "Notes")
    #expect(row.content.value == "onexyz!")
    #expect(cursor(app) == 0)
  }

  @Test(arguments: ["<Esc>", "<C-g>", "<C-c>"])
  func `cancelling ends the preparation and drops the keys typed for it`(key: String) async {
    let gate = Gate()
    let app = await Harness(services(waitingAt: gate))
    await app.burst("e", "j", "j", key, "j", settling: false)
    #expect(app.store.notice == nil)
    #expect(cursor(app) == 1)
    await gate.open()
    await app.settle()
    #expect(app.store.popup == nil)
    #expect(cursor(app) == 1)
  }

  @Test func `suspending and redrawing do not wait`() async {
    let gate = Gate()
    let app = await Harness(services(waitingAt: gate))
    var effects: [AppStore.Effect] = []
    app.store.onEffect = { effects.append($0) }
    await app.burst("e", "j", "<C-z>", "<C-l>", settling: false)
    #expect(effects == [.suspend, .redraw])
    #expect(cursor(app) == 0)
    await gate.open()
    await app.settle()
  }

  @Test func `slow work says so, and how to cancel it`() async {
    let gate = Gate()
    var environment = AppEnvironment.testing
    environment.patience = .zero
    let app = await Harness(services(waitingAt: gate), environment: environment)
    await app.burst("e", settling: false)
    while !app.store.preparations.isSlow { await Task.yield() }
    await app.paint()
    #expect(app.lines.contains { $0.hasPrefix("Loading… ⎋ to cancel") })
    await app.burst("<Esc>", settling: false)
    #expect(app.lines.contains { $0.hasPrefix("Nothing changed") })
    await gate.open()
    await app.settle()
    #expect(!app.screen.contains("cancels"))
  }

  @Test func `after a failure keys that were meant for the pop-up are dropped, and the message stays`() async {
    var services = shelf.services()
    services.shelf.copiesOf = { _ throws(ClientError) in throw .storage("disk asleep") }
    let app = await Harness(services)
    await app.burst("D", "y", "j", "j")
    #expect(app.screen.contains("Could not read your shelf"))
    #expect(cursor(app) == 0)
    await app.press("j")
    #expect(cursor(app) == 1)
  }

  @Test func `after a refusal, too`() async {
    let app = await Harness(shelf.services())
    await app.press("j", "j")
    await app.burst("D", "y", "j")
    #expect(app.store.notice == "You don't own it")
    #expect(cursor(app) == 2)
  }

  @Test func `a form whose fields cannot be read drops them`() async {
    var services = shelf.services()
    services.edits.fields = { () throws(ClientError) in throw .storage("disk asleep") }
    let app = await Harness(services)
    await app.press("3")
    await app.burst("e", "<Down>", "<Enter>", "j")
    #expect(app.screen.contains("disk asleep"))
    #expect(form(app)?.list.hasFailed == true)
    #expect(cursor(app) == 0)
  }

  @Test func `more than anybody types ahead is dropped, and said`() async {
    let gate = Gate()
    let app = await Harness(services(waitingAt: gate))
    await app.burst([Key("e")] + Array(repeating: Key("j"), count: 2_000), settling: false)
    #expect(app.store.notice == "Too many keys at once; dropped the last ones")
    await gate.open()
    await app.settle()
    await app.press("<Esc>", "<Esc>")
    #expect(cursor(app) == 0)
  }

  @Test func `another source ends what was being prepared`() async {
    let gate = Gate()
    var services = services(waitingAt: gate)
    let (changes, source) = AsyncStream.makeStream(of: SourceStatus.self)
    services.source.changes = { changes }
    let app = await Harness(services)
    app.store.start()
    await app.burst("e", "j", settling: false)
    source.yield(SourceStatus(source: .live, generation: 1))
    while app.store.source.source != .live { await Task.yield() }
    #expect(app.store.preparations.hold == .nothing)
    await gate.open()
    await app.settle()
    #expect(app.store.popup == nil)
    #expect(cursor(app) == 0)
    app.store.stop()
  }

  @Test func `a script's keys wait as well`() async throws {
    let app = await Harness(shelf.services())
    let script = try Script(parsing: "press 3 e <Down> <Down>\nexpect Edit copy\npress <Esc>")
    for step in script.steps {
      let outcome = await app.play(step.step)
      #expect(outcome == .done)
    }
    #expect(cursor(app) == 0)
  }
}
