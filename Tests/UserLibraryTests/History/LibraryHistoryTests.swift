import DiscogsModel
import Foundation
import GRDB
import RunoutModel
import Testing

@testable import UserLibrary

struct LibraryHistoryTests {
  private let scratch: LibraryScratch
  private let library: Library

  init() throws {
    scratch = try LibraryScratch()
    library = try scratch.open()
  }

  @discardableResult
  private func remember(_ query: String, kind: EntityKind? = nil, at time: Double = 0) async throws -> Bool {
    try await library.remember(SearchRecord(query: query, kind: kind, source: .demo), at: time)
  }

  private func queries(_ filter: String = "") async throws -> [String] {
    try await library.searches(matching: filter).map(\.query)
  }

  @Test func `a search comes back with everything that was known of it`() async throws {
    let search = SearchRecord(
      query: "guns n' roses", kind: .master, sort: SortOrder(.year, isReversed: true),
      filters: ["format": ["LP", "12\""], "country": ["US & Canada"]], source: .catalogue, results: .atLeast(10_000))
    #expect(try await library.remember(search, at: 1234.5))
    let stored = try #require(try await library.searches().first)
    #expect(
      stored
        == HistoryEntry(
          id: stored.id, query: search.query, kind: search.kind, sort: search.sort, filters: search.filters,
          source: search.source, results: search.results, lastRun: 1234.5, runs: 1))
    #expect(stored.filterText == "LP, 12\", US & Canada")
  }

  @Test func `the same search is one entry, counted and moved to the front`() async throws {
    try await remember("sun ra", at: 1)
    try await remember("can", at: 2)
    try await remember("  sun ra ", at: 3)
    #expect(try await queries() == ["sun ra", "can"])
    let first = try await library.searches()[0]
    #expect(first.runs == 2)
    #expect(first.lastRun == 3)
  }

  @Test func `a search that is sorted and filtered meanwhile is one entry, as it is at last`() async throws {
    try await remember("can", at: 1)
    try await remember("can", at: 2)
    let first = SearchRecord(query: "can", source: .demo)
    let sorted = SearchRecord(query: "can", sort: SortOrder(.year), source: .demo)
    let filtered = SearchRecord(
      query: "can", sort: SortOrder(.year), filters: ["format": ["LP"]], source: .demo, results: .exactly(3))
    try await library.remember(sorted, insteadOf: first, at: 3)
    try await library.remember(filtered, insteadOf: sorted, at: 4)
    let entries = try await library.searches()
    #expect(entries.map(\.filters) == [["format": ["LP"]], [:]])
    #expect(entries.map(\.runs) == [1, 1])
    #expect(entries.first?.results == .exactly(3) && entries.first?.sort == SortOrder(.year))
  }

  @Test func `another kind, sort or source is another entry`() async throws {
    try await remember("can")
    try await remember("can", kind: .artist)
    try await library.remember(SearchRecord(query: "can", sort: SortOrder(.year), source: .demo), at: 0)
    try await library.remember(SearchRecord(query: "can", source: .catalogue), at: 0)
    #expect(try await library.searchCount() == 4)
  }

  @Test func `searches that differ by case alone are one entry, spelt as last`() async throws {
    try await remember("Sun Ra", at: 1)
    try await remember("sun ra", at: 2)
    try await remember("sün ra", at: 3)
    try await remember("SUN RA", at: 4)
    #expect(try await queries() == ["SUN RA", "sün ra"], "an accent may be meant")
    #expect(try await library.searches()[0].runs == 3)
  }

  @Test func `a filter narrows by source, type and whether something was found`() async throws {
    func remember(_ query: String, _ kind: EntityKind?, _ source: Source, _ found: Int) async throws {
      try await library.remember(
        SearchRecord(query: query, kind: kind, source: source, results: .exactly(found)), at: 1)
    }
    try await remember("sun ra", nil, .live, 3)
    try await remember("sun ra lanquidity", .release, .demo, 0)
    try await remember("type:x", .artist, .demo, 1)
    #expect(try await queries("source:demo") == ["type:x", "sun ra lanquidity"])
    #expect(try await queries("source:d type:rel sun") == ["sun ra lanquidity"])
    #expect(try await queries("type:all") == ["sun ra"])
    #expect(try await queries("found:no ra") == ["sun ra lanquidity"])
    #expect(try await queries("found:yes sun") == ["sun ra"])
    #expect(try await queries("type:x") == ["type:x"], "no type begins so: they are words")
  }

  @Test func `a new search stays first when the clock jumps back`() async throws {
    try await remember("before the jump", at: 2_000_000_000)
    try await remember("after the jump", at: 1_000_000_000)
    #expect(try await queries() == ["after the jump", "before the jump"])
  }

  @Test(arguments: ["", "   ", "aBcDeFgHiJkLmNoPqRsTuVwXyZabcdefghijklMN", "token=QwErTyUiOpAsDf"])
  func `nothing empty and nothing like a token is saved`(query: String) async throws {
    #expect(try await !remember(query))
    try await library.rememberCommandLine(query)
    #expect(try await library.searchCount() == 0)
    #expect(try await library.commandLines().isEmpty)
    try library.close()
    let token = query.trimmingCharacters(in: .whitespaces)
    if !token.isEmpty { #expect(try scratch.bytes("library.sqlite").range(of: Data(token.utf8)) == nil) }
  }

  @Test func `a deleted search is gone for good, from the file too`() async throws {
    try await remember("an embarrassing search")
    try await remember("a fine search")
    let embarrassing = try #require(try await library.searches(matching: "embarrassing").first)
    try await library.deleteSearch(embarrassing.id)
    try await library.deleteSearch(embarrassing.id)
    #expect(try await queries() == ["a fine search"])
    try library.close()
    #expect(try scratch.bytes("library.sqlite").range(of: Data("embarrassing".utf8)) == nil)
    #expect(try await scratch.open().searches().map(\.query) == ["a fine search"])
  }

  @Test func `undo restores a deleted search in its place`() async throws {
    for (time, query) in ["one", "two", "three"].enumerated() { try await remember(query, at: Double(time)) }
    try await remember("two", at: 3)
    try await remember("four", at: 4)
    let two = try #require(try await library.searches(matching: "two").first)
    try await library.deleteSearch(two.id)
    try await library.restoreSearch(two)
    try await library.restoreSearch(two)
    #expect(try await queries() == ["four", "two", "three", "one"])
    let restored = try await library.searches()[1]
    #expect(restored.id == two.id)
    #expect(restored.runs == 2)
    #expect(restored.lastRun == 3)
  }

  @Test func `a search that was run again after its deletion is counted together with what is restored`() async throws {
    try await remember("can", at: 1)
    try await remember("can", at: 2)
    let old = try await library.searches()[0]
    try await library.deleteSearch(old.id)
    try await remember("can", at: 3)
    try await library.restoreSearch(old)
    let entries = try await library.searches()
    #expect(entries.map(\.runs) == [3])
    #expect(entries[0].lastRun == 3)
    #expect(entries[0].id != old.id)
  }

  @Test func `two programs share one history`() async throws {
    let other = try scratch.open()
    try await remember("from the first", at: 1)
    try await other.remember(SearchRecord(query: "from the second", source: .demo), at: 2)
    #expect(try await queries() == ["from the second", "from the first"])
    let entry = try #require(try await other.searches(matching: "first").first)
    try await library.deleteSearch(entry.id)
    #expect(try await other.searches().map(\.query) == ["from the second"])
    try await remember("from the second", at: 3)
    #expect(try await other.searches()[0].runs == 2)
  }

  @Test func `one of two programs can quit while the other keeps running`() async throws {
    let other = try scratch.open()
    try await remember("before", at: 1)
    #expect(try await other.searchCount() == 1)
    try other.close()
    try await remember("after", at: 2)
    #expect(try await queries() == ["after", "before"])
    #expect(try await scratch.open().searchCount() == 2)
  }

  @Test func `two programs that write at once both get through`() async throws {
    let other = try scratch.open()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (name, library) in [("a", library), ("b", other)] {
        for number in 0..<40 {
          group.addTask {
            try await library.remember(SearchRecord(query: "\(name) \(number)", source: .demo), at: 0)
            try await library.remember(SearchRecord(query: "both", source: .demo), at: 0)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await library.searchCount() == 81)
    #expect(try await library.searches(matching: "both")[0].runs == 80)
  }

  @Test func `a lock that is never released is one sentence`() async throws {
    let impatient = try scratch.open { $0.patience = 0.05 }
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: scratch.library, configuration: configuration)
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    let error = await #expect(throws: LibraryError.self) { try await impatient.rememberCommandLine("quit") }
    #expect(error == .busy(path: scratch.library))
    // Reading continues while another program writes.
    #expect(try await impatient.searchCount() == 0)
    try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    try await impatient.rememberCommandLine("quit")
  }

  @Test func `ten thousand are kept and the oldest forgotten`() async throws {
    try await library.insertSearches(10_000)
    try await remember("the newest", at: 20_000)
    #expect(try await library.searchCount() == 10_000)
    let all = try await queries()
    #expect(all.first == "the newest")
    #expect(all.last == "search 2 abba")
    // Running an old one again is no reason to forget one.
    try await remember("search 2 abba", at: 20_001)
    #expect(try await library.searchCount() == 10_000)
    #expect(try await queries().last == "search 3 abba")
  }

  @Test func `the limit is the number of entries`() async throws {
    try await library.insertSearches(50)
    #expect(
      try await library.searches(limit: 3).map(\.query) == [
        "search 50 abba", "search 49 abba", "search 48 abba",
      ])
    #expect(try await library.searches(matching: "abba", limit: 3).count == 3)
  }

  @Test func `letters in order find an entry, better matches first, the latest first among equals`() async throws {
    for (time, query) in ["kind of blue", "blue train", "bluejean", "a blue kind", "black unity"].enumerated() {
      try await remember(query, at: Double(time))
    }
    #expect(try await queries("blue") == ["a blue kind", "blue train", "kind of blue", "bluejean"])
    #expect(try await queries("kob") == ["kind of blue"])
    #expect(try await queries("blue kind") == ["a blue kind", "kind of blue"])
    #expect(try await queries("bu") == ["black unity", "a blue kind", "bluejean", "blue train", "kind of blue"])
    #expect(try await queries("bluex").isEmpty)
  }

  @Test func `a filter does not care for case and accents`() async throws {
    try await remember("Björk Début")
    try await remember("さよなら")
    #expect(try await queries("bjork DEBUT") == ["Björk Début"])
    #expect(try await queries("よな") == ["さよなら"])
  }

  @Test func `the history can be cleared`() async throws {
    try await library.insertSearches(5)
    try await library.rememberCommandLine("source demo")
    #expect(try await library.clearHistory() == 5)
    #expect(try await queries().isEmpty)
    #expect(try await library.commandLines().isEmpty)
  }

  @Test func `lines of the prompt come back latest first, each once`() async throws {
    for line in ["120", "source demo", "120", " quit "] { try await library.rememberCommandLine(line) }
    #expect(try await library.commandLines() == ["quit", "120", "source demo"])
  }

  @Test func `only so many lines of the prompt are kept`() async throws {
    let small = try Library.open(at: scratch.file("small.sqlite"), options: Library.Options(commandLines: 3))
    for number in 1...5 { try await small.rememberCommandLine("line \(number)") }
    #expect(try await small.commandLines() == ["line 5", "line 4", "line 3"])
  }

  @Test func `a call whose caller has gone ends as cancelled and writes nothing`() async throws {
    let library = library
    let task = Task { () async -> LibraryError? in
      while !Task.isCancelled { await Task.yield() }
      do throws(LibraryError) {
        try await library.remember(SearchRecord(query: "too late", source: .demo), at: 0)
        return nil
      } catch {
        return error
      }
    }
    task.cancel()
    #expect(await task.value == .cancelled)
    #expect(try await library.searchCount() == 0)
  }
}

extension Library {
  /// Fills the history at once; `search 1 abba` is the oldest.
  func insertSearches(_ count: Int) async throws {
    try await write { database in
      try database.execute(
        sql: """
          WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?)
          INSERT INTO search (query, kind, sort, source, folded, lastRun, runs, turn)
          SELECT 'search ' || n || ' abba', '', 'relevance', 'demo', 'search ' || n || ' abba', n, 1, n FROM number
          """, arguments: [count])
    }
  }
}
