import Clients
import Features
import Terminal

/// The lines that name a cover: whose it is with another fact, and the title.
struct WallNames {
  var first: String
  /// Left out of all covers where it is too long for one.
  var second = ""
  var title: String
}

extension WallNames {
  init(_ names: (artist: String, title: String)) { self.init(first: names.artist, title: names.title) }

  static let separator = " · "
}

/// Draws a list as a wall of covers, each above artist and title; a sleeve in blocks is a card with both at its foot.
struct WallDrawing<Row: PaneRow> {
  let style: PageStyle
  let hasFocus: Bool
  var names: (Row) -> WallNames = { WallNames($0.record?.names ?? ("", "")) }
  /// The marks behind the title.
  var marks: (Row) -> ShelfMarks? = { _ in nil }
  var picture: (Row) -> PictureSubject? = { $0.picture }

  /// How one cover is shown.
  struct Look {
    var isSelected = false
    var isMarked = false
    /// Whether the rows are of another order, and new ones on their way.
    var isOverdue = false
    /// Whether only the first fact of the upper line is shown.
    var isShort = false
  }

  /// The columns of the marks behind a title, with the gap before them.
  private static var marks: Int { 4 }
  /// The columns at each side of a card: of its frame, and of what is written on it.
  private static var edge: Int { 1 }

