public import Clients
public import RunoutModel

/// A state of the rows of a list. Compared by identity, so that those of two lists always differ.
nonisolated public final class RowsRevision: Sendable {}

/// A list that arrives page by page, with its selected row and its scroll position.
///
/// A value: it loads nothing itself. `wantsMore` says when the next page is due, `begin`, `append` and `fail` how that
/// went. One status, not a set of flags that could contradict each other.
nonisolated public struct PagedList<Row: Sendable>: Sendable {
  /// The last rows of a list.
  public struct Tail: Sendable {
    /// The number of the first row.
    public var first: Int
    public var rows: [Row]

    /// Nil for a page that is not known to be the last.
    init?(_ page: Page<Row>?) {
      guard let page, let first = page.first, !page.rows.isEmpty else { return nil }
      (self.first, rows) = (first, page.rows)
    }

    var range: Range<Int> { first..<first + rows.count }
  }

  public enum Status: Hashable, Sendable {
    /// There may be more rows, and nothing is under way.
    case ready
    case loading
    case failed(ClientError)
    /// Every row is here.
    case complete
  }

  /// The rows from the first on, in one piece.
  public private(set) var rows: [Row] = [] { didSet { revision = RowsRevision() } }
  /// The last rows, while those between are not here.
  public private(set) var tail: Tail? {
    didSet {
      revision = RowsRevision()
      if tail == nil, !hidden.isEmpty { hidden = hidden.filter { $0 < rows.count } }
    }
  }
  /// Another one after every change of the rows.
  public private(set) var revision = RowsRevision()
  public private(set) var status = Status.ready
  /// The number of rows in the whole list; nil until counted.
  public var total: RowCount?
  /// The selected row; 0 when there are none.
  public internal(set) var cursor = 0
  public internal(set) var top = 0
  public private(set) var height = 1
  /// How many rows stand side by side, as on a wall of covers; 1 in a list.
  public private(set) var stride = 1
  /// How many rows scroll when the selection steps over the edge; 0 for half a screen.
  public var scrollLines = 1
  /// Where the next page starts; nil before the first and after the last.
  public private(set) var next: PageCursor?
  /// A row further down that the user is waiting for; `Int.max` for the last. Pages load until it is there.
  public private(set) var target: Int?
  /// True from a replacement until its first page: the rows are still the old list's.
  public private(set) var isStale = false
  /// Whether the old list's rows have been shown for longer than most answers take.
  public private(set) var isOverdue = false
  /// The scroll position to take once `target` is there.
  private var targetTop: Int?
  /// Returns whether a row is a caption, which the cursor passes over; nil where there are none.
  public var isCaption: (@Sendable (Row) -> Bool)?
  /// The numbers of the captions, in ascending order.
  public private(set) var captions: [Int] = []
  /// Returns whether a row belongs to the one above it, as pressings to their master; nil where all stand by themselves.
  public var belongs: (@Sendable (_ row: Row, _ above: Row) -> Bool)?
  /// Whether a row that no other belongs to is a group as well.
  public internal(set) var partsSingles = false
  /// The numbers of the rows at which a group of such rows begins, and of those after one.
  var breaks: Set<Int> = []
  /// Returns whether a group of many rows that begins with a row shows the first of them only; nil where all are shown.
  public var folds: (@Sendable (_ first: Row) -> Bool)?
  /// The first rows of the groups that show all of theirs nevertheless.
  var unfolded: Set<Int> = []
  /// The numbers of the rows that are not shown.
  var hidden: Set<Int> = []

  public var isEmpty: Bool { rows.isEmpty }
  /// Whether the list has turned out to have no rows.
  public var isVoid: Bool { rows.isEmpty && status == .complete }
  public var hasFailed: Bool { if case .failed = status { true } else { false } }
  public var selected: Row? { self[cursor] }
  /// A row by its number; nil for one that is not here.
  @inlinable public subscript(number: Int) -> Row? {
    if number >= 0, number < rows.count { return rows[number] }
    guard let tail, number >= tail.first, number < tail.first + tail.rows.count else { return nil }
    return tail.rows[number - tail.first]
  }
  /// The numbers of the rows that are here, in ascending order.
  public var numbers: [Int] { Array(rows.indices) + (tail.map { Array($0.range) } ?? []) }

  /// Whether the list ends in a row that asks again for what failed.
  public var hasRetryRow: Bool { hasFailed && !isStale && !rows.isEmpty }
  public var isRetrySelected: Bool { hasRetryRow && cursor == rows.count }

  /// Whether the next page is due: near the end or with a row awaited, and neither loading, failed nor complete.
  public var wantsMore: Bool {
    guard status == .ready else { return false }
    if isStale || rows.isEmpty { return true }
    if let target, target >= rows.count { return true }
    // Few rows of the tail are left over the screen, and those over them are not here.
    if isInTail { return top < gap.upperBound + height * 2 }
    return max(row(height * 2, from: cursor), endInSight) >= rows.count
  }

  /// How many rows to ask for: at least 50 and a screen and a half, then as many as there are, so that a long list asks
  /// seldom; at most 1,000, except while a far row is awaited.
  public var pageSize: Int {
    let known = isStale ? 0 : rows.count
    if !isStale && isInTail || target.map({ $0 > rows.count }) == true { return max(Self.largePage, known) }
    return max(Self.leastPage, height * 3 / 2, min(known, Self.largePage))
  }
  static var leastPage: Int { 50 }
  static var largePage: Int { 1_000 }
  /// How many of the last rows come at once, so that going up from there does not stop soon.
  static var leapPage: Int { 250 }

  /// The rows between that are not here; empty without a ``tail``.
  var gap: Range<Int> { rows.count..<(tail?.first ?? rows.count) }
  private var isInTail: Bool { tail.map { cursor >= $0.first } ?? false }

  /// The row to come back to: the selected one, or the one that will be once rows on their way are here.
  public var place: (cursor: Int, top: Int) {
    if isStale, let target { (target, targetTop ?? 0) } else { (cursor, top) }
  }

  // MARK: Loading

  public mutating func begin() { status = .loading }

  public mutating func append(_ page: Page<Row>) {
    if isStale {
      dropRows()
      (isStale, isOverdue) = (false, false)
    }
    let first = rows.count
    rows += page.rows
    noteKinds(from: first)
    next = page.next
    status = page.next == nil ? .complete : .ready
    closeGap()
    reveal(cursor)
    if captions.first == cursor || !hidden.isEmpty { place(cursor: cursor) }
    reachTarget()
  }

  /// Takes the last rows, and goes to the last one if it is still waited for.
  ///
  /// - Returns: false for rows that are not known to be the last.
  public mutating func leap(to page: Page<Row>) -> Bool {
    status = .ready
    guard let end = Tail(page) else { return false }
    tail = end
    closeGap()
    noteGroups(from: rows.count)
    reveal(cursor)
    let isAwaited = target == .max
    if isAwaited { abandonTarget() }
    place(cursor: isAwaited ? end.range.upperBound - 1 : cursor)
    return true
  }

  /// Makes one list of both pieces where nothing is missing between them.
  private mutating func closeGap() {
    guard let end = tail, end.first <= rows.count || status == .complete else { return }
    tail = nil
    // The list may have become shorter meanwhile.
    guard status != .complete else { return place(cursor: cursor) }
    let first = rows.count
    rows += end.rows.dropFirst(rows.count - end.first)
    noteKinds(from: first)
    (next, status) = (nil, .complete)
  }

  /// Notes which of the rows from a number on are captions, and where groups begin and end.
  private mutating func noteKinds(from row: Int = 0) {
    if let isCaption {
      captions.removeAll { $0 >= row }
      captions += rows.indices.dropFirst(row).filter { isCaption(rows[$0]) }
    }
    noteGroups(from: row)
  }

  private mutating func noteGroups(from row: Int) {
    guard belongs != nil else { return }
    noteBreaks(from: row)
    noteHidden(from: row)
  }

  /// A row that is waited for stays awaited: trying again goes on to it.
  ///
  /// - Parameter keepsOldRows: false where the rows still shown answer another question than the one that failed.
  public mutating func fail(_ error: ClientError, keepsOldRows: Bool = true) {
    status = .failed(error)
    isOverdue = false
    if isStale, !keepsOldRows { dropRows() }
    if tail != nil {
      // The row that asks again stands where they would go on.
      let wasInTail = isInTail
      tail = nil
      if wasInTail { place(cursor: rows.count) }
    }
    guard !isStale, target == rows.count else { return }
    abandonTarget()
    place(cursor: rows.count)
  }

  /// Marks the old rows as overdue, as the first new page is late, or clears them where they answer another question.
  public mutating func noteDelay(keepsOldRows: Bool) {
    guard isStale, !rows.isEmpty, status == .loading else { return }
    if keepsOldRows { isOverdue = true } else { dropRows() }
  }

  private mutating func dropRows() {
    (rows, tail, captions, breaks, hidden, unfolded) = ([], nil, [], [], [], [])
    place(cursor: 0)
  }

  /// Makes a failed list ask again. From its retry row, the cursor goes on to the first new row.
  public mutating func retry() {
    guard case .failed = status else { return }
    let isRetrySelected = isRetrySelected
    status = .ready
    if isRetrySelected { target = rows.count }
    place(cursor: cursor)
  }

  /// Starts over with another query. The old rows stay on the screen until the first new page is here.
  public mutating func replace(cursor: Int = 0, top: Int? = nil) {
    isStale = true
    next = nil
    total = nil
    status = .ready
    target = cursor > 0 ? cursor : nil
    targetTop = top
    // The row that asks again, if there was one, is gone.
    place(cursor: self.cursor)
  }

  public mutating func abandonTarget() { (target, targetTop) = (nil, nil) }

  private mutating func reachTarget() {
    guard let wanted = target, wanted < rows.count || status == .complete else { return }
    let wantedTop = targetTop
    abandonTarget()
    reveal(wanted)
    if let wantedTop { top = wantedTop }
    beginWithLine()
    place(cursor: wanted)
  }

  // MARK: Moving

  /// Moves over so many rows that are shown.
  public mutating func moveCursor(by offset: Int) {
    moveCursor(to: row(offset, from: cursor))
  }

  /// Selects a row, or the nearest there is. An awaited row is given up.
  public mutating func moveCursor(to row: Int) {
    place(cursor: row)
    if !isStale {
      abandonTarget()
    } else if target != nil, !rows.isEmpty {
      // The same rows are on their way again.
      (target, targetTop) = (cursor, top)
    }
  }

  /// Selects a row even if it has not been loaded yet; `Int.max` for the last of the whole list.
  public mutating func seek(_ row: Int) {
    // A caption stands for the row below it.
    let row = captions.contains(row) ? row + 1 : row
    if row < rows.count || self[row] != nil || status == .complete || hasRetryRow {
      reveal(row)
      moveCursor(to: row)
    } else if let tail, row >= tail.range.upperBound {
      moveCursor(to: tail.range.upperBound - 1)
    } else {
      target = row
      place(cursor: rows.count - 1)
    }
  }

  /// Scrolls, moving the selection only where it would leave the screen. Negative upwards.
  public mutating func scroll(by lines: Int) {
    let run = run(around: cursor)
    if stride > 1 {
      top = max(run.lowerBound, row(lines * stride, from: top))
      if hidden.isEmpty { top = (top + stride - 1) / stride * stride }
      showLastLine(of: run)
    } else {
      top = max(run.lowerBound, min(top + lines, lastTop(of: run)))
      while hidden.contains(top) { top += lines < 0 ? -1 : 1 }
    }
    let inSight = max(top, min(cursor, shown(before: endInSight)))
    if inSight != cursor { moveCursor(to: inSight) }
  }

  /// - Parameter height: how many lines there are, or rows on a wall, all its lines together.
  public mutating func resize(height: Int, stride: Int = 1) {
    let before = self.stride
    self.stride = max(1, stride)
    self.height = max(self.stride, height)
    if (before > 1) != (stride > 1) {
      noteHidden(from: 0)
      if hidden.contains(cursor) { cursor = startOfGroup(cursor) }
    }
    if before != stride { beginWithLine() }
    keepCursorInSight()
  }

  /// Removes a row. If it was selected, the one below it is.
  public mutating func remove(_ row: Int) {
    guard rows.indices.contains(row) else { return }
    rows.remove(at: row)
    tail?.first -= 1
    noteKinds()
    if case .exactly(let number)? = total { total = .exactly(number - 1) }
    place(cursor: row < cursor ? cursor - 1 : cursor)
  }

  /// Inserts rows below the one they belong to; the selected row stays selected.
  public mutating func insert(_ new: [Row], below row: Int) {
    guard rows.indices.contains(row) else { return }
    rows.insert(contentsOf: new, at: row + 1)
    tail?.first += new.count
    noteKinds()
    place(cursor: cursor > row ? cursor + new.count : cursor)
  }

  /// Removes `count` rows below one. If the selected row was among them, that one is selected.
  public mutating func remove(_ count: Int, below row: Int) {
    guard rows.indices.contains(row), count > 0, row + 1 < rows.count else { return }
    let gone = row + 1..<min(rows.count, row + 1 + count)
    rows.removeSubrange(gone)
    tail?.first -= gone.count
    noteKinds()
    place(cursor: gone.contains(cursor) ? row : cursor > row ? cursor - gone.count : cursor)
  }

  public mutating func change(_ row: Int, to new: Row) { if rows.indices.contains(row) { rows[row] = new } }

  /// Replaces the rows with newer ones. The selected row keeps its place on the screen; if it is gone, the row with its
  /// number is selected.
  ///
  /// - Parameters:
  ///   - end: the last rows, where those between are still away.
  ///   - isSame: whether two rows show the same thing, however they differ.
  public mutating func renew(
    _ newRows: [Row], end: Page<Row>? = nil, next: PageCursor?, isSame: (Row, Row) -> Bool
  ) {
    let old = selected
    let open = unfolded.compactMap { self[$0] }
    (rows, tail, self.next) = (newRows, Tail(end), next)
    status = next == nil ? .complete : .ready
    closeGap()
    let same = old.flatMap { old in
      numbers.filter { self[$0].map { isSame($0, old) } == true }.min { abs($0 - cursor) < abs($1 - cursor) }
    }
    top += (same ?? cursor) - cursor
    keepOpen(open, isSame: isSame)
    noteKinds()
    reveal(same ?? cursor)
    beginWithLine()
    place(cursor: same ?? cursor)
  }

  private mutating func place(cursor row: Int) {
    let before = cursor
    let run = run(around: row)
    cursor = max(run.lowerBound, min(row, run.upperBound - 1))
    if !captions.isEmpty { passCaption(upwards: cursor < before) }
    if hidden.contains(cursor) { passHidden(upwards: cursor < before, in: run) }
    keepCursorInSight()
  }

  /// The end of the piece that is on the screen, with the row that asks again.
  public var end: Int { run(around: cursor).upperBound }

  /// The piece of the list, including the retry row, that a row is in, or the selected one's where it is not here.
  func run(around row: Int) -> Range<Int> {
    let end = rows.count + (hasRetryRow ? 1 : 0)
    guard let tail else { return 0..<end }
    return row >= tail.first || (row >= end && cursor >= tail.first) ? tail.range : 0..<end
  }
}
