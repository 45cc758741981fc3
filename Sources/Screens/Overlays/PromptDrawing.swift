import Clients
import Features
import RunoutModel
import Terminal
import Wording

/// A text field on one line, scrolled so that the cursor is visible.
struct FieldDrawing {
  let field: TextField
  let style: CellStyle

  init(field: TextField, style: CellStyle) { (self.field, self.style) = (field, style) }

  /// A field for a secret: each letter is drawn as `sign`.
  init(hidden field: TextField, sign: Unicode.Scalar, style: CellStyle) {
    var dots = TextField(String(repeating: Character(sign), count: field.characters.count), limit: field.limit)
    for _ in 0..<(field.characters.count - field.cursor) { _ = dots.handle(.editLeft) }
    self.init(field: dots, style: style)
  }

  /// - Returns: the column of the cursor.
  @discardableResult
  func draw(in rect: Rect, on canvas: inout Canvas) -> Int {
    guard rect.columns > 0 else { return rect.column }
    let text = String(field.characters[start(in: rect, glyphs: canvas.glyphs)...])
    canvas.write(text, in: rect, style: style, truncation: .clip)
    return column(of: field.cursor, in: rect, glyphs: canvas.glyphs)
  }

  /// The column of a character, or the edge nearest to it where it is out of sight.
  func column(of index: Int, in rect: Rect, glyphs: Glyphs) -> Int {
    let start = start(in: rect, glyphs: glyphs)
    let index = max(start, min(index, field.characters.count))
    return rect.column + max(0, min(width(start..<index, glyphs), rect.columns - 1))
  }

  /// Whether the field is scrolled, so that its beginning is out of sight.
  func isCut(in rect: Rect, glyphs: Glyphs) -> Bool { start(in: rect, glyphs: glyphs) > 0 }

  /// The index of the first visible character.
  private func start(in rect: Rect, glyphs: Glyphs) -> Int {
    var start = 0
    var width = width(0..<field.cursor, glyphs)
    while start < field.cursor, width >= rect.columns {
      width -= self.width(start..<start + 1, glyphs)
      start += 1
    }
    return start
  }

  private func width(_ range: Range<Int>, _ glyphs: Glyphs) -> Int {
    TextWidth.columns(String(field.characters[range]), glyphs: glyphs)
  }
}

/// The prompt in the footer: find, narrow, open, `:`. Its error or completions are drawn above it.
struct PromptLine {
  let prompt: Prompt
  let theme: Theme
  let keys: [Command: [String]]

  func draw(in rect: Rect, on canvas: inout Canvas) {
    drawAside(above: rect, on: &canvas)
    var area = rect
    canvas.write(prompt.label, in: area.takeLeft(TextWidth.columns(prompt.label)), style: theme.accent)
    let field =
      prompt.isHidden
      ? FieldDrawing(hidden: prompt.field, sign: canvas.glyphs.bullet, style: theme.text)
      : FieldDrawing(field: prompt.field, style: prompt.isSelected ? theme.selected(theme.text) : theme.text)
    let column = field.draw(in: area, on: &canvas)
    canvas.cursor = Point(column: column, row: rect.row)
  }

  private func drawAside(above rect: Rect, on canvas: inout Canvas) {
    var rect = rect
    // Six lines: an address has to be readable to its end, and copied in one piece.
    for line in (prompt.message ?? "").split(separator: "\n").reversed() {
      rect.row -= draw(String(line), theme.text, atMost: 6, above: rect, on: &canvas)
    }
    if let error = prompt.error {
      _ = draw(error, theme.error, atMost: 3, above: rect, on: &canvas)
    } else if !prompt.completions.isEmpty {
      drawOffers(above: rect, on: &canvas)
    }
  }

  private func drawOffers(above rect: Rect, on canvas: inout Canvas) {
    let offers = prompt.completions
    let rows = prompt.offersShown(in: rect.row)
    let top = prompt.firstOffer(rows: rows)
    let area = Rect(column: rect.column, row: rect.row - rows, columns: rect.columns, rows: rows)
    canvas.fill(area)
    let line = Point(column: area.column, row: area.row - 1)
    canvas.horizontalLine(at: line, columns: area.columns, style: theme.frame)
    canvas.addRegion(Rect(origin: line, size: Size(columns: area.columns, rows: 1)), Hit.overlay)
    canvas.addRegion(area, Hit.overlayRows(from: top))
    let shown = Array(offers[top..<top + rows])
    let name = min(area.columns / 2, (shown.map { TextWidth.columns($0, glyphs: canvas.glyphs) }.max() ?? 0) + 2)
    for (line, offer) in shown.enumerated() {
      let place = area.line(line)
      drawOffer(offer, nameColumns: name, in: place, on: &canvas)
      if top + line == prompt.completionIndex { canvas.drawSelection(place, theme: theme) }
    }
  }

