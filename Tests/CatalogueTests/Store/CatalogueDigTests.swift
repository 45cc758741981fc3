import Catalogue
import DiscogsModel
import RunoutModel
import Testing

/// Paths, who else played, and what is alike.
struct CatalogueDigTests {
  private static let davis = (id: 1, name: "Miles Davis")
  private static let coltrane = (id: 2, name: "John Coltrane")
  private static let tyner = (id: 3, name: "McCoy Tyner")
  private static let various = (id: 194, name: "Various")

  /// Davis with Coltrane, Coltrane with Tyner, who is on a compilation, too; a sleeve is designed by somebody who has
  /// played elsewhere.
  private static func catalogue() throws -> CatalogueStore {
    let comp = ReleaseText(
      id: 90, title: "A Trip In Jazz", artist: various, year: "1999", label: (5, "Jazz Club", "3"), genre: "Rock",
      style: "Cool Jazz", tracks: ["A"], trackArtist: (3, "McCoy Tyner"))
    return try CatalogueStoreFixture(
      DumpText.artists((1, "Miles Davis"), (2, "John Coltrane"), (3, "McCoy Tyner"), (4, "Reid Miles"), (5, "Loner")),
      DumpText.labels((1, "Columbia"), (2, "Impulse!")),
      DumpText.masters((id: 7, key: 12, artist: (1, "Miles Davis"), title: "Kind Of Blue", year: 1959)),
      DumpText.releases(
        ReleaseText(
          id: 12, title: "Kind Of Blue", artist: davis, year: "1959-08-17", label: (1, "Columbia", "CL 1355"),
          master: 7, isKey: true,
          credits: [(2, "John Coltrane", "Tenor Saxophone"), (6, "Jimmy Cobb", "Drums"), (8, "Teo Macero", "Producer")]),
        ReleaseText(
          id: 13, title: "Kind Of Blue", artist: davis, year: "1997", label: (1, "Columbia", "CK 64935"), master: 7,
          credits: [(2, "John Coltrane", "Tenor Saxophone")]),
        ReleaseText(
          id: 20, title: "Someday My Prince Will Come", artist: davis, year: "1961", label: (1, "Columbia", "CS 8456"),
          credits: [(2, "John Coltrane", "Tenor Saxophone"), (6, "Jimmy Cobb", "Drums")]),
        ReleaseText(
          id: 30, title: "A Love Supreme", artist: coltrane, year: "1965", label: (2, "Impulse!", "A-77"),
          style: "Free Jazz",
          credits: [(3, "McCoy Tyner", "Piano"), (4, "Reid Miles", "Design")]),
        ReleaseText(
          id: 31, title: "Wes", artist: (9, "Wes Montgomery"), year: "1962", label: (3, "Riverside", "RLP 9"),
          credits: [(6, "Jimmy Cobb", "Drums"), (2, "John Coltrane", "Tenor Saxophone")]),
        ReleaseText(
          id: 40, title: "Alone", artist: (5, "Loner"), year: "2001", label: (4, "Self", "1"), genre: "Electronic",
          style: "Techno"),
        ReleaseText(
          id: 41, title: "By Reid", artist: (4, "Reid Miles"), year: "1970", label: (4, "Self", "2"),
          genre: "Electronic", style: "Ambient"),
        comp)
    ).store
  }

  private func dig(_ dig: CatalogueDig, ceiling: Int = CatalogueStore.pathCeiling) async throws -> DugRows {
    try await Self.catalogue().dig(dig, ceiling: ceiling)
  }

  @Test(arguments: [
    ("credit:\"john coltrane\"", [12, 13, 20, 30, 31]), ("credit:cobb role:drums", [12, 20, 31]),
    ("credit:\"john coltrane\" role:\"tenor sax\"", [12, 13, 20, 31]), ("credit:miles role:design", [30]),
    ("credit:coltrane -credit:cobb", [13, 30]), ("credit:coltrane role:piano", []), ("credit:nobody", []),
    ("credit:coltrane -role:saxophone", []), ("love credit:tyner role:piano", [30]),
  ])
  func `a search finds who is credited, and for what`(_ text: String, _ found: [Int]) async throws {
    let search = SearchRequest(query: try SearchQuery(parsing: text), kind: .release)
    let rows = try await Self.catalogue().search(search).rows
    #expect(rows.map(\.reference.number).sorted() == found)
    #expect(try await Self.catalogue().count(search) == .exactly(found.count))
  }

