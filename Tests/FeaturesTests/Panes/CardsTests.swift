import Testing

@testable import Features

/// How a short list stands as cards.
struct CardsTests {
  @Test(arguments: 1...12, [40, 78, 79, 104, 160])
  func `all rows have places of their own, inside the room`(works: Int, columns: Int) throws {
    // The page's own line, and a caption before the first and before the last work.
    let lines = works > 1 ? [0, 1, works + 1] : [0, 1]
    let count = works + lines.count
    guard let cards = Cards(of: count, lines: lines, columns: columns, rows: 34) else {
      #expect(works > 8 && columns < 60, "no room for \(works) in \(columns) columns")
      return
    }
    try #require(cards.places.count == count)
    var seen: Set<[Int]> = []
    for (number, place) in cards.places.enumerated() {
      #expect(place.rows == (lines.contains(number) ? 1 : cards.cover.rows))
      #expect(place.column + place.columns <= columns && place.row + place.rows <= 34, "\(number): \(place)")
      for row in place.row..<place.row + place.rows {
        for column in place.column..<place.column + place.columns {
          #expect(seen.insert([column, row]).inserted, "\(number) stands on another")
        }
      }
    }
  }

  @Test func `they go down a column before the next one begins`() throws {
    let cards = try #require(Cards(of: 6, lines: [0], columns: 80, rows: 34))
    #expect(cards.places.dropFirst().map(\.column) == [0, 0, 0, 40, 40])
    #expect(cards.row(beside: 1, step: 1) == 4 && cards.row(beside: 4, step: -1) == 1)
    #expect(cards.row(beside: 3, step: 1) == nil && cards.row(beside: 1, step: -1) == nil)
  }

  @Test func `where the smallest have no room there are none`() {
    #expect(Cards(of: 6, lines: [], columns: 30, rows: 12) == nil)
    #expect(Cards(of: 6, lines: [], columns: 20, rows: 100) == nil, "no room for words")
  }
}