  private func drawOffer(_ offer: String, nameColumns: Int, in place: Rect, on canvas: inout Canvas) {
    var area = place.dropLeft(ListMargin.columns)
    // A line with an argument needs no help with its command.
    let command = offer.contains(" ") ? nil : TypedLine.command(named: offer)
    let keys = command.flatMap { self.keys[$0]?.first.map(canvas.glyphs.key) } ?? ""
    let keyColumns = TextWidth.columns(keys, glyphs: canvas.glyphs)
    if keyColumns > 0 {
      canvas.write(keys, in: area.takeRight(keyColumns), style: theme.accent)
      area.takeRight(1)
    }
    canvas.write(offer, in: area.takeLeft(command == nil ? area.columns : nameColumns), style: theme.text)
    if let command { canvas.write(command.entry.help, in: area, style: theme.quiet) }
  }

  /// - Returns: the number of lines drawn.
  private func draw(
    _ text: String, _ style: CellStyle, atMost most: Int, above rect: Rect, on canvas: inout Canvas
  ) -> Int {
    guard !text.isEmpty else { return 0 }
    let lines = TextWidth.wrap(text, columns: rect.columns, glyphs: canvas.glyphs)
    let shown = min(lines.count, most, rect.row)
    for row in 0..<shown {
      let place = Rect(column: rect.column, row: rect.row - shown + row, columns: rect.columns, rows: 1)
      canvas.fill(place)
      canvas.addRegion(place, Hit.overlay)
      let isCut = row == shown - 1 && lines.count > shown
      canvas.write(isCut ? lines[row...].joined(separator: "  ") : lines[row], in: place, style: style)
    }
    return shown
  }
}

/// The search page's title line: the prompt, and under it the error of the query.
struct SearchPromptLine {
  let model: SearchModel
  let theme: Theme
  let searchKey: String

  func draw(in rect: Rect, errorRow: Int?, on canvas: inout Canvas) {
    canvas.addRegion(rect, Hit.command(.newSearch))
    var area = rect
    canvas.write(ScreenWords.search, in: area.takeLeft(8), style: theme.strong)
    let drawing = FieldDrawing(field: model.field, style: model.isEditing ? theme.text : theme.strong)
    if model.isEditing || !model.field.isEmpty {
      let column = drawing.draw(in: area, on: &canvas)
      if model.isEditing {
        canvas.cursor = Point(column: column, row: rect.row)
      } else if drawing.isCut(in: area, glyphs: canvas.glyphs) {
        canvas.put(canvas.glyphs.ellipsis, at: area.origin, style: theme.strong)
      }
    } else {
      let order = model.searchesWhileTyping ? ScreenWords.popularRecords : ScreenWords.recentlySeen
      let hints = [ScreenWords.toSearch(order, key: searchKey), ScreenWords.toSearch(key: searchKey)]
      let hint = hints.first { TextWidth.columns($0) <= area.columns } ?? ""
      canvas.write(hint, in: area, style: theme.quiet)
    }
    guard let error = model.queryError, let errorRow else { return }
    let line = Rect(column: 0, row: errorRow, columns: canvas.size.columns, rows: 1)
    canvas.fill(line)
    let column = drawing.column(of: error.column - 1, in: area, glyphs: canvas.glyphs)
    draw(error.sentence, pointingAt: column, in: line, on: &canvas)
  }

  /// Draws the mark under the mistake, and the sentence on the side that has room for it, or the larger one.
  private func draw(_ message: String, pointingAt column: Int, in line: Rect, on canvas: inout Canvas) {
    canvas.put(canvas.glyphs.up, at: Point(column: column, row: line.row), style: theme.error)
    let before = max(0, column - 1)
    let after = max(0, line.endColumn - column - 2)
    let width = TextWidth.columns(message, glyphs: canvas.glyphs)
    let place =
      width <= after || after >= before
      ? Rect(column: column + 2, row: line.row, columns: after, rows: 1)
      : Rect(column: before - min(width, before), row: line.row, columns: min(width, before), rows: 1)
    canvas.write(message, in: place, style: theme.error)
  }
}
