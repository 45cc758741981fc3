import Clients
import DiscogsModel
import RunoutModel
import TestSupport
import Testing

@testable import Features

@MainActor struct FreshnessTests {
  private let live = ScriptedLive()
  private let everything = Shown.search(SearchRequest(query: SearchQuery()))

  private func store(_ base: Services = .fixture(), columns: Int = 80) async -> StoreFixture {
    let app = await StoreFixture(live.services(base), columns: columns)
    app.store.start()
    return app
  }

  /// Announces a change and waits until the pages have taken it in.
  private func announce(_ shown: Shown, to app: StoreFixture, until isDone: () -> Bool) async {
    live.announce(shown)
    while !isDone() { await Task.yield() }
    await app.tasks.settle()
  }

  @Test func `a source on this machine is asked what stands in for a record, and never how old a list is`() async {
    var services = Services.fixture()
    let asked = Recorder<Shown>()
    services.freshness.of = { shown in
      if case .record = shown { return nil }
      asked.append(shown)
      return Freshness(answeredAt: 0)
    }
    services.freshness.refresh = { asked.append($0) }
    let app = await StoreFixture(services)
    await app.perform(.refreshView, .open, .refresh, .back)
    #expect(asked.values.isEmpty)
    #expect(app.search.results.rows.freshness == nil)
  }

  @Test func `filtering a search of Discogs shows what is here while one types, and asks once, with Enter`() async {
    var base = Services.fixture()
    let asked = Recorder<String>()
    let search = base.catalogue.search
    base.catalogue.search = { request, after, limit throws(ClientError) in
      asked.append(request.query.description)
      return try await search(request, after, limit)
    }
    let app = await store(base)
    let rows = app.search.results.rows
    let (before, all) = (asked.values.count, rows.list.rows)
    await app.perform(.moveDown, .narrow)
    await app.type("title 17")
    #expect(rows.list.rows.map(\.title) == ["Title 17"])
    #expect(asked.values.count == before)
    #expect(app.store.prompt?.message == "These are the rows loaded so far · <Enter> filters all")
    await app.perform(.cancel)
    #expect(rows.list.rows == all && rows.list.cursor == 1)
    #expect(app.store.prompt == nil && asked.values.count == before)
    await app.perform(.narrow)
    await app.type("17")
    await app.perform(.submit)
    #expect(asked.values.count == before + 1)
    #expect(rows.list.rows.count == 12, "those that had not been loaded are there, too")
    app.store.stop()
  }

  @Test func `what was marked is marked again when what was typed to filter is given up`() async {
    let app = await store()
    let rows = app.search.results.rows
    await app.perform(.mark)
    let marked = rows.marked
    #expect(!marked.isEmpty)
    await app.perform(.narrow)
    await app.type("title 17")
    #expect(rows.marked.isEmpty)
    await app.perform(.cancel)
    #expect(rows.marked == marked)
    app.store.stop()
  }

  @Test func `a list knows how old its rows are`() async {
    live[everything] = Freshness(answeredAt: 1_000, isRefreshing: true)
    let app = await store()
    #expect(app.search.results.rows.freshness == Freshness(answeredAt: 1_000, isRefreshing: true))
    live[everything] = Freshness(answeredAt: 1_000, hindrance: .offline)
    let rows = app.search.results.rows
    await announce(everything, to: app) { rows.freshness?.hindrance == .offline }
    #expect(rows.freshness?.isRefreshing == false)
    app.store.stop()
  }

  @Test func `newer rows are put in place, the selected one stays where it stands`() async {
    let isNewer = Recorder<Bool>()
    var base = Services.fixture()
    let search = base.catalogue.search
    base.catalogue.search = { request, after, limit throws(ClientError) in
      var page = try await search(request, after, limit)
      if after == nil, !isNewer.values.isEmpty {
        page.rows.insert(CatalogueRow(reference: .release(9_001), title: "Just added"), at: 0)
        page.rows[6].title = "Title 6, corrected"
      }
      return page
    }
    live[everything] = Freshness(answeredAt: 1_000)
    let app = await store(base)
    for _ in 0..<5 { await app.perform(.moveDown) }
    await app.perform(.mark, .moveUp)
    let rows = app.search.results.rows
    #expect(rows.list.selected?.title == "Title 6" && rows.list.cursor - rows.list.top == 5)
    isNewer.append(true)
    live[everything] = Freshness(answeredAt: 2_000)
    await announce(everything, to: app) { rows.list.rows.first?.title == "Just added" }
    #expect(rows.list.selected?.title == "Title 6, corrected")
    #expect(rows.list.cursor - rows.list.top == 5)
    #expect(rows.markedOrSelected.map(\.title) == ["Title 6, corrected"])
    #expect(rows.freshness?.answeredAt == 2_000)
    app.store.stop()
  }

