import AsyncHTTPClient
import DiscogsServer
import Foundation
import NIOCore
import NIOHTTP1
import TestSupport
import Testing

struct FaultTests {
  private func start(_ rules: FaultRule...) async throws -> (TestServer, Conversation) {
    let server = try await TestServer.start(faults: FaultPlan(rules))
    return (server, Conversation(server))
  }

  @Test func `a rule is for its requests and its times only`() async throws {
    let (server, client) = try await start(
      FaultRule(.status(503), method: "GET", path: "/users/*", from: 2, times: 1))
    #expect(try await client.get("/users/collector").status == 200)
    #expect(try await client.get("/oauth/identity").status == 200)
    #expect(try await client.get("/users/collector").status == 503)
    #expect(try await client.get("/users/collector").status == 200)
    #expect(server.count("GET", "/users/**") == 3)
    server.faults = FaultPlan([FaultRule(.revoked)])
    #expect(try await client.get("/users/collector").status == 401)
  }

  @Test func `answers are replaced by what gateways and mistakes send`() async throws {
    let (server, client) = try await start(FaultRule(.tooManyRequests(retryAfter: nil)))
    let storm = try await client.get("/oauth/identity")
    #expect(storm.status == 429 && storm.headers["Retry-After"].isEmpty)
    server.faults = FaultPlan([FaultRule(.tooManyRequests(retryAfter: 7))])
    #expect(try await client.get("/oauth/identity").headers["Retry-After"] == ["7"])
    server.faults = FaultPlan([FaultRule(.html(status: 502))])
    let page = try await client.get("/oauth/identity")
    #expect(page.status == 502 && page.text.hasPrefix("<!DOCTYPE html>"))
    server.faults = FaultPlan([FaultRule(.empty(status: 200))])
    #expect(try await client.get("/oauth/identity").text.isEmpty)
    server.faults = FaultPlan([FaultRule(.body("[1, 2"))])
    #expect(try await client.get("/oauth/identity").text == "[1, 2")
    server.faults = FaultPlan([FaultRule(.redirect(to: "https://elsewhere.example/"))])
    #expect(try await client.get("/oauth/identity").headers["Location"] == ["https://elsewhere.example/"])
    server.faults = FaultPlan([FaultRule(.clockSkew(seconds: 3600))])
    #expect(try await client.get("/oauth/identity").headers["Date"] == ["Fri, 06 Nov 2026 22:20:00 GMT"])
  }

  @Test func `chance decides for some requests, the same ones for the same seed`() async throws {
    let plan = FaultPlan([FaultRule(.status(502), chance: 0.3)], seed: 7)
    let (server, client) = try await start()
    func statuses() async throws -> [Int] {
      server.faults = plan
      var statuses: [Int] = []
      for _ in 1...60 { statuses.append(try await client.get("/oauth/identity").status) }
      return statuses
    }
    let first = try await statuses()
    #expect((8...30).contains(first.count { $0 == 502 }) && first.count { $0 == 200 } >= 30)
    #expect(try await statuses() == first)
  }

  @Test func `pages report moved rows and stale totals`() async throws {
    let (server, client) = try await start()
    func page(_ number: Int) async throws -> (ids: [Int], items: Int) {
      let path = "/users/collector/collection/folders/0/releases?per_page=5&page=\(number)"
      let json = try await client.get(path).json
      return ((0..<5).compactMap { json["releases"][$0]["instance_id"].int }, json["pagination"]["items"].int ?? -1)
    }
    let (one, two) = (try await page(1), try await page(2))
    server.faults = FaultPlan([FaultRule(.rowsMoved(by: 1))])
    #expect(try await page(1) == one)
    #expect(try await page(2).ids == [one.ids[4]] + two.ids.prefix(4))
    server.faults = FaultPlan([FaultRule(.rowsMoved(by: -1))])
    #expect(try await page(2).ids.prefix(4) == two.ids.dropFirst())
    server.faults = FaultPlan([FaultRule(.totalOff(by: -1))])
    #expect(try await page(1).items == one.items - 1)
    #expect(try await page(1).ids == one.ids)
  }

  @Test(arguments: [Fault.truncated, .resetInBody, .resetBefore, .resetAfter])
  func `a connection that breaks is an error for the client`(fault: Fault) async throws {
    let (_, client) = try await start(FaultRule(fault))
    await #expect(throws: (any Error).self) { try await client.get("/database/search?q=love") }
  }

  @Test func `a reset before does nothing, a reset after has done it`() async throws {
    let server = try await TestServer.start(stocked: false)
    let client = Conversation(server)
    let id = try await client.get("/database/search?type=release").json["results"][0]["id"].int ?? 0
    func wants() async throws -> Int {
      try await client.get("/users/collector/wants").json["pagination"]["items"].int ?? -1
    }
    server.faults = FaultPlan([FaultRule(.resetBefore, method: "PUT")])
    await #expect(throws: (any Error).self) { try await client.send(.PUT, "/users/collector/wants/\(id)") }
    #expect(try await wants() == 0)
    server.faults = FaultPlan([FaultRule(.resetAfter, method: "PUT")])
    await #expect(throws: (any Error).self) { try await client.send(.PUT, "/users/collector/wants/\(id)") }
    #expect(try await wants() == 1)
  }

