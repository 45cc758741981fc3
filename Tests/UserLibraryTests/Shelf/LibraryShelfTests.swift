import DiscogsModel
import RunoutModel
import Testing

@testable import UserLibrary

struct LibraryShelfTests {
  private let scratch: LibraryScratch
  private let library: Library

  init() throws {
    scratch = try LibraryScratch()
    library = try scratch.open()
  }

  private func fill(_ rows: [Export.Row]) async throws {
    _ = try await library.importCollection(from: scratch.write(Export.collection(rows), to: "collection.csv"))
  }

  private func want(_ rows: [Export.Row]) async throws {
    _ = try await library.importWantList(from: scratch.write(Export.wantList(rows), to: "wantlist.csv"))
  }

  /// The releases of the whole list, page by page.
  private func releases(_ request: CollectionRequest, pagesOf limit: Int = 2) async throws -> [Int] {
    var releases: [Int] = []
    var cursor: PageCursor?
    repeat {
      let page = try await library.copies(request, after: cursor, limit: limit)
      #expect(page.rows.count == limit || page.next == nil)
      releases += page.rows.map(\.release.number)
      cursor = page.next
    } while cursor != nil
    return releases
  }

  private let shelf = [
    Export.Row(
      release: 1, artist: "The Beatles", title: "Revolver", catalogueNumber: "PCS 7009", label: "Parlophone",
      format: "LP", rating: "5", released: "1966", added: "2020-01-01 00:00:00"),
    Export.Row(
      release: 2, artist: "Ärzte, Die", title: "Debil", catalogueNumber: "26 155", label: "CBS", format: "LP",
      rating: "", released: "1984", folder: "Punk", added: "2021-01-01 00:00:00"),
    Export.Row(
      release: 3, artist: "ABBA", title: "Arrival", catalogueNumber: "POLS 272", label: "Polar", format: "LP",
      rating: "3", released: "0", added: "2019-01-01 00:00:00"),
    Export.Row(
      release: 4, artist: "Beatles, The", title: "Help!", catalogueNumber: "PCS 3071", label: "Parlophone",
      format: "CD", rating: "4", released: "1965", folder: "Beat", added: ""),
    Export.Row(
      release: 5, artist: "Nirvana (2)", title: "Bleach", catalogueNumber: "none", label: "Sub Pop", format: "LP",
      rating: "4", released: "1989", added: "2020-06-01 00:00:00"),
    Export.Row(
      release: 6, artist: "Beatles", title: "Rubber Soul", catalogueNumber: "PCS 10001", label: "Parlophone",
      format: "LP", rating: "5", released: "1965", folder: "Beat", added: "2022-01-01 00:00:00"),
  ]

  @Test func `the order on a shelf is by artist, without article and accents, then year, then title`() async throws {
    try await fill(shelf)
    #expect(try await releases(CollectionRequest()) == [3, 2, 4, 6, 1, 5])
    #expect(try await releases(CollectionRequest(sort: SortOrder(.relevance, isReversed: true))) == [5, 1, 6, 4, 2, 3])
  }

