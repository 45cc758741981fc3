import Clients
import RunoutModel
import Testing

@testable import Features

/// Blank lines between groups of rows.
extension PagedListTests {
  private func grouped(
    _ count: Int, height: Int, by belongs: @escaping @Sendable (Int, Int) -> Bool
  ) -> PagedList<Int> {
    var list = PagedList<Int>()
    list.belongs = belongs
    list.resize(height: height)
    for first in stride(from: 0, to: count, by: 50) {
      let end = min(count, first + 50)
      list.append(Page(rows: Array(first..<end), next: end < count ? PageCursor(token: "\(end)") : nil))
    }
    return list
  }

  @Test func `a blank line stands where a group begins or ends, not between rows that stand by themselves`() {
    // A group of 10 to 12, and one over the end of the first page.
    let list = grouped(103, height: 30) { row, _ in [11, 12, 50, 51].contains(row) }
    #expect((0..<103).filter { list.isApart($0) } == [10, 13, 49, 52])
    let low = grouped(103, height: 29) { row, _ in [11, 12].contains(row) }
    #expect(!(0..<103).contains { low.isApart($0) }, "on a low screen they would take the room of rows")
  }

  @Test func `with blank lines the selected row is on the screen, and the last at its foot`() {
    var list = grouped(103, height: 30) { row, _ in row % 5 != 0 }
    func check(_ what: String) {
      let lines = (list.top...list.cursor).count { $0 > list.top && list.isApart($0) } + list.cursor - list.top + 1
      #expect(list.top <= list.cursor && lines <= 30 && list.cursor < list.endInSight, "\(what)")
      #expect(list.endInSight <= 103, "\(what): no line stays free below the last row")
    }
    for _ in 0..<102 {
      list.moveCursor(by: 1)
      check("down to \(list.cursor)")
    }
    #expect(list.endInSight == 103)
    for _ in 0..<102 {
      list.moveCursor(by: -1)
      check("up to \(list.cursor)")
    }
    #expect(list.top == 0 && list.endInSight == 25, "and four lines; a fifth would stand alone")
    for row in [60, 26, 102, 3, 99, 27, 0, 101, 50] {
      list.moveCursor(to: row)
      check("to \(row)")
      for place in [PagedList<Int>.Alignment.top, .middle, .bottom] {
        list.align(place)
        check("\(row) at \(place)")
      }
      list.scroll(by: 3)
      check("scrolled from \(row)")
    }
  }

  @Test func `each group in sight is told with the line that it begins at, unless that is far above`() {
    var list = grouped(103, height: 30) { row, _ in row % 10 >= 5 }
    // Each group has a blank line above and below it, and four rows by themselves before the next. The last begins in the
    // last line.
    #expect(list.groupsInSight(most: 4).map(\.rows) == [4..<10, 14..<20, 24..<28])
    #expect(list.groupsInSight(most: 4).map(\.line) == [5, 17, 29])
    list.scroll(by: 7)
    #expect(list.top == 7)
    #expect(list.groupsInSight(most: 4).map(\.rows) == [4..<10, 14..<20, 24..<30])
    #expect(list.groupsInSight(most: 4).map(\.line) == [-3, 9, 21])
    list.scroll(by: 1)
    #expect(list.groupsInSight(most: 4).map(\.rows) == [14..<20, 24..<30])
    #expect(list.groupsInSight(most: 4).map(\.line) == [8, 20])
    #expect(grouped(103, height: 29) { row, _ in row % 10 >= 5 }.groupsInSight(most: 4).isEmpty)
  }
}
