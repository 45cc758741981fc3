import Clients
import DiscogsModel
import Features
import RunoutModel
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

  @Test func `beside a label's releases is the selected one, and the label's own text covers them on request`() async {
    let app = await StoreFixture(.fixture(), columns: 120, rows: 24)
    app.store.open("[l7]")
    await app.tasks.settle()
    let selected = app.browse.list.rows.selectedReference
    #expect(selected?.kind == .release && app.browse.panes.info?.loaded?.subject.reference == selected)
    await app.perform(.openLabel)
    #expect(app.browse.panes.cover === app.browse.info && app.browse.info.loaded != nil)
    await app.perform(.cancel)
    #expect(app.browse.panes.cover == nil)
  }

  @Test func `only an artist's page has sections`() async {
    let app = await StoreFixture(.fixture())
    app.store.open("[m10]")
    await app.tasks.settle()
    await app.perform(.nextType)
    #expect(app.store.notice == "Only artist pages have sections")
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
    await app.perform(.cancel)
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

  @Test func `only the failed part loads again`() async {
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
      return Discogs.Label(id: id, name: "Blue Note")
    }
    let app = await StoreFixture(services)
    app.store.open("[l7]")
    await app.tasks.settle()
    #expect(app.store.banner?.title == "Could not load this page")
    await app.perform(.refreshView)
    #expect(app.browse.info.loaded?.subject.title == "Blue Note")
    #expect(lists.values.count == 1)
    await app.perform(.refreshView)
    #expect(lists.values.count == 2, "nothing failed: everything is loaded again")
    #expect(profiles.values.count == 3)
  }

  @Test(arguments: [Command.openMaster, .openVersions])
  func `the versions of a master open at the pressing one comes from`(command: Command) async {
    let app = await StoreFixture(.fixture())
    app.store.open("[r157]")
    await app.tasks.settle()
    await app.perform(command)
    let list = app.browse.list.rows.list
    #expect(app.store.page.route == .master(160) && list.selected?.reference == .release(157))
    #expect((list.top..<list.top + list.height).contains(list.cursor))
    await app.perform(.moveToTop, .moveDown, .open, command)
    #expect(app.browse.list.rows.list.selected?.reference == .release(2))
  }

  @Test func `a row of a search opens its master at that pressing`() async {
    let app = await StoreFixture(.fixture())
    await app.perform(.moveDown, .moveDown, .openVersions)
    #expect(app.browse.list.rows.list.selected?.reference == .release(3))
  }

  @Test func `facts of the master's page lead on`() async {
    let app = await StoreFixture(.fixture())
    app.store.open("[m10]")
    await app.tasks.settle()
    await app.perform(.openMaster)
    #expect(app.browse.panes.focused === app.browse.info)
    #expect(app.browse.panes.subjects.map(\.reference) == [.master(10)])
    await app.perform(.openVersions)
    #expect(app.browse.panes.focused === app.browse.list.rows)
    await app.perform(.openMaster, .openArtist)
    #expect(app.store.page.route == .artist(1))
  }

  @Test func `a master whose versions could not be loaded can be wanted and copied all the same`() async {
    var services = Services.fixture()
    services.catalogue.browse = { (_, _, _) throws(ClientError) in throw .offline }
    let app = await StoreFixture(services, columns: 120, rows: 24)
    app.store.open("[m10]")
    await app.tasks.settle()
    #expect(app.browse.panes.subjects.map(\.reference) == [.master(10)])
  }

  @Test func `beside the versions of a master stands the selected one`() async {
    let app = await StoreFixture(.fixture(), columns: 120, rows: 24)
    app.store.open("[m10]")
    await app.tasks.settle()
    let (panes, rows) = (app.browse.panes, app.browse.list.rows)
    #expect(rows.list.rows.count > 1)
    for _ in 0..<2 {
      #expect(panes.info?.loaded?.subject.reference == rows.list.selected?.reference)
      await app.perform(.moveDown)
    }
    #expect(app.browse.info.loaded?.subject.reference == .master(10))
    app.store.resize(columns: 80, rows: 24)
    await app.perform(.nextPane)
    #expect(panes.isInfoFocused && panes.info?.loaded?.subject.reference == rows.list.selected?.reference)
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
    let pane = InfoPane(context, isPreview: true)
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
