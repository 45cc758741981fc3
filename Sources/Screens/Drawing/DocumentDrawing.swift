import Features
import Terminal

extension DocumentView {
  /// Whether a caption stands in the last row of the screen, and what it is for below that.
  func isOrphan(_ line: Int, rows: Int) -> Bool {
    line == top + rows - 1 && line + 1 < lines.count && line != cursor && lines[line].spans.first?.emphasis == .caption
  }
}

/// Draws a text with links: a release page, a profile, the preview, the help.
struct DocumentDrawing {
  let theme: Theme
  let hasFocus: Bool
  /// Draws the pictures at the left of lines; nil for a text without any.
  var pictures: DrawnPictures?
  var place = Panes.Place.main
  /// The columns after the text that are free, the last of them for the scroll marks.
  var scrollMarks = 1

  func draw(_ view: DocumentView, in rect: Rect, on canvas: inout Canvas) {
    canvas.addRegion(rect, Hit.pane(place))
    let lines = view.lines
    canvas.addRegion(rect.top(lines.count - view.top), Hit.rows(from: view.top, in: place))
    // Times keep away from the scroll marks, where there are any.
    let gap = lines.count > rect.rows ? max(0, 2 - scrollMarks) : 0
    for row in 0..<rect.rows {
      let index = view.top + row
      guard index < lines.count else { break }
      if hasFocus, index == view.cursor { mark(lines[index], in: rect.line(row), on: &canvas) }
      var line = lines[index]
      if view.isOrphan(index, rows: rect.rows) { (line.spans, line.trailing) = ([], "") }
      draw(
        line, number: index, selectedLink: hasFocus && index == view.cursor ? view.link : nil,
        in: rect.line(row), gap: gap, on: &canvas)
    }
    canvas.drawScrollMarks(
      top: view.top, lines: view.lines.count, in: rect, at: rect.endColumn + scrollMarks - 1, style: theme.quiet)
  }

  /// Sets the cursor in front of a line, until its selected link is drawn; a marker below it shows what it is for, where
  /// a column is free for that and there is no link.
  private func mark(_ line: DocumentLine, in rect: Rect, on canvas: inout Canvas) {
    // Between picture and text, before the text where the lead has none, or in the margin.
    let free = line.picture?.columns ?? (line.lead.isEmpty ? line.leadColumns : 0)
    let place = Point(column: max(0, min(rect.column + free, rect.endColumn) - 1), row: rect.row)
    if free > 0, line.links.isEmpty { canvas.put(canvas.glyphs.marker, at: place, style: theme.accent) }
    canvas.cursor = place
  }

  /// Draws lines with none selected, and without regions for their links.
  ///
  /// - Returns: the number of lines drawn.
  func draw(_ lines: [DocumentLine], in rect: Rect, on canvas: inout Canvas) -> Int {
    for (row, line) in lines.prefix(rect.rows).enumerated() {
      draw(line, selectedLink: nil, in: rect.line(row), on: &canvas)
    }
    return min(lines.count, rect.rows)
  }

  /// - Parameters:
  ///   - number: the line's index in its text; nil if its links cannot be clicked.
  ///   - gap: the columns to leave free after what stands at the end.
  private func draw(
    _ line: DocumentLine, number: Int? = nil, selectedLink: Int?, in rect: Rect, gap: Int = 0, on canvas: inout Canvas
  ) {
    var shown = rect
    if !line.beside.isEmpty { shown.columns = max(0, min(rect.columns, line.besideColumn - 2)) }
    if let picture = line.picture { draw(picture, in: rect, on: &canvas) }
    // Below a name, not beside it.
    for cover in line.covers { draw(cover, .cover, in: rect.dropLeft(cover.column), on: &canvas) }
    let links = draw(
      line, number: number, selectedLink: selectedLink, from: 0, in: shown, gap: line.beside.isEmpty ? gap : 0,
      on: &canvas)
    for other in line.beside {
      let area = rect.dropLeft(line.besideColumn)
      _ = draw(other, number: number, selectedLink: selectedLink, from: links, in: area, gap: gap, on: &canvas)
    }
    // A line without links is highlighted as a whole.
    if selectedLink != nil, line.links.isEmpty, line.covers.isEmpty {
      canvas.restyle(rect.line(0)) { $0 = theme.selected($0) }
    }
  }

