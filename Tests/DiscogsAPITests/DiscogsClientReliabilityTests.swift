import DiscogsModel
import Testing

@testable import DiscogsAPI

@Suite(.timeLimit(.minutes(1)))
struct DiscogsClientReliabilityTests {
  private let offline = TransportFailure.unreachable("no network", mayHaveArrived: false)
  private let policy = RetryPolicy(
    attempts: 3, firstDelay: .seconds(1), factor: 2, ceiling: .seconds(8), jitter: 0, longestPause: .seconds(90))

  private func isRetrying(_ state: RequestState) -> Bool {
    if case .retrying = state { true } else { false }
  }

  private func isHeldBack(_ state: RequestState) -> Bool {
    if case .waiting(resumesIn: .some) = state { true } else { false }
  }

  @Test func `a request is tried again after each delay, to the millisecond`() async {
    let fixture = ClientFixture([.failure(offline), .failure(.timedOut), .success(.json("1"))]) { $0.retry = policy }
    let call = fixture.begin(fixture.endpoint())
    await fixture.clock.sleepers()
    fixture.clock.advance(by: .milliseconds(999))
    #expect(fixture.transport.requests.count == 1)
    fixture.clock.advance(by: .milliseconds(1))
    await fixture.until { $0 == .retrying(attempt: 3, resumesIn: .seconds(2), after: .timedOut(endpoint: "GET thing")) }
    await fixture.clock.sleepers()
    #expect(fixture.transport.requests.count == 2)
    fixture.clock.advance(by: .seconds(2))
    #expect(await call.value == .success("1"))
    #expect(fixture.client.networkState == .online)
  }

  @Test func `a request that is replaced while it waits is never sent and costs nothing`() async {
    let limits = RateLimits(assumedSize: 1, backgroundReserve: 0)
    let fixture = ClientFixture({ $0.limits = limits }, script: { _ in .json("1") })
    #expect(await fixture.begin(fixture.endpoint("/releases/1"), lane: .background).value == .success("1"))
    for number in 2...10 {
      let passed = fixture.begin(fixture.endpoint("/releases/\(number)"), lane: .background)
      await fixture.until(isHeldBack)
      passed.cancel()
      #expect(await passed.value == .failure(.cancelled))
      #expect(fixture.client.budget.waiting == 0)
    }
    let last = fixture.begin(fixture.endpoint("/releases/11"), lane: .background)
    await fixture.until(isHeldBack)
    fixture.clock.advance(by: .seconds(60))
    #expect(await last.value == .success("1"))
    #expect(fixture.transport.requests.map(\.url).map { $0.split(separator: "/").last ?? "" } == ["1", "11"])
  }

  @Test func `a change that may have been carried out is not sent twice, unless that does no harm`() async {
    let reset = TransportFailure.unreachable("reset", mayHaveArrived: true)
    let once = ClientFixture([.failure(reset), .success(.json("1"))]) { $0.retry = policy }
    let post = once.endpoint(method: .post, isIdempotent: false)
    #expect(await once.begin(post).value == .failure(.network(endpoint: "POST thing", reset)))
    #expect(once.transport.requests.count == 1)
    let twice = ClientFixture([.failure(reset), .success(.json("1"))]) { $0.retry = policy }
    let put = twice.begin(twice.endpoint(method: .put))
    await twice.clock.sleepers()
    twice.clock.advance(by: .seconds(1))
    #expect(await put.value == .success("1"))
  }

