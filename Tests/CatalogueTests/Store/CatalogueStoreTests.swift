import Catalogue
import DiscogsModel
import Foundation
import GRDB
import RunoutModel
import SQLiteSupport
import Testing

struct CatalogueStoreTests {
  private static func fixture() throws -> CatalogueFixture {
    try CatalogueFixture(
      DumpText.releases((1...300).map { ReleaseText(id: $0, title: "Title \($0)", tracks: ["Song"]) }))
  }

  // MARK: Another file in its place

  @Test func `the store switches to a new catalogue by itself`() async throws {
    let fixture = try Self.fixture()
    let store = try fixture.store()
    #expect(store.generation == 0)
    #expect(try await store.find("kind of blue").isEmpty)
    try fixture.add([DumpText.releases(ReleaseText(id: 301, title: "Kind Of Blue"))])
    #expect(try await store.find("kind of blue") == ["r301"])
    #expect(store.generation == 1)
    #expect(store.refresh() == 1)
  }

  @Test(arguments: [RunoutModel.SortOrder.relevance, RunoutModel.SortOrder(.title)])
  func `a list keeps its place when its catalogue is replaced`(
    sort: RunoutModel.SortOrder
  ) async throws {
    let fixture = try Self.fixture()
    let store = try fixture.store()
    let search = SearchRequest(query: try SearchQuery(parsing: "title"), sort: sort)
    let before = try await store.search(search, limit: 100)
    // Something new in front, so that positions shift.
    try fixture.add([
      DumpText.artists((1, "Somebody")),
      DumpText.releases(
        (1000...1020).map { ReleaseText(id: $0, title: "Title", artist: (1, "Somebody"), master: 5) }),
    ])
    let after = try await store.search(search, after: before.next, limit: 300)
    #expect(store.generation == 1)
    #expect(Set(before.rows.map(\.reference)).isDisjoint(with: after.rows.map(\.reference)))
    #expect(before.rows.count + after.rows.filter { $0.reference.number <= 300 }.count == 300)
  }

  @Test func `a record's list keeps its place, too`() async throws {
    let fixture = try Self.fixture()
    let store = try fixture.store()
    let list = CatalogueList(.artistReleases(1, role: nil))
    let before = try await store.rows(of: list, limit: 100)
    try fixture.add([DumpText.releases(ReleaseText(id: 999, title: "A", year: "1900"))])
    let after = try await store.rows(of: list, after: before.next, limit: 300)
    #expect(after.rows.count == 200)
    #expect(Set(before.rows.map(\.reference)).isDisjoint(with: after.rows.map(\.reference)))
  }

  @Test func `a file that is not a catalogue does not replace the open one`() async throws {
    let fixture = try Self.fixture()
    let store = try fixture.store()
    try FileManager.default.removeItem(atPath: fixture.path)
    #expect(try await store.find("title 7").first == "r7")
    try Data("My diary.".utf8).write(to: URL(fileURLWithPath: fixture.path))
    #expect(try await store.find("title 7").first == "r7")
    #expect(try await store.count(SearchRequest(query: try SearchQuery(parsing: "title"))) == .exactly(300))
    #expect(store.generation == 0)
  }

  // MARK: Files that cannot be opened

  @Test func `no file says how to get one`() throws {
    let fixture = try CatalogueFixture()
    let error = #expect(throws: CatalogueError.missing(path: fixture.path)) { try fixture.store() }
    #expect(error?.callsForRebuild == true)
  }

  @Test(arguments: ["", "My diary.", "SQLite format 3\u{0} and then rubbish"])
  func `another file is refused as a catalogue`(
    text: String
  ) throws {
    let fixture = try CatalogueFixture()
    try Data(text.utf8).write(to: URL(fileURLWithPath: fixture.path))
    let error = #expect(throws: CatalogueError.self) { try fixture.store() }
    #expect(error?.callsForRebuild == true)
    #expect(error?.description.contains(fixture.path) == true)
  }

  @Test func `another program's database is refused as a catalogue`() throws {
    let fixture = try CatalogueFixture()
    try DatabaseQueue(path: fixture.path).write { try $0.execute(sql: "CREATE TABLE diary(text)") }
    #expect(throws: CatalogueError.notACatalogue(path: fixture.path)) { try fixture.store() }
  }

