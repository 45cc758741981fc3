import Clients
import Features
import Terminal

/// The lines under a cover: whose it is with another fact, and the title.
struct WallNames {
  var first: String
  /// Left out below all covers where it is too long for one.
  var second = ""
  var title: String
}

extension WallNames {
  init(_ names: (artist: String, title: String)) { self.init(first: names.artist, title: names.title) }

  static let separator = " · "
}

/// Draws a list as a wall of covers, artist and title under each.
struct WallDrawing<Row: PaneRow> {
  let style: PageStyle
  let hasFocus: Bool
  var names: (Row) -> WallNames = { WallNames($0.record?.names ?? ("", "")) }
  /// The marks behind the title.
  var marks: (Row) -> ShelfMarks? = { _ in nil }
  var picture: (Row) -> PictureSubject? = { $0.picture }

  func draw(_ model: ListModel<Row>, in rect: Rect, on canvas: inout Canvas) {
    canvas.addRegion(rect, Hit.pane(.main))
    let (wall, list) = (model.wall, model.list)
    var rect = rect
    rect.takeTop(min(1, wall.spare))
    let numbers = list.numbersInSight
    let names = numbers.map { list[$0].map(self.names) }
    let isShort = isShort(names, width: wall.width, in: canvas)
    for (place, index) in numbers.enumerated() {
      var area = Rect(
        column: rect.column + place % wall.columns * wall.width, row: rect.row + place / wall.columns * wall.height,
        columns: wall.width, rows: wall.height)
      guard let row = list[index], let names = names[place] else {
        // The first line of the last rows may begin with some that are not here.
        guard index >= list.cursor else { continue }
        let line = Rect(
          column: area.column, row: area.row + wall.cover.rows, columns: rect.endColumn - area.column, rows: 1)
        if index < list.end { canvas.addRegion(area, Hit.row(index, in: .main)) }
        style.list([], hasFocus: hasFocus).drawTail(of: list, in: line, on: &canvas)
        break
      }
      canvas.addRegion(area, Hit.row(index, in: .main))
      draw(
        row, names, wall.cover, isShort: isShort, isSelected: index == list.cursor,
        isMarked: model.marked.contains(index), in: area, on: &canvas)
      if list.isOverdue {
        area.takeTop(wall.cover.rows)
        canvas.restyle(area) { $0 = style.theme.quiet }
      }
    }
  }

  /// Draws one cover and its two lines.
  ///
  /// - Parameter isShort: whether only the first fact of the upper line is shown.
  func draw(
    _ row: Row, _ names: WallNames, _ size: (columns: Int, rows: Int), isShort: Bool, isSelected: Bool, isMarked: Bool,
    in rect: Rect, on canvas: inout Canvas
  ) {
    var area = rect
    let cover = area.takeTop(size.rows)
    var rows = 0
    if let picture = picture(row) {
      rows = style.parts.pictures.draw(
        picture, .cover, in: Size(columns: size.columns, rows: size.rows), rows: 0..<size.rows,
        at: Point(column: cover.column + Wall.margin, row: cover.row), alignment: .bottom, on: &canvas)
    }
    let theme = style.theme
    var lines = area.dropLeft(Wall.margin)
    let isWhole = !isShort && !names.second.isEmpty
    let facts = isWhole ? names.first + WallNames.separator + names.second : names.first
    canvas.write(facts, in: lines.takeTop(1), style: isSelected ? theme.text : theme.quiet)
    let titleStyle = isSelected && hasFocus ? theme.accent.bold : theme.strong
    var line = lines.line(0)
    if let marks = marks(row) {
      let room = line.columns - 4
      line.takeLeft(canvas.write(names.title, at: line.origin, style: titleStyle, columns: room) + 1)
      canvas.writeMarks(marks, in: line.takeLeft(3), theme: theme)
    } else {
      canvas.write(names.title, in: line, style: titleStyle)
    }
    if isMarked {
      canvas.put(canvas.glyphs.tick, at: Point(column: area.column + 1, row: area.row), style: theme.accent)
    }
    guard isSelected else { return }
    let bar = Rect(column: rect.column, row: cover.endRow - rows, columns: 1, rows: rows + Wall.names)
    let style = hasFocus ? theme.accent : theme.quiet
    // Beside covers of blocks of backgrounds: lines have gaps between rows in many fonts of such terminals.
    if canvas.pictureMode == .symbols {
      canvas.fill(bar, style: style.reversed)
    } else {
      for row in bar.row..<bar.endRow {
        canvas.put(canvas.glyphs.heavyVertical, at: Point(column: bar.column, row: row), style: style)
      }
    }
    if hasFocus { canvas.cursor = Point(column: bar.column, row: bar.endRow - 1) }
  }

  /// Whether the second fact of a cover is too long for it, and so is left out below all.
  ///
  /// - Parameter width: the columns of a cover, with the margin at its left.
  func isShort(_ names: [WallNames?], width: Int, in canvas: Canvas) -> Bool {
    func columns(_ text: String) -> Int { TextWidth.columns(text, glyphs: canvas.glyphs) }
    return names.contains { names in
      guard let names, !names.second.isEmpty else { return false }
      return columns(names.first) + columns(WallNames.separator) + columns(names.second) > width - Wall.margin
    }
  }
}
