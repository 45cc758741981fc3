import Clients
import DiscogsModel
import Features
import TestSupport
import Testing

@MainActor struct BrowseModelTests {
  @Test func `a page that is not loaded yet bears the name that was seen of it`() async {
    var services = Services.fixture()
    services.catalogue.release = { _ throws(ClientError) in throw .offline }
    let app = await StoreFixture(services)
    // The row that is opened, whatever others are marked.
    await app.perform(.mark, .moveDown)
    let row = app.search.results.rows.list.selected
    await app.perform(.open)
    guard let model = app.store.page as? ReleaseModel else {
      Issue.record("the page is not a release")
      return
    }
    #expect(model.info.loaded == nil)
    #expect(model.info.name == row.map { Subject($0).name })
    await app.perform(.back)
    app.store.paste("https://www.discogs.com/release/999999")
    guard let unknown = app.store.page as? ReleaseModel else {
      Issue.record("the page is not a release")
      return
    }
    #expect(unknown.info.name == nil)
  }

  @Test func `profile and discography load side by side`() async {
    let gate = Gate()
    var services = Services.fixture()
    let (artist, browse, roles) = (services.catalogue.artist, services.catalogue.browse, services.catalogue.artistRoles)
    services.catalogue.artist = { id throws(ClientError) in
      await gate.pass()
      return try await artist(id)
    }
    services.catalogue.browse = { request, after, limit throws(ClientError) in
      await gate.pass()
      return try await browse(request, after, limit)
    }
    services.catalogue.artistRoles = { id throws(ClientError) in
      await gate.pass()
      return try await roles(id)
    }
    let app = await StoreFixture(services)
    app.store.open("[a1]")
    await gate.arrival(of: 3)  // all three are asked before any has answered
    await gate.open()
    await app.tasks.settle()
    #expect(app.browse.info.loaded != nil)
    #expect(!app.browse.list.rows.list.isEmpty)
    #expect(app.browse.roleCounts == [.main: 3])
  }

