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
    #expect((0..<103).filter { list.spacing(above: $0) == 1 } == [10, 13, 49, 52])
    let low = grouped(103, height: 29) { row, _ in [11, 12].contains(row) }
    #expect(!(0..<103).contains { low.spacing(above: $0) > 0 }, "on a low screen they would take the room of rows")
  }

  @Test func `with blank lines the selected row is on the screen, and the last at its foot`() {
    var list = grouped(103, height: 30) { row, _ in row % 5 != 0 }
    func check(_ what: String) {
      let blank = (list.top...list.cursor).reduce(0) { $1 > list.top ? $0 + list.spacing(above: $1) : $0 }
      let lines = blank + list.cursor - list.top + 1
      #expect(list.top <= list.cursor && lines <= 30 && list.cursor < list.endInSight, "\(what)")
      #expect(list.endInSight <= 103, "\(what): no line stays free below the last row")
    }
    for _ in 0..<102 {
      list.moveCursor(by: 1)
      check("down to \(list.cursor)")
    }
    func lines(from top: Int) -> Int {
      (top..<103).reduce(0) { $0 + 1 + ($1 > top ? list.spacing(above: $1) : 0) }
    }
    #expect(lines(from: list.top) <= 30 && lines(from: list.top - 1) > 30)
    for _ in 0..<102 {
      list.moveCursor(by: -1)
      check("up to \(list.cursor)")
    }
    #expect(list.top == 0 && list.endInSight == 25)
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

  @Test func `the last rows are parted as well while those between are not here`() {
    var list = grouped(50, height: 30) { row, above in row / 10 == above / 10 }
    list.divide { row, above in row / 7 == above / 7 }
    #expect((0..<50).filter { list.spacing(above: $0) > 0 } == [7, 14, 21, 28, 35, 42, 49])
    list = PagedList()
    list.resize(height: 30)
    list.divide { row, above in row / 7 == above / 7 }
    list.append(Page(rows: Array(0..<10), next: PageCursor(token: "10")))
    list.seek(.max)
    list.begin()
    let leaps = list.leap(to: Page(rows: Array(80..<100), next: nil, first: 80))
    #expect(leaps)
    #expect((0..<100).filter { list.spacing(above: $0) > 0 } == [7, 84, 91, 98])
    #expect(list.cursor == 99 && list.top == 80)
    list.divide(nil)
    #expect(!list.hasBlankLines)
  }
}
