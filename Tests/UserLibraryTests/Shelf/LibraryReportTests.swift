import DiscogsModel
import RunoutModel
import Testing

@testable import UserLibrary

struct LibraryReportTests {
  private let scratch: LibraryScratch
  private let library: Library

  init() async throws {
    scratch = try LibraryScratch()
    library = try scratch.open()
    func record(
      _ release: Int, _ artist: String, _ year: Int?, _ format: String, _ genres: [String], master: Int? = nil
    ) -> ShelfEdit {
      .add(
        ShelfFacts(
          release: Release.ID(release), master: master.map { Master.ID($0) }, artist: artist, title: "Title \(release)",
          label: release == 4 ? "" : "Blue \"Note\"", format: format, year: year, genres: genres),
        folder: "Uncategorized")
    }
    _ = try await library.perform(
      [
        record(1, "Miles Davis (2)", 1959, "LP, Album", ["Jazz"], master: 9),
        record(2, "Miles Davis (2)", 1970, "2xLP", ["Jazz", "Rock"], master: 9),
        record(2, "Miles Davis (2)", 1970, "2xLP", ["Jazz", "Rock"], master: 9),
        record(3, "Björk", 1993, "CD", ["Electronic"]), record(4, "!!!", nil, "", []), .rate(copy: 4, stars: 5),
      ], at: 1_605_184_492, isSent: false)
  }

  @Test func `a copy has a place in its folder, after another`() async throws {
    let order = try await library.copies(CollectionRequest()).rows
    for (number, copy) in order.enumerated() {
      let place = ShelfPlace(number: number + 1, total: 5, after: number == 0 ? nil : order[number - 1].facts.name)
      #expect(try await library.place(of: copy.id) == place)
    }
    #expect(try await library.place(of: 99) == nil)
  }

