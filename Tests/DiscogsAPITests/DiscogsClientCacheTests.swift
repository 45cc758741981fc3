import DiscogsModel
import Testing

@testable import DiscogsAPI

@Suite(.timeLimit(.minutes(1)))
struct DiscogsClientCacheTests {
  private let offline = TransportFailure.unreachable("no network", mayHaveArrived: false)

  private func fixture(_ answers: Result<HTTP.Response, TransportFailure>...) -> ClientFixture {
    ClientFixture(answers) { $0.retry = .none }
  }

  @Test func `a warm page costs no request, a stale one is shown and says so`() async throws {
    let fixture = fixture(.success(.json("1")), .success(.json("2")))
    let endpoint = fixture.endpoint()
    let first = try await fixture.client.answer(to: endpoint)
    #expect(first.origin == .network)
    let start = fixture.day.now
    fixture.day.move(by: 3600)
    let fresh = try await fixture.client.answer(to: endpoint)
    #expect(fresh.value == "1" && fresh.origin == .cache(storedAt: start, isStale: false, instead: nil))
    fixture.day.move(by: 24 * 3600)
    #expect(try await fixture.client.answer(to: endpoint, policy: .cacheFirst).isStale)
    #expect(try await fixture.client.answer(to: endpoint, policy: .cacheOnly).isStale)
    #expect(fixture.transport.requests.count == 1)
    // The policy of a call that names none.
    #expect(try await fixture.client.answer(to: endpoint).value == "2")
  }

  @Test func `offline, a refresh shows the cached page and says why`() async throws {
    let fixture = fixture(.success(.json("1")), .failure(offline), .failure(offline))
    let endpoint = fixture.endpoint()
    _ = try await fixture.client.answer(to: endpoint)
    let answer = try await fixture.client.answer(to: endpoint, policy: .refresh)
    let error = DiscogsError.network(endpoint: "GET thing", offline)
    #expect(answer.value == "1")
    #expect(answer.origin == .cache(storedAt: fixture.day.now, isStale: false, instead: error))
    #expect(fixture.client.networkState == .offline)
    await #expect(throws: error) { try await fixture.client.answer(to: endpoint, policy: .networkOnly) }
  }

