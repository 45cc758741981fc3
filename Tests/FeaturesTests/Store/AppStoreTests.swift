import Clients
import DiscogsModel
import Features
import RunoutModel
import TestSupport
import Testing

@MainActor struct AppStoreTests {
  // MARK: Esc and C-c

  @Test func `Esc undoes one thing a press: pop-up, prompt, selection, narrowing, search`() async {
    let app = await StoreFixture(.fixture())
    app.search.run("title", kind: nil)
    await app.tasks.settle()
    await app.perform(.narrow)
    await app.type("1")
    await app.perform(.submit, .mark, .openSearchHistory)
    var seen: [String] = []
    for _ in 0..<5 {
      let model = app.search
      seen.append(
        [
          app.store.history == nil ? "" : "history", model.results.rows.marked.isEmpty ? "" : "marks",
          model.panes.order.narrowing.isEmpty ? "" : "narrowing", model.field.isEmpty ? "" : "query",
        ].filter { !$0.isEmpty }.joined(separator: " "))
      await app.perform(.cancel)
    }
    #expect(seen == ["history marks narrowing query", "marks narrowing query", "narrowing query", "query", ""])
    #expect(app.effects.isEmpty)
  }

  @Test func `Esc drops a chord first`() async {
    let app = await StoreFixture(.fixture())
    await app.perform(.mark)
    app.store.overlays.chord = Chord(caption: "Go to", hints: [ChordHint(keys: "g", text: "first row")])
    await app.perform(.cancel)
    #expect(app.store.chord == nil)
    #expect(app.search.results.rows.marked == [0])
  }

  @Test func `C-c twice at a root page quits, with a word of warning`() async {
    let app = await StoreFixture(.fixture())
    app.store.perform(.cancel, isInterrupt: true)
    #expect(app.store.notice == "C-c again to quit")
    #expect(app.effects.isEmpty)
    await app.perform(.moveDown)
    app.store.perform(.cancel, isInterrupt: true)
    #expect(app.effects.isEmpty, "another key in between")
    app.store.perform(.cancel, isInterrupt: true)
    #expect(app.effects == [.quit])
  }

  @Test func `Esc twice at a root page does not quit`() async {
    let app = await StoreFixture(.fixture())
    await app.perform(.cancel, .cancel, .cancel)
    #expect(app.effects.isEmpty)
  }

  @Test func `C-c on a page closes it`() async {
    let app = await StoreFixture(.fixture())
    await app.perform(.open)
    #expect(app.store.navigator.depth == 1)
    app.store.perform(.cancel, isInterrupt: true)
    #expect(app.store.navigator.depth == 0)
  }

  @Test func `q on the first page says how to quit, Q quits`() async {
    let app = await StoreFixture(.fixture())
    await app.perform(.closePage)
    #expect(app.store.notice == "This is the first page · Q to quit")
    await app.perform(.quit)
    #expect(app.effects == [.quit])
  }

  @Test func `redraw and suspend are the terminal's affair, whatever has the keys`() async {
    let app = await StoreFixture(.fixture())
    await app.perform(.redraw, .newSearch, .suspend, .cancel, .openSearchHistory, .redraw)
    #expect(app.effects == [.redraw, .suspend, .redraw])
  }

  // MARK: Errors

  private func failing(_ error: ClientError) -> Services {
    var services = Services.fixture()
    services.desktop.copy = { _ throws(ClientError) in throw error }
    return services
  }

  @Test func `an error that repeats is counted, not stacked`() async {
    let app = await StoreFixture(failing(.storage("disk full")))
    await app.perform(.copyID, .copyID, .copyID)
    #expect(app.store.banner?.title == "Nothing copied")
    #expect(app.store.banner?.error == .storage("disk full"))
    #expect(app.store.banner?.count == 3)
    #expect(app.store.layout.bodyRows == 16)
    await app.perform(.cancel)
    #expect(app.store.banner == nil)
    #expect(app.store.layout.bodyRows == 18)
    await app.perform(.copyID)
    #expect(app.store.banner?.count == 1)
  }

