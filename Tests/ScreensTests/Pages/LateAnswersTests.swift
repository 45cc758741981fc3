import Clients
import DiscogsModel
import Features
import RunoutModel
import Terminal
import TestSupport
import Testing

/// What the screen says while an answer is late.
@MainActor struct LateAnswersTests {
  private static let impatient: AppEnvironment = {
    var environment = AppEnvironment.testing
    environment.patience = .zero
    return environment
  }()

  @Test func `while a record loads, the preview shows its row`() async {
    let gate = Gate()
    var services = Services.fixture()
    let release = services.catalogue.release
    services.catalogue.release = { id throws(ClientError) in
      if id != 1 { await gate.pass() }
      return try await release(id)
    }
    let app = await Harness(services, size: Size(columns: 120, rows: 40))
    #expect(app.screen.contains("Tracklist"))
    await app.burst("j", settling: false)
    #expect(app.lines.contains { $0.hasSuffix("│ Title 2") })
    #expect(app.lines.contains { $0.hasSuffix("│ Loading…") })
    #expect(!app.screen.contains("Tracklist"))
    await gate.open()
    await app.settle()
    #expect(app.screen.contains("Tracklist") && !app.screen.contains("Loading…"))
  }

  @Test func `a late search replaces the old rows with its query`() async {
    let gate = Gate()
    var services = Services.fixture()
    let search = services.catalogue.search
    services.catalogue.search = { request, after, limit throws(ClientError) in
      if !request.query.isEmpty || request.sort != .relevance { await gate.pass() }
      return try await search(request, after, limit)
    }
    let app = await Harness(services, environment: Self.impatient)
    app.store.open("title 7")
    while !app.screen.contains("Searching for “title 7”…") { await Task.yield() }
    #expect(!app.screen.contains("Title 1"))
    await gate.open()
    await app.settle()
    #expect(app.screen.contains("Title 7") && !app.screen.contains("Searching"))
  }

  @Test func `rows that wait for another order are dimmed, and the footer says why`() async {
    let gate = Gate()
    var services = Services.fixture()
    let search = services.catalogue.search
    services.catalogue.search = { request, after, limit throws(ClientError) in
      if request.sort != .relevance { await gate.pass() }
      return try await search(request, after, limit)
    }
    let app = await Harness(services, environment: Self.impatient)
    await app.burst(",", "y", settling: false)
    while !app.screen.contains("Loading… showing the old rows") { await Task.yield() }
    #expect(app.screen.contains("Title 1"))
    await gate.open()
    await app.settle()
    #expect(!app.screen.contains("these rows are from before"))
  }
}
