import DiscogsModel
import GRDB
import RunoutModel
import Synchronization
import Testing

@testable import UserLibrary

struct LibraryFilingTests {
  private let scratch: LibraryScratch
  private let library: Library

  init() throws {
    scratch = try LibraryScratch()
    library = try scratch.open()
  }

  private static let artists = [
    "The Beatles", "Miles Davis", "Stan Getz / João Gilberto", "Stan Getz", "Kraftwerk", "Sun Ra", "Townes Van Zandt",
    "Björk",
  ]
  private static let known = [
    "Miles Davis": true, "Stan Getz": true, "Kraftwerk": false, "Sun Ra": true, "Townes Van Zandt": true,
  ]

  private func fill(_ artists: [String] = artists) async throws {
    let rows = artists.enumerated().map { Export.Row(release: $0 + 1, artist: $1, title: "Title \($0)") }
    _ = try await library.importCollection(from: scratch.write(Export.collection(rows), to: "collection.csv"))
    _ = try await library.importWantList(from: scratch.write(Export.wantList(rows), to: "wantlist.csv"))
  }

  /// - Returns: what was asked.
  @discardableResult
  private func learn(_ known: [String: Bool] = known, from source: String = "dump") async throws -> [String] {
    let asked = Mutex<[String]>([])
    try await library.learnPersons(from: source) { questions throws(LibraryError) in
      asked.withLock { $0 += questions.map(\.artist) }
      return known
    }
    return asked.withLock { $0.sorted() }
  }

  private func shelf(_ sort: SortOrder = .relevance) async throws -> [String] {
    try await library.copies(CollectionRequest(sort: sort), limit: 100).rows.map(\.facts.artist)
  }

  private static let byLastName = [
    "The Beatles", "Björk", "Miles Davis", "Stan Getz", "Stan Getz / João Gilberto", "Kraftwerk", "Sun Ra",
    "Townes Van Zandt",
  ]
  @Test func `persons go to their last name, in both lists and in whole, and back again`() async throws {
    try await fill()
    let before = try await (shelf(), shelf(SortOrder(.artist)), shelf(SortOrder(.title)), library.shelfVersion())
    try await learn()
    #expect(try await library.shelfVersion() == before.3, "nothing is filed otherwise yet")
    // Five copies and five wants of four persons.
    let change = try await library.setFiling(FilingOptions(personsByLastName: true))
    #expect(change == FilingChange(rows: 10, knowsPersons: true))
    #expect(try await library.shelfVersion() > before.3)
    #expect(try await shelf() == Self.byLastName)
    #expect(try await shelf(SortOrder(.artist)) == Self.byLastName)
    #expect(try await library.wants(CollectionRequest(), limit: 100).rows.map(\.facts.artist) == Self.byLastName)
    #expect(try await shelf(SortOrder(.title)) == before.2)
    #expect(try await library.setFiling(FilingOptions(personsByLastName: true)).rows == 0)
    #expect(try await library.setFiling(FilingOptions()) == FilingChange(rows: 10, knowsPersons: true))
    #expect(try await shelf() == before.0)
    #expect(try await shelf(SortOrder(.artist)) == before.1)
  }

  @Test func `articles count where they are to, and the options outlast a run`() async throws {
    try await fill()
    #expect(try await library.setFiling(FilingOptions(dropsArticles: false)).rows == 2)
    #expect(try await shelf().suffix(2) == ["The Beatles", "Townes Van Zandt"])
    try library.close()
    let again = try scratch.open()
    #expect(try await again.filing() == FilingOptions(dropsArticles: false))
  }