  @Test(arguments: ShelfGrouping.allCases)
  func `every group opens just the copies it counts`(_ grouping: ShelfGrouping) async throws {
    let groups = try await library.groups(by: grouping, CollectionRequest())
    #expect(!groups.isEmpty)
    for group in groups {
      #expect(try await library.copyCount(CollectionRequest(narrowing: group.query)) == group.copies, "\(group)")
    }
    if grouping != .genre, grouping != .style { #expect(groups.map(\.copies).reduce(0, +) == 5) }
  }

  @Test(arguments: [
    (ShelfGrouping.artist, [("Miles Davis", 3), ("!!!", 1), ("Björk", 1)]),
    (.decade, [("1990s", 1), ("1970s", 2), ("1950s", 1), ("", 1)]),
    (.format, [("LP", 3), ("CD", 1), ("", 1)]), (.genre, [("Jazz", 3), ("Rock", 2), ("Electronic", 1), ("", 1)]),
    (.added, [("2020-11", 5)]), (.rating, [("5", 1), ("", 4)]),
  ])
  func `groups are in an order that makes sense`(_ grouping: ShelfGrouping, _ expected: [(String, Int)]) async throws {
    let groups = try await library.groups(by: grouping, CollectionRequest())
    #expect(groups.map(\.name) == expected.map(\.0))
    #expect(groups.map(\.copies) == expected.map(\.1))
  }

  @Test func `groups count what a filter leaves`() async throws {
    let groups = try await library.groups(by: .artist, CollectionRequest(narrowing: "genre:rock"))
    #expect(groups.map(\.copies) == [2])
  }

  @Test(.timeLimit(.minutes(1)))
  func `a change reaches those who follow the shelf at once`() async throws {
    var versions = await library.shelfVersions().makeAsyncIterator()
    let before = try #require(await versions.next())
    _ = try await library.perform([.play(copy: 2)], at: 1_764_000_000, isSent: false)
    let after = try #require(await versions.next())
    #expect(after > before)
  }

  @Test func `the copy unplayed for longest comes first`() async throws {
    _ = try await library.perform([.play(copy: 2)], at: 1_764_000_000, isSent: false)
    _ = try await library.perform([.play(copy: 3)], at: 1_605_184_492, isSent: false)
    _ = try await library.perform([.play(copy: 3)], at: 1_700_000_000, isSent: false)
    let groups = try await library.groups(by: .played, CollectionRequest())
    #expect(groups.map(\.name) == ["", "2023-11", "2025-11"])
    #expect(groups.map(\.copies) == [3, 1, 1])
    for group in groups {
      #expect(try await library.copyCount(CollectionRequest(narrowing: group.query)) == group.copies, "\(group)")
    }
  }

  @Test(arguments: [
    ("copies:2", [2, 2]), ("copies:1", [1, 3, 4]), ("copies:3..", []), ("pressings:2..", [1, 2, 2]),
    ("pressings:1", []), ("-copies:2.. artist:miles", [1]),
  ])
  func `copies owned more than once are found by their number`(_ query: String, _ releases: [Int]) async throws {
    let found = try await library.copies(CollectionRequest(narrowing: query), after: nil, limit: 10).rows
    #expect(found.map(\.release.number).sorted() == releases)
  }

  @Test func `crates are kept by name, and only with a filter that can be read`() async throws {
    #expect(try await library.save(SmartCrate(name: "Öl", query: "genre:jazz")) == nil)
    let version = try await library.shelfVersion()
    #expect(try await library.save(SmartCrate(name: "nice", query: "rating:4..")) == nil)
    #expect(try await library.shelfVersion() > version, "pages show the new crate")
    #expect(try await library.save(SmartCrate(name: "nice", query: "note:clean", of: .wantList)) == nil)
    #expect(try await library.save(SmartCrate(name: "nice", query: "miles year:1959 type:master", of: nil)) == nil)
    #expect(try await library.crates(of: nil).map(\.query) == ["miles year:1959 type:master"])
    await #expect(throws: LibraryError.self) {
      try await library.save(SmartCrate(name: "y", query: "rating:4", of: nil))
    }
    #expect(try await library.deleteCrate(named: "nice", of: nil)?.list == nil)
    let before = try await library.save(SmartCrate(name: "Öl", query: "genre:rock"))
    #expect(before?.query == "genre:jazz")
    await #expect(throws: LibraryError.self) { try await library.save(SmartCrate(name: "x", query: "rating:9")) }
    #expect(try await library.crates(of: .collection).map(\.name) == ["nice", "Öl"])
    let again = try scratch.open()
    #expect(try await again.deleteCrate(named: "nice", of: .collection)?.query == "rating:4..")
    #expect(try await again.deleteCrate(named: "nice", of: .collection) == nil)
    #expect(try await library.crates(of: .collection) == [SmartCrate(name: "Öl", query: "genre:rock")])
    // One of the same name on the other list is another crate.
    #expect(
      try await library.crates(of: .wantList) == [SmartCrate(name: "nice", query: "note:clean", of: .wantList)])
  }

  /// The same records, wanted; those that were added at a time, one after the other.
  private func want(_ edits: [(release: Int, artist: String, year: Int?, genres: [String])]) async throws {
    for (number, edit) in edits.enumerated() {
      let facts = ShelfFacts(
        release: Release.ID(edit.release), artist: edit.artist, title: "Title \(edit.release)", format: "LP, Album",
        year: edit.year, country: "US", genres: edit.genres)
      _ = try await library.perform(
        [.want(facts, notes: "", rating: number == 0 ? 5 : nil)], at: 1_605_184_492 + Double(number) * 40 * 86_400,
        isSent: false)
    }
  }

  @Test(arguments: ShelfList.wantList.groupings)
  func `every group of wants opens just the wants it counts`(_ grouping: ShelfGrouping) async throws {
    try await want([
      (7, "Miles Davis (2)", 1959, ["Jazz"]), (8, "Miles Davis (2)", 1972, ["Jazz", "Rock"]), (9, "!!!", nil, []),
    ])
    let groups = try await library.groups(by: grouping, of: .wantList, CollectionRequest())
    #expect(!groups.isEmpty)
    for group in groups {
      #expect(try await library.wantCount(CollectionRequest(narrowing: group.query)) == group.copies, "\(group)")
    }
    if grouping != .genre { #expect(groups.map(\.copies).reduce(0, +) == 3) }
    let filtered = try await library.groups(by: .genre, of: .wantList, CollectionRequest(narrowing: "artist:miles"))
    #expect(filtered.map(\.name) == ["Jazz", "Rock"])
  }

  @Test(arguments: [ShelfGrouping.folder, .media, .played])
  func `wants have no groups by what only copies have`(_ grouping: ShelfGrouping) async throws {
    try await want([(7, "Miles Davis", 1959, [])])
    #expect(try await library.groups(by: grouping, of: .wantList, CollectionRequest()) == [])
  }

  @Test func `a pick favours old wants and says since when`() async throws {
    try await want([(7, "Miles Davis", 1959, ["Jazz"]), (8, "Björk", 1993, []), (9, "!!!", nil, [])])
    #expect(
      try await library.wants(CollectionRequest(sort: SortOrder(.added))).rows.map(\.added)
        == ["2021-01-31 04:34:52", "2020-12-22 04:34:52", "2020-11-12 04:34:52"])
    // A day after the latest was added: the earliest has waited longest.
    let now = 1_605_184_492.0 + 81 * 86_400
    let picks = try await [0, 0.6, 0.65, 0.9, 0.98, 0.999].asyncMap {
      try await library.pickWant(CollectionRequest(), chance: $0, at: now)?.want.release.number
    }
    #expect(picks == [7, 7, 7, 8, 8, 9])
    let jazz = try await library.pickWant(CollectionRequest(narrowing: "genre:jazz"), chance: 0.99, at: now)
    #expect(jazz?.want.release.number == 7 && jazz?.among == 1)
    #expect(try await library.pickWant(CollectionRequest(narrowing: "nothing"), chance: 0, at: now) == nil)
  }

  @Test func `each list has its own columns`() async throws {
    try await library.setColumns(ColumnChoice("folder name"), of: .collection)
    try await library.setColumns(ColumnChoice("added name notes"), of: .wantList)
    let again = try scratch.open()
    #expect(try await again.columns(of: .collection) == ColumnChoice("folder name"))
    #expect(try await again.columns(of: .wantList) == ColumnChoice("added name notes"))
    try await again.setColumns(ColumnChoice(), of: .wantList)
    #expect(try await library.columns(of: .wantList) == ColumnChoice())
    #expect(try await library.columns(of: .collection) == ColumnChoice("folder name"))
  }

  @Test func `copies owned twice are found by pressing and by master`() async throws {
    #expect(try await library.duplicates(.release).map { $0.map(\.release.number) } == [[2, 2]])
    #expect(try await library.duplicates(.master).map { $0.map(\.release.number) } == [[1, 2, 2]])
  }

  @Test func `a pick is one of those asked for, and rather one that was not played`() async throws {
    let ids = Set(try await library.copies(CollectionRequest(narrowing: "genre:jazz")).rows.map(\.id))
    for chance in stride(from: 0.0, to: 1, by: 0.1) {
      let pick = try #require(
        try await library.pick(CollectionRequest(narrowing: "genre:jazz"), chance: chance, at: 2_000_000_000))
      #expect(ids.contains(pick.copy.id))
      #expect(pick.among == 3)
    }
    _ = try await library.perform([.play(copy: 1)], at: 1_999_999_000, isSent: false)
    let picks = try await [0.01, 0.3, 0.6, 0.99].asyncMap {
      try await library.pick(CollectionRequest(narrowing: "genre:jazz"), chance: $0, at: 2_000_000_000)?.copy.id
    }
    #expect(!picks.contains(1))
    #expect(try await library.pick(CollectionRequest(narrowing: "nothing"), chance: 0, at: 0) == nil)
  }

  @Test func `a pick of all takes any copy, and hardly ever one that was played just now`() async throws {
    let ids = Set(try await library.copies(CollectionRequest()).rows.map(\.id))
    let chances = Array(stride(from: 0.0, to: 1, by: 0.02))
    func picks() async throws -> [Int64?] {
      try await chances.asyncMap { try await library.pickOfAll(chance: $0, at: 2_000_000_000)?.copy.id }
    }
    #expect(Set(try await picks().compactMap { $0 }) == ids, "each copy has its chance")
    let first = try #require(ids.min())
    _ = try await library.perform([.play(copy: first)], at: 1_999_999_000, isSent: false)
    #expect(!(try await picks().contains(first)))
    // Played long ago, it is as likely as one that never was.
    let later = try #require(try await library.pickOfAll(chance: 0.999, at: 3_000_000_000))
    #expect(later.copy.id == first && later.playedAt == 1_999_999_000 && later.among == ids.count)
    let other = try LibraryScratch()
    let empty = try other.open()
    #expect(try await empty.pickOfAll(chance: 0.5, at: 0) == nil)
    try empty.close()
  }

  @Test func `the value is kept once a day`() async throws {
    func value(_ day: String, _ median: String) -> ValueOnDay {
      ValueOnDay(day: day, value: CollectionValue(minimum: "€1", median: median, maximum: "€9"), copies: 5)
    }
    for kept in [value("2026-11-22", "€3"), value("2026-11-21", "€2"), value("2026-11-22", "€4")] {
      try await library.note(kept.value, on: kept.day)
    }
    #expect(try await library.values() == [value("2026-11-21", "€2"), value("2026-11-22", "€4")])
  }
}

extension Sequence {
  fileprivate func asyncMap<Value>(_ transform: (Element) async throws -> Value) async rethrows -> [Value] {
    var values: [Value] = []
    for element in self { values.append(try await transform(element)) }
    return values
  }
}
