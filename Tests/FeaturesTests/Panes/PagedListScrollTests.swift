import RunoutModel
import Testing

@testable import Features

struct PagedListScrollTests {
  private func list(scrollLines: Int) -> PagedList<Int> {
    var list = PagedList<Int>()
    list.scrollLines = scrollLines
    list.resize(height: 10)
    list.append(Page(rows: Array(0..<100), next: nil))
    return list
  }

  @Test(arguments: [(1, 1, 89), (3, 3, 87), (0, 5, 85), (99, 10, 80)])
  func `stepping over the edge scrolls as many lines as were asked for`(lines: Int, down: Int, up: Int) {
    var list = list(scrollLines: lines)
    list.moveCursor(to: 9)
    list.moveCursor(by: 1)
    #expect(list.top == down)
    list.seek(.max)
    #expect(list.top == 90)
    list.moveCursor(to: 90)
    list.moveCursor(by: -1)
    #expect(list.top == up)
    #expect(list.cursor == 89)
  }

  @Test func `a jump scrolls as little as possible`() {
    var list = list(scrollLines: 0)
    list.moveCursor(to: 50)
    #expect(list.top == 41)
  }
}
