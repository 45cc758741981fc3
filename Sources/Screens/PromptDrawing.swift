import DiscogsModel
import Features
import Terminal

/// A text field on one line: scrolled so that the cursor is in sight.
struct FieldDrawing {
  let field: TextField
  let style: CellStyle

  /// - Returns: the column of the cursor.
  @discardableResult
  func draw(in rect: Rect, on canvas: inout Canvas) -> Int {
    guard rect.columns > 0 else { return rect.column }
    var start = 0
    let characters = field.characters
    func width(_ range: Range<Int>) -> Int {
      TextWidth.columns(String(characters[range]), glyphs: canvas.glyphs)
    }
    while start < field.cursor, width(start..<field.cursor) >= rect.columns { start += 1 }
    canvas.write(String(characters[start...]), in: rect, style: style, truncation: .clip)
    return rect.column + min(width(start..<field.cursor), rect.columns - 1)
  }
}

/// The prompt in the footer: find, narrow, open, `:`.
struct PromptLine {
  let prompt: Prompt
  let theme: Theme

  func draw(in rect: Rect, on canvas: inout Canvas) {
    var area = rect
    let labelWidth = TextWidth.columns(prompt.label)
    canvas.write(prompt.label, in: area.takeLeft(labelWidth), style: theme.accent)
    let (aside, style) = aside
    let asideWidth = min(TextWidth.columns(aside), area.columns * 2 / 3)
    if asideWidth > 0 {
      canvas.write(aside, in: area.takeRight(asideWidth), style: style)
      _ = area.takeRight(1)
    }
    let column = FieldDrawing(field: prompt.field, style: theme.text).draw(in: area, on: &canvas)
    canvas.cursor = Point(column: column, row: rect.row)
  }

  private var aside: (String, CellStyle) {
    if let error = prompt.error { return (error, theme.error) }
    if !prompt.completions.isEmpty { return (prompt.completions.prefix(6).joined(separator: "  "), theme.quiet) }
    return ("", theme.quiet)
  }
}

/// The search page's title line: the prompt, and under it what is wrong with the query.
struct SearchPromptLine {
  let model: SearchModel
  let theme: Theme

  func draw(in rect: Rect, errorRow: Int?, on canvas: inout Canvas) {
    var area = rect
    let label = area.takeLeft(8)
    canvas.write("Search", in: label, style: theme.strong)
    if model.isEditing || !model.field.isEmpty {
      let column = FieldDrawing(field: model.field, style: model.isEditing ? theme.text : theme.strong)
        .draw(in: area, on: &canvas)
      if model.isEditing { canvas.cursor = Point(column: column, row: rect.row) }
    } else {
      canvas.write("best-known records first; s searches", in: area, style: theme.quiet)
    }
    guard let error = model.queryError, let errorRow else { return }
    let column = min(area.column + error.column - 1, max(area.column, canvas.size.columns - 12))
    let line = Rect(column: 0, row: errorRow, columns: canvas.size.columns, rows: 1)
    canvas.fill(line)
    let text = "\(canvas.glyphs.up) \(error.message)"
    let start = min(column, max(0, canvas.size.columns - TextWidth.columns(text, glyphs: canvas.glyphs)))
    canvas.write(text, at: Point(column: start, row: errorRow), style: theme.error)
  }
}