  @Test(arguments: [
    Endpoint<Void>.removeWant(1, of: "x"),
    .change(InstancePlace(userName: "x", folder: 1, release: 2, instance: 3), moveTo: 4),
  ])
  func `a copy that is gone when asked again has been removed or moved`(_ change: Endpoint<Void>) async throws {
    let reset = TransportFailure.unreachable("reset", mayHaveArrived: true)
    let gone = HTTP.Response.json(#"{"message": "It is not there."}"#, status: 404)
    let twice = ClientFixture([.failure(reset), .success(gone)]) { $0.retry = policy }
    let call = Task { try await twice.client.answer(to: change).origin }
    await twice.clock.sleepers()
    twice.clock.advance(by: .seconds(1))
    #expect(try await call.value == .network)
    #expect(twice.transport.requests.count == 2)
  }

  @Test func `a copy missing the first time, or that cannot have been removed, is not found`() async {
    let gone = HTTP.Response.json(#"{"message": "It is not there."}"#, status: 404)
    let refused = Refusal(endpoint: "DELETE /users/{username}/wants/{id}", status: 404, message: "It is not there.")
    let once = ClientFixture([.success(gone)]) { $0.retry = policy }
    await #expect(throws: DiscogsError.notFound(refused)) {
      try await once.client.answer(to: Endpoint<Void>.removeWant(1, of: "x"))
    }
    let unsent = ClientFixture([.failure(offline), .success(gone)]) { $0.retry = policy }
    let call = Task { try await unsent.client.answer(to: Endpoint<Void>.removeWant(1, of: "x")) }
    await unsent.clock.sleepers()
    unsent.clock.advance(by: .seconds(1))
    await #expect(throws: DiscogsError.notFound(refused)) { try await call.value }
  }

  @Test func `after a 429 everyone waits as long as the server asks, and then it goes on`() async {
    let fixture = ClientFixture([
      .success(.json("{}", status: 429, headers: ["Retry-After": "7"])), .success(.json("1")), .success(.json("2")),
    ])
    let first = fixture.begin(fixture.endpoint("/1"))
    await fixture.clock.sleepers()
    let second = fixture.begin(fixture.endpoint("/2"))
    for await budget in fixture.client.budgets where budget.waiting == 2 { break }
    #expect(fixture.client.budget.isPaused)
    #expect(fixture.client.budget.resumesIn == .seconds(7))
    fixture.clock.advance(by: .milliseconds(6999))
    #expect(fixture.transport.requests.count == 1)
    fixture.clock.advance(by: .milliseconds(1))
    #expect(await first.value == .success("1"))
    #expect(await second.value == .success("2"))
  }

  @Test func `a 429 that asks for too much is an error with the time`() async {
    let fixture = ClientFixture([.success(.json("{}", status: 429, headers: ["Retry-After": "3600"]))])
    let error = DiscogsError.rateLimited(endpoint: "GET thing", retryAfter: .seconds(3600))
    #expect(await fixture.begin(fixture.endpoint()).value == .failure(error))
    #expect(await fixture.begin(fixture.endpoint()).value == .failure(error))
    #expect(fixture.transport.requests.count == 1)
  }

  @Test func `a server that is down is retried when it says, and no sooner than usual`() async {
    let down = { HTTP.Response.json("{}", status: 503, headers: ["Retry-After": $0]) }
    let fixture = ClientFixture([.success(down("20")), .success(down("0")), .success(.json("1"))]) { $0.retry = policy }
    let call = fixture.begin(fixture.endpoint())
    await fixture.clock.sleepers()
    fixture.clock.advance(by: .milliseconds(19_999))
    #expect(fixture.transport.requests.count == 1)
    fixture.clock.advance(by: .milliseconds(1))
    let refusal = Refusal(endpoint: "GET thing", status: 503, retryAfter: .zero)
    await fixture.until { $0 == .retrying(attempt: 3, resumesIn: .seconds(2), after: .server(refusal)) }
    await fixture.clock.sleepers()
    fixture.clock.advance(by: .seconds(2))
    #expect(await call.value == .success("1"))
  }

  @Test func `a server that is down for longer than anyone waits is an error with the time`() async {
    let down = HTTP.Response.json("{}", status: 503, headers: ["Retry-After": "91"])
    let fixture = ClientFixture([.success(down)]) { $0.retry = policy }
    let error = DiscogsError.server(Refusal(endpoint: "GET thing", status: 503, retryAfter: .seconds(91)))
    #expect(await fixture.begin(fixture.endpoint()).value == .failure(error))
    #expect(error.retryAfter == .seconds(91))
    #expect(fixture.transport.requests.count == 1)
  }

  @Test func `a pause until a date is measured by the clock of the server that names it`() async {
    // The day here is 12 January 1970: the server is decades ahead.
    let headers: HTTP.Headers = [
      "Date": "Sun, 06 Nov 1994 08:49:37 GMT", "Retry-After": "Sun, 06 Nov 1994 08:49:47 GMT",
    ]
    let fixture = ClientFixture([.success(.json("{}", status: 429, headers: headers)), .success(.json("1"))])
    let call = fixture.begin(fixture.endpoint())
    await fixture.clock.sleepers()
    #expect(fixture.client.budget.resumesIn == .seconds(10))
    fixture.clock.advance(by: .seconds(10))
    #expect(await call.value == .success("1"))
  }

  @Test func `a web page instead of an answer is retried once`() async {
    let page = HTTP.Response(status: 200, headers: ["Content-Type": "text/html"], body: Array("<html>".utf8))
    let fixture = ClientFixture([.success(page), .success(page), .success(.json("1"))]) { $0.retry = policy }
    let call = fixture.begin(fixture.endpoint())
    await fixture.clock.sleepers()
    fixture.clock.advance(by: .seconds(1))
    #expect(await call.value == .failure(.invalidResponse(endpoint: "GET thing", status: 200, .webPage)))
    #expect(fixture.transport.requests.count == 2)
  }

  @Test func `a server that fails is left alone, a user by hand gets through`() async {
    let answers = Array(repeating: Result<HTTP.Response, TransportFailure>.failure(.timedOut), count: 2)
    let fixture = ClientFixture(answers + [.success(.json("1"))]) {
      $0.retry = .none
      $0.breaker = .init(threshold: 2, rest: .seconds(30))
    }
    let last = DiscogsError.timedOut(endpoint: "GET thing")
    for _ in 1...2 { #expect(await fixture.begin(fixture.endpoint(), policy: .cacheFirst).value == .failure(last)) }
    #expect(fixture.client.breakerState == .open)
    fixture.clock.advance(by: .seconds(10))
    #expect(
      await fixture.begin(fixture.endpoint(), policy: .cacheFirst).value
        == .failure(.resting(endpoint: "GET thing", retryAfter: .seconds(20), last: last)))
    #expect(fixture.transport.requests.count == 2)
    #expect(await fixture.begin(fixture.endpoint(), policy: .networkOnly).value == .success("1"))
    #expect(fixture.client.breakerState == .closed)
  }

  @Test func `equal reads under way are one request, changes are not`() async throws {
    let gate = Gate()
    let arrived = Gate()
    let fixture = ClientFixture { (_) async throws(TransportFailure) in
      arrived.open()
      guard await gate.wait() else { throw .cancelled }
      return .json("1")
    }
    let first = fixture.begin(fixture.endpoint())
    await arrived.pass(1)
    let joined = Gate()
    let second = Task {
      try await fixture.client.answer(to: fixture.endpoint(), policy: .networkOnly) { _ in joined.open() }.value
    }
    await joined.pass(1)
    let changes = [1, 2].map { _ in fixture.begin(fixture.endpoint(method: .post, isIdempotent: false)) }
    await arrived.pass(3)
    gate.open(3)
    #expect(await first.value == .success("1"))
    for change in changes { #expect(await change.value == .success("1")) }
    #expect(try await second.value == "1")
    #expect(fixture.transport.requests.count == 3)
  }

  @Test func `requests under way are listed, and end by their number`() async {
    let gate = Gate()
    let fixture = ClientFixture { (_) async throws(TransportFailure) in
      guard await gate.wait() else { throw .cancelled }
      return .json("1")
    }
    let call = fixture.begin(fixture.endpoint(), lane: .background)
    await fixture.until { $0 == .sending }
    for await activities in fixture.client.activities {
      #expect(activities.map(\.endpoint) == ["GET thing"])
      #expect(activities.map(\.lane) == [.background])
      if let id = activities.first?.id { fixture.client.cancel(id) }
      break
    }
    #expect(await call.value == .failure(.cancelled))
    for await activities in fixture.client.activities where activities.isEmpty { break }
    #expect(fixture.client.budget.waiting == 0)
  }

  @Test func `giving up while it waits for its turn takes no time`() async {
    let fixture = ClientFixture([.success(.json("{}", status: 429))])
    let call = fixture.begin(fixture.endpoint())
    await fixture.clock.sleepers()
    call.cancel()
    #expect(await call.value == .failure(.cancelled))
    for await budget in fixture.client.budgets where budget.waiting == 0 { break }
    #expect(fixture.transport.requests.count == 1)
  }

  @Test func `a slow answer makes the network slow, the next quick one makes it well`() async throws {
    let clock = TestClock()
    let delays = Recorder<Duration>()
    let fixture = ClientFixture {
      $0.clock = clock
    } script: { (_) async throws(TransportFailure) in
      if delays.values.isEmpty { clock.advance(by: .seconds(4)) }
      delays.append(.zero)
      return .json("1")
    }
    _ = try await fixture.client.answer(to: fixture.endpoint(kind: nil))
    #expect(fixture.client.networkState == .slow)
    _ = try await fixture.client.answer(to: fixture.endpoint(kind: nil))
    #expect(fixture.client.networkState == .online)
  }

  @Test func `a wall clock that jumps moves no wait`() async {
    let fixture = ClientFixture([.failure(offline), .success(.json("1"))]) { $0.retry = policy }
    let call = fixture.begin(fixture.endpoint())
    await fixture.clock.sleepers()
    fixture.day.move(by: -54_000)
    fixture.clock.advance(by: .seconds(1))
    #expect(await call.value == .success("1"))
  }
}
