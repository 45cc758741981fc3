import Foundation
import SQLiteSupport
import Testing

@testable import Catalogue

struct RankSourceTests {
  /// Everything a source matches, asked for the way searches ask.
  private static func all(_ source: any RankSource) throws -> [Int] {
    var found: [Int] = []
    while let rank = try source.first(from: (found.last ?? 0) + 1) { found.append(rank) }
    return found
  }

  private static func some(_ count: Int, of last: Int) -> [Int] {
    Set((0..<count).map { _ in Int.random(in: 1...last) }).sorted()
  }

  @Test(arguments: [(5, 400), (300, 300), (400, 5), (0, 10)]) func `sources combine as sets do`(
    sizes: (Int, Int)
  ) throws {
    for _ in 0..<50 {
      let (left, right, third) = (Self.some(sizes.0, of: 500), Self.some(sizes.1, of: 500), Self.some(200, of: 500))
      let both = try Self.all(Intersection([RankList(left), RankList(right), RankList(third)]))
      #expect(both == Set(left).intersection(right).intersection(third).sorted())
      #expect(try Self.all(Union(RankList(left), RankList(right))) == Set(left).union(right).sorted())
      #expect(
        try Self.all(Difference(RankList(left), without: RankList(right))) == Set(left).subtracting(right).sorted())
    }
  }

  @Test func `what is left out stays out when its place is asked for once more`() throws {
    let difference = Difference(RankList([1, 2, 3, 9]), without: RankList([2, 3, 4]))
    #expect(try [2, 2, 9, 10, 10].map { try difference.first(from: $0) } == [9, 9, 9, nil, nil])
  }

  @Test func `a query that jumps far gives what one that walks gives`() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("runout-\(UUID().uuidString).sqlite")
    defer { try? FileManager.default.removeItem(at: file) }
    let database = try BuildDatabase(path: file.path, cache: 1 << 20, pageLimit: nil)
    try database.connection.execute(
      """
      CREATE TABLE numbers(rank INTEGER PRIMARY KEY);
      WITH RECURSIVE n(i) AS (SELECT 3 UNION ALL SELECT i + 3 FROM n WHERE i < 300000)
      INSERT INTO numbers SELECT i FROM n;
      """)
    func query() throws -> RankQuery {
      RankQuery(
        try PreparedStatement(database.connection, "SELECT rank FROM numbers WHERE rank >= ? ORDER BY rank"), lowest: 1
      ) { _ in }
    }
    let rare = Self.some(40, of: 300_000) + [300_001]
    let found = try Self.all(Intersection([try query(), RankList(rare)]))
    #expect(found == rare.filter { $0 % 3 == 0 })
    #expect(try Self.all(try query()).count == 100_000)
  }
}
