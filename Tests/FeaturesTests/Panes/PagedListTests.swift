import Clients
import RunoutModel
import SeededRandom
import TestSupport
import Testing

@testable import Features

struct PagedListTests {
  /// A list with so many rows loaded, and as many more to come.
  private func list(_ count: Int, isComplete: Bool = true, height: Int = 10) -> PagedList<Int> {
    var list = PagedList<Int>()
    list.resize(height: height)
    list.begin()
    list.append(Page(rows: Array(0..<count), next: isComplete ? nil : PageCursor(token: "\(count)")))
    return list
  }

  private func isSound<Row>(_ list: PagedList<Row>) -> Bool {
    let start = list.tail.flatMap { $0.first <= list.cursor ? $0.first : nil } ?? 0
    let end = list.end
    // A line of a wall may begin before the last rows do.
    let isScrolled =
      list.stride > 1
      ? list.top > start - list.stride && (list.tail != nil || isFull(list, end) && isAligned(list))
      : list.top >= start && list.top <= max(start, list.lastTop(of: start..<end))
    return (start...max(start, end - 1)).contains(list.cursor) && isScrolled && list.cursor >= list.top
      && list.cursor < max(list.endInSight, list.top + 1)
      && list.hidden.isDisjoint(with: [list.cursor, list.top]) && list.hidden.allSatisfy { list[$0] != nil }
      && (list.selected != nil || list.isRetrySelected || list.isEmpty) && list.tail?.first != list.rows.count
  }

  /// Whether no line of a wall is empty while there are rows above the screen.
  private func isFull<Row>(_ list: PagedList<Row>, _ end: Int) -> Bool {
    list.top == 0 || list.row(list.height, from: max(0, list.row(-list.stride, from: list.top))) < end
  }

  /// Where rows are not shown, lines begin where they did before.
  private func isAligned<Row>(_ list: PagedList<Row>) -> Bool { !list.hidden.isEmpty || list.top % list.stride == 0 }

  @Test func `an empty list has a cursor and nothing selected`() {
    var list = PagedList<Int>()
    #expect(list.wantsMore)
    #expect(list.selected == nil)
    list.moveCursor(by: 3)
    list.align(.middle)
    #expect(list.cursor == 0 && list.top == 0)
    list.begin()
    list.append(Page(rows: [], next: nil))
    #expect(list.status == .complete)
    #expect(!list.wantsMore)
    list.seek(.max)
    #expect(list.cursor == 0)
  }

  @Test func `the next page is wanted two screens before the last row`() {
    var list = list(50, isComplete: false)
    #expect(!list.wantsMore)
    list.moveCursor(to: 29)
    #expect(!list.wantsMore)
    list.moveCursor(to: 30)
    #expect(list.wantsMore)
    list.begin()
    #expect(!list.wantsMore, "not while one is on its way")
  }

  @Test func `a leap shows the last rows, and those between come as one goes up`() {
    var list = list(50, isComplete: false)
    list.seek(.max)
    list.begin()
    _ = list.leap(to: Page(rows: Array(900..<1_000), next: nil, first: 900))
    #expect(list.selected == 999 && list.top == 990 && !list.wantsMore && isSound(list))
    list.moveCursor(by: -70)
    #expect(list.selected == 929 && !list.wantsMore)
    list.moveCursor(by: -9)
    #expect(list.selected == 920 && list.top == 920 && !list.wantsMore)
    list.moveCursor(by: -1)
    #expect(list.selected == 919 && list.wantsMore && list.pageSize == 1_000)
    list.moveCursor(by: -50)
    #expect(list.selected == 900 && list.top == 900, "no further until they are here")
    list.begin()
    list.append(Page(rows: Array(50..<950), next: PageCursor(token: "950")))
    #expect(list.rows == Array(0..<1_000) && list.status == .complete && list.tail == nil)
    list.moveCursor(by: -1)
    #expect(list.selected == 899 && isSound(list))
  }

  @Test func `after a leap both ends are at hand, and rows between load as ever`() {
    var list = list(50, isComplete: false)
    list.seek(.max)
    list.begin()
    _ = list.leap(to: Page(rows: Array(900..<1_000), next: nil, first: 900))
    list.seek(0)
    #expect(list.selected == 0 && list.top == 0 && !list.wantsMore)
    list.moveCursor(by: 60)
    #expect(list.selected == 49 && list.wantsMore && list.pageSize == 50, "going down stops where the rows do")
    list.seek(.max)
    #expect(list.selected == 999)
    list.seek(950)
    #expect(list.selected == 950)
    list.seek(400)
    #expect(list.target == 400 && list.wantsMore)
    list.begin()
    list.fail(.offline)
    #expect(list.tail == nil && list.target == 400 && isSound(list))
  }

  @Test func `whoever has moved on meanwhile stays there`() {
    var list = list(50, isComplete: false)
    list.seek(.max)
    list.begin()
    list.moveCursor(to: 3)
    _ = list.leap(to: Page(rows: Array(900..<1_000), next: nil, first: 900))
    #expect(list.selected == 3 && isSound(list))
    list.seek(.max)
    #expect(list.selected == 999)
  }