  @Test func `the discography is shown by role, of the roles there are`() async {
    let asked = Recorder<BrowseRequest>()
    var services = Services.fixture()
    let browse = services.catalogue.browse
    services.catalogue.browse = { request, after, limit throws(ClientError) in
      asked.append(request)
      return try await browse(request, after, limit)
    }
    services.catalogue.artistRoles = { _ in [.main: 3, .credit: 4] }
    let app = await StoreFixture(services)
    app.store.open("[a1]")
    await app.tasks.settle()
    var roles: [ArtistRole?] = []
    for _ in 0..<3 {
      await app.perform(.nextType)
      roles.append(app.browse.role)
    }
    #expect(roles == [.main, .credit, nil])
    #expect(
      asked.values.map(\.list) == [nil, .main, .credit, nil].map { BrowseRequest.List.artistReleases(1, role: $0) })
    await app.perform(.previousType)
    #expect(app.browse.role == .credit)
    let memento = app.browse.memento
    await app.perform(.closePage, .historyBack)
    #expect(app.browse.memento == memento)
  }

  @Test func `a role chosen with a narrowing keeps it`() async {
    let app = await StoreFixture(.fixture())
    app.store.open("[a1]")
    await app.tasks.settle()
    app.browse.narrow("17")
    await app.perform(.nextType)
    #expect(app.browse.narrowing == "17")
  }

  @Test func `only an artist has roles`() async {
    let app = await StoreFixture(.fixture())
    app.store.open("[m10]")
    await app.tasks.settle()
    await app.perform(.nextType)
    #expect(app.store.notice == "Only an artist's page has roles to choose from")
  }

  @Test(arguments: [120, 80])
  func `Tab goes from the list through the names and back; Esc and h leave the pane first`(columns: Int) async {
    let app = await StoreFixture(.fixture(), columns: columns, rows: 24)
    app.store.open("[l7]")
    await app.tasks.settle()
    let panes = app.browse.panes
    #expect(panes.isListVisible && panes.isInfoVisible == (columns == 120))
    await app.perform(.nextPane)
    #expect(panes.isInfoFocused && panes.isInfoVisible && panes.isListVisible == (columns == 120))
    #expect(app.store.contexts == [.text, .everywhere])
    await app.perform(.nextLink, .nextLink)
    #expect(!panes.isInfoFocused)
    for leaving in [Command.cancel, .back] {
      await app.perform(.nextPane, leaving)
      #expect(!panes.isInfoFocused)
      #expect(app.store.page.route == .label(7))
    }
    await app.perform(.nextPane, .closePage)
    #expect(app.store.page.route == .search, "q closes the page")
  }

  @Test func `the info pane is hidden and shown on a wide screen`() async {
    let app = await StoreFixture(.fixture(), columns: 120, rows: 24)
    app.store.open("[l7]")
    await app.tasks.settle()
    let panes = app.browse.panes
    await app.perform(.nextPane, .toggleInfo)
    #expect(!panes.isInfoVisible && !panes.isInfoFocused)
    #expect(panes.split.infoColumns == 0)
    await app.perform(.nextPane)
    #expect(panes.isInfoVisible && panes.isInfoFocused, "going there shows it")
    #expect(panes.split.infoColumns > 0)
  }

  @Test func `only the part that failed is asked again`() async {
    let lists = Recorder<Int>()
    let profiles = Recorder<Int>()
    var services = Services.fixture()
    let browse = services.catalogue.browse
    services.catalogue.browse = { request, after, limit throws(ClientError) in
      lists.append(limit)
      return try await browse(request, after, limit)
    }
    services.catalogue.label = { id throws(ClientError) in
      profiles.append(1)
      if profiles.values.count == 1 { throw .storage("no") }
      return Label(id: id, name: "Blue Note")
    }
    let app = await StoreFixture(services)
    app.store.open("[l7]")
    await app.tasks.settle()
    #expect(app.store.banner?.title == "This page could not be loaded")
    await app.perform(.refreshView)
    #expect(app.browse.info.loaded?.subject.title == "Blue Note")
    #expect(lists.values.count == 1)
    await app.perform(.refreshView)
    #expect(lists.values.count == 2, "nothing failed: everything is loaded anew")
    #expect(profiles.values.count == 3)
  }

  @Test func `facts of the master's page lead on`() async {
    let app = await StoreFixture(.fixture())
    app.store.open("[m10]")
    await app.tasks.settle()
    await app.perform(.openMaster)
    #expect(app.browse.panes.isInfoFocused)
    await app.perform(.openVersions)
    #expect(!app.browse.panes.isInfoFocused)
    await app.perform(.nextPane, .openArtist)
    #expect(app.store.page.route == .artist(1))
  }

  @Test func `a preview that has been moved on from is not shown`() async {
    let gate = Gate()
    var services = Services.fixture()
    services.catalogue.release = { id in
      if id == 1 { await gate.pass() }
      return Release(id: id, title: "Title \(id)")
    }
    let tasks = TaskTracker()
    let context = PageContext(services, tasks: tasks)
    let pane = InfoPane(context, scope: TaskScope(tasks), isPreview: true)
    pane.show(.release(1))
    await gate.arrival()
    #expect(pane.isLoading)
    pane.show(.release(2))
    await gate.open()
    await tasks.settle()
    #expect(pane.loaded?.subject.title == "Title 2")
    pane.show(nil)
    #expect(pane.loaded == nil && pane.view.lines.isEmpty)
  }
}

@MainActor struct ShelfModelTests {
  private let requests = Recorder<CollectionRequest>()

