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
        draw(line, isSelected: view.selectedPlace == place, in: column.line(row), on: &canvas)
      }
    }
    style.scrollMarks(top: view.top, lines: view.rows, in: rect, on: &canvas)
  }

  private func draw(_ line: PanelLine<Part>, isSelected: Bool, in place: Rect, on canvas: inout Canvas) {
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
    if !line.shares.isEmpty {
      canvas.writeShares(line.shares, in: area, theme: theme)
    } else if !line.legend.isEmpty {
      canvas.writeLegend(line.legend, in: area, theme: theme)
    } else if let bar = line.bar {
      canvas.writeBar(bar.value, of: bar.largest, in: area, theme: theme, tone: line.tone)
    } else {
      canvas.write(line.text, in: area, style: theme.style(of: line.tone))
    }
    if isSelected { select(place.dropLeft(line.indent), on: &canvas) }
  }

  /// Draws what is in sight of a row of covers and of the lines that name them.
  ///
  /// - Parameter caption: the line above them.
  func draw(
    _ band: CoverBand, _ covers: [PictureSubject], below caption: String, in rect: Rect, on canvas: inout Canvas
  ) {
    let theme = style.theme
    if let line = visible(0..<1, in: rect) {
      canvas.write(caption, at: Point(column: rect.column, row: line.row), style: theme.caption)
    }
    let top = CoverBand.caption
    for (number, cell) in view.cells.enumerated() {
      let columns = band.columns + CoverBand.gap
      let place = Rect(column: rect.column + number * columns, row: rect.row, columns: columns, rows: 0)
      if let cover = visible(top..<top + band.rows, in: rect), covers.indices.contains(number) {
        style.parts.pictures.draw(
          covers[number], .cover, in: Size(columns: band.columns, rows: band.rows), rows: cover.rows,
          at: Point(column: place.column + View.margin, row: cover.row), alignment: .bottom, on: &canvas)
        canvas.addRegion(
          Rect(column: place.column, row: cover.row, columns: place.columns, rows: cover.rows.count),
          Hit.row(number, in: .main))
      }
      let names = top + band.rows
      for (offset, text) in [(0, cell.lead), (1, cell.text)] {
        guard let line = visible(names + offset..<names + offset + 1, in: rect) else { continue }
        let area = Rect(column: place.column, row: line.row, columns: place.columns, rows: 1)
        canvas.write(text, in: area.dropLeft(View.margin), style: offset == 0 ? theme.quiet : theme.strong)
        canvas.addRegion(area, Hit.row(number, in: .main))
        guard view.selectedCell == number else { continue }
        if offset == 0 { canvas.restyle(area) { $0 = theme.selected($0, hasFocus: hasFocus) } }
        if offset == 1 { select(area, on: &canvas) }
      }
    }
    // The last cover reaches the edge.
    style.scrollMarks(top: view.top, lines: view.rows, in: rect, on: &canvas)
  }

  /// The visible rows of a part of the page, counted from its first, and the screen row of the first visible one; nil
  /// where the part is scrolled out of sight.
  func visible(_ rows: Range<Int>, in rect: Rect) -> (rows: Range<Int>, row: Int)? {
    let top = view.top
    let shown = max(rows.lowerBound, top)..<max(rows.lowerBound, top, min(rows.upperBound, top + rect.rows))
    guard !shown.isEmpty else { return nil }
    let first = rows.lowerBound
    return (shown.lowerBound - first..<shown.upperBound - first, rect.row + shown.lowerBound - top)
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
    case .timeBar: price
    case .nameBar: link
    case .warning: warning
    case .error: error
    case .grade(let grade): style(ofGrade: grade[...]).with(.solid)
    }
  }
}