  @Test func `a leap over nothing makes the list whole`() {
    var list = list(50, isComplete: false)
    list.seek(.max)
    list.begin()
    _ = list.leap(to: Page(rows: Array(0..<60), next: nil, first: 0))
    #expect(list.rows == Array(0..<60) && list.status == .complete && list.selected == 59)
  }

  @Test func `a failure stops the asking until it is retried`() {
    var list = list(5, isComplete: false)
    list.begin()
    list.fail(.storage("no"))
    #expect(!list.wantsMore)
    #expect(list.rows.count == 5)
    list.retry()
    #expect(list.wantsMore)
    #expect(list.next == PageCursor(token: "5"))
  }

  @Test func `a page that was given up is not asked for again until one says so`() {
    var list = list(5, isComplete: false)
    list.begin()
    list.fail(.cancelled)
    #expect(list.status == .failed(.cancelled) && !list.wantsMore)
  }

  @Test func `a failed list ends in a row that loads the rest`() {
    var list = list(20, isComplete: false)
    list.moveCursor(to: 19)
    list.begin()
    list.fail(.offline)
    #expect(!list.isRetrySelected)
    list.moveCursor(by: 5)
    #expect(list.isRetrySelected && list.selected == nil && list.cursor == 20 && isSound(list))
    list.retry()
    #expect(list.wantsMore && list.cursor == 19 && list.pageSize == 50)
    list.begin()
    list.fail(.offline)
    #expect(list.isRetrySelected, "it failed again")
    list.retry()
    list.begin()
    list.append(Page(rows: Array(20..<30), next: nil))
    #expect(list.cursor == 20 && list.selected == 20 && isSound(list))
  }

  @Test func `newer rows take the place of older ones, the selected one where it stands`() {
    var list = list(100)
    list.moveCursor(to: 70)
    let offset = list.cursor - list.top
    let selected = list.selected
    list.renew([1_000, 1_001] + list.rows.filter { $0 != 3 }, next: nil, isSame: ==)
    #expect(list.selected == selected && list.cursor == 71)
    #expect(list.cursor - list.top == offset)
    #expect(list.status == .complete)
    list.renew([5, 6], next: PageCursor(token: "2"), isSame: ==)
    #expect(list.cursor == 1 && list.top == 0 && list.status == .ready)
    list.renew([], next: nil, isSame: ==)
    #expect(list.cursor == 0 && list.selected == nil)
  }

  @Test func `a replaced list keeps its old rows until the new ones are here`() {
    var list = list(100)
    list.moveCursor(to: 70)
    let top = list.top
    list.replace()
    #expect(list.isStale)
    #expect(list.rows.count == 100)
    #expect(list.cursor == 70 && list.top == top)
    #expect(list.wantsMore)
    list.begin()
    list.append(Page(rows: [1, 2, 3], next: nil))
    #expect(list.rows == [1, 2, 3])
    #expect(list.cursor == 0 && list.top == 0)
    #expect(!list.isStale)
  }

  @Test func `a replaced list comes back to its row and scroll`() {
    var list = list(100)
    list.moveCursor(to: 70)
    list.replace(cursor: list.cursor, top: list.top)
    list.begin()
    list.append(Page(rows: Array(0..<50), next: PageCursor(token: "50")))
    #expect(list.wantsMore, "row 70 is not here yet")
    list.begin()
    list.append(Page(rows: Array(50..<100), next: nil))
    #expect(list.cursor == 70 && list.top == 61)
    #expect(list.target == nil)
  }

  @Test func `a list that has shrunk comes back to its last row`() {
    var list = list(100)
    list.moveCursor(to: 70)
    list.replace(cursor: 70, top: 61)
    list.begin()
    list.append(Page(rows: Array(0..<20), next: nil))
    #expect(list.cursor == 19)
    #expect(isSound(list))
  }

  @Test func `the place survives a failure and its retry`() {
    var list = list(100)
    list.replace(cursor: 70, top: 65)
    list.begin()
    list.fail(.storage("no"))
    list.retry()
    list.begin()
    list.append(Page(rows: Array(0..<100), next: nil))
    #expect(list.cursor == 70 && list.top == 65)
  }

  @Test func `a far row is sought page by page, in large pages`() {
    var list = list(50, isComplete: false)
    list.seek(1_200)
    #expect(list.wantsMore)
    #expect(list.pageSize == 1_000)
    list.begin()
    list.append(Page(rows: Array(50..<1_050), next: PageCursor(token: "1050")))
    #expect(list.wantsMore)
    list.begin()
    list.append(Page(rows: Array(1_050..<2_050), next: PageCursor(token: "2050")))
    #expect(list.selected == 1_200)
    #expect(isSound(list))
  }