  @Test func `a path goes from record to record on which both play`() async throws {
    let found = try await dig(.path(from: 1, to: 3))
    #expect(found.rows.map(\.title).first == "Miles Davis" && found.rows.map(\.title).last == "McCoy Tyner")
    #expect(found.rows.map(\.reference.kind) == [.artist, .release, .artist, .release, .artist])
    #expect(found.rows[2].title == "John Coltrane")
    #expect(found.rows[1].role == "with John Coltrane")
    #expect(found.rows[3].reference == .release(30))
    #expect(!found.isCut && found.looked > 0)
    let back = try await dig(.path(from: 3, to: 1))
    #expect(back.rows.count == 5)
  }

  @Test func `who made the sleeve is not met, and Various leads nowhere`() async throws {
    #expect(try await dig(.path(from: 2, to: 4)).rows == [])
    #expect(try await dig(.path(from: 1, to: 5)).rows == [])
    #expect(try await dig(.path(from: 3, to: 194)).rows == [])
  }

  @Test func `a path that would take too long is given up, and says so`() async throws {
    let found = try await dig(.path(from: 1, to: 3), ceiling: 1)
    #expect(found.rows == [] && found.isCut && found.looked == 1)
  }

  @Test func `who plays on a record comes first, then where they have met otherwise`() async throws {
    let found = try await dig(.company(.release(12)))
    #expect(found.rows.prefix(3).map(\.title) == ["John Coltrane", "Jimmy Cobb", "Miles Davis"])
    #expect(found.rows[0].role == "Tenor Saxophone · 2 more records together")
    #expect(found.rows.dropFirst(3).map(\.reference) == [.release(20), .release(31)])
    #expect(found.rows[3].role == "3 of 3: Miles Davis, John Coltrane, Jimmy Cobb")
    #expect(try await dig(.company(.master(7))) == found)
  }

  @Test func `whom an artist has played with comes by how often`() async throws {
    let found = try await dig(.company(.artist(1)))
    #expect(found.rows.prefix(2).map(\.title) == ["John Coltrane", "Jimmy Cobb"])
    #expect(found.rows[0].role.hasPrefix("2 records together: "))
    #expect(found.rows.dropFirst(2).map(\.reference) == [.release(31)])
    await #expect(throws: CatalogueError.notFound(.artist(404))) { try await dig(.company(.artist(404))) }
  }

  @Test func `the most alike comes first, each work once, with why`() async throws {
    let found = try await dig(.alike(12))
    #expect(found.rows.first?.reference == .release(20))
    #expect(found.rows.first?.role == "Miles Davis, John Coltrane, Jimmy Cobb · Columbia · Modal · 2 years apart")
    let references = found.rows.map(\.reference)
    #expect(
      !references.contains(.release(13)) && !references.contains(.release(40)) && !references.contains(.release(90)))
    await #expect(throws: CatalogueError.notFound(.release(404))) { try await dig(.alike(404)) }
  }

  @Test func `what came out on a day is that of the shelf`() async throws {
    let store = try Self.catalogue()
    let shelf = ShelfContents(
      version: "1", owned: [.init(release: 12), .init(release: 40)], wanted: [.init(release: 30)])
    let found = try await store.dig(.cameOut(month: 8, day: 17), shelf: shelf)
    #expect(found.rows.map(\.reference) == [.release(12)])
    #expect(found.rows.map(\.role) == ["yours"])
    #expect(found.looked == 3)
    #expect(try await store.dig(.cameOut(month: 8, day: 1), shelf: shelf).rows == [])
    let near = try await store.dig(.cameOut(month: 8, day: 10, within: 7), shelf: shelf)
    #expect(near.rows.map(\.reference) == [.release(12)] && near.rows.map(\.role) == ["1959-08-17"])
    #expect(try await store.dig(.cameOut(month: 8, day: 9, within: 7), shelf: shelf).rows == [])
  }

  @Test func `years are those of what is a label's own, and of an artist's works`() async throws {
    let store = try Self.catalogue()
    let label = try await store.years(of: CatalogueList(.labelReleases(1)))
    #expect(label.tallies.filter { $0.records > 0 }.map(\.year) == [1959, 1961, 1997])
    let artist = try await store.years(of: CatalogueList(.discography(1, section: nil)))
    #expect(artist.tallies.map(\.records) == [1, 0, 1] && artist.unknown == 0)
  }

  @Test func `digging stops when it is cancelled`() async throws {
    let store = try Self.catalogue()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await store.dig(.path(from: 1, to: 3))
    }
    await #expect(throws: CatalogueError.cancelled) { try await task.value }
  }
}
