import DiscogsModel
import GRDB
import RunoutModel
import Testing

@testable import UserLibrary

struct LibraryFilterTests {
  private let scratch: LibraryScratch
  private let library: Library

  init() async throws {
    scratch = try LibraryScratch()
    library = try scratch.open()
    let jazz = ShelfFacts(
      release: 1, artist: "Miles Davis", title: "Kind Of Blue", label: "Columbia", catalogueNumber: "CL 1355",
      format: "LP, Album, Mono", year: 1959, country: "US", genres: ["Jazz"], styles: ["Modal", "Cool Jazz"])
    let rock = ShelfFacts(
      release: 2, artist: "Björk", title: "Début Jazz", label: "One Little Indian", catalogueNumber: "TPLP 31",
      format: "2xLP", year: 1993, country: "UK", genres: ["Electronic"], styles: ["House"])
    let odd = ShelfFacts(release: 3, artist: "!!!", title: "Columbia")
    _ = try await library.perform(
      [
        .makeFolder("Jazz"), .makeFolder("Jazz & Soul"), .add(jazz, folder: "Jazz"), .add(rock, folder: "Jazz & Soul"),
        .add(odd, folder: "Uncategorized"), .rate(copy: 1, stars: 5), .rate(copy: 2, stars: 2),
        .setField(copy: 1, name: ShelfEdit.mediaCondition, value: "Near Mint (NM or M-)"),
        .setField(copy: 2, name: ShelfEdit.mediaCondition, value: "Very Good Plus (VG+)"),
        .setField(copy: 1, name: "Notes", value: "6-eye,\nfirst press"), .want(jazz, notes: "", rating: nil),
      ], at: 1_605_184_492, isSent: false)
  }

  private func found(_ query: String) async throws -> [Int64] {
    try await library.copies(CollectionRequest(narrowing: query)).rows.map(\.id).sorted()
  }

  @Test(arguments: [
    ("miles", [1]), ("colum", [1, 3]), ("title:columbia", [3]), ("label:columbia", [1]), ("-label:columbia", [2, 3]),
    ("artist:bjork", [2]), ("folder:jazz", [1, 2]), ("folder:\"=jazz\"", [1]), ("genre:jazz", [1]), ("style:cool", [1]),
    ("style:=modal", [1]), ("note:\"first press\"", [1]), ("note:eye", [1]), ("catno:cl1355", [1]), ("country:us", [1]),
    ("rating:5", [1]), ("rating:..2", [2]), ("rating:none", [3]), ("rating:0..2", [2, 3]), ("media:nm", [1]),
    ("media:vg+..", [1, 2]), ("media:none", [3]), ("-media:none", [1, 2]), ("year:1990..", [2]), ("year:none", [3]),
    ("added:2020-11-12", [1, 2, 3]), ("added:2019", []), ("wanted:yes", [1]), ("wanted:no", [2, 3]),
    ("owned:no", []), ("format:=lp", [1, 2]), ("format:mono", [1]), ("label:\"=\"", [3]), ("!!!", [3]),
    ("miles björk", []), ("", [1, 2, 3]),
  ])
  func `a query leaves the rows it says`(_ query: String, _ ids: [Int64]) async throws {
    #expect(try await found(query) == ids)
    #expect(try await library.copyCount(CollectionRequest(narrowing: query)) == ids.count)
  }

