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

  /// The columns of the marks behind a title, with the gap before them.
  private static var marks: Int { 4 }

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

  /// Draws one cover and the lines that name it: below it, or on a sleeve in blocks at its foot. A long title has two
  /// where there is room.
  ///
  /// - Parameter isShort: whether only the first fact of the upper line is shown.
  func draw(
    _ row: Row, _ names: WallNames, _ size: (columns: Int, rows: Int), isShort: Bool, isSelected: Bool, isMarked: Bool,
    in rect: Rect, on canvas: inout Canvas
  ) {
    let (picture, marks) = (picture(row), marks(row))
    var lines = rect
    let cover = lines.takeTop(size.rows)
    lines = lines.dropLeft(Wall.margin)
    // Its frame stands in the margins.
    let card = Rect(
      column: rect.column + 1, row: rect.row, columns: rect.columns - 2, rows: size.rows + Wall.names)
    var onCard = card.dropLeft(Wall.margin - 1)
    onCard.columns -= 1
    var titles = titles(names.title, marks, columns: onCard.columns, most: 2, in: canvas)
    onCard.takeTop(card.rows - titles.count - 1)
    let band = picture.flatMap { style.parts.pictures.drawCard($0, in: card, bandRows: onCard.rows, on: &canvas) }
    if band != nil {
      lines = onCard
    } else {
      // A blank line stays below.
      titles = self.titles(names.title, marks, columns: lines.columns, most: min(2, lines.rows - 2), in: canvas)
      if let picture {
        style.parts.pictures.draw(
          picture, .cover, in: Size(columns: size.columns, rows: size.rows), rows: 0..<size.rows,
          at: Point(column: lines.column, row: cover.row), alignment: .bottom, on: &canvas)
      }
    }
    write(names, titles, marks, isShort: isShort, isSelected: isSelected, in: lines, on: &canvas)
    if let band {
      var place = card
      place.takeTop(card.rows - onCard.rows)
      canvas.restyle(place) { $0 = $0.attributes.contains(.bold) ? band.bold : band }
    }
    if isMarked {
      canvas.put(canvas.glyphs.tick, at: Point(column: lines.column - 1, row: lines.row), style: style.theme.accent)
    }
    guard isSelected else { return }
    if band != nil { return frame(card, on: &canvas) }
    var place = Rect(column: rect.column, row: lines.row, columns: rect.columns, rows: 1 + titles.count)
    canvas.restyle(place) { $0 = style.theme.selected($0, hasFocus: hasFocus) }
    place.takeTop(titles.count)
    canvas.drawSelection(place, theme: style.theme, hasFocus: hasFocus)
    if hasFocus { canvas.cursor = place.origin }
  }

  /// Draws a frame around the selected card, as wide as half a row, where nothing else stands.
  private func frame(_ card: Rect, on canvas: inout Canvas) {
    let style = hasFocus ? style.theme.accent : style.theme.quiet
    let columns = card.column - 1..<card.endColumn + 1
    // The upper half taken away: blocks of some fonts end above the foot of their cell.
    for (row, style) in [(card.row - 1, style.reversed), (card.endRow, style)] {
      guard row < canvas.size.rows, canvas.text(row: row, columns: columns).allSatisfy({ $0 == " " }) else { continue }
      for column in columns { canvas.put("▀", at: Point(column: column, row: row), style: style) }
    }
    for column in [card.column - 1, card.endColumn] {
      canvas.fill(Rect(column: column, row: card.row, columns: 1, rows: card.rows), style: style.reversed)
    }
    if hasFocus { canvas.cursor = Point(column: card.column - 1, row: card.endRow - 1) }
  }

  private func write(
    _ names: WallNames, _ titles: [String], _ marks: ShelfMarks?, isShort: Bool, isSelected: Bool, in rect: Rect,
    on canvas: inout Canvas
  ) {
    let theme = style.theme
    var lines = rect
    let isWhole = !isShort && !names.second.isEmpty
    let facts = isWhole ? names.first + WallNames.separator + names.second : names.first
    canvas.write(facts, in: lines.takeTop(1), style: isSelected ? theme.text : theme.quiet)
    let titleStyle = isSelected && hasFocus ? theme.accent.bold : theme.strong
    for (number, title) in titles.enumerated() {
      var line = lines.takeTop(1)
      guard number == titles.count - 1, let marks else {
        canvas.write(title, in: line, style: titleStyle)
        continue
      }
      line.takeLeft(canvas.write(title, at: line.origin, style: titleStyle, columns: line.columns - Self.marks) + 1)
      canvas.writeMarks(marks, in: line.takeLeft(Self.marks - 1), theme: theme)
    }
  }

  /// A title in one line, or in two where it is too long for one and there is room; the last of them leaves room for
  /// marks.
  private func titles(
    _ title: String, _ marks: ShelfMarks?, columns: Int, most: Int, in canvas: Canvas
  ) -> [String] {
    let room = columns - (marks == nil ? 0 : Self.marks)
    let glyphs = canvas.glyphs
    guard most > 1, TextWidth.columns(title, glyphs: glyphs) > room else { return [title] }
    let width = TextWidth.columns(title, glyphs: glyphs) > columns ? columns : room
    let first = TextWidth.wrap(title, columns: width, glyphs: glyphs).first ?? ""
    guard title.hasPrefix(first) else { return [title] }
    return [first, String(title.dropFirst(first.count).drop { $0 == " " })]
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