  func draw(_ model: ListModel<Row>, in rect: Rect, on canvas: inout Canvas) {
    canvas.addRegion(rect, Hit.pane(.main))
    let (wall, list) = (model.wall, model.list)
    let whole = rect
    var rect = rect
    rect.takeTop(min(1, wall.spare))
    let numbers = list.numbersInSight
    let names = numbers.map { list[$0].map(self.names) }
    let isShort = isShort(names, width: wall.width, wall.cover, in: canvas)
    var selected: Rect?
    for (place, index) in numbers.enumerated() {
      let area = Rect(
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
      let look = Look(
        isSelected: index == list.cursor, isMarked: model.marked.contains(index), isOverdue: list.isOverdue,
        isShort: isShort)
      let card = draw(row, names, wall.cover, look, in: area, on: &canvas)
      if look.isSelected { selected = card }
    }
    if let selected { drawFrame(around: selected, in: whole, on: &canvas) }
  }

  /// Draws one cover and what names it.
  ///
  /// - Returns: the place of the card; nil where the names stand below the cover.
  func draw(
    _ row: Row, _ names: WallNames, _ size: (columns: Int, rows: Int), _ look: Look, in rect: Rect,
    on canvas: inout Canvas
  ) -> Rect? {
    let (picture, marks, theme) = (picture(row), marks(row), style.theme)
    if let picture, let card = drawCard(picture, names, marks, size, look, in: rect, on: &canvas) { return card }
    var lines = rect.dropLeft(Wall.margin)
    let cover = lines.takeTop(size.rows)
    if let picture {
      style.parts.pictures.draw(
        picture, .cover, in: Size(columns: size.columns, rows: size.rows), rows: 0..<size.rows, at: cover.origin,
        alignment: .bottom, on: &canvas)
    }
    write(names, [names.title], marks, look, in: lines, on: &canvas)
    var place = Rect(column: rect.column, row: lines.row, columns: rect.columns, rows: Wall.names)
    if look.isOverdue { canvas.restyle(place) { $0 = theme.quiet } }
    guard look.isSelected else { return nil }
    canvas.restyle(place) { $0 = theme.selected($0, hasFocus: hasFocus) }
    place.takeTop(Wall.names - 1)
    canvas.drawSelection(place, theme: theme, hasFocus: hasFocus)
    if hasFocus { canvas.cursor = place.origin }
    return nil
  }

  /// Draws a sleeve in blocks with its names at its foot, a long title in two lines.
  ///
  /// - Returns: nil for other pictures.
  private func drawCard(
    _ picture: PictureSubject, _ names: WallNames, _ marks: ShelfMarks?, _ size: (columns: Int, rows: Int),
    _ look: Look, in rect: Rect, on canvas: inout Canvas
  ) -> Rect? {
    guard canvas.pictureMode == .symbols else { return nil }
    let card = card(in: rect, size)
    var lines = card.dropLeft(Self.edge)
    lines.columns -= Self.edge
    let titles = titles(names.title, marks, columns: lines.columns, in: canvas)
    lines.takeTop(card.rows - titles.count - 1)
    guard var ink = style.parts.pictures.drawCard(picture, in: card, bandRows: lines.rows, on: &canvas) else {
      return nil
    }
    write(names, titles, marks, look, in: lines, on: &canvas)
    if look.isOverdue { ink = ink.dim }
    let band = Rect(column: card.column, row: lines.row, columns: card.columns, rows: lines.rows)
    canvas.restyle(band) { $0 = $0.attributes.contains(.bold) ? ink.bold : ink }
    return card
  }

  /// The place of a card: about square, and at most as wide as there is room.
  private func card(in rect: Rect, _ size: (columns: Int, rows: Int)) -> Rect {
    let rows = size.rows + Wall.names
    return Rect(
      column: rect.column + Self.edge, row: rect.row, columns: min(rect.columns - 2 * Self.edge, 2 * rows), rows: rows)
  }

  private func write(
    _ names: WallNames, _ titles: [String], _ marks: ShelfMarks?, _ look: Look, in rect: Rect, on canvas: inout Canvas
  ) {
    let theme = style.theme
    if look.isMarked {
      canvas.put(canvas.glyphs.tick, at: Point(column: rect.column - 1, row: rect.row), style: theme.accent.bold)
    }
    var lines = rect
    let isWhole = !look.isShort && !names.second.isEmpty
    let facts = isWhole ? names.first + WallNames.separator + names.second : names.first
    canvas.write(facts, in: lines.takeTop(1), style: look.isSelected ? theme.text : theme.quiet)
    let titleStyle = look.isSelected && hasFocus ? theme.accent.bold : theme.strong
    for (number, title) in titles.enumerated() {
      var line = lines.takeTop(1)
      guard number == titles.count - 1, let marks else {
        canvas.write(title, in: line, style: titleStyle)
        continue
      }
      let used = canvas.write(title, at: line.origin, style: titleStyle, columns: line.columns - Self.marks)
      line.takeLeft(used > 0 ? used + 1 : 0)
      canvas.writeMarks(marks, in: line.takeLeft(Self.marks - 1), theme: theme)
    }
  }

  /// Draws a frame around the selected card, as wide as half a row, as far as nothing else stands there; a caption above is set into it.
  ///
  /// - Parameter area: of the list: beyond it others draw.
  func drawFrame(around card: Rect, in area: Rect, on canvas: inout Canvas) {
    let style = hasFocus ? style.theme.accent : style.theme.quiet
    for column in [card.column - 1, card.endColumn] {
      canvas.fill(Rect(column: column, row: card.row, columns: 1, rows: card.rows), style: style.reversed)
    }
    // The upper half taken away: blocks of some fonts end above the foot of their cell.
    for (row, style) in [(card.row - 1, style.reversed), (card.endRow, style)] where area.row..<area.endRow ~= row {
      let line = Rect(column: card.column - 1, row: row, columns: card.columns + 2, rows: 1)
      var isFree = true
      canvas.restyle(line) { if $0.background != .default { isFree = false } }
      guard isFree else { continue }
      let columns = line.column..<line.endColumn
      func isEmpty(_ column: Int) -> Bool {
        let near = (column - 1..<column + 2).clamped(to: columns)
        return canvas.text(row: row, columns: near).allSatisfy { $0 == " " }
      }
      let free = columns.filter(isEmpty)
      guard row < card.row || free.count == columns.count else { continue }
      for column in free { canvas.put("▀", at: Point(column: column, row: row), style: style) }
    }
    if hasFocus { canvas.cursor = Point(column: card.column - 1, row: card.endRow - 1) }
  }

  /// A title in one line, or in two where it is too long for one; the last of them leaves room for marks.
  private func titles(_ title: String, _ marks: ShelfMarks?, columns: Int, in canvas: Canvas) -> [String] {
    let room = columns - (marks == nil ? 0 : Self.marks)
    let glyphs = canvas.glyphs
    let width = TextWidth.columns(title, glyphs: glyphs)
    guard width > room else { return [title] }
    let first = TextWidth.wrap(title, columns: width > columns ? columns : room, glyphs: glyphs).first ?? ""
    guard title.hasPrefix(first) else { return [title] }
    let rest = title.dropFirst(first.count)
    // A word that would be whole without its marks has them below it.
    guard width > columns || rest.first == " " else { return [title, ""] }
    return [first, String(rest.drop { $0 == " " })]
  }

  /// Whether the second fact of a cover is too long for it, and so is left out of all.
  ///
  /// - Parameter width: the columns of a cover, with the margin at its left.
  func isShort(
    _ names: [WallNames?], width: Int, _ size: (columns: Int, rows: Int), in canvas: Canvas
  ) -> Bool {
    func columns(_ text: String) -> Int { TextWidth.columns(text, glyphs: canvas.glyphs) }
    let place = Rect(column: 0, row: 0, columns: width, rows: size.rows)
    let room = canvas.pictureMode == .symbols ? card(in: place, size).columns - 2 * Self.edge : width - Wall.margin
    return names.contains { names in
      guard let names, !names.second.isEmpty else { return false }
      return columns(names.first) + columns(WallNames.separator) + columns(names.second) > room
    }
  }
}