  @Test func `the names of a list are the words of artists, titles and labels, and follow its changes`() async throws {
    #expect(
      try await library.names(on: .collection) == [
        "miles": 1, "davis": 1, "kind": 1, "of": 1, "blue": 1, "columbia": 2, "bjork": 1, "debut": 1, "jazz": 1,
        "one": 1, "little": 1, "indian": 1,
      ])
    _ = try await library.perform([.remove(copy: 2)], at: 1_605_184_493, isSent: false)
    #expect(try await library.names(on: .collection)["bjork"] == nil)
    #expect(
      try await library.names(on: .wantList) == ["miles": 1, "davis": 1, "kind": 1, "of": 1, "blue": 1, "columbia": 1])
  }

  @Test func `fields of one's own are found by name, and one that no copy has is an error`() async throws {
    _ = try await library.perform(
      [
        .setField(copy: 1, name: "Prix payé", value: "12,50 EUR"), .setField(copy: 2, name: "Prix payé", value: "30"),
        .setField(copy: 3, name: "Prix payé", value: "gift"), .setField(copy: 2, name: "Cost", value: "8"),
      ], at: 1_605_184_493, isSent: false)
    for (query, ids) in [
      ("prixpaye:..20", [1]), ("prixpaye:gift", [3]), ("prixpaye:=30", [2]), ("cost:none", [1, 3]),
      ("-cost:8", [1, 3]), ("prix-paye:=30", [2]), ("prix_paye:..20", [1]),
      ("prixpaye:20.. björk", [2]), ("paid:..20", [1, 2]),
    ] as [(String, [Int64])] {
      #expect(try await found(query) == ids, "\(query)")
    }
    var chosen = CollectionRequest(narrowing: "paid:25..")
    chosen.paidField = "Prix payé"
    #expect(try await library.copies(chosen).rows.map(\.id) == [2])
    let paid = try await library.paid(CollectionRequest(), field: "Prix payé", by: .all)
    #expect(paid.groups.map(\.paid) == [4_250] && paid.groups.map(\.currency?.code) == ["EUR"])
    #expect(paid.unread?.copies == 1 && Set(paid.fields) == ["Prix payé", "Cost", "Notes"])
    #expect(try await library.paid(CollectionRequest(), field: "Media Condition", by: .all).field == nil)
    let unknown = QueryError(column: 7, reason: .unknownField("foldr", guess: "folder"))
    await #expect(throws: LibraryError.query(unknown)) {
      try await library.copies(CollectionRequest(narrowing: "miles foldr:x"))
    }
    for query in ["cost:8", "prix-paye:30"] {
      await #expect(throws: LibraryError.self) { try await library.wants(CollectionRequest(narrowing: query)) }
    }
  }

  @Test(arguments: ["folder", "media", "sleeve", "played", "paid"])
  func `a filter of wants by what only copies have says so`(field: String) async throws {
    let value = field == "paid" ? "..20" : field == "played" ? "2024" : "vg"
    let refusal = QueryError(column: 9 + field.count, reason: .ofCopies(field: field))
    await #expect(throws: LibraryError.query(refusal)) {
      try await library.wants(CollectionRequest(narrowing: "miles -\(field):\(value)"))
    }
  }

  @Test func `what was paid is sought only where a field holds it`() async throws {
    await #expect(throws: LibraryError.query(QueryError(column: 1, reason: .noPaidField))) {
      try await library.copies(CollectionRequest(narrowing: "paid:..20"))
    }
    var mistyped = CollectionRequest(narrowing: "paid:..20")
    mistyped.paidField = "Pirce"
    await #expect(throws: LibraryError.query(QueryError(column: 1, reason: .noPaidField))) {
      try await library.copies(mistyped)
    }
  }

  @Test func `a query that cannot be read is an error, and nothing is lost`() async throws {
    await #expect(
      throws: LibraryError.query(QueryError(column: 8, reason: .notARating))
    ) {
      try await library.copies(CollectionRequest(narrowing: "rating:x"))
    }
  }

  @Test func `the want list is narrowed by the same language`() async throws {
    func wants(_ query: String) async throws -> Int { try await library.wantCount(CollectionRequest(narrowing: query)) }
    #expect(try await wants("owned:yes") == 1)
    #expect(try await wants("style:modal year:1959") == 1)
  }

  @Test func `a barcode finds the releases that were looked up for it, digits as words besides`() async throws {
    func found(_ query: String, _ records: Set<Wanted>) async throws -> [Int] {
      var request = CollectionRequest(narrowing: query)
      request.lookedUp = [.barcode("74643706622"): records]
      return try await library.copies(request).rows.map(\.release.number).sorted()
    }
    #expect(try await found("barcode:74643706622", [.release(2), .release(9), .master(1)]) == [2])
    #expect(try await found("barcode:74643706622", [.release(1)]) == [1], "other records, another answer")
    #expect(try await found("-barcode:74643706622", [.release(1)]) == [2, 3])
    #expect(try await found("74643706622", [.release(2)]) == [2])
    #expect(try await found("74643706622 folder:jazz -artist:miles", [.release(1), .release(2)]) == [2])
    let copy = try #require(try await library.copies(of: 3).first)
    _ = try await library.perform(
      [.setField(copy: copy.id, name: "Notes", value: "74643706622")], at: 1_605_184_492, isSent: false)
    #expect(try await found("74643706622", [.release(2)]) == [2, 3])
    #expect(try await found("barcode:74643706622", []) == [])
  }

  @Test func `other pressings of what is owned are found in both lists`() async throws {
    func facts(_ release: Release.ID, _ master: Master.ID?) -> ShelfFacts {
      ShelfFacts(release: release, master: master, artist: "John Coltrane", title: "Blue Train")
    }
    _ = try await library.perform(
      [
        .add(facts(21, 8), folder: "Jazz"), .add(facts(22, 8), folder: "Jazz"), .add(facts(22, 8), folder: "Jazz"),
        .add(facts(31, 9), folder: "Jazz"), .add(facts(31, 9), folder: "Jazz"),
        .want(facts(23, 8), notes: "", rating: nil), .want(facts(31, 9), notes: "", rating: nil),
        .want(facts(41, 10), notes: "", rating: nil),
        .want(
          ShelfFacts(
            master: 8, artist: "John Coltrane", title: "Blue Train", year: 1958, genres: [], styles: [], versions: 3),
          notes: "", rating: nil),
      ], at: 1_605_184_492, isSent: false)
    let copies = try await library.copies(CollectionRequest(narrowing: "owned:other")).rows
    #expect(copies.map(\.release.number).sorted() == [21, 22, 22])
    let wants = try await library.wants(CollectionRequest(narrowing: "owned:other")).rows
    #expect(wants.map(\.wanted) == [.release(23)])
  }

  @Test func `the contents of the shelf are its numbers, each release once`() async throws {
    let before = try await library.contents()
    #expect(before.owned.map(\.release.number).sorted() == [1, 2, 3])
    #expect(before.wanted == [.init(release: 1)])
    #expect(try await library.contentsVersion() == before.version)
    let again = ShelfFacts(release: 1, master: 5460, artist: "Miles Davis", title: "Kind Of Blue")
    _ = try await library.perform(
      [
        .add(again, folder: "Jazz"),
        .want(
          ShelfFacts(
            master: 5460, artist: "Miles Davis", title: "Kind Of Blue", year: 1959, genres: [], styles: [],
            versions: 9), notes: "", rating: nil),
      ], at: 1_605_184_493, isSent: false)
    let after = try await library.contents()
    #expect(after.version != before.version)
    #expect(after.owned.count == 3 && after.owned.contains(.init(release: 1, master: 5460)))
    #expect(after.wantedMasters == [5460])
  }

  @Test func `a library of the first schema is found by parts once it is brought up to date`() async throws {
    let old = try LibraryScratch()
    do {
      let library = try old.open { $0.schema = 1 }
      try await library.database.write { database in
        try database.execute(
          sql: """
            INSERT INTO folder (name, sortKey) VALUES ('Jazz', 'jazz');
            INSERT INTO copy (folder, added, mediaCondition, sleeveCondition, release, artist, title, label, catno, format,
              fields, shelfKey) VALUES (1, '', '', '', 7, 'Miles', 'Blue', 'Columbia', '', 'LP', '[["Notes","loud"]]', 'm');
            INSERT INTO copyWords (id, words) VALUES (1, 'miles' || char(10) || 'blue');
            """)
      }
      try library.close()
    }
    let library = try old.open()
    #expect(try await library.copyCount(CollectionRequest(narrowing: "label:columbia note:loud folder:jazz")) == 1)
    #expect(try old.names().contains("library.sqlite.schema-1.backup"))
  }
}
