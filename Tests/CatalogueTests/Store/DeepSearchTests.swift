import GRDB
import GRDBSQLite
import RunoutModel
import Testing

@testable import Catalogue

/// Track titles and runouts have ten times the words of everything else, so how much is read counts.
struct DeepSearchTests {
  @Test(arguments: [
    ("track:the", "track:\"the\"*"), ("track:love", "track:\"love\"*"), ("track:so", "track:\"so\""),
    ("track:l", "track:\"l\""), ("track:道", "track:\"道\""), ("runout:xlp-4", "runout:\"xlp 4\""),
    ("runout:xlp-473", "runout:\"xlp 473\"*"), ("track:\"the end\"", "track:\"the end\""),
  ]) func `three letters of a track are the beginning of a word, fewer a whole one`(
    query: String, expression: String
  ) throws {
    #expect(QueryPlan(try SearchQuery(parsing: query), kind: nil).deep == expression)
  }

  @Test func `the first tracks with a common beginning take no more reading in a catalogue ten times as large`() throws
  {
    // Each release has a word of its own that begins with the same letters.
    func pagesRead(releases: Int) throws -> Int {
      let fixture = try CatalogueFixture(
        DumpText.releases(
          (1...releases).map { ReleaseText(id: $0, title: "Title", tracks: ["The\(String($0, radix: 36)) Song"]) }))
      var configuration = Configuration()
      configuration.readonly = true
      return try DatabaseQueue(path: fixture.path, configuration: configuration).read { database in
        let ranks = try Int.fetchAll(
          database, sql: "SELECT rowid FROM deep WHERE deep MATCH 'track:\"the\"*' ORDER BY rowid LIMIT 50")
        #expect(ranks.count == 50)
        var (hits, misses, highest): (Int32, Int32, Int32) = (0, 0, 0)
        sqlite3_db_status(database.sqliteConnection, SQLITE_DBSTATUS_CACHE_HIT, &hits, &highest, 0)
        sqlite3_db_status(database.sqliteConnection, SQLITE_DBSTATUS_CACHE_MISS, &misses, &highest, 0)
        return Int(hits + misses)
      }
    }
    let few = try pagesRead(releases: 400)
    #expect(try pagesRead(releases: 4000) <= few + 10)
  }
}