  private var services: Services {
    var services = Services.fixture()
    let copies = (1...60).map { number in
      CollectionCopy(
        id: Int64(number), release: Release.ID(number), master: 10, artist: "Artist \(number)",
        title: "Title \(number)",
        folder: number % 2 == 0 ? "Jazz" : "Rock")
    }
    let wants = (1...3).map { number in
      WantListEntry(
        id: Int64(number), release: Release.ID(number), artist: "Artist \(number)", title: "Title \(number)")
    }
    @Sendable func matching(_ request: CollectionRequest) -> [CollectionCopy] {
      copies.filter { copy in
        (request.folder == nil || copy.folder == request.folder)
          && (request.narrowing.isEmpty || copy.title.hasSuffix(request.narrowing))
      }
    }
    services.shelf.folders = {
      [CollectionFolder(name: "Jazz", copies: 30), CollectionFolder(name: "Rock", copies: 30)]
    }
    services.shelf.copies = { [requests] request, after, limit in
      requests.append(request)
      return FixtureCatalogue.page(matching(request), after: after, limit: limit)
    }
    services.shelf.copyCount = { matching($0).count }
    services.shelf.wants = { [requests] request, after, limit in
      requests.append(request)
      return FixtureCatalogue.page(wants, after: after, limit: limit)
    }
    services.shelf.wantCount = { _ in wants.count }
    return services
  }

  @Test func `the collection shows every copy, and one folder where asked`() async {
    let app = await StoreFixture(services)
    await app.perform(.openCollection)
    #expect(app.collection.copies.rows.list.total == .exactly(60))
    await app.perform(.nextPane)
    #expect(app.collection.parts.isFocused && app.collection.copies.arePartsVisible)
    await app.perform(.moveDown)
    #expect(app.collection.parts.folder == "Jazz")
    #expect(app.collection.copies.rows.list.total == .exactly(30))
    await app.perform(.moveToBottom, .open)
    #expect(app.collection.parts.folder == "Rock")
    #expect(!app.collection.parts.isFocused)
    await app.perform(.open)
    #expect(app.store.page.route == .release(1))
  }

  @Test(arguments: [140, 80]) func `Tab goes round the three panes, S-Tab the other way`(columns: Int) async {
    let app = await StoreFixture(services, columns: columns, rows: 30)
    await app.perform(.openCollection)
    func place() -> String {
      app.collection.parts.isFocused ? "folders" : app.collection.copies.panes.isInfoFocused ? "info" : "list"
    }
    var seen: [String] = [place()]
    await app.perform(.nextPane)
    seen.append(place())
    await app.perform(.nextPane)
    seen.append(place())
    while app.collection.copies.panes.isInfoFocused { await app.perform(.nextLink) }
    seen.append(place())
    #expect(seen == ["list", "folders", "info", "list"])
    await app.perform(.previousPane)
    #expect(place() == "info")
    while app.collection.copies.panes.isInfoFocused { await app.perform(.previousLink) }
    #expect(place() == "folders")
    await app.perform(.previousPane)
    #expect(place() == "list")
  }

  @Test func `folder, sort, narrowing and row come back`() async {
    let app = await StoreFixture(services)
    await app.perform(.openCollection, .nextPane, .moveDown, .open, .sortByRatingReversed)
    app.collection.copies.rows.select(row: 4)
    let memento = app.collection.memento
    #expect(memento.part?.name == "Jazz")
    let again = CollectionModel(context: PageContext(services, tasks: app.tasks), memento: memento)
    again.resize(columns: 80, rows: 20)
    await app.tasks.settle()
    #expect(again.memento == memento)
    #expect(again.parts.cursor == 1)
    #expect(requests.values.last?.sort == SortOrder(.rating, isReversed: true))
  }

  @Test func `h and Esc leave the folders`() async {
    let app = await StoreFixture(services)
    await app.perform(.openCollection, .nextPane, .back)
    #expect(!app.collection.parts.isFocused)
    await app.perform(.nextPane, .cancel)
    #expect(!app.collection.parts.isFocused)
    #expect(app.store.page.route == .collection)
  }

  @Test func `a folder that is gone after a reload is an empty list, not a trap`() async {
    let app = await StoreFixture(services)
    await app.perform(.openCollection, .nextPane, .moveToBottom, .refreshView)
    #expect(app.collection.parts.cursor == 2)
    #expect(app.collection.parts.folder == "Rock")
  }

  @Test func `a wanted record without a master says so`() async {
    let app = await StoreFixture(services)
    await app.perform(.openWantList, .openMaster)
    #expect(app.store.notice == "The master of this row is not known")
    await app.perform(.open)
    #expect(app.store.page.route == .release(1))
  }
}