  /// Draws one column of a line.
  ///
  /// - Parameter first: the number of its first link.
  /// - Returns: the number of the link after its last.
  private func draw(
    _ line: DocumentLine, number: Int?, selectedLink: Int?, from first: Int, in rect: Rect, gap: Int,
    on canvas: inout Canvas
  ) -> Int {
    var area = rect
    area.takeLeft(line.picture?.columns ?? 0)
    if !line.trailing.isEmpty {
      area.takeRight(gap)
      let width = TextWidth.columns(line.trailing, glyphs: canvas.glyphs)
      let shown = min(width, line.trailingColumns, max(8, area.columns / 2))
      canvas.write(line.trailing, in: area.takeRight(shown), style: theme.quiet)
    }
    if line.leadColumns > 0 {
      let lead = area.takeLeft(line.leadColumns)
      let style = style(of: Span(line.lead, line.leadEmphasis))
      canvas.write(line.lead, at: lead.origin, style: style, columns: max(1, lead.columns - 1))
    }
    var column = area.column
    var link = first
    for span in line.spans {
      let room = area.endColumn - column
      guard room > 0 else {
        if span.link != nil { link += 1 }
        continue
      }
      // Beside captions nearly all is a link: in their colour all of a page would be, and nothing would be said by it.
      var style = style(of: span, coloursLink: line.leadColumns == 0)
      if span.link != nil, link == selectedLink {
        style = theme.selected(style).underlined
        // In front of it, where a column is free: on a letter it would hide that.
        let before = canvas.text(row: area.row, columns: max(0, column - 1)..<column)
        let isFree = column > 0 && before.allSatisfy { $0 == " " }
        canvas.cursor = Point(column: isFree ? column - 1 : column, row: area.row)
      }
      let used = canvas.write(
        text(of: span, canvas.glyphs), at: Point(column: column, row: area.row), style: style, columns: room)
      if span.link != nil {
        if let number {
          canvas.addRegion(
            Rect(column: column, row: area.row, columns: used, rows: 1), Hit.link(link, line: number, in: place))
        }
        link += 1
      }
      column += used
    }
    // The eye needs a guide from a short title to its time.
    if !line.trailing.isEmpty, !line.lead.isEmpty, area.endColumn - column >= Self.leastLeader {
      for place in column + 2..<area.endColumn - 2 where place % 2 == 0 {
        canvas.put(canvas.glyphs.separator, at: Point(column: place, row: area.row), style: theme.rule)
      }
    }
    return link
  }

  /// The least columns between a track's title and its time that get a line of dots.
  private static var leastLeader: Int { 8 }

  private func draw(
    _ line: PictureLine, _ detail: PictureDetail = .page, in rect: Rect, on canvas: inout Canvas
  ) {
    guard let subject = line.box.subject, rect.columns >= line.box.columns else { return }
    pictures?.draw(
      subject, detail, in: Size(columns: line.box.columns, rows: line.box.rows), rows: line.row..<line.row + 1,
      at: rect.origin, alignment: detail == .cover ? .bottom : .top, on: &canvas)
  }

  private func text(of span: Span, _ glyphs: Glyphs) -> String {
    switch span.emphasis {
    case .own: String(Character(glyphs.own))
    case .otherPressing: String(Character(glyphs.otherPressing))
    case .want: String(Character(glyphs.want))
    case .otherWant: String(Character(glyphs.otherWant))
    default: span.text
    }
  }

  private func style(of span: Span, coloursLink: Bool = true) -> CellStyle {
    let style =
      switch span.emphasis {
      case .plain, .struck: theme.text
      case .strong: theme.strong
      case .italic: theme.text.italic
      case .underlined: theme.text.underlined
      case .quiet: theme.quiet
      case .caption: theme.caption
      case .own: theme.own
      case .otherPressing: theme.otherPressing
      case .want, .otherWant: theme.want
      case .rating: theme.rating
      case .price: theme.price
      case .grade: theme.style(ofGrade: Substring(span.text))
      case .refused: theme.error
      }
    guard span.link != nil else { return style }
    // A line below says it where no colour does.
    guard theme.hasColourOfLinks, style.foreground == theme.text.foreground else { return style.underlined }
    return coloursLink ? style.colour(theme.link.foreground) : style
  }
}
