import Catalogue
import DiscogsModel
import RunoutModel
import Testing

/// An artist's works: by section, a master in the place of its pressings.
struct DiscographyTests {
  /// Coltrane, number 1, as leader and in other people's bands.
  private static func catalogue() throws -> CatalogueStoreFixture {
    try CatalogueStoreFixture(
      DumpText.artists((1, "John Coltrane"), (2, "Miles Davis"), (9, "Various")), DumpText.labels((1, "Prestige")),
      DumpText.masters(
        (id: 7, key: 12, artist: (2, "Miles Davis"), title: "Kind Of Blue", year: 1959),
        (id: 8, key: 21, artist: (1, "John Coltrane"), title: "Blue Train", year: 1958),
        (id: 10, key: 41, artist: (1, "John Coltrane"), title: "My Favorite Things", year: 1961)),
      DumpText.releases(
        ReleaseText(id: 11, title: "Kind Of Blue", artist: (2, "Miles Davis"), year: "1977", master: 7),
        ReleaseText(
          id: 12, title: "Kind Of Blue", artist: (2, "Miles Davis"), year: "1959-08-17", master: 7, isKey: true,
          credits: [(1, "John Coltrane", "Tenor Saxophone")]),
        ReleaseText(
          id: 13, title: "Kind Of Blue", artist: (2, "Miles Davis"), year: "1997", master: 7,
          credits: [(1, "John Coltrane", "Saxophone")]),
        ReleaseText(
          id: 21, title: "Blue Train", artist: (1, "John Coltrane"), year: "1958",
          label: (1, "Prestige", "BLP 1577"), master: 8, isKey: true),
        ReleaseText(id: 22, title: "Blue Train (Again)", artist: (1, "John Coltrane"), year: "1985", master: 8),
        ReleaseText(
          id: 31, title: "Giant Steps", artist: (1, "John Coltrane"), year: "1960", format: "CD",
          formatDescriptions: ["Album"]),
        // Its key release is a single, another pressing is an LP: the master is what its key release is.
        ReleaseText(
          id: 41, title: "My Favorite Things", artist: (1, "John Coltrane"), year: "1961",
          formatDescriptions: ["7\"", "Single"], master: 10, isKey: true),
        ReleaseText(id: 42, title: "My Favorite Things", artist: (1, "John Coltrane"), year: "1990", master: 10),
        ReleaseText(
          id: 51, title: "The Best Of", artist: (1, "John Coltrane"), year: "1970",
          formatDescriptions: ["LP", "Album", "Compilation"]),
        ReleaseText(
          id: 61, title: "Live In Stockholm", artist: (1, "John Coltrane"), year: "",
          formatDescriptions: ["LP", "Unofficial Release"]),
        ReleaseText(
          id: 71, title: "Jazz Omnibus", artist: (9, "Various"), year: "1957",
          formatDescriptions: ["LP", "Compilation"],
          tracks: ["Trane's Blues"], trackArtist: (1, "John Coltrane")),
        // Of a master that is not in the catalogue.
        ReleaseText(id: 81, title: "Ascension", artist: (1, "John Coltrane"), year: "1965", master: 99),
        ReleaseText(id: 82, title: "Ascension", artist: (1, "John Coltrane"), year: "1966", master: 99)))
  }

  private func works(
    _ store: CatalogueStore, section: DiscographySection? = nil, sort: RunoutModel.SortOrder = .relevance,
    narrowing: String = "", pagesOf limit: Int = 50
  ) async throws -> [CatalogueRow] {
    let list = CatalogueList(.discography(1, section: section), sort: sort, narrowing: narrowing)
    let rows = try await store.readAll(list, pagesOf: limit)
    #expect(try await store.count(of: list) == .exactly(rows.count))
    return rows
  }

