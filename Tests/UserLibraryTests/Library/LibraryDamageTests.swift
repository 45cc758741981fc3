import DiscogsModel
import Foundation
import GRDB
import RunoutModel
import Testing

@testable import UserLibrary

/// What a library may hold that no program of ours has written, or an earlier one has.
struct LibraryDamageTests {
  private let scratch: LibraryScratch
  private let library: Library

  init() async throws {
    scratch = try LibraryScratch()
    library = try scratch.open()
    let facts = (1...3).map { ShelfFacts(release: Release.ID($0), artist: "A", title: "T \($0)", year: 1959) }
    _ = try await library.perform(
      facts.map { .add($0, folder: "Uncategorized") } + [.want(facts[0], notes: "", rating: nil)], at: 1_605_184_492,
      isSent: false)
  }

  private func damage(_ sql: String) throws {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    try DatabaseQueue(path: scratch.library, configuration: configuration).write { try $0.execute(sql: sql) }
  }

  @Test(arguments: [-1, 0, 6, 1_000_000_000_000, Int.max, Int.min])
  func `stars beyond five are no rating`(stars: Int) async throws {
    try damage(
      """
      UPDATE copy SET rating = \(stars), ratingKey = \(stars);
      UPDATE want SET rating = \(stars), ratingKey = \(stars);
      """)
    let page = try await library.copies(CollectionRequest(), after: nil, limit: 10)
    #expect(page.rows.count == 3)
    #expect(page.rows.allSatisfy { $0.rating == nil })
    #expect(try await library.wants(CollectionRequest(), after: nil, limit: 10).rows.map(\.rating) == [nil])
    let groups = try await library.groups(by: .rating, CollectionRequest())
    #expect(groups.map(\.copies).reduce(0, +) == 3)
    #expect(groups.allSatisfy { ["", "1", "2", "3", "4", "5"].contains($0.name) })
    _ = try await library.perform([.rate(copy: page.rows[0].id, stars: 4)], at: 1_605_184_500, isSent: false)
    #expect(
      try await library.copies(CollectionRequest(), after: nil, limit: 10).rows.compactMap(\.rating) == [4])
  }

  @Test func `stars beyond five in the journal are no rating`() throws {
    var state = CopyState(
      facts: ShelfFacts(release: 1, artist: "", title: ""), folder: 1, folderName: "", rating: 7, added: "",
      instance: nil)
    #expect(try CopyState(json: state.json)?.rating == nil)
    state.rating = 5
    #expect(try CopyState(json: state.json)?.rating == 5)
    let want = WantState(facts: state.facts, notes: "", rating: -1, added: "")
    #expect(try WantState(json: want.json)?.rating == nil)
  }

  @Test(arguments: [ShelfGrouping.decade, .year, .added, .rating, .played], [Int.min, -1, .max])
  func `rows are counted in any order`(_ grouping: ShelfGrouping, key: Int) async throws {
    try damage("UPDATE copy SET yearKey = \(key), addedKey = \(key), ratingKey = \(key)")
    try damage("INSERT INTO play (copy, release, at) SELECT id, release, \(key) FROM copy")
    let groups = try await library.groups(by: grouping, CollectionRequest())
    #expect(groups.map(\.copies).reduce(0, +) == 3)
  }

  @Test(arguments: ["9e999", "-9e999", "1e300", "9223372036854775807"])
  func `a play at no time of ours is one of the first or last day`(time: String) async throws {
    try damage("INSERT INTO play (copy, release, at) SELECT id, release, \(time) FROM copy")
    let pick = try #require(try await library.pick(CollectionRequest(), chance: 0.5, at: 1_700_000_000))
    #expect((0...253_402_300_799).contains(try #require(pick.playedAt)))
  }

  @Test(arguments: [Int64.max, 1 << 40, -5])
  func `a row with a number beyond all rows costs no memory`(id: Int64) async throws {
    try damage(
      "INSERT OR REPLACE INTO copyWords (id, words) SELECT \(id), words FROM copyWords LIMIT 1")
    #expect(try await library.copyCount(CollectionRequest(narrowing: "t 2")) == 1)
  }

  @Test func `a set of rows takes in none beyond`() {
    var rows = RowSet(upTo: .max)
    for id in [Int64.min, -1, 5, (1 << 28) + 1, .max] { rows.insert(id) }
    #expect(rows.numbers == [5])
    #expect(!rows.contains(.max) && !rows.contains(.min))
  }
}
