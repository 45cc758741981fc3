import Clients
import RunoutModel
import Testing

@testable import Features

/// Groups of many rows that show the first of them only.
extension PagedListTests {
  /// Groups of so many rows each, one page after the other. Rows count by tens from one group to the next.
  private func folded(
    _ groups: [Int], height: Int = 20, page: Int = 50, folds: @escaping @Sendable (Int) -> Bool = { _ in true }
  ) -> PagedList<Int> {
    let rows = groups.enumerated().flatMap { number, count in (0..<count).map { 100 * number + $0 } }
    var list = PagedList<Int>()
    list.belongs = { $0 / 100 == $1 / 100 }
    list.folds = folds
    list.resize(height: height)
    for first in stride(from: 0, to: rows.count, by: page) {
      let end = min(rows.count, first + page)
      list.append(Page(rows: Array(rows[first..<end]), next: end < rows.count ? PageCursor(token: "\(end)") : nil))
    }
    return list
  }

  private func walk(_ list: inout PagedList<Int>, by step: Int) -> [Int] {
    var seen = [list.cursor]
    while true {
      list.moveCursor(by: step)
      if list.cursor == seen.last { return seen }
      seen.append(list.cursor)
    }
  }

  @Test(arguments: [50, 3]) func `a group of four rows or more shows two, however its pages are cut`(page: Int) {
    var list = folded([3, 4, 1, 8], page: page)
    let shown = [0, 1, 2, 3, 4, 7, 8, 9]
    #expect(walk(&list, by: 1) == shown)
    #expect(walk(&list, by: -1) == shown.reversed())
    #expect(list.hiddenCount(above: 7) == 2 && list.hiddenCount(above: 16) == 6)
  }

  @Test func `a group whose first row is none that folds shows all`() {
    var list = folded([6, 6]) { $0 != 0 }
    #expect(walk(&list, by: 1) == [0, 1, 2, 3, 4, 5, 6, 7])
  }

  @Test func `a row that is asked for by its number is shown, and so is one that one comes back to`() {
    var list = folded([9, 9])
    list.seek(7)
    #expect(list.cursor == 7 && list.hiddenCount(above: 9) == 0 && list.hiddenCount(above: 18) == 7)
    list.replace(cursor: 15, top: 0)
    list.append(Page(rows: (0..<9).map { $0 } + (100..<109).map { $0 }, next: nil))
    #expect(list.cursor == 15 && list.hiddenCount(above: 9) == 7 && list.hiddenCount(above: 18) == 0)
    list.renew((0..<9).map { $0 } + (100..<109).map { $0 }, next: nil) { $0 == $1 }
    #expect(list.cursor == 15)
  }

  @Test func `the last row is the last that is shown`() {
    var list = folded([3, 9])
    list.seek(.max)
    #expect(list.cursor == 4)
    list.moveCursor(by: 1)
    #expect(list.cursor == 4)
  }

  @Test func `what was unfolded is folded again with its first row selected`() {
    var list = folded([9, 2])
    list.moveCursor(by: 1)
    let unfolds = list.toggleFold()
    #expect(unfolds && list.cursor == 1 && list.hiddenCount(above: 9) == 0)
    list.moveCursor(by: 5)
    let folds = list.toggleFold()
    #expect(folds && list.cursor == 0 && list.hiddenCount(above: 9) == 7)
    list.seek(9)
    #expect(!list.canFold)
    let changes = list.toggleFold()
    #expect(!changes)
    list.unfoldAll()
    #expect(list.hiddenCount(above: 9) == 0)
  }

  @Test func `a page of nothing but one group is no end, and its keys go on`() {
    var list = PagedList<Int>()
    list.belongs = { $0 / 100 == $1 / 100 }
    list.folds = { _ in true }
    list.resize(height: 17)
    list.append(Page(rows: Array(0..<50), next: PageCursor(token: "50")))
    #expect(list.wantsMore)
    list.begin()
    list.append(Page(rows: Array(50..<100) + (1..<60).map { 100 * $0 }, next: PageCursor(token: "200")))
    #expect(!list.wantsMore && list.hiddenCount(above: 100) == 98)
    list.moveCursor(by: 3)
    #expect(list.cursor == 101 && list.selected == 200, "over rows that are shown")
    list.moveCursor(by: -2)
    #expect(list.cursor == 1)
    #expect(list.shownInSight == 16, "a line stands for those that are not shown")
  }