@MainActor struct FolderListTests {
  @Test func `folders that could not be read are read again with R`() async {
    let asked = Recorder<Int>()
    var services = Services.fixture()
    services.shelf.folders = { () throws(ClientError) in
      asked.append(1)
      if asked.values.count == 1 { throw .storage("disk asleep") }
      return [CollectionFolder(name: "Jazz", copies: 1)]
    }
    let app = await StoreFixture(services)
    await app.perform(.openCollection)
    #expect(app.collection.parts.all.isEmpty)
    await app.perform(.refreshView)
    #expect(app.collection.parts.all.map(\.name) == ["Jazz"])
    #expect(app.store.banner == nil)
  }
}

@MainActor struct LogModelTests {
  @Test func `the log is shown newest first, by level, narrowed`() async {
    var services = Services.fixture()
    services.log.entries = { _ in
      [
        LogEntry(time: "2026-03-01T12:00:02Z", level: .error, message: "Disk full", metadata: ["path": "/a"]),
        LogEntry(time: "2026-03-01T12:00:01Z", level: .debug, message: "Asked"),
        LogEntry(time: "2026-03-01T12:00:00Z", level: .notice, message: "Imported"),
      ]
    }
    let app = await StoreFixture(services)
    await app.perform(.openLog)
    guard let model = app.store.page as? LogModel else { return #expect(Bool(false)) }
    func messages() -> [String] { model.rows.list.rows.map(\.message) }
    #expect(messages() == ["Disk full", "Asked", "Imported"])
    #expect(model.rows.list.rows[0].details == "path=/a")
    for _ in 0..<5 { await app.perform(.nextType) }
    #expect(model.level == .error)
    #expect(messages() == ["Disk full"])
    await app.perform(.nextType, .nextType)
    #expect(model.level == .trace)
    app.store.page.narrow("import")
    await app.tasks.settle()
    #expect(messages() == ["Imported"])
  }

  /// A log of one line that no screen is wide enough for.
  private func long(_ asked: Recorder<Int> = Recorder(), copied: Recorder<String> = Recorder()) -> Services {
    var services = Services.fixture()
    services.log.entries = { limit in
      asked.append(limit)
      return [
        LogEntry(
          time: "2026-03-01T12:00:02Z", level: .error, message: "Disk full",
          metadata: ["path": String(repeating: "/folder", count: 30), "cause": "no space"])
      ]
    }
    services.desktop.copy = { text in
      copied.append(text)
      return "wl-copy"
    }
    return services
  }

  @Test func `a line of the log opens as a whole, and closes by itself first`() async {
    let app = await StoreFixture(long(), columns: 60)
    await app.perform(.openLog)
    guard let model = app.store.page as? LogModel else { return #expect(Bool(false)) }
    for (open, close) in [(Command.open, Command.back), (.toggleInfo, .cancel), (.toggleInfo, .toggleInfo)] {
      await app.perform(open)
      let text = model.shown?.lines.map(\.text).joined() ?? ""
      #expect(text.contains("Disk full") && text.contains("no space") && text.contains("error"))
      #expect(text.replacing(" ", with: "").contains(String(repeating: "/folder", count: 30)))
      #expect(model.shown?.lines.allSatisfy { $0.text.count <= 60 } == true)
      #expect(app.store.page.isText)
      await app.perform(close)
      #expect(model.shown == nil)
      #expect(app.store.page.route == .log)
    }
  }

  @Test func `copying on the log copies the line as a whole`() async {
    let copied = Recorder<String>()
    let app = await StoreFixture(long(copied: copied))
    await app.perform(.openLog, .copyName)
    let path = String(repeating: "/folder", count: 30)
    #expect(copied.values == ["2026-03-01T12:00:02Z error Disk full cause=no space path=\(path)"])
    await app.perform(.open, .copyName)
    #expect(copied.values.count == 2)
  }

  @Test func `the log is read once to be shown`() async {
    let asked = Recorder<Int>()
    let app = await StoreFixture(long(asked))
    await app.perform(.openLog)
    #expect(asked.values.count == 1)
  }
}
