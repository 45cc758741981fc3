import Clients
import DiscogsModel
import Features
import RunoutModel
import TestSupport
import Testing

/// What stands beside a row is about that row, and rows under a query are that query's, however late the answers are.
@MainActor struct TrueScreenTests {
  private static let impatient: AppEnvironment = {
    var environment = AppEnvironment.testing
    environment.patience = .zero
    return environment
  }()

  /// A store whose previews wait at the gate, but for the first row's.
  private func app(_ gate: Gate) async -> StoreFixture {
    var services = Services.fixture()
    let release = services.catalogue.release
    services.catalogue.release = { id throws(ClientError) in
      if id != 1 { await gate.pass() }
      return try await release(id)
    }
    return await StoreFixture(services, columns: 120, rows: 40)
  }

  // MARK: The preview

  @Test func `the text of another record never stands beside a row`() async {
    let gate = Gate()
    let app = await app(gate)
    let preview = app.search.panes.preview
    #expect(preview.subject == .release(1) && !preview.view.lines.isEmpty)
    for number in 2...9 {
      app.store.perform(.moveDown)
      #expect(preview.subject == nil && preview.loaded == nil && preview.view.lines.isEmpty)
      #expect(preview.known?.title == "Title \(number)" && preview.known?.reference == .release(Release.ID(number)))
      #expect(preview.isLoading)
    }
    await gate.open()
    await app.tasks.settle()
    #expect(preview.subject == .release(9) && preview.known == nil && !preview.view.lines.isEmpty)
  }

  @Test func `the row's own facts are laid out as its record begins`() async {
    let gate = Gate()
    let app = await app(gate)
    app.store.perform(.moveDown)
    let known = app.search.panes.preview.knownLines
    #expect(
      words(known) == [
        ["Artist", "2"], ["Title", "2"], ["Label", "Label", "–", "CAT", "2"], ["Format", "LP,", "Album"],
        ["Country", "US"], ["Released", "1952"],
      ])
    await gate.open()
    await app.tasks.settle()
    #expect(words(app.search.panes.preview.view.lines).prefix(3) == words(known).prefix(3))
  }

  private func words(_ lines: [DocumentLine]) -> [[Substring]] {
    lines.map { $0.text.split(separator: " ") }.filter { !$0.isEmpty }
  }

  @Test func `a row that goes takes its preview with it`() async {
    let gate = Gate()
    let app = await app(gate)
    await app.commandLine("type artist")
    #expect(app.search.results.rows.list.isEmpty)
    #expect(app.search.panes.preview.subject == nil && app.search.panes.preview.known == nil)
    await gate.open()
  }

  @Test func `a failed preview gives its reason below the row's facts`() async {
    var services = Services.fixture()
    services.catalogue.release = { _ throws(ClientError) in throw .offline }
    let app = await StoreFixture(services, columns: 120, rows: 40)
    #expect(app.search.panes.preview.failure == .offline)
    #expect(app.search.panes.preview.known?.title == "Title 1")
    await app.perform(.refreshView)
    #expect(app.search.panes.preview.known?.title == "Title 1")
  }

  // MARK: The list

  /// A store whose searches and sorted lists wait at the gate.
  private func list(_ gate: Gate, _ environment: AppEnvironment) async -> StoreFixture {
    var services = Services.fixture()
    let search = services.catalogue.search
    services.catalogue.search = { request, after, limit throws(ClientError) in
      if !request.query.isEmpty || request.sort != .relevance { await gate.pass() }
      return try await search(request, after, limit)
    }
    return await StoreFixture(services, environment: environment, columns: 120)
  }

  @Test func `rows of the query before do not stand under the name of one that is late`() async {
    let gate = Gate()
    let app = await list(gate, Self.impatient)
    let rows = app.search.results.rows
    await app.perform(.mark)
    app.search.run("title 7", kind: nil)
    await until { rows.list.isEmpty }
    #expect(rows.marked.isEmpty)
    #expect(app.search.shownText == "title 7")
    #expect(app.search.panes.preview.subject == nil && app.search.panes.preview.known == nil)
    await gate.open()
    await app.tasks.settle()
    #expect(rows.list.rows.first?.title == "Title 7")
    #expect(app.search.panes.preview.subject == .release(7))
  }

  @Test func `an answer in time replaces the rows and clears nothing`() async {
    let gate = Gate()
    let app = await list(gate, .testing)
    let rows = app.search.results.rows
    app.search.run("title 7", kind: nil)
    await gate.arrival()
    #expect(rows.list.rows.first?.title == "Title 1" && !rows.list.isOverdue)
    await gate.open()
    await app.tasks.settle()
    #expect(rows.list.rows.first?.title == "Title 7")
  }

  @Test func `rows of the same list stay, and are marked, while another order is late`() async {
    let gate = Gate()
    let app = await list(gate, Self.impatient)
    let rows = app.search.results.rows
    app.store.perform(.sort(by: .year))
    await until { rows.list.isOverdue }
    #expect(rows.list.rows.first?.title == "Title 1")
    await gate.open()
    await app.tasks.settle()
    #expect(!rows.list.isOverdue && !rows.list.isEmpty)
  }

  @Test func `a search that another replaces is remembered, but its count is not waited for`() async {
    let gate = Gate()
    let records = Recorder<SearchRecord>()
    let counted = Recorder<Bool>()
    var services = Services.fixture()
    services.history.record = { records.append($0) }
    services.catalogue.count = { request throws(ClientError) in
      if request.query.description != "miles" { return .exactly(1) }
      await gate.pass()
      counted.append(Task.isCancelled)
      if Task.isCancelled { throw .cancelled }
      return .exactly(2)
    }
    let app = await StoreFixture(services)
    app.search.run("miles", kind: nil)
    await gate.arrival(of: 2)
    app.search.run("john", kind: nil)
    await gate.open()
    await app.tasks.settle()
    #expect(counted.values == [true, true])
    #expect(Set(records.values.map(\.query)) == ["miles", "john"])
    #expect(records.values.first { $0.query == "miles" }?.results == nil)
    #expect(records.values.first { $0.query == "john" }?.results == .exactly(1))
  }
}
