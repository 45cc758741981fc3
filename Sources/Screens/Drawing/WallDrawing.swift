import Features
import Terminal

/// Draws a list as a wall of covers, artist and title under each.
struct WallDrawing<Row: PaneRow> {
  let style: PageStyle
  let hasFocus: Bool
  /// The two lines under a cover, the title second.
  var names: (Row) -> (String, String) = { $0.record?.names ?? ("", "") }

  func draw(_ model: ListModel<Row>, in rect: Rect, on canvas: inout Canvas) {
    canvas.addRegion(rect, Hit.pane(.main))
    let (wall, list) = (model.wall, model.list)
    let numbers = list.top..<list.top + wall.columns * wall.lines
    // A fact that is too long for one cover is left out below all.
    let isShort = numbers.contains { list[$0].map { isCut(names($0).0, columns: wall.width - 2, in: canvas) } ?? false }
    for (place, index) in numbers.enumerated() {
      guard let row = list[index] else { continue }
      let area = Rect(
        column: rect.column + place % wall.columns * wall.width, row: rect.row + place / wall.columns * wall.height,
        columns: wall.width, rows: wall.height)
      canvas.addRegion(area, Hit.row(index, in: .main))
      draw(
        row, wall, isShort: isShort, isSelected: index == list.cursor, isMarked: model.marked.contains(index), in: area,
        on: &canvas)
    }
  }

  private func draw(
    _ row: Row, _ wall: Wall, isShort: Bool, isSelected: Bool, isMarked: Bool, in rect: Rect, on canvas: inout Canvas
  ) {
    var area = rect
    let cover = area.takeTop(wall.cover.rows)
    if let picture = row.picture {
      style.parts.pictures.draw(
        picture, in: Size(columns: wall.cover.columns, rows: wall.cover.rows), rows: 0..<wall.cover.rows,
        at: Point(column: cover.column + 1, row: cover.row), alignment: .bottom, on: &canvas)
    }
    let theme = style.theme
    var lines = area
    lines.columns -= 1
    lines.takeLeft(1)
    let (first, title) = names(row)
    let facts = isShort ? first.firstRange(of: Self.separator).map { first[..<$0.lowerBound] } : nil
    canvas.write(facts.map(String.init) ?? first, in: lines.line(0), style: theme.quiet)
    canvas.write(title, in: lines.line(1), style: theme.strong)
    if isMarked { canvas.put(canvas.glyphs.tick, at: area.origin, style: theme.accent) }
    guard isSelected else { return }
    let tint = Rect(column: area.column, row: area.row, columns: area.columns - 1, rows: area.rows)
    let marker = Point(column: area.column, row: area.row + 1)
    canvas.put(canvas.glyphs.marker, at: marker, style: hasFocus ? theme.accent : theme.quiet)
    canvas.restyle(tint) { $0 = theme.selected($0, hasFocus: hasFocus) }
    if hasFocus { canvas.cursor = marker }
  }

  private static var separator: String { " · " }

  private func isCut(_ facts: String, columns: Int, in canvas: Canvas) -> Bool {
    facts.contains(Self.separator) && TextWidth.columns(facts, glyphs: canvas.glyphs) > columns
  }
}