  @Test(arguments: [(99, "newer"), (0, "older")]) func `another schema is named`(version: Int, word: String) throws {
    let fixture = try Self.fixture()
    try DatabaseQueue(path: fixture.path).write { try $0.execute(sql: "PRAGMA user_version=\(version)") }
    let error = #expect(throws: CatalogueError.self) { try fixture.store() }
    #expect(error?.description.contains("\(word) Runout wrote \(fixture.path) (schema \(version), not ") == true)
    let file = try fixture.dump(DumpText.artists((1, "Miles Davis")))
    let refusal = #expect(throws: CatalogueError.self) {
      try CatalogueImporter.import(files: [file], into: fixture.path, now: CatalogueFixture.now)
    }
    #expect(refusal == error)
  }

  @Test func `a catalogue with a view or a trigger in it is named as damaged`() throws {
    for sql in [
      "CREATE VIEW endless AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x FROM n) SELECT x FROM n",
      "CREATE TRIGGER endless AFTER INSERT ON entry BEGIN SELECT 1; END",
    ] {
      let fixture = try Self.fixture()
      try DatabaseQueue(path: fixture.path).write { try $0.execute(sql: sql) }
      let error = #expect(throws: CatalogueError.self) { try fixture.store() }
      #expect(error?.description.contains("“endless”") == true, "\(String(describing: error))")
      guard case .damaged = DatabaseCheck.run(.catalogue, at: fixture.path, within: .seconds(5)) else {
        Issue.record("the doctor finds nothing")
        continue
      }
    }
  }

  @Test func `a pipe in the place of a catalogue says what it is, and the one that is open goes on`() async throws {
    let fixture = try Self.fixture()
    let store = try fixture.store()
    #expect(try await store.info().counts.isEmpty == false)
    let generation = store.refresh()
    try FileManager.default.removeItem(atPath: fixture.path)
    #expect(mkfifo(fixture.path, 0o600) == 0)
    #expect(store.refresh() == generation)
    #expect(try await store.info().counts.isEmpty == false)
    let error = #expect(throws: CatalogueError.self) { try fixture.store() }
    #expect(error?.description == "Cannot read \(fixture.path): it is a pipe")
    #expect(DatabaseCheck.run(.catalogue, at: fixture.path, within: .seconds(5)) == .unreadable("it is a pipe"))
  }

  @Test func `a cut-off file is damaged and says so`() async throws {
    let fixture = try Self.fixture()
    let handle = try #require(FileHandle(forWritingAtPath: fixture.path))
    try handle.truncate(atOffset: 40_000)
    try handle.close()
    do {
      let store = try fixture.store()
      _ = try await store.search(SearchRequest())
      Issue.record("a damaged catalogue answered")
    } catch let error as CatalogueError {
      #expect(error.callsForRebuild)
      #expect(error.description.contains("damaged"))
    }
  }

  @Test func `overwritten pages are an error, never a crash`() async throws {
    let fixture = try Self.fixture()
    let whole = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
    for page in stride(from: 1, to: whole.count / 8192, by: 1) {
      var damaged = whole
      for offset in 0..<8192 { damaged[page * 8192 + offset] = UInt8(truncatingIfNeeded: offset &* 31 &+ page) }
      let path = fixture.folder.appendingPathComponent("damaged.sqlite").path
      try damaged.write(to: URL(fileURLWithPath: path))
      guard let store = try? CatalogueStore(path: path) else { continue }
      _ = try? await store.find("title")
      _ = try? await store.find("track:song genre:jazz", sort: RunoutModel.SortOrder(.title))
      _ = try? await store.rows(of: CatalogueList(.artistReleases(1, role: .credit)))
      _ = try? await store.rows(of: CatalogueList(.discography(1, section: nil)))
      _ = try? await store.sections(of: 1)
      _ = try? await store.rows(of: CatalogueList(.labelReleases(1), sort: RunoutModel.SortOrder(.title)))
      _ = try? await store.release(7)
      _ = try? await store.info()
    }
  }

  // MARK: Cancelling

  @Test func `a cancelled task throws a cancellation`() async throws {
    let store = try Self.fixture().store()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await store.search(SearchRequest())
    }
    await #expect(throws: CatalogueError.cancelled) { try await task.value }
    #expect(try await store.find("title 7").first == "r7")
  }

  @Test func `many questions at a time are all answered`() async throws {
    let fixture = try Self.fixture()
    let store = try fixture.store()
    try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 1...60 {
        group.addTask {
          switch number % 4 {
          case 0: try await store.find("title \(number)").count
          case 1: try await store.count(SearchRequest(query: try SearchQuery(parsing: "title \(number)"))).number
          case 2: try await store.find("title \(number)", sort: RunoutModel.SortOrder(.title)).count
          default: try await store.release(Release.ID(number)).tracklist.count
          }
        }
      }
      for try await count in group { #expect(count > 0) }
    }
  }
}