  @Test func `another error takes the banner's place`() async {
    var services = failing(.storage("disk full"))
    services.desktop.open = { _ throws(ClientError) in throw .refused("no browser") }
    let app = await StoreFixture(services)
    await app.perform(.copyID, .openInBrowser)
    #expect(app.store.banner?.title == "Could not open the page in your browser")
    #expect(app.store.banner?.count == 1)
  }

  @Test func `a page underneath that fails late keeps its banner until one is back`() async {
    let gate = Gate()
    var services = failing(.storage("disk full"))
    services.catalogue.label = { _ throws(ClientError) in
      await gate.pass()
      throw .storage("no")
    }
    let app = await StoreFixture(services)
    app.store.open("[l7]")
    await gate.arrival(of: 1)
    app.store.paste("[a1]")
    await gate.open()
    await app.tasks.settle()
    #expect(app.store.page.route == .artist(1))
    #expect(app.store.banner == nil)
    await app.perform(.copyID)
    #expect(app.store.banner?.title == "Nothing copied")
    await app.perform(.historyBack)
    #expect(app.store.page.route == .label(7))
    #expect(app.store.banner?.title == "Could not load this page")
  }

  @Test func `leaving a list does not open the artist of its row`() async {
    let gate = Gate()
    var services = Services.fixture()
    let release = services.catalogue.release
    services.catalogue.release = { id throws(ClientError) in
      await gate.pass()
      return try await release(id)
    }
    let app = await StoreFixture(services)
    app.store.perform(.openArtist)
    await gate.arrival(of: 1)
    app.store.perform(.openWantList)
    await gate.open()
    await app.tasks.settle()
    #expect(app.store.page.route == .wantList)
  }

  @Test func `a cancelled call is not an error`() async {
    let app = await StoreFixture(failing(.cancelled))
    await app.perform(.copyID)
    #expect(app.store.banner == nil)
  }

  @Test func `every error is in the log`() async {
    let logged = Recorder<String>()
    var services = failing(.refused("no"))
    services.log.write = { level, message, _ in logged.append("\(level.rawValue): \(message)") }
    let app = await StoreFixture(services)
    await app.perform(.copyID)
    #expect(logged.values == ["error: Nothing copied"])
  }

