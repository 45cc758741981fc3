import DiscogsModel
import Foundation
import RunoutModel
import Testing

@testable import AnswerCache

struct CacheRowsTests {
  private let scratch: CacheScratch
  private let cache: CacheStore

  init() throws {
    scratch = try CacheScratch()
    cache = scratch.open()
  }

  private static let rows = [
    CatalogueRow(
      reference: .release(1), title: "Kind Of Blue", artist: "Miles Davis", year: 1959, country: "US",
      format: "LP, Album, Mono", label: "Columbia", catalogueNumber: "CL 1355"),
    CatalogueRow(
      reference: .master(2), title: "Blue", artist: "Joni Mitchell", year: 1971, country: "Canada", format: "LP",
      label: "Reprise Records", count: 214),
    CatalogueRow(reference: .artist(3), title: "Sigur Rós"),
    CatalogueRow(reference: .release(4), title: "Blue Train", artist: "John Coltrane", country: "UK & Europe"),
  ]

  @Test(arguments: [
    ("kind of blue", [1]), ("sigur ros", [3]), ("blu", [4, 2, 1]), ("BLUE", [2, 4, 1]),
    ("blue -artist:mitchell", [4, 1]),
    ("miles col", [1]), ("blue year:1959..1960", [1]), ("blue type:master", [2]), ("country:canada", [2]),
    ("blue format:mono", [1]), ("catno:\"CL 1355\"", [1]), ("label:repr", [2]), ("blue country:\"uk europe\"", [4]),
    ("blue genre:jazz", []), ("barcode:5099749522428", []), ("track:freddie", []), ("nothing", []), ("", []),
    ("-blue type:artist", [3]),
  ])
  func `rows seen before answer a search without a network`(query: String, numbers: [Int]) async throws {
    await put(Self.rows)
    let found = await cache.rows(matching: try SearchQuery(parsing: query), server: "API.discogs.com")
    #expect(found.map(\.row.reference.number) == numbers)
  }

  private static let identifiers: [EntityReference: [String]] = [
    .release(1): ["0 7464-40579-2 8", "XLP 47324-1D"], .release(4): ["BST 81577\nA-2 P RVG", "5099751234567"],
  ]

  @Test(arguments: [
    ("barcode:074644057928", [1]), ("barcode:0074644057928", [1]), ("barcode:74644057928", [1]),
    ("0 7464 40579 2 8", [1]), ("barcode:5099751234574", []), ("runout:XLP47324", [1]),
    ("runout:\"xlp 47324 1d\"", [1]),
    ("runout:rvg", [4]), ("runout:\"81577\" blue", [4]), ("blue -runout:rvg type:release", [1]), ("runout:zzz", []),
    ("runout:\"--\"", []), ("runout:rvg type:artist", []), ("runout:rvg track:freddie", []),
  ])
  func `barcodes and matrices of what was opened are found`(query: String, numbers: [Int]) async throws {
    await cache.note(Self.rows, identifiers: Self.identifiers, server: "api.discogs.com", at: 1)
    // A list that the record stands in later leaves them.
    await put([Self.rows[0]], at: 2)
    let found = await cache.rows(matching: try SearchQuery(parsing: query), server: "api.discogs.com")
    #expect(found.map(\.row.reference.number) == numbers)
  }

  @Test func `a list that has only barcodes leaves the matrices, and adds what is new`() async throws {
    let (server, one) = ("api.discogs.com", EntityReference.release(1))
    func isFound(_ queries: String...) async throws -> [Bool] {
      var found: [Bool] = []
      for query in queries {
        let rows = await cache.rows(matching: try SearchQuery(parsing: query), server: server)
        found.append(!rows.isEmpty)
      }
      return found
    }
    await cache.note(Self.rows, identifiers: [one: ["XLP 47324-1D"]], areAll: true, server: server, at: 1)
    await cache.note(Self.rows, identifiers: [one: ["074644057928"]], server: server, at: 2)
    #expect(try await isFound("runout:xlp47324", "barcode:074644057928") == [true, true])
    await cache.note([Self.rows[0]], identifiers: [one: ["XLP 47325-1A"]], areAll: true, server: server, at: 3)
    #expect(try await isFound("runout:xlp47324", "barcode:074644057928") == [false, false])
    // As those of a release that was read from the cache.
    await cache.add(identifiers: [one: ["074644057928"], .release(99): ["XLP 1"]], server: server)
    #expect(try await isFound("runout:xlp47325", "barcode:074644057928", "runout:xlp1") == [true, true, false])
  }

  @Test func `a row comes back with all it had, and when it was seen`() async throws {
    await put(Self.rows, at: 77)
    let found = await cache.rows(matching: try SearchQuery(parsing: "joni"), server: "api.discogs.com")
    #expect(found == [SeenRow(row: Self.rows[1], seenAt: 77)])
  }

  @Test func `facts that a later response leaves out stay known`() async throws {
    await put(Self.rows, at: 1)
    await put([CatalogueRow(reference: .release(1), title: "Kind Of Blue (Remaster)", country: "Europe")], at: 2)
    let found = await cache.rows(matching: try SearchQuery(parsing: "miles remaster"), server: "api.discogs.com")
    #expect(found.map(\.row.artist) == ["Miles Davis"])
    #expect(found.map(\.row.country) == ["Europe"])
    #expect(found.map(\.row.year) == [1959])
    #expect(found.map(\.seenAt) == [2])
    #expect(await cache.info().rows == 4)
  }

  @Test func `rows of another server are not Discogs'`() async throws {
    await cache.put(.fixture(), for: AnswerKey(server: "localhost:8080", path: "/x"), rows: Self.rows)
    #expect(await cache.rows(matching: try SearchQuery(parsing: "blue"), server: "api.discogs.com") == [])
    #expect(await cache.rows(matching: try SearchQuery(parsing: "blue"), server: "localhost:8080").count == 3)
  }

  @Test func `rows are found after their answer has gone, and go when the cache is cleared`() async throws {
    await put(Self.rows)
    await cache.removeAll("search")
    #expect(await cache.rows(matching: try SearchQuery(parsing: "blue"), server: "api.discogs.com").count == 3)
    await cache.clear()
    #expect(await cache.rows(matching: try SearchQuery(parsing: "blue"), server: "api.discogs.com") == [])
    #expect(await cache.info().rows == 0)
  }

  @Test func `of too many rows those not seen for longest go`() async throws {
    let small = CacheStore.open(at: scratch.files.file("small.sqlite"), limits: CacheLimits(rows: 10)) { _ in }
    for number in 1...25 {
      let row = CatalogueRow(reference: .release(Release.ID(number)), title: "Album \(number)")
      await small.put(.fixture(), for: .release(1), rows: [row])
    }
    let found = await small.rows(matching: try SearchQuery(parsing: "album"), server: "api.discogs.com")
    #expect(Set(found.map(\.row.reference.number)) == Set(16...25))
    #expect(await small.info().rows == 10)
  }

  @Test func `no more rows come than were asked for`() async throws {
    await put(Self.rows)
    let query = try SearchQuery(parsing: "blue")
    #expect(await cache.rows(matching: query, server: "api.discogs.com", limit: 2).count == 2)
    #expect(await cache.rows(matching: query, kind: .master, server: "api.discogs.com").count == 1)
  }

  private func put(_ rows: [CatalogueRow], at time: Double = 1000) async {
    await cache.put(
      .fixture(kind: "search", at: time), for: AnswerKey(server: "api.discogs.com", path: "/database/search"),
      rows: rows)
  }
}
