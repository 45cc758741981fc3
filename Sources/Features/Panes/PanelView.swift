/// Panels on the screen, with the selected line and the scroll position.
///
/// A wide screen has several columns of panels, which scroll together and are walked one after the other. Above them
/// there may be a head of cells side by side, such as covers.
nonisolated public struct PanelView<Part: Hashable & Sendable>: Hashable, Sendable {
  public typealias Line = PanelLine<Part>

  /// The lines of each column; nil is a blank line.
  public private(set) var columns: [[Line?]] = [[]]
  public private(set) var cells: [Line] = []
  public private(set) var headRows = 0
  public private(set) var top = 0
  public private(set) var height = 1
  /// The columns of the page.
  private(set) var width = 80
  /// The width of a column, without the marker in front of its lines.
  public private(set) var textColumns = 77
  public private(set) var count = 1
  private var places: [Place] = []
  /// The number of the selected line, from 0.
  private(set) var cursor = 0
  /// The cell that was selected last.
  private var cell = 0
  /// Whether a key has selected a line; until then the first one is, whatever comes in above it.
  private var isChosen = false
  /// Whether the size has changed, so that the selected line may be out of sight.
  private var isResized = false
  private let widths: [Int]
  private let arrangements: [[[Part]]]
  private let beginsWithCells: Bool

  /// The place of a selectable line; its row counts from the top of the page.
  public struct Place: Hashable, Sendable {
    /// Nil for a cell of the head.
    public var column: Int?
    public var row: Int
    fileprivate var cell: Int

    public init(column: Int?, row: Int, cell: Int = 0) { (self.column, self.row, self.cell) = (column, row, cell) }
  }

  /// The columns in front of a line, for the marker.
  public static var margin: Int { 2 }
  /// The columns between two columns of panels.
  public static var gap: Int { 3 }

  /// - Parameters:
  ///   - widths: the least widths for two columns, three and so on.
  ///   - arrangements: the panels of each column, for one column, two and so on.
  ///   - beginsWithCells: whether the first cell is selected until a key has selected a line, not the first line.
  init(widths: [Int], arrangements: [[[Part]]], beginsWithCells: Bool = true) {
    (self.widths, self.arrangements, self.beginsWithCells) = (widths, arrangements, beginsWithCells)
  }

  public var selectedPlace: Place? { places.indices.contains(cursor) ? places[cursor] : nil }
  public var selected: Line? { selectedPlace.flatMap { line(at: $0) } }
  /// The selectable lines in the order in which they are walked.
  var selectable: [Line] { places.compactMap { line(at: $0) } }
  /// Returns the number of the line at a place, from 0; nil for one that cannot be selected.
  public func number(of place: Place) -> Int? { places.firstIndex(of: place) }
  /// Returns the number of a panel's first line that can be selected; nil where it has none.
  public func firstNumber(of part: Part) -> Int? { selectable.firstIndex { $0.part == part } }
  public var selectedCell: Int? { selectedPlace.flatMap { $0.column == nil ? $0.cell : nil } }
  public var rows: Int { headRows + (columns.map(\.count).max() ?? 0) }
  public var isWide: Bool { count > 1 }
  /// The width of all columns together, without the marker in front of the first.
  var allColumns: Int { count * (textColumns + Self.margin + Self.gap) - Self.gap - Self.margin }

  /// Returns the row of a panel's first line below its caption; nil where it has none.
  public func firstRow(of part: Part) -> Int? {
    for column in columns {
      if let row = column.firstIndex(where: { $0?.part == part && $0?.tone != .caption }) { return headRows + row }
    }
    return nil
  }

  private func line(at place: Place) -> Line? {
    guard let column = place.column else { return cells[place.cell] }
    return columns[column][place.row - headRows]
  }

  // MARK: Laying out

  /// - Returns: whether lines have to be laid out again, for another size.
  mutating func resize(columns: Int, height: Int) -> Bool {
    let isOtherHeight = self.height != max(1, height)
    (self.height, width) = (max(1, height), columns)
    let count = 1 + widths.count { columns >= $0 }
    // The last columns of the screen are for the marks that say it goes on, and for the gap before them.
    let text = (columns - 2 - (count - 1) * Self.gap) / count - Self.margin
    guard isOtherHeight || count != self.count || text != textColumns else { return false }
    self.count = count
    textColumns = text
    isResized = true
    return true
  }

  /// Replaces the lines. The selected one stays selected, or a neighbour if it is gone.
  ///
  /// - Parameter cells: the cells of the head, which is `headRows` high.
  mutating func show(_ lines: [Part: [Line]], cells: [Line] = [], headRows: Int = 0) {
    let (old, wasCount) = (selected, places.count)
    let number = old.flatMap { old in selectable.prefix(cursor).count { $0.part == old.part } }
    self.cells = cells
    self.headRows = headRows
    columns = arrangements[count - 1].map { parts in
      var column: [Line?] = []
      for lines in parts.compactMap({ lines[$0] }) where !lines.isEmpty {
        if !column.isEmpty { column.append(nil) }
        column += lines.map(Optional.some)
      }
      return column
    }
    places = cells.indices.map { Place(column: nil, row: 0, cell: $0) }
    places += columns.indices.flatMap { column in
      columns[column].indices.filter { columns[column][$0]?.isSelectable == true }.map {
        Place(column: column, row: headRows + $0)
      }
    }
    cursor = isChosen ? self.number(like: old, number: number ?? 0) : beginsWithCells ? 0 : cells.count
    // Lines that only changed their words stay where they are on the screen.
    if wasCount == places.count, !isResized { clamp() } else { reveal() }
    isResized = false
  }

  private func number(like old: Line?, number: Int) -> Int {
    guard let old else { return 0 }
    let same = places.indices.filter { line(at: places[$0])?.part == old.part }
    let isSame = { (line: Line?) in line?.target == old.target && line?.opens == old.opens }
    if let place = same.first(where: { isSame(line(at: places[$0])) }) { return place }
    guard same.isEmpty else { return same[min(number, same.count - 1)] }
    return max(0, min(cursor, places.count - 1))
  }

  // MARK: Moving

  /// Returns false for a command that neither moves nor scrolls.
  mutating func handle(_ command: Command) -> Bool {
    switch command {
    case .moveDown: move(by: 1)
    case .moveUp: move(by: -1)
    case .moveLeft: moveSideways(by: -1)
    case .moveRight: moveSideways(by: 1)
    case .halfPageDown: scroll(by: max(1, height / 2))
    case .halfPageUp: scroll(by: -max(1, height / 2))
    case .pageDown: scroll(by: height)
    case .pageUp: scroll(by: -height)
    case .moveToTop:
      select(number: 0)
      top = 0
    case .moveToBottom: select(number: places.count - 1)
    case .alignMiddle: align(height / 2)
    case .alignTop: align(0)
    case .alignBottom: align(height - 1)
    case .nextPane: movePart(by: 1)
    case .previousPane: movePart(by: -1)
    default: return false
    }
    return true
  }

  mutating func select(number: Int) {
    cursor = number
    isChosen = true
    clamp()
    if let cell = selectedCell { self.cell = cell }
    reveal()
  }

  /// Returns the number of the next line down or up; the cells of the head are one step.
  private func next(by step: Int) -> Int? {
    if selectedCell != nil { return step > 0 && cells.count < places.count ? cells.count : nil }
    let next = cursor + step
    guard places.indices.contains(next) else { return nil }
    return next < cells.count ? min(cell, cells.count - 1) : next
  }

  /// Selects the next line. A long run of unselectable lines on the way is scrolled into sight first.
  private mutating func move(by step: Int) {
    guard let place = selectedPlace, let number = next(by: step) else {
      top += step
      return clamp()
    }
    let (next, old) = (places[number], top)
    let isElsewhere = next.column != place.column
    let end = place.column.map { headRows + columns[$0].count - 1 } ?? headRows - 1
    let goal = !isElsewhere ? next.row : step > 0 ? end : place.column == nil ? 0 : headRows
    let reach = isElsewhere ? height : 2 * height
    if goal >= old + reach || goal < old - (reach - height) {
      top += step * max(1, height - 1)
      return clamp()
    }
    select(number: number)
    guard !isElsewhere else { return }
    top = max(old - height, min(top, old + height))
    clamp()
  }

  /// Moves along the cells of the head, or to the nearest line of the next column.
  private mutating func moveSideways(by step: Int) {
    guard let place = selectedPlace else { return }
    guard let column = place.column else {
      let cell = place.cell + step
      if cells.indices.contains(cell) { select(number: cell) }
      return
    }
    let beside = places.indices.filter { places[$0].column == column + step }
    let nearest = beside.min { abs(places[$0].row - place.row) < abs(places[$1].row - place.row) }
    if let nearest { select(number: nearest) }
  }

  /// Selects the next panel with a selectable line, wrapping at the end.
  private mutating func movePart(by step: Int) {
    let parts = selectable.map(\.part)
    guard let here = selected?.part, let first = parts.firstIndex(of: here) else { return }
    let starts = parts.indices.filter { $0 == 0 || parts[$0] != parts[$0 - 1] }
    // While the panels are loading there may be only one.
    guard starts.count > 1 else { return }
    let index = starts.firstIndex(of: first) ?? 0
    let start = starts[(index + step + starts.count) % starts.count]
    select(number: start < cells.count ? min(cell, cells.count - 1) : start)
    revealPart()
  }

  mutating func select(part: Part) {
    if let number = firstNumber(of: part) { select(number: number) }
  }

  /// Scrolls the panel of the selected line into sight, from its caption on.
  private mutating func revealPart() {
    guard let place = selectedPlace, let column = place.column, let part = selected?.part else { return }
    let rows = columns[column].indices.filter { columns[column][$0]?.part == part }.map { $0 + headRows }
    guard let first = rows.first, let last = rows.last else { return }
    top = min(max(top, last - height + 1), first)
    if place.row >= top + height { top = place.row - height + 1 }
    clamp()
  }

  mutating func scroll(by offset: Int) {
    guard let place = selectedPlace else {
      top += offset
      return clamp()
    }
    let row = place.row + offset
    let column = places.indices.filter { places[$0].column == place.column }
    let (first, last) = (column.first ?? cursor, column.last ?? cursor)
    let next: Int
    if place.column == nil {
      next = offset > 0 && places.count > cells.count ? cells.count : cursor
    } else if offset > 0 {
      next = column.first { places[$0].row >= row } ?? (cursor == last ? cursor + 1 : last)
    } else {
      next = column.last { places[$0].row <= row } ?? (cursor == first ? cursor - 1 : first)
    }
    top += offset
    clamp()
    select(number: min(max(0, next), places.count - 1))
  }

  private mutating func align(_ row: Int) {
    guard let place = selectedPlace else { return }
    top = place.row - row
    clamp()
  }

  // MARK: Scrolling

  private mutating func clamp() {
    cursor = max(0, min(cursor, places.count - 1))
    top = max(0, min(top, rows - height))
  }

  /// Scrolls the selected line into sight, with the unselectable lines around it.
  private mutating func reveal() {
    clamp()
    guard let place = selectedPlace else { return }
    guard let column = place.column else {
      // The cells stand at the end of the head: where it is higher than the screen, they matter most.
      top = max(0, headRows - 1 - height)
      return clamp()
    }
    let own = places.filter { $0.column == column }
    let before = own.last { $0.row < place.row }.map { $0.row + 1 } ?? (cells.isEmpty ? 0 : headRows)
    let after = own.first { $0.row > place.row }.map { $0.row - 1 } ?? (headRows + columns[column].count - 1)
    if top > before { top = max(before, place.row - height + 1) }
    if top + height <= after { top = min(after - height + 1, place.row) }
    if place.row < top { top = place.row }
    if place.row >= top + height { top = place.row - height + 1 }
    clamp()
  }
}
