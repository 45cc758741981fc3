import Foundation
import Testing

@testable import DiscogsAPI

struct ResponseCacheTests {
  private let start = Date(timeIntervalSince1970: 1_000_000)

  private func key(_ path: String, scope: String = "") -> CacheKey {
    CacheKey(method: .get, path: path, query: "", scope: scope)
  }

  private func response(_ kind: CacheKind = .release, bytes: Int = 10, status: Int = 200) -> CachedResponse {
    CachedResponse(
      kind: kind, status: status, contentType: nil, body: Array(repeating: 1, count: bytes), storedAt: start)
  }

  @Test func `the entry unused for longest goes first`() {
    let cache = MemoryResponseCache(maximumCount: 3)
    for path in ["/1", "/2", "/3"] { cache.store(response(), for: key(path)) }
    #expect(cache.response(for: key("/1")) != nil)
    cache.store(response(), for: key("/4"))
    #expect(["/1", "/2", "/3", "/4"].map { cache.response(for: key($0)) != nil } == [true, false, true, true])
  }

  @Test func `bodies together stay below the limit, and one large one does not push the rest out`() {
    let cache = MemoryResponseCache(maximumBytes: 1000)
    for number in 1...9 { cache.store(response(bytes: 200), for: key("/\(number)")) }
    #expect(cache.size.bytes <= 1000 && cache.size.count >= 4)
    let before = cache.size.count
    cache.store(response(bytes: 900), for: key("/large"))
    #expect(cache.response(for: key("/large")) == nil)
    #expect(cache.size.count == before)
    for number in 1...9 { cache.remove(key("/\(number)")) }
    #expect(cache.size == (count: 0, bytes: 0))
  }

  @Test func `entries under a path go, of one account only`() {
    let cache = MemoryResponseCache()
    let gone = [key("/users/a/wants", scope: "a"), key("/users/a/wants/1", scope: "a")]
    let stays = [key("/users/a/wantsmore", scope: "a"), key("/users/a/wants", scope: "b")]
    for key in gone + stays { cache.store(response(), for: key) }
    cache.remove(under: "/users/a/wants", scope: "a")
    #expect(gone.allSatisfy { cache.response(for: $0) == nil })
    #expect(stays.allSatisfy { cache.response(for: $0) != nil })
  }

  @Test func `a layered cache answers from above, and fills it from below`() async {
    let top = MemoryResponseCache()
    let below = MemoryResponseCache()
    let cache = LayeredResponseCache(top, over: below)
    below.store(response(), for: key("/1"))
    #expect(await cache.response(for: key("/1")) != nil)
    #expect(top.response(for: key("/1")) != nil)
    await cache.remove(key("/1"))
    #expect(below.response(for: key("/1")) == nil)
  }

  @Test func `freshness is by kind, and a clock set back makes nothing fresh and no age negative`() {
    let lifetimes = CacheLifetimes([.search: .seconds(5)], notFound: .seconds(2))
    #expect(lifetimes.isFresh(response(.search), at: start + 4.999))
    #expect(!lifetimes.isFresh(response(.search), at: start + 5))
    #expect(lifetimes.isFresh(response(.release), at: start + 3600))
    #expect(!lifetimes.isFresh(response(status: 404), at: start + 2))
    #expect(!lifetimes.isFresh(response(), at: start - 1))
    #expect(response().age(at: start - 100) == .zero)
    #expect(response().age(at: start + 90) == .seconds(90))
  }

  @Test func `every kind has a lifetime`() {
    for kind in CacheKind.allCases { #expect(CacheLifetimes.default[kind] > .zero) }
  }
}
