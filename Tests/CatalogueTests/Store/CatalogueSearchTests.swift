import Catalogue
import DiscogsModel
import RunoutModel
import Testing

struct CatalogueSearchTests {
  // MARK: Words

  private static func names() throws -> CatalogueStoreFixture {
    try CatalogueStoreFixture(
      DumpText.releases(
        ReleaseText(id: 1, title: "Tromsø Kaptein", artist: (1, "Biosphere")),
        ReleaseText(id: 2, title: "Łódź Straße", artist: (2, "Sigur Rós")),
        ReleaseText(id: 3, title: "Automatic For The People", artist: (3, "R.E.M.")),
        ReleaseText(id: 4, title: "道シティ心", artist: (4, "大瀧詠一")),
        ReleaseText(id: 5, title: "Me And Giuliani", artist: (5, "!!!")),
        ReleaseText(
          id: 6, title: "Pieces Of A Man", artist: (6, "Gil Scott-Heron"), label: (7, "Flying Dutchman", "FD 10143")),
        ReleaseText(id: 7, title: "Don't Stop", artist: (8, "Guns N' Roses")),
        ReleaseText(id: 8, title: "The The", artist: (9, "Soul Mining"))))
  }

  @Test(arguments: [
    ("tromso", "r1"), ("TROMSØ", "r1"), ("lodz strasse", "r2"), ("łódź", "r2"), ("sigur ros", "a2"),
    ("R.E.M.", "a3"), ("rem", "a3"), ("r.e.m. automatic", "r3"), ("道", "r4"), ("シティ", "r4"), ("道シ", "r4"),
    ("大瀧詠一", "a4"), ("!!!", "a5"), ("scott-heron pieces", "r6"), ("scott heron", "a6"), ("fd10143", "r6"),
    ("FD 10143", "r6"), ("fd 101", "r6"), ("dont stop", "r7"), ("don’t st", "r7"), ("guns n roses", "a8"),
    ("kapt tromso", nil), ("kaptein tro", "r1"), ("the the", "r8"), ("auto", "r3"), ("道心", nil),
  ]) func `spellings find what they mean`(query: String, first: String?) async throws {
    let fixture = try Self.names()
    #expect(try await fixture.store.find(query).first == first)
  }

  @Test func `only the last word is the beginning of one`() async throws {
    let fixture = try Self.names()
    #expect(try await fixture.store.find("auto people").isEmpty)
    #expect(try await fixture.store.find("automatic peop") == ["r3"])
  }

  @Test func `a phrase is whole words next to each other`() async throws {
    let store = try Self.names().store
    #expect(try await store.find("\"for the people\"") == ["r3"])
    #expect(try await store.find("\"for the peop\"").isEmpty)
    #expect(try await store.find("\"the for people\"").isEmpty)
    #expect(try await store.find("\"automatic\" peo") == ["r3"])
  }

  @Test func `a phrase does not reach from one track into the next`() async throws {
    let fixture = try CatalogueStoreFixture(
      DumpText.releases(ReleaseText(id: 1, title: "T", tracks: ["So What", "Blue In Green"])))
    #expect(try await fixture.store.find("track:\"so what\"") == ["r1"])
    #expect(try await fixture.store.find("track:\"what blue\"").isEmpty)
  }

  // MARK: Fields

  private static func pressings() throws -> CatalogueStoreFixture {
    try CatalogueStoreFixture(
      DumpText.releases(
        ReleaseText(
          id: 1, title: "Kind Of Blue", artist: (1, "Miles Davis"), year: "1959-08-17", country: "US",
          label: (1, "Columbia", "CL 1355"), genre: "Jazz", style: "Modal", tracks: ["So What"],
          barcode: "0 7464-40579-2 8", runout: "XLP 47324-1D"),
        ReleaseText(
          id: 2, title: "Kind Of Blue", artist: (1, "Miles Davis"), year: "1977", country: "USSR", format: "Cassette",
          formatDescriptions: ["Reissue"], label: (2, "Melodiya", "33-1"), genre: "Jazz", style: "Hard Bop",
          tracks: ["So What"], barcode: "5099751234567"),
        ReleaseText(
          id: 3, title: "Blue Lines", artist: (2, "Massive Attack"), year: "1991", country: "UK",
          label: (3, "Wild Bunch", "WBRLP1"), genre: "Hip Hop", style: "House", tracks: ["Safe From Harm"]),
        ReleaseText(
          id: 4, title: "Deep", artist: (3, "Blue"), year: "0", country: "UK", genre: "Electronic",
          style: "Deep House")))
  }

