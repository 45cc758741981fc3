import DiscogsModel
import Foundation
import GRDB
import Testing

@testable import AnswerCache

struct CacheStoreTests {
  private let scratch: CacheScratch

  init() throws {
    scratch = try CacheScratch()
  }

  // MARK: Keys

  @Test func `a request is the same however its query is ordered and its method written`() {
    let one = AnswerKey(
      server: "api.discogs.com", path: "/database/search", query: [("q", "a b&c"), ("page", "2"), ("q", "z")])
    let two = AnswerKey(
      server: "API.discogs.com", method: "get", path: "/database/search",
      query: [("page", "2"), ("q", "a b&c"), ("q", "z")])
    #expect(one == two)
    #expect(one.request == "GET /database/search?page=2&q=a%20b%26c&q=z")
  }

  @Test func `credentials never become part of a key`() {
    let key = AnswerKey(
      server: "x", path: "/a",
      query: [("token", "s3cret"), ("key", "k"), ("secret", "s"), ("oauth_token", "o"), ("b", "1")])
    #expect(key.request == "GET /a?b=1")
  }

  @Test func `an account's responses are not another's, nor those without an account`() async {
    let cache = scratch.open()
    await cache.put(.fixture(), for: .release(1, account: "Ann"))
    #expect(await cache.get(.release(1, account: "ann")) != nil)
    #expect(await cache.get(.release(1, account: "bob")) == nil)
    #expect(await cache.get(.release(1)) == nil)
    #expect(await cache.get(AnswerKey(server: "localhost:1", account: "ann", path: "/releases/1")) == nil)
  }

  // MARK: Getting and putting

  @Test(arguments: [(0, true), (1, true), (127, true), (200_000, true), (3000, false)])
  func `a response comes out of the cache as it went in`(bytes: Int, packs: Bool) async {
    let cache = scratch.open()
    var answer = CachedAnswer.fixture(bytes: bytes, packs: packs)
    answer.status = 404
    answer.contentType = "text/html; charset=utf-8"
    await cache.put(answer, for: .release(1))
    #expect(await cache.get(.release(1)) == answer)
    await cache.close()
    #expect(await scratch.open().get(.release(1)) == answer)
    #expect(scratch.troubles == [])
  }

  @Test func `an answer takes the place of the one before`() async {
    let cache = scratch.open()
    await cache.put(.fixture(1, bytes: 5000), for: .release(1))
    await cache.put(.fixture(2, kind: "other", bytes: 90, at: 2000), for: .release(1))
    #expect(await cache.get(.release(1)) == .fixture(2, kind: "other", bytes: 90, at: 2000))
    let info = await cache.info()
    #expect(info.kinds == [CacheInfo.Kind(name: "other", count: 1, bytes: 90, oldest: 2000)])
  }

  @Test func `bodies that pack are kept packed`() async {
    let cache = scratch.open()
    await cache.put(.fixture(bytes: 100_000), for: .release(1))
    await cache.put(.fixture(kind: "noise", bytes: 5000, packs: false), for: .release(2))
    let kinds = await cache.info().kinds
    #expect(kinds.map(\.name) == ["noise", "release"])
    #expect(kinds[0].bytes == 5000)
    #expect(kinds[1].bytes < 2000)
  }

  @Test func `an answer is never younger than nothing, and one from the future is not fresh`() {
    let answer = CachedAnswer.fixture(at: 10_000)
    #expect(answer.age(at: 10_060) == 60)
    #expect(answer.age(at: 9_000) == 0)
    #expect(answer.isFresh(for: 100, at: 10_060))
    #expect(!answer.isFresh(for: 60, at: 10_060))
    #expect(answer.isFresh(for: 100, at: 9_800))
    #expect(!answer.isFresh(for: 100, at: 9_000))
  }

