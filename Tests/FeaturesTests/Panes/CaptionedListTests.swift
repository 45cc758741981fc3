import RunoutModel
import SeededRandom
import Testing

@testable import Features

/// Lists some of whose rows are captions of those below them.
struct CaptionedListTests {
  private func isSound<Row>(_ list: PagedList<Row>) -> Bool {
    (0..<max(1, list.rows.count)).contains(list.cursor) && list.top >= 0
      && list.top <= max(0, list.rows.count - list.height) && (list.top..<list.top + list.height).contains(list.cursor)
  }

  /// Negative rows are captions.
  private func captioned(_ rows: [Int], isComplete: Bool = true, height: Int = 5) -> PagedList<Int> {
    var list = PagedList<Int>()
    list.isCaption = { $0 < 0 }
    list.resize(height: height)
    list.begin()
    list.append(Page(rows: rows, next: isComplete ? nil : PageCursor(token: "more")))
    return list
  }

  @Test func `the first row is selected, not the caption above it, and both are in sight`() {
    var list = captioned([-1, 1, 2, -2, 3])
    #expect(list.cursor == 1 && list.top == 0)
    list.seek(.max)
    list.seek(0)
    #expect(list.cursor == 1 && list.top == 0)
    list.seek(3)
    #expect(list.cursor == 4, "a caption leads to the row below it")
  }

  @Test func `rows are put below one and taken out again, the selected one stays`() {
    var list = captioned([-1, 1, 2, -2, 3])
    list.moveCursor(to: 4)
    list.insert([10, 11, 12], below: 1)
    #expect(list.rows == [-1, 1, 10, 11, 12, 2, -2, 3] && list.selected == 3 && list.captions == [0, 6])
    list.moveCursor(to: 3)
    list.remove(3, below: 1)
    #expect(list.rows == [-1, 1, 2, -2, 3] && list.selected == 1 && list.captions == [0, 3])
    list.remove(3, below: 4)
    #expect(list.rows.count == 5)
  }

  @Test func `no caption is ever selected, however one moves`() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<60 {
      let rows = (0..<Int.random(in: 1...40, using: &random)).map { $0 % 6 == 0 ? -1 - $0 : $0 } + [99]
      var list = captioned(rows, height: Int.random(in: 1...9, using: &random))
      for _ in 0..<60 {
        switch Int.random(in: 0...6, using: &random) {
        case 0: list.moveCursor(by: Int.random(in: -8...8, using: &random))
        case 1: list.seek(Int.random(in: 0...50, using: &random))
        case 2: list.scroll(by: Int.random(in: -9...9, using: &random))
        case 3: list.resize(height: Int.random(in: 1...9, using: &random))
        case 4: list.align([.top, .middle, .bottom].randomElement(using: &random) ?? .top)
        case 5: list.insert([7, 8], below: list.cursor)
        default: list.remove(2, below: min(list.cursor, list.rows.count - 4))
        }
        #expect((list.selected ?? 0) >= 0 && isSound(list), "\(list.rows) at \(list.cursor), top \(list.top)")
      }
    }
  }
}