  @Test(arguments: [
    ("blue", ["1959"], ["r1"]), ("blue", ["195"], ["r1"]), ("blue", ["cass"], ["r2"]), ("blue", ["ussr"], ["r2"]),
    ("kind blue", ["jazz", "col"], ["r1"]), ("blue", ["lines", "1991"], ["r3"]), ("blue", ["1958"], []),
    ("blue", ["lue"], []), ("", ["1991"], ["r3"]), ("kind of blue", ["1977"], ["r2"]), ("year:1959", ["miles"], ["r1"]),
  ]) func `narrowing looks through all that a row shows`(
    query: String, words: [String], expected: [String]
  ) async throws {
    let store = try Self.pressings().store
    let search = SearchRequest(query: try SearchQuery(parsing: query), narrowing: words)
    #expect(try await store.search(search, limit: 50).rows.map(\.reference.shorthand) == expected)
    #expect(try await store.count(search) == .exactly(expected.count))
  }

  @Test(arguments: [("cass", ["m1", "r1"]), ("vin", ["m2", "r4", "r2", "r3"]), ("shellac", [])])
  func `narrowing finds a master by the format of its key release, which its row shows`(
    _ word: String, _ expected: [String]
  ) async throws {
    func release(_ id: Int, of master: Int, isKey: Bool, _ format: String) -> ReleaseText {
      var text = ReleaseText(
        id: id, title: "Blue \(master)", artist: (1, "Miles"), format: format, formatDescriptions: [])
      text.master = master
      text.isKey = isKey
      return text
    }
    let store = try CatalogueStoreFixture(
      DumpText.masters((1, 1, (1, "Miles"), "Blue 1", 1959), (2, 4, (1, "Miles"), "Blue 2", 1960)),
      DumpText.releases([
        release(1, of: 1, isKey: true, "Cassette"), release(2, of: 1, isKey: false, "Vinyl"),
        release(3, of: 2, isKey: false, "Vinyl"), release(4, of: 2, isKey: true, "Vinyl"),
      ])
    ).store
    let search = SearchRequest(query: try SearchQuery(parsing: "blue"), narrowing: [word])
    let found = try await store.search(search, limit: 50).rows.map(\.reference.shorthand)
    #expect(Set(found) == Set(expected) && found.count == expected.count, "\(found)")
  }