  @Test func `an endless body goes on for as long as it is read`() async throws {
    let (server, _) = try await start(FaultRule(.endless))
    var request = HTTPClientRequest(url: server.url + "/oauth/identity")
    request.headers.add(name: "User-Agent", value: "RunoutTests/1.0")
    let response = try await HTTPClient.shared.execute(request, deadline: .now() + .seconds(30))
    var bytes = 0
    for try await part in response.body {
      bytes += part.readableBytes
      if bytes > 5 << 20 { break }
    }
    #expect(bytes > 5 << 20)
  }

  @Test func `a delay and a trickle wait by the server's clock`() async throws {
    let clock = CountingClock()
    let server = try await TestServer.start(
      faults: FaultPlan([
        FaultRule(.delay(.seconds(100), jitter: .seconds(50)), times: 1),
        FaultRule(.trickle(every: .seconds(1)), times: 1),
      ]), clock: clock)
    let reply = try await Conversation(server).get("/oauth/identity")
    #expect(reply.status == 200)
    let waited = clock.slept
    #expect(waited[0] >= .seconds(100) && waited[0] < .seconds(150))
    #expect(waited.dropFirst().count == reply.text.utf8.count)
  }

  @Test func `a plan is read from JSON`() throws {
    let text = #"""
      {"seed": 7, "rules": [
        {"path": "/a/*", "fault": "delay", "seconds": 1.5, "jitter": 0.5}, {"method": "GET", "fault": "silence"},
        {"query": "page=2", "from": 2, "times": 5, "fault": "too-many-requests", "retry_after": 3},
        {"fault": "status", "status": 500}, {"fault": "html", "status": 503}, {"fault": "empty", "status": 200},
        {"fault": "body", "body": "{"}, {"fault": "truncated"}, {"fault": "endless"}, {"fault": "reset-before"},
        {"fault": "reset-after"}, {"fault": "reset-in-body"}, {"fault": "trickle", "seconds": 2}, {"fault": "revoked"},
        {"fault": "redirect", "to": "https://a.example"}, {"fault": "clock-skew", "seconds": -60},
        {"fault": "total-off", "by": -1, "chance": 0.5}, {"fault": "rows-moved", "by": 2},
        {"fault": "reset-before", "method": "PUT", "times": 1}
      ]}
      """#
    let rules: [FaultRule] = [
      FaultRule(.delay(.seconds(1.5), jitter: .seconds(0.5)), path: "/a/*"), FaultRule(.silence, method: "GET"),
      FaultRule(.tooManyRequests(retryAfter: 3), query: "page=2", from: 2, times: 5), FaultRule(.status(500)),
      FaultRule(.html(status: 503)), FaultRule(.empty(status: 200)), FaultRule(.body("{")), FaultRule(.truncated),
      FaultRule(.endless), FaultRule(.resetBefore), FaultRule(.resetAfter), FaultRule(.resetInBody),
      FaultRule(.trickle(every: .seconds(2))), FaultRule(.revoked), FaultRule(.redirect(to: "https://a.example")),
      FaultRule(.clockSkew(seconds: -60)), FaultRule(.totalOff(by: -1), chance: 0.5), FaultRule(.rowsMoved(by: 2)),
      FaultRule(.resetBefore, method: "PUT", times: 1),
    ]
    #expect(try JSONDecoder().decode(FaultPlan.self, from: Data(text.utf8)) == FaultPlan(rules, seed: 7))
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(FaultPlan.self, from: Data("{\"rules\": [{\"fault\": \"gremlins\"}]}".utf8))
    }
  }

  @Test func `stopping answers requests in flight and drops endless ones`() async throws {
    let clock = GatedClock()
    let server = try await TestServer.start(
      faults: FaultPlan([FaultRule(.delay(.seconds(1))), FaultRule(.silence, path: "/users/guest")]), clock: clock)
    let client = Conversation(server)
    let slow = Task { try await client.get("/oauth/identity").status }
    let silent = Task { try await client.get("/users/guest").status }
    await clock.gate.arrival(of: 2)
    async let stopped: Void = server.stop()
    await clock.gate.open()
    #expect(try await slow.value == 200)
    await #expect(throws: (any Error).self) { try await silent.value }
    try await stopped
  }
}

/// A clock whose sleepers wake at once; it remembers how long they would have slept.
private final class CountingClock: Clock {
  private let recorder = Recorder<Duration>()

  let now = ContinuousClock.now
  var slept: [Duration] { recorder.values }
  var minimumResolution: Duration { .nanoseconds(1) }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    recorder.append(now.duration(to: deadline))
  }
}

/// A clock whose sleepers wake when the test says so.
private final class GatedClock: Clock {
  let gate = Gate()

  var now: ContinuousClock.Instant { ContinuousClock.now }
  var minimumResolution: Duration { .nanoseconds(1) }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws { await gate.pass() }
}
