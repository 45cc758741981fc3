import Catalogue
import DiscogsModel
import RunoutModel
import Testing

/// Searches for what is on the shelf and what is not.
struct ShelfSearchTests {
  /// Blue Train in three pressings, two records without a master, one whose master is missing.
  static func catalogue() throws -> CatalogueStore {
    let coltrane = (id: 1, name: "John Coltrane")
    return try CatalogueStoreFixture(
      DumpText.artists((1, "John Coltrane")), DumpText.labels((1, "Blue Note"), (2, "Van Gelder")),
      DumpText.masters((id: 8, key: 21, artist: (1, "John Coltrane"), title: "Blue Train", year: 1958)),
      DumpText.releases(
        ReleaseText(
          id: 21, title: "Blue Train", artist: coltrane, year: "1958", label: (1, "Blue Note", "BLP 1577"), master: 8,
          isKey: true),
        ReleaseText(
          id: 22, title: "Blue Train", artist: coltrane, year: "1985", label: (1, "Blue Note", "BST 81577"), master: 8),
        ReleaseText(
          id: 23, title: "Blue Train", artist: coltrane, year: "2003", format: "CD",
          label: (1, "Blue Note", "CDP 53428"), master: 8),
        ReleaseText(
          id: 31, title: "Giant Steps", artist: coltrane, year: "1960", label: (3, "Atlantic", "SD 1311"),
          company: (1, "Blue Note")),
        ReleaseText(id: 32, title: "Untitled", artist: coltrane, year: "1957", label: (1, "Blue Note", "BLP 81")),
        ReleaseText(
          id: 81, title: "Ascension", artist: coltrane, year: "1965", label: (3, "Atlantic", "9"), master: 99),
        ReleaseText(
          id: 82, title: "Ascension", artist: coltrane, year: "1966", label: (3, "Atlantic", "10"), master: 99)
      )
    ).store
  }

  /// Owns the second Blue Train and Giant Steps, wants the first Ascension and any Blue Train.
  static let shelf = ShelfContents(
    version: "1", owned: [.init(release: 22), .init(release: 31), .init(release: 404, master: 405)],
    wanted: [.init(release: 81, master: 99)], wantedMasters: [8])

  private func find(
    _ query: String, sort: RunoutModel.SortOrder = .relevance, shelf: ShelfContents = ShelfSearchTests.shelf
  ) async throws -> [String] {
    let store = try Self.catalogue()
    let request = SearchRequest(query: try SearchQuery(parsing: query), sort: sort)
    let rows = try await store.search(request, shelf: shelf).rows
    #expect(try await store.count(request, shelf: shelf) == .exactly(rows.count))
    return rows.map(\.reference.shorthand)
  }

  @Test(arguments: [
    ("owned:yes", ["m8", "r22", "r31"]), ("blue train owned:yes", ["m8", "r22"]), ("owned:other", ["r21", "r23"]),
    ("owned:other format:cd", ["r23"]), ("ascension owned:no", ["r81", "r82"]),
    ("blue train owned:no", ["r21", "r23"]), ("blue train owned:no -owned:other", []),
    ("wanted:yes owned:yes", ["m8", "r22"]),
    ("wanted:yes", ["m8", "r21", "r22", "r23", "r81"]), ("coltrane wanted:no owned:no", ["r32", "r82"]),
    ("coltrane -owned:no", ["m8", "r22", "r31"]), ("owned:no", ["r32", "r81"]), ("blue note owned:no type:label", []),
  ]) func `what the shelf has and lacks is found`(_ query: String, _ expected: [String]) async throws {
    #expect(Set(try await find(query)) == Set(expected))
  }

  @Test func `what is sorted follows the shelf as it changes`() async throws {
    let store = try Self.catalogue()
    let request = SearchRequest(query: try SearchQuery(parsing: "blue owned:no"), sort: SortOrder(.year))
    let before = try await store.search(request, shelf: Self.shelf).rows.map(\.reference.shorthand)
    #expect(before == ["r32", "r21", "r23"])
    let after = ShelfContents(version: "2", owned: [.init(release: 23)])
    #expect(try await store.search(request, shelf: after).rows.map(\.reference.shorthand) == ["r32", "r21", "r22"])
  }

  @Test func `nothing on the shelf leaves all of it to be found`() async throws {
    let empty = ShelfContents(version: "0")
    #expect(try await find("blue train owned:no", shelf: empty) == ["m8", "r21", "r22", "r23"])
    #expect(try await find("owned:yes", shelf: empty) == [])
  }
}
