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
      #expect(works > 7 && columns < 60, "no room for \(works) in \(columns) columns")
      return
    }
    try #require(cards.places.count == count)
    var seen: Set<[Int]> = []
    for (number, place) in cards.places.enumerated() {
      #expect(place.rows == (lines.contains(number) ? 1 : cards.cover.rows + 2))
      let isNear = place.columns <= max(16, cards.cover.columns + 3) + 3
      #expect(isNear || place.columns == columns, "\(number) stands far from the next")
      #expect(place.column + place.columns <= columns && place.row + place.rows <= 34, "\(number): \(place)")
      for row in place.row..<place.row + place.rows {
        for column in place.column..<place.column + place.columns {
          #expect(seen.insert([column, row]).inserted, "\(number) stands on another")
        }
      }
    }
  }

  @Test func `one moves to the nearest card, past captions`() throws {
    // A line and a caption, four cards side by side and one below, a caption, one card.
    let cards = try #require(Cards(of: 9, lines: [0, 1, 7], columns: 78, rows: 34))
    #expect(cards.places.map(\.column) == [0, 0, 0, 19, 38, 57, 0, 0, 0])
    #expect(cards.row(beside: 2, step: 1) == 3 && cards.row(beside: 3, step: -1) == 2)
    #expect(cards.row(beside: 2, step: -1) == nil && cards.row(beside: 5, step: 1) == nil)
    func moved(_ number: Int, _ step: Int) -> Int? { cards.row(from: number, step: step, past: [1, 7]) }
    #expect(moved(0, 1) == 2 && moved(2, 1) == 6 && moved(5, 1) == 6 && moved(6, 1) == 8 && moved(8, 1) == nil)
    #expect(moved(8, -1) == 6 && moved(6, -1) == 2 && moved(5, -1) == 0 && moved(0, -1) == nil)
  }

  @Test func `captions and cards stand apart from what is above them where all have room`() throws {
    func rows(_ room: Int) throws -> [Int] {
      try #require(Cards(of: 5, lines: [0, 1, 3], columns: 60, rows: room)).places.map(\.row)
    }
    #expect(try rows(18) == [0, 1, 2, 9, 10])
    #expect(try rows(19) == [0, 2, 3, 11, 12])
    let cards = try #require(Cards(of: 8, lines: [], columns: 60, rows: 31))
    #expect(cards.cover == (16, 7))
    #expect(Set(cards.places.map(\.row)) == [0, 10, 20])
  }

  @Test(arguments: [(2, 60), (3, 90), (3, 82), (4, 124)])
  func `covers are not so large that fewer stand side by side`(works: Int, columns: Int) throws {
    let cards = try #require(Cards(of: works, lines: [], columns: columns, rows: 34))
    #expect(Set(cards.places.map(\.row)) == [0], "all in one line")
    #expect(cards.cover.rows >= 11)
  }

  @Test func `one below the other they take the whole width`() throws {
    let cards = try #require(Cards(of: 2, lines: [], columns: 40, rows: 34))
    #expect(cards.places.map(\.columns) == [40, 40])
  }

  @Test func `where the smallest have no room there are none`() {
    #expect(Cards(of: 6, lines: [], columns: 30, rows: 12) == nil)
    #expect(Cards(of: 6, lines: [], columns: 15, rows: 100) == nil, "no room for titles")
  }
}