  @Test(arguments: [
    ("artist:miles", ["a1", "r1", "r2"]), ("title:blue", ["r1", "r2", "r3"]), ("label:columbia", ["l1", "r1"]),
    ("label:col", ["l1", "r1"]), ("catno:cl1355", ["r1"]), ("catno:\"cl 1355\"", ["r1"]), ("catno:1355", ["r1"]),
    ("year:1959", ["r1"]), ("year:1959..1977", ["r1", "r2"]), ("year:1970..", ["r2", "r3"]), ("year:..1970", ["r1"]),
    ("country:us", ["r1"]), ("country:ussr", ["r2"]), ("country:u blue title:lines", ["r3"]),
    ("format:cassette", ["r2"]), ("format:lp", ["r1", "r3", "r4"]), ("format:rei", ["r2"]),
    ("genre:jazz", ["r1", "r2"]), ("genre:hip", ["r3"]), ("genre:\"hip hop\"", ["r3"]), ("style:house", ["r3"]),
    ("style:hous", ["r3", "r4"]), ("style:\"hard bop\"", ["r2"]), ("track:what", ["r1", "r2"]),
    ("track:saf", ["r3"]), ("runout:xlp", ["r1"]), ("runout:xlp473241d", ["r1"]), ("runout:\"47324 1d\"", ["r1"]),
    ("barcode:074644057928", ["r1"]), ("barcode:50997", ["r2"]), ("barcode:74644", ["r1"]),
    ("barcode:\"0 7464-40579-2 8\"", ["r1"]), ("barcode:\"00074644\"", []), ("barcode:\"50997512\"", []),
    ("074644057928", ["r1"]), ("7464405792 8", ["r1"]), ("5099751234567", ["r2"]), ("0-7464-40579-2-8", ["r1"]),
    ("type:artist blue", ["a3"]), ("type:release artist:blue", ["r4"]),
    ("blue -lines -artist:blue -year:1977 type:release", ["r1"]), ("blue -track:what type:release", ["r3", "r4"]),
    ("title:blue -country:uk", ["r1", "r2"]), ("title:blue -\"of blue\"", ["r3"]), ("-genre:jazz", ["r3", "r4"]),
    ("title:kind genre:jazz year:1977 format:cassette country:ussr", ["r2"]), ("genre:polka", []),
    ("blue -barcode:5099 type:release", ["r1", "r3", "r4"]), ("-type:release lines", []),
    ("year:1959 year:1977", []), ("-kind -deep", ["r3"]),
  ]) func `fields and exclusions select`(query: String, expected: [String]) async throws {
    let store = try Self.pressings().store
    let found = try await store.find(query)
    #expect(Set(found) == Set(expected))
    #expect(found.count == expected.count)
    #expect(try await store.count(SearchRequest(query: try SearchQuery(parsing: query))) == .exactly(expected.count))
  }

  @Test func `an empty search lists every record once`() async throws {
    let fixture = try CatalogueStoreFixture(
      DumpText.artists((1, "Miles Davis")),
      DumpText.masters((id: 7, key: 2, artist: (1, "Miles Davis"), title: "Kind Of Blue", year: 1959)),
      DumpText.releases(
        ReleaseText(id: 1, title: "Kind Of Blue", master: 7),
        ReleaseText(id: 2, title: "Kind Of Blue", master: 7, isKey: true),
        ReleaseText(id: 3, title: "Alone"), ReleaseText(id: 4, title: "Its Master Is Missing", master: 8),
        ReleaseText(id: 5, title: "Its Master Is Missing", master: 8)))
    #expect(try await fixture.store.find("") == ["m7", "r4", "r3"])
    #expect(try await fixture.store.find("", kind: .artist) == ["a1"])
    #expect(try await fixture.store.find("", kind: .release) == ["r2", "r4", "r3", "r1", "r5"])
  }