  @Test func `works come by section and year, a master for all its pressings`() async throws {
    let store = try Self.catalogue().store
    let works = try await works(store)
    #expect(works.map(\.reference.shorthand) == ["m8", "r31", "r81", "m10", "r51", "r71", "m7", "r61"])
    #expect(
      works.map(\.section) == [
        .albums, .albums, .albums, .singles, .compilations, .appearances, .appearances, .unofficial,
      ])
    #expect(works.map(\.count) == [2, nil, nil, 2, nil, nil, 3, nil])
    #expect(
      try await store.sections(of: 1) == [
        .albums: 3, .singles: 1, .compilations: 1, .appearances: 2, .unofficial: 1,
      ])
    #expect(try await store.sections(of: 4711).isEmpty)
  }

  @Test func `a work by somebody else says what the artist did on it`() async throws {
    let store = try Self.catalogue().store
    let appearances = try await works(store, section: .appearances)
    #expect(appearances.map(\.artist) == ["Various", "Miles Davis"])
    #expect(appearances.map(\.role) == ["Track", "Tenor Saxophone"])
  }

  @Test func `a master shows the format, label and year of its key release, here and in a search`() async throws {
    let store = try Self.catalogue().store
    let train = try #require(try await works(store).first)
    #expect(train.year == 1958 && train.format == "LP, Album" && train.label == "Prestige")
    let found = try await store.search(
      SearchRequest(query: try SearchQuery(parsing: "blue train"), kind: .master)
    ).rows
    #expect(found.map(\.format) == ["LP, Album"] && found.map(\.label) == ["Prestige"])
  }

  @Test func `sorting stays within sections, and filtering finds what a master shows`() async throws {
    let store = try Self.catalogue().store
    let byTitle = try await works(store, sort: RunoutModel.SortOrder(.title))
    #expect(byTitle.map(\.title).prefix(3) == ["Ascension", "Blue Train", "Giant Steps"])
    #expect(byTitle.map { $0.section?.rawValue ?? 0 } == byTitle.map { $0.section?.rawValue ?? 0 }.sorted())
    let latest = try await works(store, sort: RunoutModel.SortOrder(.year, isReversed: true))
    #expect(latest.prefix(3).map(\.year) == [1965, 1960, 1958])
    let byFormat = try await works(store, section: .albums, sort: RunoutModel.SortOrder(.format))
    #expect(byFormat.map(\.format) == ["CD, Album", "LP, Album", "LP, Album"])
    #expect(try await works(store, narrowing: "prestige").map(\.title) == ["Blue Train"])
    #expect(try await works(store, narrowing: "BLUE").map(\.title) == ["Blue Train", "Kind Of Blue"])
    #expect(try await works(store, section: .appearances, narrowing: "train").isEmpty)
  }

  private static let prolific = CatalogueFixture.shared(
    DumpText.releases(
      (1...2400).map { number in
        ReleaseText(
          id: number, title: "Title \(number % 40)", artist: (number % 3 == 0 ? 2 : 1, "Prolific"),
          year: "\(1950 + number % 60)", format: number % 7 == 0 ? "Shellac" : "Vinyl",
          formatDescriptions: number % 7 == 0 ? [] : ["LP"], master: number % 5 == 0 ? nil : number / 4 + 1,
          credits: number % 3 == 0 ? [(1, "Prolific", "Piano")] : [])
      }))

  @Test(arguments: [nil, DiscographySection.albums, .appearances], CatalogueSearchTests.sorts)
  func `pages neither lose nor repeat a work`(section: DiscographySection?, sort: RunoutModel.SortOrder) async throws {
    let store = try Self.prolific.store()
    let whole = try await works(store, section: section, sort: sort, pagesOf: 5000)
    #expect(try await works(store, section: section, sort: sort, pagesOf: 49) == whole)
    #expect(whole.count > 500)
    let keys = whole.map { "\($0.reference.shorthand) \($0.section?.rawValue ?? 0)" }
    #expect(Set(keys).count == keys.count)
  }

  @Test func `a list that another catalogue took the place of goes on behind the same work`() async throws {
    let fixture = try Self.catalogue()
    let list = CatalogueList(.discography(1, section: nil))
    let before = try await fixture.store.rows(of: list, limit: 3)
    try fixture.fixture.add([
      DumpText.releases(ReleaseText(id: 999, title: "A", artist: (1, "John Coltrane"), year: "1940"))
    ])
    let after = try await fixture.store.rows(of: list, after: before.next, limit: 50)
    #expect(after.rows.first?.reference == .master(10))
  }
}