  @Test(arguments: [
    (SortOrder.Field.artist, [3, 2, 4, 1, 6, 5], [5, 6, 1, 4, 2, 3]),
    (.title, [3, 5, 2, 4, 1, 6], [6, 1, 4, 2, 5, 3]),
    // Release 3 has no year, 4 no date, 2 no rating, 5 no number: last either way.
    (.year, [4, 6, 1, 2, 5, 3], [5, 2, 1, 6, 4, 3]),
    (.added, [6, 2, 5, 1, 3, 4], [3, 1, 5, 2, 6, 4]),
    (.rating, [6, 1, 4, 5, 3, 2], [3, 5, 4, 1, 6, 2]),
    (.format, [4, 3, 2, 6, 1, 5], [5, 1, 6, 2, 3, 4]),
    // Within a label by number, which sorts by its size.
    (.label, [2, 4, 1, 6, 3, 5], [5, 3, 6, 1, 4, 2]),
    (.catalogueNumber, [2, 4, 1, 6, 3, 5], [3, 6, 1, 4, 2, 5]),
  ])
  func `every sort covers the whole list, and unknown values come last`(
    field: SortOrder.Field, order: [Int], reversed: [Int]
  ) async throws {
    try await fill(shelf)
    for limit in [1, 2, 3, 6, 10] {
      #expect(try await releases(CollectionRequest(sort: SortOrder(field)), pagesOf: limit) == order)
      #expect(
        try await releases(CollectionRequest(sort: SortOrder(field, isReversed: true)), pagesOf: limit) == reversed)
    }
  }

  @Test(arguments: SortOrder.Field.allCases) func `the end of a list is asked for by itself`(field: SortOrder.Field)
    async throws
  {
    try await fill(shelf)
    for (isReversed, folder, filter) in [
      (false, nil, ""), (true, nil, ""), (false, "Beat", ""), (true, nil, "beatles"), (false, "Beat", "format:lp"),
      (false, nil, "nowhere"),
    ] {
      var request = CollectionRequest(sort: SortOrder(field, isReversed: isReversed), narrowing: filter)
      request.folder = folder
      let whole = try await releases(request)
      for limit in [1, 2, 4, 9] {
        let end = try await library.copies(request, after: .end, limit: limit)
        #expect(end.rows.map(\.release.number) == whole.suffix(limit) && end.next == nil)
        #expect(end.first == max(0, whole.count - limit))
      }
    }
  }

  @Test func `folders are listed with their copies, and their sum is the collection`() async throws {
    try await fill(shelf)
    let folders = try await library.folders()
    #expect(
      folders == [
        CollectionFolder(name: "Uncategorized", copies: 3), CollectionFolder(name: "Beat", copies: 2),
        CollectionFolder(name: "Punk", copies: 1),
      ])
    #expect(try await library.copyCount(CollectionRequest()) == 6)
    #expect(try await library.copyCount(CollectionRequest(folder: "Beat")) == 2)
    #expect(try await releases(CollectionRequest(folder: "Beat", sort: SortOrder(.title))) == [4, 6])
    #expect(try await releases(CollectionRequest(folder: "Uncategorized")) == [3, 1, 5])
    #expect(try await releases(CollectionRequest(folder: "Gone")).isEmpty)
    #expect(try await library.copyCount(CollectionRequest(folder: "Gone")) == 0)
  }

  @Test(arguments: [
    ("beatles", [4, 6, 1]), ("BEATLES soul", [6]), ("arzte", [2]), ("pcs7009", [1]), ("pcs 10001", [6]),
    ("1965", [4, 6]), ("near mint", [3, 2, 4, 6, 1, 5]), ("punk", [2]), ("eat", [4, 6, 1]), ("zappa", []),
    ("  ", [3, 2, 4, 6, 1, 5]),
    ("help!", [4]), ("100%", []), ("_", []),
  ])
  func `narrowing looks through every row, for parts of words`(words: String, found: [Int]) async throws {
    try await fill(shelf)
    #expect(try await releases(CollectionRequest(narrowing: words)) == found)
    #expect(try await library.copyCount(CollectionRequest(narrowing: words)) == found.count)
  }

  @Test func `folder, sort and narrowing work together`() async throws {
    try await fill(shelf)
    let request = CollectionRequest(folder: "Beat", sort: SortOrder(.title, isReversed: true), narrowing: "parlophone")
    #expect(try await releases(request, pagesOf: 1) == [6, 4])
    #expect(try await library.copyCount(request) == 2)
  }

  @Test func `narrowing sees what another program has imported since`() async throws {
    try await fill(shelf)
    #expect(try await releases(CollectionRequest(narrowing: "abba")) == [3])
    let other = try scratch.open()
    let rows = shelf + [Export.Row(release: 9, artist: "ABBA", title: "Waterloo", released: "1974")]
    _ = try await other.importCollection(from: scratch.write(Export.collection(rows), to: "collection.csv"))
    #expect(try await releases(CollectionRequest(narrowing: "abba")) == [9, 3])
  }

  @Test func `paging goes on when the shelf changes between two pages`() async throws {
    try await fill(shelf)
    let first = try await library.copies(CollectionRequest(), limit: 2)
    #expect(first.rows.map(\.release.number) == [3, 2])
    // The row where the page ended is gone.
    try await fill(shelf.filter { $0.release != 2 })
    let second = try await library.copies(CollectionRequest(), after: first.next, limit: 10)
    #expect(second.rows.map(\.release.number) == [4, 6, 1, 5])
    #expect(second.next == nil)
  }

  @Test(arguments: ["", "nonsense", "e30=", "bnVsbA=="])
  func `a forged cursor is named as such`(cursor: String) async throws {
    let error = await #expect(throws: LibraryError.self) {
      try await library.copies(CollectionRequest(), after: PageCursor(token: cursor))
    }
    #expect(error == .unknownCursor)
  }

  @Test func `the want list is sorted and narrowed like the collection`() async throws {
    try await want(shelf)
    #expect(try await library.wants(CollectionRequest()).rows.map(\.release.number) == [3, 2, 4, 6, 1, 5])
    let first = try await library.wants(CollectionRequest(sort: SortOrder(.year)), limit: 4)
    #expect(first.rows.map(\.release.number) == [4, 6, 1, 2])
    let rest = try await library.wants(CollectionRequest(sort: SortOrder(.year)), after: first.next, limit: 4)
    #expect(rest.rows.map(\.release.number) == [5, 3])
    // A folder means nothing here, and nothing is known of when an entry was added.
    let narrowed = CollectionRequest(folder: "Beat", sort: SortOrder(.added), narrowing: "parlophone")
    #expect(try await library.wants(narrowed).rows.map(\.release.number) == [4, 6, 1])
    #expect(try await library.wantCount(narrowed) == 3)
    #expect(try await library.copyCount(CollectionRequest()) == 0)
  }

  @Test func `holdings tell releases and masters apart, owned and wanted`() async throws {
    try await fill([Export.Row(release: 1), Export.Row(release: 2)])
    try await want([Export.Row(release: 3), Export.Row(release: 4)])
    try await library.learnFacts { _ throws(LibraryError) in
      [1: ShelfFacts(release: 1, master: 10), 3: ShelfFacts(release: 3, master: 30)]
    }
    let holdings = try await library.holdings(of: [1, 3, 5, 10], [1, 10, 30, 40])
    #expect(holdings.ownedReleases == [1])
    #expect(holdings.ownedMasters == [10])
    #expect(holdings.wantedReleases == [3])
    #expect(holdings.wantedMasters == [30])
    #expect(try await library.holdings(of: [], []) == ShelfHoldings())
  }

  @Test func `a release owned twice is two rows, and both are found by it`() async throws {
    try await fill([
      Export.Row(release: 1, folder: "B", added: "2021-01-01 00:00:00"),
      Export.Row(release: 1, folder: "A", added: "2020-01-01 00:00:00"),
    ])
    #expect(try await library.copyCount(CollectionRequest()) == 2)
    #expect(try await library.copies(of: 1).map(\.folder) == ["A", "B"])
    #expect(try await library.copies(of: 2).isEmpty)
  }

  @Test func `a shelf in memory works like one in a file`() async throws {
    let library = try Library.inMemory()
    let path = try scratch.write(Export.collection(shelf), to: "collection.csv")
    #expect(try await library.importCollection(from: path).rows == 6)
    #expect(try await library.copies(CollectionRequest(narrowing: "beatles")).rows.count == 3)
  }
}
