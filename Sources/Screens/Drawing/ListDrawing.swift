import Clients
import Features
import RunoutModel
import Terminal
import Wording

/// Draws any list: captions, rows, and a text for each state without rows.
struct ListDrawing {
  let theme: Theme
  /// Returns the text of an empty list, paragraph by paragraph.
  let emptyText: () -> [String]
  let hasFocus: Bool
  /// The list's pane; nil for a list in a pop-up.
  var place: Panes.Place? = .main
  /// Returns the key that helps with an error, and what it does.
  var help: (ClientError) -> String = { _ in "" }
  /// The seconds that all requests are held back; nil if they are not.
  var held: Int?
  var loadingText = ScreenWords.loading
  /// Draws the line below a group that stands for the rows of it that are not shown, right of the marker.
  var more: (_ hidden: Int, Rect, inout Canvas) -> Void = { _, _, _ in }

  func draw<Row: PaneRow, Fact>(
    _ model: ListModel<Row>, _ columns: ColumnLayout<Fact>, in rect: Rect, on canvas: inout Canvas,
    cell draw: (Row, ColumnCell<Fact>, inout Canvas) -> Void
  ) {
    self.draw(model, columns, in: rect, on: &canvas) { _, row, place, canvas in
      columns.draw(in: place, on: &canvas) { draw(row, $0, &$1) }
    }
  }

  func draw<Row: PaneRow, Fact>(
    _ model: ListModel<Row>, _ columns: ColumnLayout<Fact>, in rect: Rect, on canvas: inout Canvas,
    row draw: (_ index: Int, Row, Rect, inout Canvas) -> Void
  ) {
    self.draw(model.list, marked: model.marked, sort: model.order.sort, columns, in: rect, on: &canvas, row: draw)
  }

  func draw<Row, Fact>(
    _ list: PagedList<Row>, _ columns: ColumnLayout<Fact>, in rect: Rect, on canvas: inout Canvas,
    cell draw: (Row, ColumnCell<Fact>, inout Canvas) -> Void
  ) {
    self.draw(list, columns, in: rect, on: &canvas) { _, row, place, canvas in
      columns.draw(in: place, on: &canvas) { draw(row, $0, &$1) }
    }
  }

  /// Inlined, so that rows are not passed as values of unknown size.
  ///
  /// - Parameter draw: draws one row in its area, which lies right of the marker.
  @inline(__always)
  func draw<Row, Fact>(
    _ list: PagedList<Row>, marked: Set<Int> = [], sort: SortOrder = .relevance, _ columns: ColumnLayout<Fact>,
    in rect: Rect, on canvas: inout Canvas, row draw: (_ index: Int, Row, Rect, inout Canvas) -> Void
  ) {
    canvas.addRegion(rect, place.map(Hit.pane) ?? .overlay)
    var area = rect
    // Headings of no columns say nothing.
    guard !list.isVoid else { return drawEmpty(list.status, in: area, on: &canvas) }
    let head = area.takeTop(1).dropLeft(ListMargin.columns)
    columns.drawHeading(
      in: head, sort: place == .main ? sort : nil, isFocused: hasFocus, theme: theme, on: &canvas)
    guard !list.isEmpty else { return drawEmpty(list.status, in: area, on: &canvas) }
    // Each line is a row, or they are told one by one.
    let isEven = list.isEven
    if isEven {
      let shown = area.top(list.end - list.top)
      canvas.addRegion(shown, place.map { Hit.rows(from: list.top, in: $0) } ?? .overlayRows(from: list.top))
    }
    var (line, index) = (0, list.top)
    while line < area.rows {
      defer { (line, index) = (line + 1, list.shown(after: index)) }
      if !isEven, index > list.top {
        if line < area.rows, let (first, hidden) = list.groupWithMore(above: index) {
          let place = area.line(line)
          if let pane = self.place { canvas.addRegion(place, Hit.fold(first, in: pane)) }
          more(hidden, place.dropLeft(ListMargin.columns), &canvas)
        }
        line += list.spacing(above: index)
      }
      guard line < area.rows else { break }
      let place = area.line(line)
      if !isEven, let pane = self.place, index < list.end { canvas.addRegion(place, Hit.row(index, in: pane)) }
      guard let row = list[index] else {
        drawTail(of: list, in: place, on: &canvas)
        break
      }
      draw(index, row, place.dropLeft(ListMargin.columns), &canvas)
      if list.isOverdue { canvas.restyle(place) { $0 = theme.quiet } }
      if marked.contains(index) {
        canvas.put(canvas.glyphs.tick, at: Point(column: place.column + 1, row: place.row), style: theme.accent)
      }
      if index == list.cursor { drawSelection(in: place, on: &canvas) }
    }
  }