  @Test func `R to try again what failed, and takes the banner away`() async {
    let attempts = Recorder<Release.ID>()
    var services = Services.fixture()
    let release = services.catalogue.release
    services.catalogue.release = { id throws(ClientError) in
      attempts.append(id)
      if attempts.values.count == 1 { throw .storage("disk asleep") }
      return try await release(id)
    }
    let app = await StoreFixture(services)
    await app.perform(.open)
    #expect(app.store.banner?.offersRetry == true)
    await app.perform(.refreshView)
    #expect(app.store.banner == nil)
    #expect(attempts.values == [1, 1])
    guard let model = app.store.page as? ReleaseModel else { return #expect(Bool(false)) }
    #expect(model.info.loaded?.release?.id == 1)
  }

  @Test func `rows that cannot be loaded show where others fill the screen`() async {
    let isAsleep = Recorder<Bool>()
    var services = Services.fixture()
    let search = services.catalogue.search
    services.catalogue.search = { request, after, limit throws(ClientError) in
      if after != nil, isAsleep.values.isEmpty {
        isAsleep.append(true)
        throw .storage("disk asleep")
      }
      return try await search(request, after, limit)
    }
    let app = await StoreFixture(services)
    await app.perform(.moveToBottom)
    #expect(app.store.banner?.title == "Could not load more rows")
    await app.perform(.refreshView)
    #expect(app.store.banner == nil)
    #expect(app.search.results.rows.list.cursor == 199)
  }

  @Test func `the list is as high as the banner leaves it`() async {
    let app = await StoreFixture(failing(.storage("x")))
    #expect(app.search.results.rows.list.height == 17)
    await app.perform(.copyID)
    #expect(app.search.results.rows.list.height == 15)
    await app.perform(.cancel)
    #expect(app.search.results.rows.list.height == 17)
  }

  // MARK: Reasons

  @Test(arguments: [Command.selectSource, .sort, .group, .showType, .goToRow])
  func `a command that means nothing without a word asks for it on the line`(command: Command) async {
    let app = await StoreFixture(.fixture())
    await app.perform(command)
    #expect(app.store.prompt?.field.text == "\(command.rawValue) ")
  }

  @Test(
    arguments: [
      (.openMaster, "No master known for this row"),
      (.sortByAdded, "Only your shelf sorts by date added and rating"),
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

  // MARK: Copying and the browser

  @Test(
    arguments: [
      (.copyName, "Artist 2 – Title 2"), (.copyURL, "https://www.discogs.com/release/2"), (.copyID, "2"),
      (.copyCatalogueNumber, "CAT 2"), (.copyBarcode, "9991234567890"),
    ] as [(Command, String)])
  func `facts of the selected row are copied`(command: Command, text: String) async {
    let copied = Recorder<String>()
    var services = Services.fixture()
    services.desktop.copy = { text in
      copied.append(text)
      return "wl-copy"
    }
    let app = await StoreFixture(services)
    await app.perform(.moveDown, command)
    #expect(copied.values == [text])
    #expect(app.store.notice == "Copied “\(text)”")
  }

  @Test func `selected rows are copied a line each`() async {
    let copied = Recorder<String>()
    var services = Services.fixture()
    services.desktop.copy = { text in
      copied.append(text)
      return "wl-copy"
    }
    let app = await StoreFixture(services)
    await app.perform(.mark, .mark, .copyName)
    #expect(copied.values == ["Artist 1 – Title 1\nArtist 2 – Title 2"])
    #expect(app.store.notice == "Copied 2 lines")
  }

  @Test func `JSON is copied with the names of the API`() async {
    let copied = Recorder<String>()
    var services = Services.fixture()
    services.desktop.copy = { text in
      copied.append(text)
      return "wl-copy"
    }
    let app = await StoreFixture(services)
    await app.perform(.open, .copyJSON)
    #expect(copied.values.first?.contains("\"catno\"") == true)
    #expect(app.store.notice == "Copied the record as JSON", "not the whole record")
  }

  @Test func `copying many records shows how far it is, and Esc stops it`() async {
    let gate = Gate()
    let copied = Recorder<String>()
    var services = Services.fixture()
    let release = services.catalogue.release
    services.catalogue.release = { id throws(ClientError) in
      if id == 121 { await gate.pass() }
      return try await release(id)
    }
    services.desktop.copy = { text in
      copied.append(text)
      return "wl-copy"
    }
    let app = await StoreFixture(services)
    await app.perform(.moveToBottom, .markAll)
    app.store.perform(.copyJSON)
    await gate.arrival()
    #expect(app.store.copying == CopyProgress(done: 99, total: 200))
    app.store.perform(.cancel)
    #expect(app.store.copying == nil)
    #expect(app.store.notice == "Nothing copied")
    await gate.open()
    await app.tasks.settle()
    #expect(copied.values.isEmpty)
    #expect(app.search.results.rows.marked.count == 200, "the rows stay marked")
    await app.perform(.copyJSON)
    #expect(copied.values.first?.split(separator: "\n").count == 200)
    #expect(app.store.copying == nil)
  }

  @Test func `a missing field cannot be copied`() async {
    let row = CatalogueRow(reference: .artist(1), title: "Miles Davis")
    let app = await StoreFixture(.fixture(FixtureCatalogue(rows: [row])))
    await app.perform(.copyCatalogueNumber)
    #expect(app.store.notice == "No catalogue number to copy")
    await app.perform(.copyBarcode)
    #expect(app.store.notice == "No barcode to copy")
    let empty = await StoreFixture(.fixture(FixtureCatalogue(rows: [])))
    await empty.perform(.copyName)
    #expect(empty.store.notice == "Nothing here to copy")
    await empty.perform(.openInBrowser)
    #expect(empty.store.notice == "Nothing here to open")
  }

  @Test func `the browser is not opened for a record of the demo`() async {
    let opened = Recorder<String>()
    let rows = [
      CatalogueRow(reference: .release(900_000_001), title: "Demo"),
      CatalogueRow(reference: .release(5), title: "Real"),
    ]
    var services = Services.fixture(FixtureCatalogue(rows: rows))
    services.desktop.open = { opened.append($0) }
    let app = await StoreFixture(services)
    await app.perform(.openInBrowser)
    #expect(app.store.notice == "Demo records have no Discogs page")
    #expect(opened.values.isEmpty)
    await app.perform(.moveDown, .openInBrowser)
    #expect(opened.values == ["https://www.discogs.com/release/5"])
  }

  // MARK: Following

  @Test func `a name in a profile is looked up and opened`() async {
    let app = await StoreFixture(.fixture())
    app.store.open("[a5]")
    await app.tasks.settle()
    await app.perform(.nextPane, .nextLink, .open)
    #expect(app.store.page.route == .artist(2))
  }

  @Test func `a missing name says so`() async {
    var services = Services.fixture()
    services.catalogue.named = { _, _ in nil }
    let app = await StoreFixture(services)
    app.store.open("[a5]")
    await app.tasks.settle()
    await app.perform(.nextPane, .nextLink, .open)
    #expect(app.store.notice == "No artist “Artist 2” in this source")
  }

  @Test func `a name that is found when its page has been left opens nothing`() async {
    let gate = Gate()
    var services = Services.fixture()
    services.catalogue.named = { _, _ in
      await gate.pass()
      return .artist(2)
    }
    let app = await StoreFixture(services)
    app.store.open("[a5]")
    await app.tasks.settle()
    await app.perform(.nextPane, .nextLink)
    app.store.perform(.open)
    await gate.arrival()
    app.store.perform(.openWantList)
    await gate.open()
    await app.tasks.settle()
    #expect(app.store.page.route == .wantList)
  }

  @Test func `a genre runs a search`() async {
    let app = await StoreFixture(.fixture())
    await app.perform(.open)
    for _ in 0..<20 {
      await app.perform(.nextLink)
      guard let model = app.store.page as? ReleaseModel, case .search? = model.info.view.selectedLink else { continue }
      break
    }
    await app.perform(.open)
    #expect(app.search.field.text == "genre:\"Jazz\"")
    #expect(app.store.navigator.depth == 0)
  }

  @Test func `s searches from any page, whatever record was left open over Search`() async {
    let app = await StoreFixture(.fixture())
    await app.perform(.open, .openCollection, .newSearch)
    #expect(app.store.page.route == .search && app.store.takesText)
  }

  @Test func `the artist and the label of a row are gone to`() async {
    let app = await StoreFixture(.fixture())
    await app.perform(.moveDown, .openArtist)
    #expect(app.store.page.route == .artist(2))
    await app.perform(.back, .openLabel)
    #expect(app.store.page.route == .label(7))
    await app.perform(.back, .openVersions)
    #expect(app.store.page.route == .master(10))
  }

  @Test func `started with a query or an address, the program is there`() async {
    let app = await StoreFixture(.fixture())
    app.store.open("title 17")
    await app.tasks.settle()
    #expect(app.search.results.rows.list.selected?.title == "Title 17")
    app.store.open("https://www.discogs.com/master/10")
    await app.tasks.settle()
    #expect(app.store.page.route == .master(10))
  }

  // MARK: Paste

  @Test func `text pasted in a list never runs as keys`() async {
    let app = await StoreFixture(.fixture())
    app.store.paste("jjq:quit\nQ")
    await app.tasks.settle()
    #expect(app.effects.isEmpty)
    #expect(app.search.results.rows.list.cursor == 0)
    #expect(
      app.store.notice == "Paste into a prompt: s to search, O to open a link")
  }

  @Test func `an address pasted in a list opens its page`() async {
    let app = await StoreFixture(.fixture())
    app.store.paste(" https://www.discogs.com/release/3-Title \n")
    await app.tasks.settle()
    #expect(app.store.page.route == .release(3))
  }

  @Test func `text pasted into a prompt is one insertion`() async {
    let app = await StoreFixture(.fixture())
    await app.perform(.newSearch)
    app.store.paste("title\r\n17")
    await app.tasks.settle()
    #expect(app.search.field.text == "title 17")
    #expect(app.search.isEditing)
    await app.perform(.cancel, .openPasted)
    app.store.paste("r123456\n")
    #expect(app.store.prompt?.field.text == "r123456 ")
    await app.perform(.submit)
    #expect(app.store.page.route == .release(123456))
  }

  @Test func `the prompt says what is not an address, and stays`() async {
    let app = await StoreFixture(.fixture())
    await app.perform(.openPasted)
    await app.type("kind of blue")
    await app.perform(.submit)
    #expect(app.store.prompt?.error == "not a Discogs URL or an id such as r123, m45, a6 or l7")
    await app.perform(.editDeleteLeft)
    #expect(app.store.prompt?.error == nil)
  }

  // MARK: Prompts

  @Test func `narrowing works as one types; Esc brings back what was before`() async {
    let app = await StoreFixture(.fixture())
    await app.perform(.narrow)
    await app.type("17")
    #expect(app.search.results.rows.list.rows.first?.title == "Title 17")
    await app.perform(.submit, .narrow)
    #expect(app.store.prompt?.field.text == "17")
    await app.type("5")
    #expect(app.search.results.rows.list.rows.map(\.title) == ["Title 175"])
    await app.perform(.cancel)
    #expect(app.store.prompt == nil)
    #expect(app.search.panes.order.narrowing == "17")
    await app.perform(.cancel)
    #expect(app.search.panes.order.narrowing == "")
  }

  @Test func `in a filtered list n and N go from row to row, and round`() async {
    let app = await StoreFixture(.fixture())
    await app.perform(.narrow)
    await app.type("17")
    await app.perform(.submit)
    let list = app.search.results.rows
    #expect(list.list.status == .complete)
    await app.perform(.findNext, .findNext)
    #expect(list.list.cursor == 2)
    await app.perform(.findPrevious, .findPrevious, .findPrevious)
    #expect(list.list.cursor == list.list.rows.count - 1)
    await app.perform(.findNext)
    #expect(list.list.cursor == 0)
    await app.perform(.cancel, .findNext)
    #expect(app.store.notice == "Find or filter something first")
  }

  @Test func `the arrows move in the list that is being filtered`() async {
    let app = await StoreFixture(.fixture())
    await app.perform(.narrow)
    await app.type("17")
    await app.perform(.newerEntry, .newerEntry, .olderEntry, .submit)
    #expect(app.search.results.rows.list.cursor == 1)
  }

  @Test func `find goes to a row, and n to the next`() async {
    let app = await StoreFixture(.fixture())
    await app.perform(.find)
    await app.type("title 4")
    await app.perform(.submit)
    #expect(app.search.results.rows.list.cursor == 3)
    await app.perform(.findNext)
    #expect(app.search.results.rows.list.cursor == 13)
    await app.perform(.find)
    await app.type("xyzzy")
    await app.perform(.submit)
    #expect(app.store.notice == "“xyzzy” not found")
    #expect(app.search.results.rows.list.cursor == 13)
  }

  @Test func `find in a text, and n for the next, on every page that has one`() async {
    let app = await StoreFixture(.fixture(), columns: 120, rows: 24)
    func lineFound() -> String {
      switch app.store.page {
      case let model as ReleaseModel: model.info.view.lines[model.info.view.cursor].text
      case let model as SearchModel: model.preview.view.lines[model.preview.view.cursor].text
      default: ""
      }
    }
    for opening in [Command.open, .nextPane] {
      await app.perform(opening, .find)
      await app.type("s")
      await app.perform(.submit)
      let first = lineFound()
      await app.perform(.findNext)
      #expect(lineFound() != first, "\(opening)")
      await app.perform(.findPrevious)
      #expect(lineFound() == first)
      await app.perform(.back)
    }
  }

  @Test func `an empty command line offers every command, and Tab goes through them`() async {
    let app = await StoreFixture(.fixture())
    await app.perform(.commandLine)
    let offered = app.store.prompt?.completions ?? []
    #expect(offered.contains("sort") && offered.contains("find") && offered.count > 50)
    await app.perform(.complete)
    #expect(app.store.prompt?.field.text == offered.first)
    await app.perform(.complete)
    #expect(app.store.prompt?.field.text == offered.dropFirst().first)
  }

  @Test func `a backspace in an empty prompt leaves it`() async {
    let app = await StoreFixture(.fixture())
    await app.perform(.commandLine)
    await app.type("x")
    await app.perform(.editDeleteLeft)
    #expect(app.store.prompt != nil)
    await app.perform(.editDeleteLeft)
    #expect(app.store.prompt == nil)
  }

  // MARK: The command line

  @Test func `a number goes to that row`() async {
    let app = await StoreFixture(.fixture())
    await app.commandLine("120")
    #expect(app.search.results.rows.list.selected?.title == "Title 120")
    await app.commandLine("99999")
    #expect(app.search.results.rows.list.selected?.title == "Title 200")
  }

  @Test func `a wrong line stays for correction`() async {
    let app = await StoreFixture(.fixture())
    await app.commandLine("sort colour")
    #expect(app.store.prompt?.error?.hasPrefix("sort takes ") == true)
    #expect(app.store.prompt?.field.text == "sort colour")
  }

  @Test func `sort and type work by name`() async {
    let app = await StoreFixture(.fixture())
    await app.commandLine("sort year")
    #expect(app.search.results.rows.order.sort == SortOrder(.year))
    await app.commandLine("type master")
    #expect(app.search.kind == .master)
    await app.commandLine("type all")
    #expect(app.search.kind == nil)
    await app.perform(.openCollection)
    await app.commandLine("type master")
    #expect(app.store.notice == ":type does nothing on this page · ? for help")
  }

  @Test func `Tab completes the common part, then cycles through the candidates`() async {
    let app = await StoreFixture(.fixture())
    await app.perform(.commandLine)
    await app.type("sor")
    await app.perform(.complete)
    #expect(app.store.prompt?.field.text == "sort")
    await app.type("-by-t")
    await app.perform(.complete)
    #expect(app.store.prompt?.field.text == "sort-by-title")
    await app.perform(.editKillToStart)
    await app.type("source ")
    var seen: [String] = []
    for _ in 0..<3 {
      await app.perform(.complete)
      seen.append(app.store.prompt?.field.text ?? "")
    }
    #expect(seen == ["source demo", "source catalogue", "source live"])
  }

  @Test func `the command line has a history of its own, kept across runs`() async {
    let kept = Recorder<String>()
    var services = Services.fixture()
    services.history.commandLines = { ["go-to-log", "12"] }
    services.history.recordCommandLine = { kept.append($0) }
    let app = await StoreFixture(services)
    await app.perform(.commandLine, .olderEntry)
    #expect(app.store.prompt?.field.text == "go-to-log")
    await app.perform(.cancel)
    await app.commandLine("  3 ")
    #expect(kept.values == ["3"])
    await app.perform(.commandLine)
    await app.type("dr")
    var seen: [String] = []
    for command in [Command.olderEntry, .olderEntry, .olderEntry, .olderEntry, .newerEntry, .newerEntry, .newerEntry] {
      await app.perform(command)
      seen.append(app.store.prompt?.field.text ?? "")
    }
    #expect(seen == ["3", "go-to-log", "12", "12", "go-to-log", "3", "dr"])
  }

  @Test func `a line typed before the earlier ones were read is not lost`() async {
    let gate = Gate()
    var services = Services.fixture()
    services.history.commandLines = {
      await gate.pass()
      return ["old"]
    }
    let app = await StoreFixture(services)
    app.store.perform(.commandLine)
    app.store.insert("7")
    app.store.perform(.submit)
    await gate.open()
    await app.tasks.settle()
    await app.perform(.commandLine, .olderEntry)
    #expect(app.store.prompt?.field.text == "7")
    await app.perform(.olderEntry)
    #expect(app.store.prompt?.field.text == "old")
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