  @Test func `a response is cached although the page was left meanwhile`() async {
    let cache = scratch.open()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await cache.put(.fixture(), for: .release(1))
    }
    await task.value
    #expect(await cache.get(.release(1)) != nil)
    #expect(scratch.troubles == [])
  }

  // MARK: Limits

  @Test func `with too many answers the one unused for longest goes first`() async {
    let cache = scratch.open(CacheLimits(answers: 3))
    for number in 1...3 { await cache.put(.fixture(number), for: .release(number)) }
    _ = await cache.get(.release(1))
    await cache.put(.fixture(4), for: .release(4))
    await cache.put(.fixture(5), for: .release(5))
    #expect(await present(cache, 1...5) == [1, 4, 5])
  }

  @Test func `a use counts for the next program too`() async {
    let first = scratch.open(CacheLimits(answers: 2))
    for number in 1...2 { await first.put(.fixture(number), for: .release(number)) }
    _ = await first.get(.release(1))
    await first.close()
    let second = scratch.open(CacheLimits(answers: 2))
    await second.put(.fixture(3), for: .release(3))
    #expect(await present(second, 1...3) == [1, 3])
  }

  @Test func `the database stays within its bytes, and its file does not grow on`() async throws {
    let limit = 400_000
    let cache = scratch.open(CacheLimits(bytes: limit))
    for number in 1...120 {
      await cache.put(.fixture(number, bytes: 10_000, packs: false), for: .release(number))
    }
    let info = await cache.info()
    #expect(info.bytes < limit)
    #expect(info.count > 20)
    #expect(await cache.get(.release(120)) != nil)
    #expect(await cache.get(.release(1)) == nil)
    await cache.close()
    #expect(try scratch.files.bytes("cache.sqlite").count < limit + 200_000)
  }

  @Test func `an answer that would take a quarter of all room is not kept, and pushes nothing out`() async {
    let cache = scratch.open(CacheLimits(bytes: 400_000))
    await cache.put(.fixture(1), for: .release(1))
    await cache.put(.fixture(2, bytes: 100_000, packs: false), for: .release(2))
    #expect(await present(cache, 1...2) == [1])
  }

  // MARK: Removing and looking

  @Test func `answers go by key, by kind, by account and all at once`() async {
    let cache = scratch.open()
    await cache.put(.fixture(1), for: .release(1))
    await cache.put(.fixture(2), for: .release(2))
    await cache.put(.fixture(3, kind: "search"), for: .release(3))
    await cache.put(.fixture(4, kind: "wants"), for: .release(4, account: "ann"))
    await cache.put(.fixture(4, kind: "wants"), for: .release(4, account: "anna"))
    await cache.remove(.release(2))
    #expect(await present(cache, 1...3) == [1, 3])
    #expect(await cache.removeAll("search") == 1)
    #expect(await cache.removeAll(server: "api.discogs.com", account: "ann") == 1)
    #expect(await cache.get(.release(4, account: "anna")) != nil)
    #expect(await cache.get(.release(1)) != nil)
    #expect(await cache.clear() == 2)
    #expect(await cache.info().count == 0)
  }

  @Test func `some kinds of one account can be dropped alone`() async {
    let cache = scratch.open()
    await cache.put(.fixture(1), for: .release(1, account: "ann"))
    await cache.put(.fixture(2, kind: "wants"), for: .release(2, account: "ann"))
    await cache.put(.fixture(3, kind: "profile"), for: .release(3, account: "ann"))
    await cache.put(.fixture(2, kind: "wants"), for: .release(2, account: "anna"))
    #expect(await cache.removeAll(server: "api.discogs.com", account: "ann", kinds: ["wants", "profile"]) == 2)
    #expect(await cache.removeAll(server: "api.discogs.com", account: "ann", kinds: []) == 0)
    #expect(await cache.get(.release(1, account: "ann")) != nil)
    #expect(await cache.get(.release(2, account: "anna")) != nil)
  }

  @Test func `clearing the cache of no account keeps that of others`() async {
    let cache = scratch.open()
    await cache.put(.fixture(1), for: .release(1))
    await cache.put(.fixture(1), for: .release(1, account: "ann"))
    #expect(await cache.removeAll(server: "api.discogs.com", account: "") == 1)
    #expect(await cache.get(.release(1, account: "ann")) != nil)
  }

  @Test func `clearing gives the room back to the disk`() async {
    let cache = scratch.open()
    for number in 1...40 { await cache.put(.fixture(number, bytes: 20_000, packs: false), for: .release(number)) }
    #expect(await cache.info().fileBytes > 800_000)
    await cache.clear()
    #expect(await cache.info().fileBytes < 250_000)
    await cache.put(.fixture(1), for: .release(1))
    #expect(await cache.get(.release(1)) != nil)
  }

  @Test func `the cache tells what it holds`() async {
    let cache = scratch.open()
    await cache.put(.fixture(1, at: 500), for: .release(1))
    await cache.put(.fixture(2, at: 300), for: .release(2))
    await cache.put(.fixture(3, kind: "artist", at: 900), for: .release(3))
    let info = await cache.info()
    #expect(info.kinds.map { "\($0.name) \($0.count) \($0.oldest)" } == ["artist 1 900.0", "release 2 300.0"])
    #expect(info.count == 3)
    #expect(info.oldest == 300)
    #expect(info.fileBytes > 0)
  }

  // MARK: Two programs

  @Test func `two programs share one cache`() async {
    let (one, two) = (scratch.open(), scratch.open())
    await withTaskGroup(of: Void.self) { group in
      for number in 1...40 {
        group.addTask { await (number % 2 == 0 ? one : two).put(.fixture(number), for: .release(number)) }
      }
    }
    #expect(await present(one, 1...40).count == 40)
    #expect(await present(two, 1...40).count == 40)
    #expect(scratch.troubles == [])
  }

  private func present(_ cache: CacheStore, _ numbers: ClosedRange<Int>) async -> [Int] {
    var present: [Int] = []
    for number in numbers where await cache.get(.release(number)) != nil { present.append(number) }
    return present
  }
}