  @Test func `a list asks for as many rows as it has, so that a long one asks seldom`() {
    var list = PagedList<Int>()
    var asked: [Int] = []
    while list.rows.count < 10_000 {
      asked.append(list.pageSize)
      list.begin()
      let first = list.rows.count
      list.append(Page(rows: Array(first..<first + asked[asked.count - 1]), next: PageCursor(token: "more")))
      list.moveCursor(to: list.rows.count - 1)
    }
    #expect(asked.prefix(6) == [50, 50, 100, 200, 400, 800] && asked.dropFirst(6).allSatisfy { $0 == 1_000 })
    list.replace()
    #expect(list.pageSize == 50, "another list begins with few")
  }

  @Test func `the last row is sought to the end`() {
    var list = list(50, isComplete: false)
    list.seek(.max)
    list.begin()
    list.append(Page(rows: Array(50..<70), next: nil))
    #expect(list.cursor == 69)
    #expect(list.target == nil)
  }

  @Test func `a row that is not there is the last one`() {
    var list = list(50, isComplete: false)
    list.seek(5_000)
    list.begin()
    list.append(Page(rows: [50], next: nil))
    #expect(list.cursor == 50)
  }

  @Test func `moving by hand gives up a far row`() {
    var list = list(50, isComplete: false)
    list.seek(.max)
    list.moveCursor(by: -1)
    #expect(list.target == nil)
    list.begin()
    list.append(Page(rows: Array(50..<70), next: nil))
    #expect(list.cursor == 48)
  }

  @Test func `moving while the rows reload is not undone by their arrival`() {
    var list = list(100)
    list.moveCursor(to: 70)
    list.replace(cursor: 70, top: 61)
    list.begin()
    list.moveCursor(by: 2)
    list.append(Page(rows: Array(0..<100), next: nil))
    #expect(list.cursor == 72)
  }

  @Test func `the row is brought to the top, middle and bottom of the screen`() {
    var list = list(100)
    list.moveCursor(to: 50)
    list.align(.top)
    #expect(list.top == 50)
    list.align(.middle)
    #expect(list.top == 45)
    list.align(.bottom)
    #expect(list.top == 41)
    list.moveCursor(to: 99)
    list.align(.top)
    #expect(list.top == 90, "the screen stays full")
  }

  @Test func `a row taken out leaves the selection on the one below`() {
    var list = list(5)
    list.total = .exactly(5)
    list.moveCursor(to: 2)
    list.remove(2)
    #expect(list.selected == 3)
    #expect(list.total == .exactly(4))
    list.remove(0)
    #expect(list.selected == 3, "a row above it is taken out")
    list.moveCursor(to: 2)
    list.remove(2)
    #expect(list.selected == 3)
    list.remove(9)
    #expect(list.rows == [1, 3])
  }

  @Test(arguments: 0..<20) func `the selected row is always on the screen, whatever happens`(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    var list = PagedList<Int>()
    // Groups of nine in some, which fold, and walls in others.
    if seed % 2 == 1 {
      list.belongs = { $0 / 9 == $1 / 9 }
      list.folds = { $0 % 2 == 0 }
    }
    for step in 0..<2_000 {
      switch Int.random(in: 0..<16, using: &generator) {
      case 0:
        if list.wantsMore { list.begin() }
      case 1, 2, 3:
        guard list.status == .loading else { break }
        let start = list.isStale ? 0 : list.rows.count
        let count = Int.random(in: 0..<40, using: &generator)
        let isLast = Int.random(in: 0..<5, using: &generator) == 0
        list.append(
          Page(rows: Array(start..<start + count), next: isLast ? nil : PageCursor(token: "\(start + count)")))
      case 4: if list.status == .loading { list.fail([.cancelled, .storage("x")][step % 2]) }
      case 5: list.retry()
      case 6: list.replace(cursor: Int.random(in: 0..<99, using: &generator), top: step % 3 == 0 ? nil : step % 90)
      case 7:
        // Whole lines, as of a wall.
        let stride = seed % 3 == 2 ? step % 4 + 1 : 1
        list.resize(height: Int.random(in: -1..<40, using: &generator) / stride * stride, stride: stride)
      case 8: list.seek(Int.random(in: -5..<200, using: &generator))
      case 9:
        list.align([.top, .middle, .bottom][step % 3])
        if step % 4 == 0 { _ = list.toggleFold() }
        if step % 40 == 0 { list.unfoldAll() }
      case 10: list.remove(Int.random(in: 0..<50, using: &generator))
      case 11: list.abandonTarget()
      case 12:
        guard list.status == .loading, !list.isStale else { break }
        let first = max(0, list.rows.count + Int.random(in: -9..<90, using: &generator))
        let count = Int.random(in: 0..<60, using: &generator)
        guard first + count >= list.rows.count else { break }
        _ = list.leap(to: Page(rows: Array(first..<first + count), next: nil, first: step % 9 == 0 ? nil : first))
      case 13: list.insert(Array(repeating: 0, count: step % 4), below: Int.random(in: 0..<50, using: &generator))
      case 14: list.remove(step % 4, below: Int.random(in: 0..<50, using: &generator))
      default: list.moveCursor(by: Int.random(in: -20...20, using: &generator))
      }
      #expect(isSound(list), "after step \(step): cursor \(list.cursor), top \(list.top) of \(list.rows.count)")
      guard isSound(list) else { return }
    }
  }
}