  @Test func `copies that come to the shelf later are filed by the same rules`() async throws {
    try await fill(["Kraftwerk"])
    _ = try await library.setFiling(FilingOptions(dropsArticles: false, personsByLastName: true))
    try await learn()
    #expect(
      try await library.perform(
        [
          .add(ShelfFacts(release: 70, artist: "Miles Davis", title: "Blue"), folder: "Uncategorized"),
          .add(ShelfFacts(release: 71, artist: "The Beatles", title: "Help!"), folder: "Uncategorized"),
        ], at: 100, isSent: false) == [.done, .done])
    #expect(try await shelf() == ["Miles Davis", "Kraftwerk", "The Beatles"])
    // A file takes the place of everything, and is filed as the shelf was.
    try await fill()
    #expect(try await shelf().prefix(2) == ["Björk", "Miles Davis"])
    #expect(try await shelf().suffix(2) == ["The Beatles", "Townes Van Zandt"])
  }

  @Test func `each catalogue looks up each artist once`() async throws {
    try await fill(["Miles Davis", "Nobody Knows"])
    _ = try await library.setFiling(FilingOptions(personsByLastName: true))
    #expect(try await learn() == ["Miles Davis", "Nobody Knows"])
    #expect(try await learn() == [])
    try await fill(["Miles Davis", "Nobody Knows", "Abbey Lincoln"])
    #expect(try await learn(["Abbey Lincoln": true]) == ["Abbey Lincoln"])
    #expect(try await shelf() == ["Miles Davis", "Abbey Lincoln", "Nobody Knows"])
    #expect(try await learn(["Nobody Knows": true], from: "newer dump").count == 3)
    #expect(try await shelf() == ["Abbey Lincoln", "Nobody Knows", "Miles Davis"])
  }

  @Test func `the user's word counts more than the catalogue's`() async throws {
    try await fill()
    try await learn()
    let copies = try await library.copies(CollectionRequest(), limit: 100).rows
    func row(_ artist: String) throws -> FiledRow {
      .copy(try #require(copies.first { $0.facts.artist == artist }).id)
    }
    #expect(try await library.turnFiling(of: row("Sun Ra")) == .byFirstName)
    _ = try await library.setFiling(FilingOptions(personsByLastName: true))
    #expect(try await library.turnFiling(of: row("Sun Ra")) == .filed("Sun Ra", under: "Sun Ra"))
    #expect(try await shelf().suffix(2) == ["Sun Ra", "Townes Van Zandt"])
    try await learn(from: "newer dump")
    #expect(try await library.turnFiling(of: row("Sun Ra")) == .filed("Sun Ra", under: "Ra, Sun"))
    // Of two it is the first; both of his rows go with him, and come back.
    #expect(
      try await library.turnFiling(of: row("Stan Getz / João Gilberto")) == .filed("Stan Getz", under: "Stan Getz"))
    #expect(try await shelf().suffix(3) == ["Stan Getz", "Stan Getz / João Gilberto", "Townes Van Zandt"])
    #expect(try await library.turnFiling(of: row("Stan Getz")) == .filed("Stan Getz", under: "Getz, Stan"))
    #expect(try await shelf() == Self.byLastName)
    #expect(try await library.turnFiling(of: row("Björk")) == .hasNoLastName("Björk"))
    #expect(try await library.turnFiling(of: .want(4_711)) == .isGone)
  }

  @Test func `a group that begins with a person's name is filed along with the person`()
    async throws
  {
    try await fill(["Nick Cave & The Bad Seeds", "Nick Cave", "Nick Cavern", "Mudhoney"])
    _ = try await library.setFiling(FilingOptions(personsByLastName: true))
    try await learn(["Nick Cave & The Bad Seeds": false])
    let seeds = try #require(try await library.wants(CollectionRequest(narrowing: "seeds")).rows.first)
    for _ in 0..<2 {
      #expect(try await shelf() == ["Mudhoney", "Nick Cave", "Nick Cave & The Bad Seeds", "Nick Cavern"])
      #expect(try await library.turnFiling(of: .want(seeds.id)) == .filed("Nick Cave", under: "Cave, Nick"))
      #expect(try await shelf() == ["Nick Cave", "Nick Cave & The Bad Seeds", "Mudhoney", "Nick Cavern"])
      #expect(try await library.turnFiling(of: .want(seeds.id)) == .filed("Nick Cave", under: "Nick Cave"))
    }
  }

  @Test func `a page opened again resumes where it ended`() async throws {
    try await fill()
    try await learn()
    let page = try await library.copies(CollectionRequest(), limit: 3)
    #expect(page.rows.map(\.facts.artist) == ["The Beatles", "Björk", "Kraftwerk"])
    _ = try await library.setFiling(FilingOptions(personsByLastName: true))
    let next = try await library.copies(CollectionRequest(), after: page.next, limit: 10)
    #expect(next.rows.map(\.facts.artist) == ["Sun Ra", "Townes Van Zandt"])
  }

  @Test func `a library of the previous version keeps its rows and their order`() async throws {
    try library.close()
    let old = try LibraryScratch()
    let before = try old.open { $0.schema = 2 }
    let rows = Self.artists.enumerated().map { Export.Row(release: $0 + 1, artist: $1, title: "Title \($0)") }
    try await before.database.write { database in
      try database.execute(sql: "INSERT INTO folder (id, name, sortKey) VALUES (1, 'Uncategorized', 'uncategorized')")
      for row in rows {
        try database.execute(
          sql: """
            INSERT INTO copy (folder, added, mediaCondition, sleeveCondition, release, artist, title, label, catno,
              format, fields, shelfKey, artistKey) VALUES (1, '', '', '', ?, ?, ?, '', '', '', '', ?, ?)
            """,
          arguments: [
            row.release, row.artist, row.title, ShelfOrder.key(artist: row.artist) + "\u{1}9999\u{1}title",
            ShelfOrder.key(artist: row.artist) + "\u{1}title",
          ])
      }
    }
    let order = try await before.copies(CollectionRequest(), limit: 100).rows
    try before.close()
    let now = try old.open()
    #expect(try await now.copies(CollectionRequest(), limit: 100).rows == order)
    #expect(try await now.filing() == FilingOptions())
    #expect(try await now.setFiling(FilingOptions()).rows == 0)
    try await now.learnPersons(from: "dump") { _ throws(LibraryError) in Self.known }
    #expect(try await now.setFiling(FilingOptions(personsByLastName: true)).rows == 5)
    #expect(try await now.copies(CollectionRequest(), limit: 100).rows.map(\.facts.artist) == Self.byLastName)
  }
}
