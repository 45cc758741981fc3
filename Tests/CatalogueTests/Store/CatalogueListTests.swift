import Catalogue
import DiscogsModel
import GRDB
import RunoutModel
import SQLiteSupport
import Testing

struct CatalogueListTests {
  private static func catalogue() throws -> CatalogueStoreFixture {
    try CatalogueStoreFixture(
      DumpText.artists((1, "Miles Davis"), (2, "Bill Evans")), DumpText.labels((1, "Columbia"), (2, "Press Co.")),
      DumpText.masters((id: 7, key: 12, artist: (1, "Miles Davis"), title: "Kind Of Blue", year: 1959)),
      DumpText.releases(
        ReleaseText(
          id: 11, title: "Kind Of Blue", artist: (1, "Miles Davis"), year: "1977-00-00",
          label: (1, "Columbia", "PC 8163"), master: 7, company: (2, "Press Co.")),
        ReleaseText(
          id: 12, title: "Kind Of Blue", artist: (1, "Miles Davis"), year: "1959-08-17",
          label: (1, "Columbia", "CS 10163"), master: 7, isKey: true, credits: [(2, "Bill Evans", "Piano, Liner Notes")]
        ),
        ReleaseText(
          id: 13, title: "Bags' Groove", artist: (1, "Miles Davis"), year: "1957", label: (2, "Press Co.", "none")),
        ReleaseText(
          id: 14, title: "Jazz Omnibus", artist: (9, "Various"), year: "1957", label: (1, "Columbia", "CS 9163"),
          tracks: ["Two Bass Hit"], trackArtist: (1, "Miles Davis")),
        ReleaseText(
          id: 15, title: "Undated", artist: (2, "Bill Evans"), year: "", label: (1, "Columbia", "none"),
          credits: [(1, "Miles Davis", "Producer")]),
        ReleaseText(
          id: 16, title: "Kind Of Blue", artist: (1, "Miles Davis"), year: "1959", label: (1, "Columbia", "CL 1355"),
          master: 7)))
  }

  @Test func `an artist's releases go by date and title, undated last`() async throws {
    let store = try Self.catalogue().store
    let rows = try await store.rows(of: CatalogueList(.artistReleases(1, role: nil))).rows
    #expect(rows.map(\.reference.number) == [13, 14, 16, 12, 11, 15])
    #expect(rows.map(\.role) == ["Main", "Track", "Main", "Main", "Main", "Producer"])
  }

  @Test func `roles select`() async throws {
    let store = try Self.catalogue().store
    let credits = CatalogueList(.artistReleases(2, role: .credit))
    #expect(try await store.rows(of: credits).rows.map(\.role) == ["Piano, Liner Notes"])
    #expect(try await store.count(of: credits) == .exactly(1))
    #expect(try await store.count(of: CatalogueList(.artistReleases(1, role: nil))) == .exactly(6))
    #expect(try await store.count(of: CatalogueList(.artistReleases(1, role: .main))) == .exactly(4))
  }

  @Test func `versions go by date`() async throws {
    let store = try Self.catalogue().store
    let rows = try await store.rows(of: CatalogueList(.versions(7))).rows
    // 1959 without a day comes before a day of 1959.
    #expect(rows.map(\.reference.number) == [16, 12, 11])
    #expect(rows.allSatisfy { $0.master == 7 })
  }

  @Test func `a label's releases go by catalogue number, then those without, then other parts`() async throws {
    let store = try Self.catalogue().store
    let rows = try await store.rows(of: CatalogueList(.labelReleases(1))).rows
    #expect(rows.map(\.catalogueNumber) == ["CL 1355", "CS 9163", "CS 10163", "PC 8163", ""])
    let pressed = try await store.rows(of: CatalogueList(.labelReleases(2))).rows
    #expect(pressed.map(\.reference.number) == [13, 11])
    #expect(pressed.map(\.role) == ["", "Pressed By"])
    #expect(pressed.map(\.label) == ["Press Co.", "Press Co."])
  }

  @Test func `filtering covers the whole list, by parts of words`() async throws {
    let store = try Self.catalogue().store
    func titles(_ words: String) async throws -> [Int] {
      let list = CatalogueList(.artistReleases(1, role: nil), narrowing: words)
      let rows = try await store.readAll(list, pagesOf: 2)
      #expect(try await store.count(of: list) == .exactly(rows.count))
      return rows.map(\.reference.number)
    }
    #expect(try await titles("blue") == [16, 12, 11])
    #expect(try await titles("KIND 1977") == [11])
    #expect(try await titles("cs 9163") == [14])
    #expect(try await titles("omni") == [14])
    #expect(try await titles("lp us colum") == [14, 16, 12, 11, 15])
    #expect(try await titles("polka").isEmpty)
    #expect(try await titles("bags groove") == [13])
  }

  private static let prolific = CatalogueFixture.shared(
    DumpText.releases(
      (1...1203).map { number in
        ReleaseText(
          id: number, title: "Title \(number % 40)", artist: (1, "Prolific"), year: "\(1950 + number % 60)",
          label: (3, "Label", "C \(number % 400)"), master: 5,
          credits: number % 2 == 0 ? [(2, "Helper", "Piano")] : [])
      }))

