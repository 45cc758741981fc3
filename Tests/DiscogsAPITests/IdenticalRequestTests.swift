import Foundation
import Synchronization
import Testing

@testable import DiscogsAPI

/// Equal questions between the look at the cache and the keeping of an answer.
@Suite(.timeLimit(.minutes(1)))
struct IdenticalRequestTests {
  private let cache = HeldCache()
  private let transport = ScriptedTransport { _ in .json("1") }
  private let client: DiscogsClient
  private let endpoint = Endpoint("GET thing", path: "/releases/1", isIdempotent: true, cacheKind: .release) {
    Decoded(String(decoding: $0.body, as: UTF8.self))
  }

  init() {
    client = DiscogsClient(.testing(), transport: transport, cache: cache)
  }

  /// Begins a call that a test wants to watch.
  private func begin(
    _ policy: FetchPolicy, joined: Gate = Gate()
  ) -> Task<Answer<String>, any Error> {
    Task { try await client.answer(to: endpoint, policy: policy) { _ in joined.open() } }
  }

  @Test(arguments: [FetchPolicy.cacheFirst, .freshCacheFirst])
  func `a call that missed the cache just before an equal one was answered gets that response`(policy: FetchPolicy)
    async throws
  {
    cache.holdsLooks = true
    let late = begin(policy)
    await cache.looks.held(1)
    cache.holdsLooks = false
    #expect(try await client.answer(to: endpoint).origin == .network)
    cache.looks.release()
    #expect(try await late.value.value == "1")
    #expect(transport.requests.count == 1)
  }

  @Test func `a call made while an equal response is being cached waits for it`() async throws {
    cache.holdsStores = true
    let first = begin(.cacheFirst)
    await cache.stores.held(1)
    let joined = Gate()
    let second = begin(.cacheFirst, joined: joined)
    await joined.pass(1)
    cache.stores.release()
    #expect(try await first.value.value == "1")
    #expect(try await second.value.value == "1")
    #expect(transport.requests.count == 1)
  }

  @Test func `a call that wants the network never gets another call's cached response`() async throws {
    cache.holdsLooks = true
    let content = begin(.cacheFirst)
    await cache.looks.held(1)
    try await cache.put("0", for: endpoint, of: client)
    cache.looks.release()
    // The second look, on the way.
    await cache.looks.held(2)
    let joined = Gate()
    let strict = begin(.refresh, joined: joined)
    await joined.pass(1)
    cache.holdsLooks = false
    cache.looks.release()
    #expect(try await content.value.value == "0")
    #expect(try await strict.value.value == "1")
    #expect(try await strict.value.origin == .network)
    #expect(transport.requests.count == 1)
  }
}

/// A cache whose answers are as of the moment they are asked for, and come when the test says.
private final class HeldCache: ResponseCache {
  let looks = Hold()
  let stores = Hold()
  private let memory = MemoryResponseCache()

  var holdsLooks: Bool {
    get { looks.isOn }
    set { looks.isOn = newValue }
  }

  var holdsStores: Bool {
    get { stores.isOn }
    set { stores.isOn = newValue }
  }

  /// Keeps an answer as another program with the same cache would.
  func put(_ body: String, for endpoint: Endpoint<String>, of client: DiscogsClient) async throws {
    let builder = client.engine.builder
    memory.store(
      CachedResponse(
        kind: .release, status: 200, contentType: "application/json", body: Array(body.utf8),
        storedAt: client.engine.configuration.now()),
      for: builder.key(builder.withCurrency(endpoint.untyped), scope: ""))
  }

  func response(for key: CacheKey) async -> CachedResponse? {
    let found = memory.response(for: key)
    await looks.wait()
    return found
  }

  func store(_ response: CachedResponse, for key: CacheKey) async {
    await stores.wait()
    memory.store(response, for: key)
  }

  func remove(_ key: CacheKey) async { memory.remove(key) }
  func remove(under path: String, scope: String) async { memory.remove(under: path, scope: scope) }
  func remove(_ kinds: Set<CacheKind>, scope: String) async { memory.remove(kinds, scope: scope) }
}

/// Holds up every caller while it is on.
private final class Hold: Sendable {
  private let on = Mutex(false)
  private let arrivals = Gate()
  private let exit = Gate()

  var isOn: Bool {
    get { on.withLock { $0 } }
    set { on.withLock { $0 = newValue } }
  }

  func wait() async {
    guard isOn else { return }
    arrivals.open()
    _ = await exit.wait()
  }

  /// Returns when so many were held up in all.
  func held(_ count: Int) async { await arrivals.pass(count) }

  /// Lets one go.
  func release() { exit.open() }
}