  @Test func `groups that were unfolded stay so when newer rows come, and no others open`() {
    let (first, second) = ((0..<9).map { $0 }, (100..<109).map { $0 })
    var list = folded([9, 9])
    list.seek(9)
    let unfolds = list.toggleFold()
    #expect(unfolds)
    list.renew((200..<209).map { $0 } + first + second, next: nil) { $0 == $1 }
    #expect(list.selected == 100)
    #expect([9, 18, 27].map { list.hiddenCount(above: $0) } == [7, 7, 0])
  }

  @Test func `what was folded can be shown when the rows no longer fold`() {
    var list = folded([9, 9])
    list.folds = nil
    list.seek(5)
    #expect(list.cursor == 5)
    list.unfoldAll()
    #expect(list.hiddenCount(above: 18) == 0)
  }

  /// The lines from the first row of the screen to the end of one, and of what stands for the rows behind it.
  private func lines(of list: PagedList<Int>, to row: Int) -> Int {
    var (lines, number) = (1, list.top)
    while number < row {
      number = list.shown(after: number)
      lines += 1 + list.spacing(above: number)
    }
    return lines
  }

  @Test(arguments: [4, 11, 29, 40]) func `the selected row is on the screen, and the first of it is shown`(height: Int)
  {
    var list = folded([9, 1, 7, 5, 20, 3, 6, 1, 1, 40, 8], height: height)
    func check(_ what: String) {
      #expect(list.hiddenCount(above: list.top + 1) == 0, "\(what)")
      #expect(lines(of: list, to: list.cursor) <= height && list.cursor < list.endInSight, "\(what)")
    }
    for step in [1, 3, -1, -2, 7] {
      for _ in 0..<60 {
        list.moveCursor(by: step)
        check("by \(step) to \(list.cursor)")
      }
    }
    for row in [0, 9, 3, 11, 100, 37, 55, 2] {
      list.moveCursor(to: row)
      check("to \(row)")
      for place in [PagedList<Int>.Alignment.top, .middle, .bottom] {
        list.align(place)
        check("\(row) at \(place)")
      }
      for lines in [3, -2, 1, -1] {
        list.scroll(by: lines)
        check("scrolled by \(lines) from \(row)")
      }
    }
  }

  @Test(arguments: [4, 12, 20]) func `on a wall the first of each group stands, in lines that scroll as a whole`(
    height: Int
  ) {
    var list = folded([9, 1, 7, 5, 20, 3, 6, 1, 1, 40, 8, 1, 2, 1, 1, 1, 4, 2, 1, 1, 1, 7, 3, 2, 1, 1, 9], height: 30)
    list.moveCursor(to: 47)
    list.resize(height: height, stride: 4)
    let heads = list.rows.indices.filter { !list.hidden.contains($0) }
    #expect(heads.count == 27 && heads.contains(list.cursor))
    func check(_ what: String) {
      let shown = list.numbersInSight
      #expect(shown.contains(list.cursor), "\(what)")
      #expect(heads.firstIndex(of: list.top).map { $0 % 4 } == 0, "\(what): \(list.top)")
      #expect(list.top == 0 || shown.filter { $0 < list.rows.count }.count > height - 4, "\(what): no line is empty")
    }
    check("at first")
    for step in [1, 4, -1, -4, 9] {
      for _ in 0..<40 {
        list.moveCursor(by: step)
        check("by \(step) to \(list.cursor)")
      }
    }
    for row in [0, 45, 9, 3, 136, 57, 100] {
      list.moveCursor(to: row)
      check("to \(row)")
      for place in [PagedList<Int>.Alignment.top, .middle, .bottom] {
        list.align(place)
        check("\(row) at \(place)")
      }
      for lines in [3, -2, 1, -1, 99] {
        list.scroll(by: lines)
        check("scrolled by \(lines) from \(row)")
      }
    }
    list.resize(height: 30)
    #expect(list.hidden.count < list.rows.count - 27, "a list shows the second of each as well")
  }
}