  @Test func `news about the age alone ask nothing again`() async {
    let asked = Recorder<Int>()
    var base = Services.fixture()
    let search = base.catalogue.search
    base.catalogue.search = { request, after, limit throws(ClientError) in
      asked.append(limit)
      return try await search(request, after, limit)
    }
    live[everything] = Freshness(answeredAt: 1_000)
    let app = await store(base)
    let rows = app.search.results.rows
    live[everything] = Freshness(answeredAt: 1_000, isRefreshing: true)
    await announce(everything, to: app) { rows.freshness?.isRefreshing == true }
    live[everything] = Freshness(answeredAt: 1_000, hindrance: .timedOut)
    await announce(everything, to: app) { rows.freshness?.hindrance == .timedOut }
    #expect(asked.values.count == 1)
    app.store.stop()
  }

  @Test func `a record is replaced in place, with the selected line where it was`() async {
    let title = Recorder<String>()
    title.append("Old")
    var base = Services.fixture()
    let release = base.catalogue.release
    base.catalogue.release = { id throws(ClientError) in
      var release = try await release(id)
      release.title = title.values.last ?? ""
      if title.values.count > 1 { release.country = "" }
      return release
    }
    let app = await store(base)
    await app.perform(.open)
    guard let model = app.store.page as? ReleaseModel else { return #expect(Bool(false)) }
    let row = model.info.view.lines.firstIndex { $0.text.contains("Second") } ?? 0
    model.info.select(row: row)
    title.append("New")
    live[.record(.release(1))] = Freshness(answeredAt: 2_000)
    await announce(.record(.release(1)), to: app) { model.info.loaded?.release?.title == "New" }
    #expect(model.info.view.lines[model.info.view.cursor].text.contains("Second"))
    #expect(model.info.view.cursor == row - 1)
    #expect(model.info.freshness?.answeredAt == 2_000)
    app.store.stop()
  }

  @Test func `r and R ask the network again: the part that has the keys, or the whole page`() async {
    let app = await store(columns: 120)
    await app.perform(.refresh)
    #expect(live.refreshed.values == [everything])
    await app.perform(.refreshView)
    #expect(live.refreshed.values.count == 3)
    #expect(Set(live.refreshed.values.dropFirst()) == [.record(.release(1)), everything], "both at once")
    app.store.open("[a1]")
    await app.tasks.settle()
    await app.perform(.moveToTop, .nextPane, .refresh)
    #expect(live.refreshed.values.last == .record(.artist(1)))
    app.store.stop()
  }

  @Test func `a failed reload keeps the text`() async {
    let isOffline = Recorder<Bool>()
    var base = Services.fixture()
    let release = base.catalogue.release
    base.catalogue.release = { id throws(ClientError) in
      if !isOffline.values.isEmpty { throw .offline }
      return try await release(id)
    }
    let app = await store(base)
    await app.perform(.open)
    isOffline.append(true)
    await app.perform(.refreshView)
    guard let model = app.store.page as? ReleaseModel else { return #expect(Bool(false)) }
    #expect(model.info.failure == nil && !model.info.view.lines.isEmpty)
    #expect(app.store.banner?.title == "Could not reload this page")
    app.store.stop()
  }

  @Test func `an outage causes no request loop`() async {
    let asked = Recorder<Release.ID>()
    var base = Services.fixture()
    base.catalogue.release = { id throws(ClientError) in
      asked.append(id)
      throw .offline
    }
    let app = await store(base)
    await app.perform(.open)
    #expect(asked.values == [1])
    live.announce(.record(.release(1)))
    live.announce(.community(1))
    let status = NetworkStatus(connection: .offline)
    live.network = status
    while app.store.network != status { await Task.yield() }
    for _ in 0..<20 { await Task.yield() }
    await app.tasks.settle()
    #expect(asked.values == [1])
    live[.record(.release(1))] = Freshness(answeredAt: 5)
    live.announce(.record(.release(1)))
    while asked.values.count < 2 { await Task.yield() }
    await app.tasks.settle()
    #expect(asked.values == [1, 1], "the network is back")
    app.store.stop()
  }

  @Test func `a search is remembered even offline`() async {
    let remembered = Recorder<SearchRecord>()
    var base = Services.fixture()
    base.catalogue.count = { _ throws(ClientError) in throw .offline }
    base.history.record = { remembered.append($0) }
    let app = await store(base)
    await app.perform(.newSearch)
    await app.type("miles")
    await app.perform(.submit)
    #expect(remembered.values.map(\.query) == ["miles"] && remembered.values.first?.results == nil)
    #expect(app.store.banner == nil)
    app.store.stop()
  }

  // MARK: Searching

  @Test func `nothing is searched for while one types; Enter runs it`() async {
    let asked = Recorder<SearchRequest>()
    var base = Services.fixture()
    let search = base.catalogue.search
    base.catalogue.search = { request, after, limit throws(ClientError) in
      asked.append(request)
      return try await search(request, after, limit)
    }
    let app = await store(base)
    await app.perform(.newSearch)
    await app.type("title 17 lable:x")
    #expect(app.search.queryError != nil, "a mistake is told at once")
    for _ in 0..<8 { await app.perform(.editDeleteLeft) }
    await app.perform(.cancel, .newSearch)
    await app.type("title 17")
    #expect(asked.values.count == 1)
    await app.perform(.submit)
    #expect(asked.values.count == 2)
    #expect(app.search.results.rows.list.rows.first?.title == "Title 17")
    await app.perform(.narrow)
    await app.type("117")
    #expect(asked.values.count == 2)
    await app.perform(.submit)
    #expect(asked.values.count == 3)
    app.store.stop()
  }

  @Test func `a refused order keeps the rows and says why`() async {
    var base = Services.fixture()
    let search = base.catalogue.search
    base.catalogue.search = { request, after, limit throws(ClientError) in
      if request.sort != .relevance { throw .refused("Discogs does not sort by format") }
      if !request.wholeQuery.isEmpty { throw .refused("Discogs cannot narrow this") }
      return try await search(request, after, limit)
    }
    let app = await store(base)
    for _ in 0..<7 { await app.perform(.moveDown) }
    let before = app.search.results.rows.list.rows
    await app.perform(.sort(by: .format))
    #expect(app.store.notice == "Discogs does not sort by format")
    let rows = app.search.results.rows
    #expect(rows.order == ListOrder() && rows.list.rows == before && rows.list.cursor == 7)
    #expect(rows.list.total == .exactly(200) && app.store.banner == nil)
    await app.perform(.narrow)
    await app.type("17")
    await app.perform(.submit)
    #expect(app.store.notice == "Discogs cannot narrow this")
    #expect(rows.order == ListOrder() && rows.list.cursor == 7)
    await app.perform(.moveToBottom)
    #expect(rows.list.cursor == 199, "and it goes on")
    app.store.stop()
  }

  @Test func `scrolling past the end during an outage asks once, and Enter or r asks again`() async {
    let asked = Recorder<String>()
    var base = Services.fixture()
    let search = base.catalogue.search
    base.catalogue.search = { request, after, limit throws(ClientError) in
      asked.append(after?.token ?? "first")
      if let after, asked.values.count(where: { $0 == after.token }) < 3 { throw .offline }
      return try await search(request, after, limit)
    }
    let app = await store(base)
    let list = { app.search.results.rows.list }
    for _ in 0..<80 { await app.perform(.moveDown) }
    await app.perform(.pageDown, .moveToBottom, .halfPageDown)
    #expect(asked.values == ["first", "50"])
    #expect(list().isRetrySelected && app.store.banner?.title == "Could not load more rows")
    await app.perform(.open)
    #expect(asked.values == ["first", "50", "50"])
    #expect(list().isRetrySelected)
    await app.perform(.refresh)
    #expect(asked.values == ["first", "50", "50", "50"])
    #expect(list().cursor == 50 && list().selected?.title == "Title 51")
    app.store.stop()
  }

  @Test func `a page that was given up can be asked for again`() async {
    let asked = Recorder<Int>()
    var base = Services.fixture()
    let search = base.catalogue.search
    base.catalogue.search = { request, after, limit throws(ClientError) in
      asked.append(1)
      if asked.values.count == 1 { throw .cancelled }
      return try await search(request, after, limit)
    }
    let app = await store(base)
    #expect(app.search.results.rows.list.status == .failed(.cancelled))
    #expect(app.store.banner == nil)
    await app.perform(.moveDown, .refreshView)
    #expect(asked.values.count == 2 && !app.search.results.rows.list.isEmpty)
    app.store.stop()
  }
}