  private func drawSelection(in place: Rect, on canvas: inout Canvas) {
    canvas.drawSelection(place, theme: theme, hasFocus: hasFocus)
    if hasFocus { canvas.cursor = place.origin }
  }

  /// Draws what stands in place of the rows that are not here yet.
  func drawTail<Row>(of list: PagedList<Row>, in place: Rect, on canvas: inout Canvas) {
    let area = place.dropLeft(ListMargin.columns)
    defer { if list.isRetrySelected { drawSelection(in: place, on: &canvas) } }
    switch list.status {
    case .loading: canvas.write(ScreenWords.loadingMore, in: area, style: theme.quiet)
    case .failed(let error):
      // The key first: a long sentence is cut at its end.
      let said = [help(error), Wording.sentence(error, then: "", held: held)]
      canvas.write(said.filter { !$0.isEmpty }.joined(separator: " "), in: area, style: theme.error)
    case .ready, .complete: break
    }
  }

  private func drawEmpty<Row>(_ status: PagedList<Row>.Status, in rect: Rect, on canvas: inout Canvas) {
    guard rect.rows > 0 else { return }
    var area = rect.dropLeft(ListMargin.columns)
    if area.rows > 4 { area.takeTop(1) }
    // In the free column in front, never on a letter.
    if hasFocus { canvas.cursor = Point(column: rect.column, row: area.row) }
    switch status {
    case .loading, .ready: canvas.write(loadingText, in: area, style: theme.quiet)
    case .failed(let error):
      canvas.writeLines(Wording.sentence(error, then: help(error), held: held), in: area, style: theme.error)
    case .complete:
      for (number, paragraph) in emptyText().enumerated() {
        area.takeTop(canvas.writeLines(paragraph, in: area, style: number == 0 ? theme.text : theme.quiet))
      }
    }
  }
}

extension Canvas {
  /// Draws the marker of the selected line, and the line as the theme shows it.
  mutating func drawSelection(_ place: Rect, theme: Theme, hasFocus: Bool = true) {
    put(glyphs.marker, at: place.origin, style: hasFocus ? theme.accent : theme.quiet)
    restyle(place) { $0 = theme.selected($0, hasFocus: hasFocus) }
  }

  /// Writes a text over as many lines as it needs and the area has.
  ///
  /// - Returns: the number of lines written.
  @discardableResult
  mutating func writeLines(_ text: String, in area: Rect, style: CellStyle) -> Int {
    let lines = TextWidth.wrap(text, columns: area.columns).prefix(area.rows)
    for (row, line) in lines.enumerated() { write(line, in: area.line(row), style: style) }
    return lines.count
  }

  /// Draws arrows in a column beside a text that continues above or below its area.
  mutating func drawScrollMarks(top: Int, lines: Int, in area: Rect, at column: Int, style: CellStyle) {
    guard lines > area.rows, area.rows > 1 else { return }
    if top + area.rows < lines { put(glyphs.down, at: Point(column: column, row: area.endRow - 1), style: style) }
    if top > 0 { put(glyphs.up, at: Point(column: column, row: area.row), style: style) }
  }
}