  @Test func `not cached and not found differ`() async throws {
    let fixture = fixture(
      .success(.json("{\"message\": \"Release \\\"1\\\" not found.\"}", status: 404)), .success(.json("2")))
    let endpoint = fixture.endpoint()
    await #expect(throws: DiscogsError.notCached(endpoint: "GET thing")) {
      try await fixture.client.answer(to: endpoint, policy: .cacheOnly)
    }
    let refusal = Refusal(endpoint: "GET thing", status: 404, message: "Release \"1\" not found.")
    for _ in 1...3 {
      await #expect(throws: DiscogsError.notFound(refusal)) { try await fixture.client.answer(to: endpoint) }
    }
    #expect(fixture.transport.requests.count == 1)
    fixture.day.move(by: 600)
    #expect(try await fixture.client.answer(to: endpoint).value == "2")
  }

  @Test func `a deleted record does not show from the cache after a refresh`() async throws {
    let fixture = fixture(.success(.json("1")), .success(.json("{}", status: 404)))
    let endpoint = fixture.endpoint()
    _ = try await fixture.client.answer(to: endpoint)
    let error = await #expect(throws: DiscogsError.self) {
      try await fixture.client.answer(to: endpoint, policy: .refresh)
    }
    #expect(error?.code == "not-found")
    await #expect(throws: DiscogsError.self) { try await fixture.client.answer(to: endpoint, policy: .cacheOnly) }
  }

  @Test func `the order of a query does not matter, its values, the account and the dialect do`() async throws {
    let answers = (1...9).map { Result<HTTP.Response, TransportFailure>.success(.json("\($0)")) }
    let scope = Recorder<String>()
    let transport = ScriptedTransport(answers)
    let fixture = ClientFixture(
      account: { Account(.token("t"), scope: scope.values.last ?? "") }, { _ in }, transport: transport)
    let (a, b) = (QueryItem("a", "1"), QueryItem("b", "2"))
    for query in [[a, b], [b, a], [a], [QueryItem("a", "1&b=2")]] {
      _ = try await fixture.client.answer(to: fixture.endpoint(query: query))
    }
    #expect(transport.requests.count == 3)
    scope.append("other")
    _ = try await fixture.client.answer(to: fixture.endpoint(query: [a, b]))
    #expect(transport.requests.count == 4)
  }

  @Test func `after a change, nearby pages are fetched again`() async throws {
    let answers = (1...9).map { Result<HTTP.Response, TransportFailure>.success(.json("\($0)")) }
    let fixture = ClientFixture(answers)
    let wants = fixture.endpoint("/users/a/wants", kind: .wants)
    let folders = fixture.endpoint("/users/a/collection/folders", kind: .collection)
    for endpoint in [wants, folders] { _ = try await fixture.client.answer(to: endpoint) }
    _ = try await fixture.client.answer(to: fixture.endpoint("/users/a/wants/5", method: .put, kind: nil))
    #expect(try await fixture.client.answer(to: wants).value == "4")
    #expect(try await fixture.client.answer(to: folders).value == "2")
  }

  @Test func `forgetting an account keeps only its public responses`() async throws {
    let fixture = ClientFixture { (request) async throws(TransportFailure) in .json(String(request.url.suffix(1))) }
    let record = fixture.endpoint("/releases/1")
    let own = CacheKind.personal.map { fixture.endpoint("/of/\($0)/2", kind: $0) }
    for endpoint in [record] + own { _ = try await fixture.client.answer(to: endpoint) }
    await fixture.client.forgetAccount("somebody else")
    #expect(try await fixture.client.answer(to: own[0], policy: .cacheOnly).value == "2")
    await fixture.client.forgetAccount("me")
    #expect(try await fixture.client.answer(to: record, policy: .cacheOnly).value == "1")
    for endpoint in own {
      await #expect(throws: DiscogsError.self) { try await fixture.client.answer(to: endpoint, policy: .cacheOnly) }
    }
    #expect(CacheKind.personal.isSuperset(of: [.collection, .wants, .profile, .lists, .inventory, .rating, .search]))
  }

  @Test func `a response under way when its account is forgotten is not cached`() async throws {
    let gate = Gate()
    let fixture = ClientFixture { (_) async throws(TransportFailure) in
      _ = await gate.wait()
      return .json("1")
    }
    let wants = fixture.endpoint("/users/a/wants", kind: .wants)
    let task = fixture.begin(wants)
    await fixture.until { $0 == .sending }
    await fixture.client.forgetAccount("me")
    gate.open()
    #expect(await task.value == .success("1"))
    await #expect(throws: DiscogsError.notCached(endpoint: "GET thing")) {
      try await fixture.client.answer(to: wants, policy: .cacheOnly)
    }
  }

  @Test func `an answer that cannot be read is not kept`() async throws {
    let fixture = fixture(.success(.json("")), .success(.json("2")))
    let error = await #expect(throws: DiscogsError.self) { try await fixture.client.answer(to: fixture.endpoint()) }
    #expect(error?.code == "empty-answer")
    #expect(try await fixture.client.answer(to: fixture.endpoint()).value == "2")
  }

  @Test func `a page is shown from the cache and then from the network`() async throws {
    let fixture = fixture(.success(.json("1")), .success(.json("2")), .failure(offline))
    let endpoint = fixture.endpoint()
    func values() async throws -> [String] {
      var values: [String] = []
      for await result in fixture.client.answers(to: endpoint) { values.append(try result.get().value) }
      return values
    }
    #expect(try await values() == ["1"])
    #expect(try await values() == ["1"])
    fixture.day.move(by: 48 * 3600)
    #expect(try await values() == ["1", "2"])
    fixture.day.move(by: 48 * 3600)
    #expect(try await values() == ["2", "2"])
  }

  @Test func `many are asked for, each comes with its place`() async throws {
    let fixture = ClientFixture { (request) async throws(TransportFailure) in .json(String(request.url.suffix(1))) }
    let endpoints = (0..<3).map { fixture.endpoint("/releases/\($0)") }
    var values: [Int: String] = [:]
    for await (index, result) in fixture.client.answers(toAll: endpoints, lane: .user) {
      values[index] = try result.get().value
    }
    #expect(values == [0: "0", 1: "1", 2: "2"])
  }
}
