import Clients
import RunoutModel
import Testing

@testable import Features

/// How covers stand on a wall, and how one walks along it.
struct WallTests {
  @Test(arguments: [40, 60, 80, 120, 160, 240], [6, 10, 18, 34, 44, 80])
  func `covers fit the room, however large it is`(columns: Int, rows: Int) {
    let wall = Wall(columns: columns, rows: rows)
    #expect(wall.columns >= 1 && wall.lines >= 1)
    #expect(wall.columns * wall.width <= columns)
    #expect(wall.cover.columns < wall.width)
    #expect(-1...3 ~= wall.cover.columns - 2 * wall.cover.rows, "a record looks out of it: \(wall.cover)")
    if rows >= 10 { #expect(wall.lines * wall.height + wall.spare == rows) }
  }

  @Test func `a usual screen has many, and none of them tiny`() {
    let wall = Wall(columns: 120, rows: 34)
    #expect(wall.columns * wall.lines >= 12)
    #expect(wall.cover.columns >= 14)
  }

  private func list(_ count: Int, height: Int, stride: Int) -> PagedList<Int> {
    var list = PagedList<Int>()
    list.begin()
    list.append(Page(rows: Array(0..<count), next: nil))
    list.resize(height: height, stride: stride)
    return list
  }

  @Test func `the first cover on the screen is always the first of a line`() {
    var list = list(50, height: 12, stride: 4)
    for row in [13, 49, 3, 26, 0, 12, 48] {
      list.moveCursor(to: row)
      #expect(list.top % 4 == 0)
      #expect((list.top..<list.top + 12).contains(row), "row \(row) with top \(list.top)")
    }
    for lines in [1, 5, 100, -2, -100] {
      list.scroll(by: lines)
      #expect(list.top % 4 == 0)
      #expect((list.top..<list.top + 12).contains(list.cursor))
    }
  }

  @Test func `the last line is shown whole, and none below it`() {
    var list = list(50, height: 12, stride: 4)
    list.moveCursor(to: 49)
    #expect(list.top == 40)
    list.resize(height: 50, stride: 1)
    #expect(list.top == 0)
    #expect(list.cursor == 49)
  }
}
