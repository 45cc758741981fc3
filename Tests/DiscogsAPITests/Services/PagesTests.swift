import DiscogsModel
import Synchronization
import Testing

@testable import DiscogsAPI

struct PagesTests {
  /// Reads from a script, and keeps what was asked.
  private final class Script: EndpointRunner {
    let asked = Mutex<[String]>([])
    let answer: @Sendable (_ path: String, _ page: Int) throws(DiscogsError) -> String

    init(_ answer: @escaping @Sendable (_ path: String, _ page: Int) throws(DiscogsError) -> String) {
      self.answer = answer
    }

    func run<Value: Sendable>(_ endpoint: Endpoint<Value>) async throws(DiscogsError) -> Answer<Value> {
      asked.withLock { $0.append(endpoint.wire) }
      let page = endpoint.query.first { $0.name == "page" }.flatMap { Int($0.value) } ?? 0
      let decoded = try AnswerReading.read(endpoint, .json(try answer(endpoint.path, page)))
      return Answer(decoded.value, problems: decoded.problems)
    }

    var count: Int { asked.withLock { $0.count } }
  }

  private static func refusal(_ status: Int, _ message: String) -> Refusal {
    Refusal(endpoint: "GET /x", status: status, message: message)
  }

  /// A page of releases of a label; `next` if there is one.
  private static func page(_ number: Int, of pages: Int, _ ids: [Int], key: String = "wants") -> String {
    let rows = ids.map { #"{"id":\#($0),"type":"release","title":"t"}"# }.joined(separator: ",")
    let next = number < pages ? #"{"next":"https://x/?page=\#(number + 1)"}"# : "{}"
    let items = max(9, 2 * pages)
    return
      #"{"pagination":{"page":\#(number),"pages":\#(pages),"per_page":2,"items":\#(items),"urls":\#(next)},"\#(key)":[\#(rows)]}"#
  }

  private static let wants: Pages<Want>.Calls = { .wants(of: "x", page: $0) }
  private static let search: Pages<SearchResult>.Calls = { .search(SearchCriteria("x"), page: $0) }

  @Test func `pages are read up to the one without a next, however short they are`() async throws {
    let told = Mutex<[Pages<Want>.Progress]>([])
    let script = Script { _, page in Self.page(page, of: 3, page == 2 ? [] : [page * 10, page * 10 + 1]) }
    let pages = script.pages(
      from: PageRequest(rows: 2), progress: { step in told.withLock { $0.append(step) } }, Self.wants)
    #expect(try await pages.rows().map(\.release.id) == [10, 11, 30, 31])
    #expect(script.asked.withLock { $0.last } == "GET /users/x/wants?page=3&per_page=2" && script.count == 3)
    #expect(told.withLock { $0.map(\.rows) } == [2, 2, 4] && told.withLock { $0.map(\.total) } == [9, 9, 9])
  }

  @Test func `rows come one by one, and a page is asked for when its first row is`() async throws {
    let script = Script { _, page in Self.page(page, of: 3, page == 2 ? [] : [page * 10, page * 10 + 1]) }
    var iterator = script.pages(Self.wants).each.makeAsyncIterator()
    var ids: [Release.ID] = []
    for _ in 1...2 { if let want = try await iterator.next() { ids.append(want.id) } }
    #expect(ids == [10, 11] && script.count == 1)
    while let want = try await iterator.next() { ids.append(want.id) }
    #expect(ids == [10, 11, 30, 31] && script.count == 3)
    #expect(try await iterator.next() == nil)
  }

  @Test func `rows that moved to the next page come once`() async throws {
    let script = Script { _, page in Self.page(page, of: 2, page == 1 ? [1, 2] : [2, 3]) }
    #expect(try await script.pages(Self.wants).rows().map(\.release.id) == [1, 2, 3])
  }

  @Test func `a label's release stays once for each of its catalogue numbers`() async throws {
    let script = Script { _, _ in
      #"{"releases":[{"id":1,"title":"t","catno":"A"},{"id":1,"title":"t","catno":"B"},{"id":1,"title":"t","catno":"A"}]}"#
    }
    let rows = try await script.pages { .releases(on: 1, page: $0) }.rows()
    #expect(rows.map(\.row.catalogueNumber) == ["A", "B"])
  }

  @Test func `a page past the last one ends the list`() async throws {
    let script = Script { (_, page) throws(DiscogsError) in
      if page == 3 { throw .notFound(Self.refusal(404, "Page 3 is outside of valid range [1, 2].")) }
      return Self.page(page, of: 9, [page])
    }
    #expect(try await script.pages(Self.wants).rows().count == 2)
    #expect(try await script.pages(from: PageRequest(3), Self.wants).rows().isEmpty)
  }

  @Test func `a list that is not there is an error`() async {
    let script = Script { (_, _) throws(DiscogsError) in throw .notFound(Self.refusal(404, "Artist not found.")) }
    await #expect(throws: DiscogsError.self) { try await script.pages(Self.wants).rows() }
  }

  @Test(arguments: [404, 500])
  func `a search ends at its ceiling, whichever way the site says so`(status: Int) async throws {
    let script = Script { (_, page) throws(DiscogsError) in
      if page > 100 {
        let refusal = Self.refusal(status, "An internal server error occurred. (Malformed query?)")
        throw status == 404 ? .notFound(refusal) : .server(refusal)
      }
      return Self.page(page, of: 101, [page], key: "results")
    }
    #expect(try await script.pages(from: PageRequest(99), Self.search).rows().map(\.row.reference.number) == [99, 100])
  }

  @Test func `a failure before the ceiling is an error and the page is asked for again`() async throws {
    let failures = Mutex(1)
    let script = Script { (_, page) throws(DiscogsError) in
      if page == 2,
        failures.withLock({
          $0 -= 1; return $0 == 0
        })
      {
        throw .server(Self.refusal(500, "x"))
      }
      return Self.page(page, of: 2, [page], key: "results")
    }
    var iterator = script.pages(Self.search).makeAsyncIterator()
    #expect(try await iterator.next()?.value.rows.count == 1)
    await #expect(throws: DiscogsError.self) { try await iterator.next() }
    #expect(try await iterator.next()?.value.rows.map(\.row.reference.number) == [2])
    #expect(try await iterator.next() == nil)
    #expect(script.count == 3)
  }

  @Test func `another seller's inventory ends at page 100`() async throws {
    let script = Script { (_, page) throws(DiscogsError) in
      if page > 100 {
        throw .forbidden(Self.refusal(403, "Pagination above 100 disabled for inventories besides your own"))
      }
      return
        #"{"pagination":{"page":\#(page),"pages":500,"urls":{"next":"x"}},"listings":[{"id":\#(page),"release":{"id":1}}]}"#
    }
    #expect(try await script.pages(from: PageRequest(99)) { .inventory(of: "x", page: $0) }.rows().count == 2)
  }

  @Test func `a server that names a next page for ever is not asked for ever`() async throws {
    let same = Script { _, _ in #"{"pagination":{"page":1,"pages":1,"urls":{"next":"x"}},"wants":[{"id":1}]}"# }
    #expect(try await same.pages(Self.wants).rows().count == 1)
    #expect(same.count == 2)
    let empty = Script { _, page in #"{"pagination":{"page":\#(page),"pages":1,"urls":{"next":"x"}},"wants":[]}"# }
    #expect(try await empty.pages(Self.wants).rows().isEmpty)
    #expect(empty.count == 1)
    let growing = Script { _, page in Self.page(page, of: page + 5, [2 * page, 2 * page + 1]) }
    #expect(try await growing.pages(Self.wants).rows().count == 12)
    #expect(growing.count == 6)
  }

  @Test(arguments: [[3, 4], [3], []])
  func `a page that comes again and again is an error, not ten thousand pages`(_ again: [Int]) async throws {
    let script = Script { _, page in Self.page(page, of: 9_999, page == 1 ? [1, 2] : again) }
    var iterator = script.pages(Self.wants).makeAsyncIterator()
    #expect(try await iterator.next()?.value.rows.map(\.release.id) == [1, 2])
    #expect(try await iterator.next()?.value.rows.map(\.release.id.number) == again)
    let error = await #expect(throws: DiscogsError.self) { try await iterator.next() }
    #expect(error == .decoding(endpoint: "GET /users/{username}/wants", .endless))
    #expect(script.count == 3)
  }

  @Test func `a last page given again and rows that moved are no error`() async throws {
    let given = Script { _, page in Self.page(min(page, 2), of: 9, page == 1 ? [1, 2] : [3, 4]) }
    #expect(try await given.pages(Self.wants).rows().map(\.release.id) == [1, 2, 3, 4])
    let moved = Script { _, page in Self.page(page, of: 3, [page, page + 1]) }
    #expect(try await moved.pages(Self.wants).rows().map(\.release.id) == [1, 2, 3, 4])
  }

  @Test(arguments: [
    // The page asked for, the page that comes, how many rows there are and go on a page, and whether it goes on.
    (1, 1, 101, 100, true), (1, 1, 100, 100, false), (2, 2, 150, 100, false), (2, 1, 500, 100, false),
    (3, 4, 500, 100, true), (9_999, 9_999, 1_000_000_000_000_000, 100, true),
    (10_000, 10_000, 1_000_000_000_000_000, 100, false), (2, 2, 1_000_000_000_000_000, 1_000_000_000_000_000, false),
    (5_000, 5_000, 1_000_000_000_000_000, 1_000_000_000_000_000, false),
  ])
  func `a named page is believed as far as there are rows for it`(
    asked: Int, number: Int, total: Int, perPage: Int, goesOn: Bool
  ) {
    var page = Paged(rows: [1], number: number, pages: .max, rowsPerPage: perPage, total: total, hasNext: true)
    page.isCounted = true
    #expect(page.goesOn(after: PageRequest(asked)) == goesOn)
    page.hasNext = false
    #expect(!page.goesOn(after: PageRequest(asked)))
  }

  // MARK: Batches

  @Test func `a batch asks for each thing once and tells how far it is`() async {
    let told = Mutex<[BatchProgress]>([])
    let script = Script { (path, _) throws(DiscogsError) in
      if path == "/releases/3" { throw .notFound(Self.refusal(404, "Release not found.")) }
      return #"{"id":\#(path.split(separator: "/").last ?? ""),"title":"t"}"#
    }
    let ids = [1, 2, 3, 2, 4, 5, 1].map { Release.ID($0) }
    let batch = await script.batch(of: ids, width: 2, progress: { step in told.withLock { $0.append(step) } }) {
      .release($0)
    }
    #expect(batch.answers.keys.sorted() == [1, 2, 4, 5] && Array(batch.failures.keys) == [3] && batch.unasked.isEmpty)
    #expect(script.count == 5)
    #expect(told.withLock { $0.map(\.done) } == [1, 2, 3, 4, 5] && told.withLock { $0.allSatisfy { $0.total == 5 } })
  }

  @Test func `a batch stops where all the rest would fail alike`() async {
    let script = Script { (_, _) throws(DiscogsError) in throw .unauthorized(Self.refusal(401, "x")) }
    let batch = await script.batch(of: (1...50).map { Release.ID($0) }, width: 1) { .release($0) }
    #expect(script.count == 1 && batch.failures.count == 1 && batch.unasked.count == 49)
  }
}