  @Test func `rows carry what lists show`() async throws {
    let store = try Self.pressings().store
    let rows = try await store.search(SearchRequest(query: try SearchQuery(parsing: "catno:cl1355"))).rows
    #expect(
      rows == [
        CatalogueRow(
          reference: .release(1), title: "Kind Of Blue", artist: "Miles Davis", year: 1959,
          released: "1959-08-17", country: "US",
          format: "LP, Album", label: "Columbia", catalogueNumber: "CL 1355")
      ])
    let artist = try await store.search(SearchRequest(query: try SearchQuery(parsing: "miles davis"))).rows.first
    #expect(artist == CatalogueRow(reference: .artist(1), title: "Miles Davis", count: 2))
  }

  @Test func `whatever is typed is answered`() async throws {
    let fixture = try Self.pressings()
    let pieces = [
      "blue", "\"", "*", "(", ")", "AND", "OR", "NOT", "NEAR", "-", "^", ":", "artist:", "track:", "barcode:",
      "year:19", "{",
      "}", "+", "'", ";", "\\", "\u{0}", "\u{E000}", "道", "é", "🎵", "99999999999999999999999", "format:\"", "runout:",
      " ", "  ",
    ]
    for _ in 0..<2000 {
      let text = (0..<Int.random(in: 1...6)).map { _ in pieces.randomElement() ?? "" }
        .joined(separator: Bool.random() ? " " : "")
      guard let query = try? SearchQuery(parsing: text) else { continue }
      do {
        _ = try await fixture.store.search(SearchRequest(query: query))
        _ = try await fixture.store.count(SearchRequest(query: query, kind: .release))
      } catch {
        Issue.record("\(text.debugDescription): \(error)")
      }
    }
  }

  // MARK: Pages

  private static let many = CatalogueFixture.shared(
    DumpText.releases(
      (1...730).map { number in
        ReleaseText(
          id: number, title: number % 11 == 0 ? "Love" : "Love Number \(number % 50)",
          artist: (number % 13 + 1, "Artist \(number % 13)"), year: number % 7 == 0 ? "0" : "\(1950 + number % 60)",
          format: number % 2 == 0 ? "CD" : "Vinyl",
          label: (number % 5 + 1, "Label \(number % 5)", "C \(number % 97)"),
          master: number % 3 == 0 ? number % 30 + 1 : nil)
      }))

  static let sorts = SortOrder.Field.allCases.flatMap { [SortOrder($0), SortOrder($0, isReversed: true)] }

  @Test(arguments: sorts) func `pages neither lose nor repeat a row`(sort: SortOrder) async throws {
    let store = try Self.many.store()
    for query in ["love", "genre:jazz", "love -title:7", ""] {
      let search = SearchRequest(query: try SearchQuery(parsing: query), sort: sort)
      let whole = try await store.findAll(search, pagesOf: 2000)
      let paged = try await store.findAll(search, pagesOf: 7)
      #expect(whole == paged)
      #expect(Set(whole.map(\.reference)).count == whole.count)
      let end = try await store.search(search, after: .end, limit: 9)
      #expect(end.rows == whole.suffix(9) && end.first == max(0, whole.count - 9) && end.next == nil)
      #expect(try await store.count(search) == .exactly(whole.count))
    }
  }

  @Test func `sorting covers the whole list, unknown last either way`() async throws {
    let store = try Self.many.store()
    let query = try SearchQuery(parsing: "love type:release")
    let years = try await store.findAll(
      SearchRequest(query: query, sort: SortOrder(.year)), pagesOf: 50
    ).map(\.year)
    let known = years.compactMap(\.self)
    #expect(known == known.sorted())
    #expect(years.prefix(known.count).allSatisfy { $0 != nil })
    let reversed = try await store.findAll(
      SearchRequest(query: query, sort: SortOrder(.year, isReversed: true)), pagesOf: 50
    ).map(\.year)
    #expect(reversed.prefix(known.count).compactMap(\.self) == known.reversed())
    #expect(reversed.suffix(years.count - known.count).allSatisfy { $0 == nil })
    let numbers = try await store.findAll(
      SearchRequest(query: query, sort: SortOrder(.catalogueNumber)), pagesOf: 50
    ).compactMap { Int($0.catalogueNumber.dropFirst(2)) }
    #expect(numbers == numbers.sorted())
  }

  @Test func `forged cursors are refused`() async throws {
    let store = try Self.many.store()
    for cursor in ["", "x", "m1.2", "m1.2.r3.nine", "q1.2.r3.4", "p1.2.r3.4", "m-1.2.r3.4", "m1.-2.r3.4", "m1.2.x3.4"] {
      await #expect(throws: CatalogueError.unknownCursor) {
        try await store.search(SearchRequest(), after: PageCursor(token: cursor))
      }
    }
  }

  @Test func `no limit gives no rows`() async throws {
    let page = try await Self.many.store().search(SearchRequest(), limit: 0)
    #expect(page.rows.isEmpty)
  }
}

/// A catalogue and a store over it, which goes away with it.
struct CatalogueStoreFixture {
  let fixture: CatalogueFixture
  let store: CatalogueStore

  init(_ dumps: String...) throws {
    fixture = try CatalogueFixture()
    try fixture.add(dumps)
    store = try fixture.store()
  }
}
