import Features
import Terminal

/// Draws the columns of a page that is divided into panels.
struct PanelDrawing<Part: Hashable & Sendable> {
  typealias View = PanelView<Part>

  let view: View
  let style: PageStyle
  let hasFocus: Bool

  /// Draws everything below the head, and the scroll marks.
  ///
  /// - Parameter beside: draws into the indentation of a line.
  func draw(
    in rect: Rect, on canvas: inout Canvas, beside: (PanelLine<Part>, Rect, inout Canvas) -> Void = { _, _, _ in }
  ) {
    canvas.addRegion(rect, Hit.pane(.main))
    if hasFocus { canvas.cursor = rect.origin }
    let start = max(0, view.headRows - view.top)
    var area = rect
    for (number, lines) in view.columns.enumerated() {
      if number > 0 {
        let gap = area.takeLeft(View.gap)
        canvas.verticalLine(
          at: Point(column: gap.column + 1, row: rect.row + start), rows: max(0, rect.rows - start),
          style: style.theme.rule)
      }
      let column = area.takeLeft(View.margin + view.textColumns)
      for row in min(start, rect.rows)..<rect.rows {
        let index = view.top + row - view.headRows
        guard lines.indices.contains(index), let line = lines[index] else { continue }
        let place = View.Place(column: number, row: view.top + row)
        if let number = view.number(of: place) { canvas.addRegion(column.line(row), Hit.row(number, in: .main)) }
        if line.indent > 0 { beside(line, column.line(row), &canvas) }
        draw(line, hue: number, isSelected: view.selectedPlace == place, in: column.line(row), on: &canvas)
      }
    }
    style.scrollMarks(top: view.top, lines: view.rows, in: rect, on: &canvas)
  }

  /// - Parameter hue: of bars, one for each column of the page.
  private func draw(_ line: PanelLine<Part>, hue: Int, isSelected: Bool, in place: Rect, on canvas: inout Canvas) {
    let theme = style.theme
    var area = place.dropLeft((line.tone == .caption ? 0 : View.margin) + line.indent)
    if !line.trailing.isEmpty {
      let width = min(
        TextWidth.columns(line.trailing, glyphs: canvas.glyphs), max(0, area.columns - 8), max(32, area.columns / 2))
      canvas.write(line.trailing, in: area.takeRight(width), style: theme.style(of: line.trailingTone))
      area.takeRight(2)
    }
    if line.leadColumns > 0 {
      let tone = line.bar != nil ? theme.text : line.leadColumns < 4 ? theme.accent : theme.quiet
      var lead = area.takeLeft(line.leadColumns)
      lead.takeRight(1)
      canvas.write(line.lead, in: lead, style: tone)
    }
    if let bar = line.bar {
      canvas.writeBar(
        bar.value, of: bar.largest, in: area, theme: theme, hue: hue,
        style: line.tone == .bar ? nil : theme.style(of: line.tone))
    } else {
      canvas.write(line.text, in: area, style: theme.style(of: line.tone))
    }
    if isSelected { select(place.dropLeft(line.indent), on: &canvas) }
  }

  func select(_ place: Rect, on canvas: inout Canvas) {
    canvas.drawSelection(place, theme: style.theme, hasFocus: hasFocus)
    if hasFocus { canvas.cursor = place.origin }
  }
}

extension Theme {
  func style(of tone: PanelTone) -> CellStyle {
    switch tone {
    case .caption: caption
    case .plain: text
    case .strong: strong
    case .quiet: quiet
    case .price: price
    case .rating: rating
    case .bar: bar
    case .warning: warning
    case .error: error
    case .grade(let grade): style(ofGrade: grade[...]).with(.solid)
    }
  }
}