  @Test(arguments: CatalogueSearchTests.sorts) func `pages neither lose nor repeat a row`(sort: SortOrder) async throws
  {
    let store = try Self.prolific.store()
    for content in [
      CatalogueList.Content.artistReleases(1, role: nil), .artistReleases(2, role: .credit),
      .artistReleases(1, role: .track), .labelReleases(3), .versions(5),
    ] {
      for narrowing in ["", "title 1"] {
        let list = CatalogueList(content, sort: sort, narrowing: narrowing)
        let whole = try await store.readAll(list, pagesOf: 5000)
        #expect(try await store.readAll(list, pagesOf: 49) == whole)
        #expect(Set(whole.map(\.reference)).count == whole.count)
        let end = try await store.rows(of: list, after: .end, limit: 9)
        #expect(end.rows == whole.suffix(9) && end.first == max(0, whole.count - 9) && end.next == nil)
        #expect(try await store.count(of: list) == .exactly(whole.count))
      }
    }
  }

  private static let dated = [
    (1, "1959-08-17"), (2, "1959"), (3, "1959-00-00"), (4, "1959-03-00"), (5, "1959-08-02"), (6, "1958-12-31"), (7, ""),
    (8, "1959-13-40"), (9, "1959-08-99"),
  ]

  @Test func `rows have the date of release as far as it is known, and are sorted by it`() async throws {
    let fixture = try CatalogueFixture(
      DumpText.releases(Self.dated.map { ReleaseText(id: $0.0, title: "Title \($0.0)", year: $0.1, master: 5) }))
    let store = try fixture.store()
    let list = CatalogueList(.labelReleases(1), sort: RunoutModel.SortOrder(.year))
    let rows = try await store.readAll(list, pagesOf: 4)
    let dates = rows.map { ($0.reference.number, $0.released) }
    #expect(dates.first { $0.0 == 1 }?.1 == "1959-08-17" && dates.first { $0.0 == 4 }?.1 == "1959-03")
    for id in [2, 3, 7, 8] { #expect(dates.first { $0.0 == id }?.1.isEmpty == true, "r\(id)") }
    #expect(rows.map(\.year) == [1958] + Array(repeating: 1959, count: 7) + [nil])
    let known = dates.map(\.1).filter { !$0.isEmpty }
    #expect(known == known.sorted() && known.count > 3)
    #expect(try await store.find("year:1959").count == 7)
  }

  @Test func `a catalogue from before the dates is read as it is, and updated with them`() async throws {
    let fixture = try CatalogueFixture(DumpText.releases(ReleaseText(id: 1, title: "Old", year: "1959-08-17")))
    try await DatabaseQueue(path: fixture.path).write { database in
      try database.execute(sql: "UPDATE entry SET year = 1959; PRAGMA user_version = 3")
    }
    let list = CatalogueList(.labelReleases(1), sort: .relevance)
    let old = try await fixture.store().readAll(list, pagesOf: 9)
    #expect(old.map(\.year) == [1959] && old.map(\.released) == [""])
    guard case .whole = DatabaseCheck.run(.catalogue, at: fixture.path, within: .seconds(5)) else {
      Issue.record("the doctor takes it for an old one")
      return
    }
    try fixture.add([DumpText.artists((1, "Somebody"))])
    #expect(try await fixture.store().readAll(list, pagesOf: 9).map(\.released) == ["1959-08-17"])
  }

  @Test func `records come back as they were imported`() async throws {
    let store = try Self.catalogue().store
    #expect(try await store.release(12).credits.map(\.role) == ["Piano, Liner Notes"])
    #expect(try await store.master(7).keyRelease == 12)
    #expect(try await store.artist(1).name == "Miles Davis")
    #expect(try await store.label(2).name == "Press Co.")
    await #expect(throws: CatalogueError.notFound(.release(4711))) { try await store.release(4711) }
    await #expect(throws: CatalogueError.notFound(.artist(-1))) { try await store.artist(-1) }
  }

  @Test func `names are looked up both ways`() async throws {
    let fixture = try CatalogueStoreFixture(
      DumpText.artists((1, "Nirvana"), (2, "Nirvana (2)"), (3, "The The"), (4, "!!!")),
      DumpText.labels((1, "Nirvana")))
    let store = fixture.store
    #expect(try await store.reference(named: "Nirvana", kind: .artist) == .artist(1))
    #expect(try await store.reference(named: "Nirvana (2)", kind: .artist) == .artist(2))
    #expect(try await store.reference(named: "Nirvana", kind: .label) == .label(1))
    #expect(try await store.reference(named: "Nirvana", kind: .master) == nil)
    #expect(try await store.reference(named: "!!!", kind: .artist) == .artist(4))
    #expect(try await store.reference(named: "nirvana", kind: .artist) == nil)
    let names = try await store.names(of: [.artist(2), .label(1), .artist(99), .release(1), .artist(2)])
    #expect(names == [.artist(2): "Nirvana (2)", .label(1): "Nirvana"])
  }
}
