import Clients
import DiscogsModel
import DiscogsServer
import LiveClients
import RunoutModel
import TestSupport
import Testing

/// Every way in which the server or the way to it can fail, for what reads, pages and writes: what the user is told,
/// that nothing is lost or done twice, and how often the server is asked.
@Suite(.limitedConcurrency)
struct LiveFaultTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let fault: Fault
    /// What is told when it happens every time; nil when nothing is.
    let error: ClientError?
    /// How often a read asks for it in all.
    let requests: Int
    /// What a read is told that is asked for once, if anything.
    let passes: Bool

    init(
      _ name: String, _ fault: Fault, _ error: ClientError?, requests: Int = 1, passes: Bool = false
    ) {
      (self.name, self.fault, self.error, self.requests, self.passes) = (name, fault, error, requests, passes)
    }

    var testDescription: String { name }

    /// An answer that says that it was done, from somebody who has not done it.
    var lies: Bool {
      switch fault {
      case .empty(200), .body(_, 200, _): true
      default: false
      }
    }

    /// The error as it is told of a call: what cannot be read is named.
    func error(at endpoint: String) -> ClientError? {
      guard case .unreadable(_, let field)? = error else { return error }
      return .unreadable(endpoint: endpoint, field: field)
    }
  }

  private static let unreadable = ClientError.unreadable(endpoint: "", field: "")

  static let cases = [
    Case("late", .delay(.milliseconds(20), jitter: .milliseconds(10)), nil),
    Case("silence", .silence, .timedOut),
    Case(
      "429 with a pause", .tooManyRequests(retryAfter: 2), .rateLimited(retryAfterSeconds: 2), requests: 3, passes: true
    ),
    Case(
      "429 without a pause", .tooManyRequests(retryAfter: nil), .rateLimited(retryAfterSeconds: 60), requests: 3,
      passes: true),
    Case(
      "429 with a pause too long to wait for", .tooManyRequests(retryAfter: 600), .rateLimited(retryAfterSeconds: 600)),
    Case("500", .status(500), .server(status: 500)),
    Case("503", .status(503), .server(status: 503), requests: 3, passes: true),
    Case("a gateway's page", .html(status: 502), .server(status: 502), requests: 3, passes: true),
    Case("a page as the answer", .html(status: 200), unreadable, requests: 2, passes: true),
    Case("a challenge", .html(status: 403), .server(status: 403)),
    Case("nothing", .empty(status: 200), unreadable, requests: 2, passes: true),
    Case("half of JSON", .body("{\"id\": 1, \"title\": \"Kind"), unreadable, requests: 2, passes: true),
    Case("other JSON", .body("[1, 2]"), unreadable),
    Case("not even JSON", .body("so what", contentType: "text/plain"), unreadable),
    Case("a body cut off", .truncated, unreadable, requests: 2, passes: true),
    Case("a body without end", .endless, unreadable),
    Case("reset before", .resetBefore, .offline, requests: 3, passes: true),
    Case("reset after", .resetAfter, .offline, requests: 3, passes: true),
    Case("reset in the body", .resetInBody, unreadable, requests: 2, passes: true),
    Case("a byte at a time", .trickle(every: .milliseconds(50)), .timedOut),
    Case("a token taken back", .revoked, .signInRequired(.refused)),
    Case("sent elsewhere", .redirect(to: "https://elsewhere.example/"), unreadable),
    Case("a clock that is off", .clockSkew(seconds: 86_400), nil),
  ]

  // MARK: Reading

  // fails: release(_:currency:) | 23 kinds of unexpected response, or none
  @Test(arguments: cases)
  func `a page opened for the first time says why it failed, and loads once that has passed`(_ item: Case)
    async throws
  {
    let world = try await LiveWorld()
    let id = try await world.release()
    world.fail(FaultRule(item.fault, path: "/releases/*"))
    if let error = item.error(at: "GET /releases/{id}") {
      let thrown = await #expect(throws: ClientError.self) { try await world.catalogue.release(id) }
      expectSame(thrown, error)
    } else {
      #expect(try await world.catalogue.release(id).id == id)
    }
    #expect(world.server.count("GET", "/releases/*") == item.requests)
    world.heal()
    // The same program, or the next run where nothing is held against the server.
    let next = try world.nextRun()
    #expect(try await next.services.catalogue.release(id).id == id)
  }

  @Test(arguments: cases.filter(\.passes))
  func `one failed request goes unnoticed`(_ item: Case) async throws {
    let world = try await LiveWorld()
    let id = try await world.release()
    world.fail(FaultRule(item.fault, path: "/releases/*", times: 1))
    #expect(try await world.catalogue.release(id).id == id)
    #expect(world.server.count("GET", "/releases/*") == 2)
  }

  // fails: release(_:currency:) | the same, once it was seen
  @Test(arguments: cases)
  func `a cached record appears at once, with its age and the reason it is not newer`(_ item: Case) async throws {
    let world = try await LiveWorld()
    let id = try await world.release()
    let shown = Shown.record(.release(id))
    let answeredAt = world.day.now
    let title = try await world.catalogue.release(id).title
    world.day.move(by: 3 * 86_400)
    world.fail(FaultRule(item.fault, path: "/releases/*"))
    #expect(try await world.catalogue.release(id).title == title)
    let state = await world.freshness(of: shown) { !$0.isRefreshing }
    guard let error = item.error(at: "GET /releases/{id}") else {
      #expect(state == Freshness(answeredAt: world.day.now))
      return
    }
    #expect(state?.answeredAt == answeredAt)
    expectSame(state?.hindrance, error)
    #expect(world.server.count("GET", "/releases/*") == 1 + item.requests)
    // And the next run knows it, too.
    let next = try world.nextRun()
    #expect(try await next.services.catalogue.release(id).title == title)
    #expect(await world.freshness(of: shown, next) { !$0.isRefreshing }?.answeredAt == answeredAt)
    world.heal()
    let last = try world.nextRun()
    try await last.services.freshness.refresh(shown)
    #expect(last.services.freshness.of(shown) == Freshness(answeredAt: world.day.now))
  }

  /// What is held back is a little less with every moment.
  private func expectSame(
    _ told: ClientError?, _ expected: ClientError, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    if case .rateLimited(let most) = expected, case .rateLimited(let seconds)? = told {
      #expect((1...most).contains(seconds), sourceLocation: sourceLocation)
    } else {
      #expect(told == expected, sourceLocation: sourceLocation)
    }
  }

  // MARK: Paging

  // fails: releases(by:sorting:page:) | in the middle of a list
  @Test(arguments: cases)
  func `an interrupted list resumes at the same page and has each row once`(_ item: Case) async throws {
    let world = try await LiveWorld()
    let first = try await world.catalogue.search(.releases, nil, 100)
    world.fail(FaultRule(item.fault, path: "/database/search", query: "page=2"))
    var second: Page<CatalogueRow>?
    do {
      second = try await world.catalogue.search(.releases, first.next, 100)
      #expect(item.error == nil)
    } catch {
      let expected = try #require(item.error(at: "GET /database/search"))
      expectSame(error, expected)
    }
    #expect(world.server.count("GET", "/database/search") == 1 + item.requests)
    world.heal()
    var catalogue = world.catalogue
    if second == nil {
      catalogue = try world.nextRun().services.catalogue
      second = try await catalogue.search(.releases, first.next, 100)
    }
    var rows = first.rows + (second?.rows ?? [])
    var next = second?.next
    while next != nil {
      let page = try await catalogue.search(.releases, next, 100)
      rows += page.rows
      next = page.next
    }
    #expect(Set(rows.map(\.reference)).count == rows.count)
    #expect(try await catalogue.count(.releases) == .exactly(rows.count))
    #expect(world.server.requests.count { $0.query.contains("page=1&") || $0.query.hasSuffix("page=1") } == 1)
  }

  // MARK: Writing

  // fails: rate(_:by:stars:) | 23 kinds of unexpected response, or none
  @Test(arguments: cases)
  func `a rating is saved, or fails with a reason`(_ item: Case) async throws {
    let world = try await LiveWorld()
    let id = try await world.release()
    world.fail(FaultRule(item.fault, method: "PUT"))
    do {
      try await world.community.rate(id, 4)
      #expect(item.error == nil || world.server.count("PUT") == 1)
    } catch {
      #expect(item.error != nil)
      #expect(error != .cancelled)
    }
    // A rating says what it shall be, so that saying it again does no harm.
    #expect((1...3).contains(world.server.count("PUT")))
    world.heal()
    let own = try await world.nextRun().services.community.figures(id)?.own
    switch item.fault {
    case .delay, .clockSkew, .truncated, .resetAfter, .resetInBody, .endless, .trickle: #expect(own == 4)
    default: #expect(own == nil)
    }
  }

  @Test(arguments: cases.filter { $0.passes && !$0.lies })
  func `a rating that fails once is sent once more and is there`(_ item: Case) async throws {
    let world = try await LiveWorld()
    let id = try await world.release()
    world.fail(FaultRule(item.fault, method: "PUT", times: 1))
    try await world.community.rate(id, 4)
    #expect(world.server.count("PUT") <= 2)
    world.heal()
    #expect(try await world.community.figures(id)?.own == 4)
  }

  @Test(arguments: cases.filter { $0.error != nil })
  func `a saved rating succeeds even if reading it back fails`(_ item: Case) async throws {
    let world = try await LiveWorld()
    let id = try await world.release()
    world.fail(FaultRule(item.fault, method: "GET", path: "/releases/*/rating/*"))
    try await world.community.rate(id, 5)
    #expect(world.server.count("PUT") == 1)
    world.heal()
    #expect(try await world.nextRun().services.community.figures(id)?.own == 5)
  }

  // fails: rating(of:by:) | 23 kinds of unexpected response, or none
  @Test(arguments: cases.filter { $0.error != nil })
  func `the community's rating appears even if yours fails to load`(_ item: Case) async throws {
    let world = try await LiveWorld()
    let id = try await world.release()
    world.fail(FaultRule(item.fault, method: "GET", path: "/releases/*/rating/*"))
    let figures = try await world.community.figures(id)
    #expect(figures != nil)
    #expect(figures?.own == nil)
    expectSame(
      try #require(world.freshness.of(.community(id))?.hindrance),
      try #require(item.error(at: "GET /releases/{id}/rating/{username}")))
  }
}
