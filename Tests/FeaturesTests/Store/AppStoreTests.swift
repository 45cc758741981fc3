import Clients
import DiscogsModel
import Features
import RunoutModel
import TestSupport
import Testing

@MainActor struct AppStoreTests {
  // MARK: Reasons

  @Test(arguments: [Command.selectSource, .sort(by: nil), .group, .showType, .goToRow])
  func `a command that means nothing without a word asks for it on the line`(command: Command) async {
    let app = await StoreFixture(.fixture())
    await app.perform(command)
    #expect(app.store.prompt?.field.text == "\(command.name) ")
  }

  @Test(
    arguments: [
      (.openMaster, "No master known for this row"),
      (.sort(by: .added), "Only your shelf sorts by date added and rating"),
      (.nextLink, "<Tab> does nothing on this page · ? for help"),
      (.historyBack, "No earlier page"), (.historyForward, "No later page"),
      (.lastView, "No other page yet"),
    ] as [(Command, String)])
  func `a command that cannot run says why`(command: Command, reason: String) async {
    let lone = CatalogueRow(reference: .release(1), title: "Alone")
    let app = await StoreFixture(.fixture(FixtureCatalogue(rows: [lone])))
    await app.perform(command)
    #expect(app.store.notice == reason)
  }

  @Test func `every command says something or does something on an empty page, and none traps`() async {
    for root in [Command.openSearch, .openCollection, .openWantList, .openLog] {
      for command in Command.allCases {
        let app = await StoreFixture(.fixture(FixtureCatalogue(rows: [])))
        await app.perform(root, command)
        if [.open, .openArtist, .openLabel, .openMaster, .openVersions].contains(command) {
          #expect(app.store.notice != nil, "\(command) on \(root)")
        }
      }
    }
  }

  @Test func `a notice stays until the next key`() async {
    let app = await StoreFixture(.fixture())
    await app.perform(.copyID)
    #expect(app.store.notice == "Copied “1”")
    await app.perform(.moveDown)
    #expect(app.store.notice == nil)
  }

  // MARK: Source

  @Test func `another source starts again on Search`() async {
    let app = await StoreFixture(.fixture())
    await app.perform(.moveDown, .open)
    await app.commandLine("source catalogue")
    #expect(app.store.source.source == .catalogue)
    #expect(app.store.page.route == .search)
    #expect(app.store.navigator.depth == 0)
    #expect(app.search.results.rows.list.cursor == 0)
    #expect(app.store.notice == "Switched to catalogue")
    await app.perform(.historyBack)
    #expect(app.store.page.route == .search)
  }

  @Test func `every source is a word for source, and the help names them all`() async {
    for source in Source.allCases {
      let app = await StoreFixture(.fixture())
      await app.commandLine("source \(source.rawValue)")
      #expect(app.store.source.source == source, "\(app.store.prompt?.error ?? "")")
      #expect(Command.selectSource.entry.help.contains("source \(source.rawValue)"))
    }
  }

  @Test func `another source closes the prompt and the history that were about the first`() async {
    let (changes, send) = AsyncStream.makeStream(of: SourceStatus.self)
    var services = Services.fixture()
    services.source.changes = { changes }
    let app = await StoreFixture(services)
    app.store.start()
    await app.perform(.narrow)
    send.yield(SourceStatus(source: .catalogue, generation: 1))
    while app.store.source.generation != 1 { await Task.yield() }
    #expect(app.store.prompt == nil)
    await app.perform(.openSearchHistory)
    send.yield(SourceStatus(source: .demo, generation: 2))
    while app.store.source.generation != 2 { await Task.yield() }
    #expect(app.store.history == nil)
    app.store.stop()
  }

  @Test func `a refused source changes nothing`() async {
    var services = Services.fixture()
    services.source.select = { _ throws(ClientError) in throw .refused("No catalogue has been imported") }
    let app = await StoreFixture(services)
    await app.perform(.moveDown)
    await app.commandLine("source catalogue")
    #expect(app.store.source.source == .demo)
    #expect(app.store.banner?.title == "Could not switch the source")
    #expect(app.search.results.rows.list.cursor == 1)
  }

  @Test func `a new import is taken in in place: same row, same pages`() async {
    let (changes, send) = AsyncStream.makeStream(of: SourceStatus.self)
    let searches = Recorder<Int>()
    var services = Services.fixture()
    let search = services.catalogue.search
    services.catalogue.search = { request, after, limit throws(ClientError) in
      searches.append(limit)
      return try await search(request, after, limit)
    }
    services.source.changes = { changes }
    let app = await StoreFixture(services)
    app.store.start()
    for _ in 0..<5 { await app.perform(.moveDown) }
    await app.perform(.open)
    send.yield(SourceStatus(source: .demo, releases: 7, generation: 1))
    while app.store.source.generation == 0 { await Task.yield() }
    await app.tasks.settle()
    #expect(app.store.page.route == .release(6))
    #expect(app.store.notice == "New catalogue imported")
    #expect(searches.values.count == 2)
    await app.perform(.back)
    #expect(app.search.results.rows.list.cursor == 5)
    app.store.stop()
  }

  @Test func `an arriving count does not reload the catalogue`() async {
    let (changes, send) = AsyncStream.makeStream(of: SourceStatus.self)
    var services = Services.fixture()
    services.source.changes = { changes }
    let app = await StoreFixture(services)
    app.store.start()
    send.yield(SourceStatus(source: .demo, releases: 200))
    while app.store.source.releases == nil { await Task.yield() }
    #expect(app.store.notice == nil)
    app.store.stop()
  }
}
