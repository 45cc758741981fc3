import Clients
import Features
import Terminal

/// Draws a list as a wall of covers, artist and title under each.
struct WallDrawing<Row: PaneRow> {
  let style: PageStyle
  let hasFocus: Bool
  /// The two lines under a cover, the title second.
  var names: (Row) -> (String, String) = { $0.record?.names ?? ("", "") }
  /// The marks behind the title.
  var marks: (Row) -> ShelfMarks? = { _ in nil }

  func draw(_ model: ListModel<Row>, in rect: Rect, on canvas: inout Canvas) {
    canvas.addRegion(rect, Hit.pane(.main))
    let (wall, list) = (model.wall, model.list)
    let numbers = list.top..<list.top + wall.columns * wall.lines
    let isShort = isShort(numbers.lazy.compactMap { list[$0] }, width: wall.width, in: canvas)
    for (place, index) in numbers.enumerated() {
      guard let row = list[index] else { continue }
      var area = Rect(
        column: rect.column + place % wall.columns * wall.width, row: rect.row + place / wall.columns * wall.height,
        columns: wall.width, rows: wall.height)
      canvas.addRegion(area, Hit.row(index, in: .main))
      area.columns -= 1
      draw(
        row, wall.cover, isShort: isShort, isSelected: index == list.cursor, isMarked: model.marked.contains(index),
        in: area, on: &canvas)
    }
  }

  /// Draws one cover and its two lines.
  ///
  /// - Parameter isShort: whether only the first fact of the upper line is shown.
  func draw(
    _ row: Row, _ size: (columns: Int, rows: Int), isShort: Bool, isSelected: Bool, isMarked: Bool, in rect: Rect,
    on canvas: inout Canvas
  ) {
    var area = rect
    let cover = area.takeTop(size.rows)
    var rows = 0
    if let picture = row.picture {
      rows = style.parts.pictures.draw(
        picture, .cover, in: Size(columns: size.columns, rows: size.rows), rows: 0..<size.rows,
        at: Point(column: cover.column + 1, row: cover.row), alignment: .bottom, on: &canvas)
    }
    let theme = style.theme
    let lines = area.dropLeft(1)
    let (first, title) = names(row)
    let facts = isShort ? first.firstRange(of: Self.separator).map { first[..<$0.lowerBound] } : nil
    canvas.write(facts.map(String.init) ?? first, in: lines.line(0), style: theme.quiet)
    var line = lines.line(1)
    if let marks = marks(row) {
      let room = line.columns - 4
      line.takeLeft(canvas.write(title, at: line.origin, style: theme.strong, columns: room) + 1)
      canvas.writeMarks(marks, in: line.takeLeft(3), theme: theme)
    } else {
      canvas.write(title, in: line, style: theme.strong)
    }
    if isMarked { canvas.put(canvas.glyphs.tick, at: area.origin, style: theme.accent) }
    guard isSelected else { return }
    let marker = Point(column: area.column, row: area.row + 1)
    let style = hasFocus ? theme.accent : theme.quiet
    canvas.put(canvas.glyphs.marker, at: marker, style: style)
    canvas.drawBar(
      beside: Rect(column: cover.column + 1, row: cover.endRow - rows, columns: 1, rows: rows), style: style)
    canvas.restyle(area) { $0 = theme.selected($0, hasFocus: hasFocus) }
    if hasFocus { canvas.cursor = marker }
  }

  private static var separator: String { " · " }

  private func isCut(_ facts: String, columns: Int, in canvas: Canvas) -> Bool {
    facts.contains(Self.separator) && TextWidth.columns(facts, glyphs: canvas.glyphs) > columns
  }

  /// Whether a fact of a row is too long for one cover, and so is left out below all.
  ///
  /// - Parameter width: the columns of a cover, with the gap at its right.
  func isShort(_ rows: some Sequence<Row>, width: Int, in canvas: Canvas) -> Bool {
    rows.contains { isCut(names($0).0, columns: width - 2, in: canvas) }
  }
}

extension Canvas {
  /// Draws the mark of a selected cover at its left.
  mutating func drawBar(beside cover: Rect, style: CellStyle) {
    // Rows with blocks are written whole, which erases pictures that lie over them.
    let line = pictureMode.isOverlay ? glyphs.heavyVertical : glyphs.coverLine
    for row in cover.row..<cover.endRow {
      put(line, at: Point(column: cover.column - 1, row: row), style: style)
    }
  }
}
