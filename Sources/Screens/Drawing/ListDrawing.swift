import Clients
import Features
import RunoutModel
import Terminal
import Wording

/// Draws any list: captions, rows, and a text for each state without rows.
struct ListDrawing<Row: Sendable & Hashable> {
  let theme: Theme
  /// The text of an empty list, paragraph by paragraph.
  let emptyText: [String]
  /// The key that tries again; empty without one.
  let retryKey: String
  let hasFocus: Bool
  /// Whether there are other panes, so that the captions show which has the keys.
  var isOneOfSeveral = false
  /// The list's pane; nil for a list in a pop-up.
  var place: Panes.Place? = .main
  /// The seconds that all requests are held back; nil if they are not.
  var held: Int?
  var signInKey = ""
  /// The text while the first rows are loading.
  var loadingText = ScreenWords.loading

  /// - Parameter draw: draws one column of a row.
  func draw<Fact>(
    _ model: ListModel<Row>, _ columns: ColumnLayout<Fact>, in rect: Rect, on canvas: inout Canvas,
    cell draw: (Row, ColumnCell<Fact>, inout Canvas) -> Void
  ) where Row: PaneRow {
    self.draw(model, columns, in: rect, on: &canvas) { _, row, place, canvas in
      columns.draw(in: place, on: &canvas) { draw(row, $0, &$1) }
    }
  }

  /// - Parameter draw: draws one row in its area, which lies right of the marker.
  func draw<Fact>(
    _ model: ListModel<Row>, _ columns: ColumnLayout<Fact>, in rect: Rect, on canvas: inout Canvas,
    row draw: (_ index: Int, Row, Rect, inout Canvas) -> Void
  ) where Row: PaneRow {
    self.draw(model.list, marked: model.marked, sort: model.order.sort, columns, in: rect, on: &canvas, row: draw)
  }

  /// - Parameter draw: draws one column of a row.
  func draw<Fact>(
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
  func draw<Fact>(
    _ list: PagedList<Row>, marked: Set<Int> = [], sort: SortOrder = .relevance, _ columns: ColumnLayout<Fact>,
    in rect: Rect, on canvas: inout Canvas, row draw: (_ index: Int, Row, Rect, inout Canvas) -> Void
  ) {
    canvas.addRegion(rect, place.map(Hit.pane) ?? .overlay)
    var area = rect
    var head = area.takeTop(1)
    _ = head.takeLeft(ListMargin.columns)
    columns.drawHeading(
      in: head, sort: place == .main ? sort : nil, isFocused: hasFocus && isOneOfSeveral, theme: theme, on: &canvas)
    guard !list.isEmpty else {
      drawEmpty(list.status, in: area, on: &canvas)
      return
    }
    let rows = list.rows
    let shown = area.top(rows.count + (list.hasRetryRow ? 1 : 0) - list.top)
    canvas.addRegion(shown, place.map { Hit.rows(from: list.top, in: $0) } ?? .overlayRows(from: list.top))
    for line in 0..<area.rows {
      let index = list.top + line
      let place = area.line(line)
      guard index < rows.count else {
        drawTail(list.status, in: place, on: &canvas)
        if list.isRetrySelected { drawSelection(in: place, on: &canvas) }
        break
      }
      var content = place
      let margin = content.takeLeft(ListMargin.columns)
      draw(index, rows[index], content, &canvas)
      if list.isOverdue { canvas.restyle(place) { $0 = theme.quiet } }
      if marked.contains(index) {
        canvas.put(canvas.glyphs.tick, at: Point(column: margin.column + 1, row: margin.row), style: theme.accent)
      }
      if index == list.cursor { drawSelection(in: place, on: &canvas) }
    }
  }

  private func drawSelection(in place: Rect, on canvas: inout Canvas) {
    canvas.put(canvas.glyphs.marker, at: place.origin, style: hasFocus ? theme.accent : theme.quiet)
    canvas.restyle(place) { $0 = theme.selected($0, hasFocus: hasFocus) }
    if hasFocus { canvas.cursor = place.origin }
  }

  private func drawTail(_ status: PagedList<Row>.Status, in rect: Rect, on canvas: inout Canvas) {
    var area = rect
    _ = area.takeLeft(ListMargin.columns)
    switch status {
    case .loading: canvas.write(ScreenWords.loadingMore, in: area, style: theme.quiet)
    case .failed(let error):
      // The key first: a long sentence is cut at its end.
      let help = Wording.help(for: error, retryKey: retryKey, signInKey: signInKey)
      let said = Wording.sentence(error, then: "", held: held)
      canvas.write([help, said].filter { !$0.isEmpty }.joined(separator: " "), in: area, style: theme.error)
    case .ready, .complete: break
    }
  }

  private func sentence(_ error: ClientError) -> String {
    Wording.sentence(error, then: Wording.help(for: error, retryKey: retryKey, signInKey: signInKey), held: held)
  }

  private func drawEmpty(_ status: PagedList<Row>.Status, in rect: Rect, on canvas: inout Canvas) {
    guard rect.rows > 0 else { return }
    var area = rect
    _ = area.takeLeft(ListMargin.columns)
    if area.rows > 4 { _ = area.takeTop(1) }
    switch status {
    case .loading, .ready: canvas.write(loadingText, in: area.line(0), style: theme.quiet)
    case .failed(let error):
      for (line, text) in TextWidth.wrap(
        sentence(error), columns: area.columns
      )
      .enumerated() where line < area.rows {
        canvas.write(text, in: area.line(line), style: theme.error)
      }
    case .complete:
      var line = 0
      for (number, paragraph) in emptyText.enumerated() {
        for text in TextWidth.wrap(paragraph, columns: area.columns) where line < area.rows {
          canvas.write(text, in: area.line(line), style: number == 0 ? theme.text : theme.quiet)
          line += 1
        }
      }
    }
    if hasFocus { canvas.cursor = area.origin }
  }
}
