import Features
import Terminal
import Wording

extension HomeModel: DrawablePage { typealias Drawing = HomePage }

/// The home page: the latest additions as covers, and panels below them.
struct HomePage: DrawnPage {
  let model: HomeModel
  let style: PageStyle

  var title: String { TitleWords.home }

  var hints: [Command] {
    let line: [Command] = model.view.selected == nil ? [] : [.open, .nextPane]
    let isCopy = if case .copy? = model.lines.shelfItems.first { true } else { false }
    return line + (isCopy ? [.markPlayed] : []) + [
      .newSearch, .randomPick, .openBookmark, .find, .refreshView, .commandLine, .openHelp,
    ]
  }

  func draw(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    let drawing = PanelDrawing(view: model.view, style: style, hasFocus: hasFocus)
    var isFirst = true
    drawing.draw(in: rect, on: &canvas) { line, place, canvas in
      guard line.part == .pick, isFirst else { return }
      isFirst = false
      drawPick(at: place, in: rect, on: &canvas)
    }
    guard let band = model.lines.band else { return }
    draw(band, with: drawing, in: rect, on: &canvas)
    // The last cover reaches the edge.
    style.scrollMarks(top: model.view.top, lines: model.view.rows, in: rect, on: &canvas)
  }

  /// Draws the greeting, as the header's tab says already that this is Home.
  func drawHeading(in line: Rect, on canvas: inout Canvas) -> Bool {
    let theme = style.theme
    var area = line
    let greeting = model.lines.greeting
    area.takeLeft(canvas.write(greeting.words, in: area, style: theme.caption))
    for fact in greeting.facts {
      let separator = " \(canvas.glyphs.separator) "
      guard TextWidth.columns(separator + fact.text, glyphs: canvas.glyphs) <= area.columns else { break }
      area.takeLeft(canvas.write(separator, in: area, style: theme.quiet))
      let text = area.takeLeft(canvas.write(fact.text, in: area, style: fact.root == .stats ? theme.price : theme.text))
      canvas.addRegion(text, Hit.root(fact.root))
    }
    return true
  }

  /// The visible rows of a part of the page, counted from its first, and the screen row of the first visible one; nil
  /// where the part is scrolled out of sight.
  private func visible(_ rows: Range<Int>, in rect: Rect) -> (rows: Range<Int>, row: Int)? {
    let (top, height) = (model.view.top, rect.rows)
    let shown = max(rows.lowerBound, top)..<max(rows.lowerBound, top, min(rows.upperBound, top + height))
    guard !shown.isEmpty else { return nil }
    let first = rows.lowerBound
    return (shown.lowerBound - first..<shown.upperBound - first, rect.row + shown.lowerBound - top)
  }

  private func draw(_ band: HomeBand, with drawing: PanelDrawing<HomePart>, in rect: Rect, on canvas: inout Canvas) {
    let (view, theme) = (model.view, style.theme)
    if let caption = visible(0..<1, in: rect) {
      canvas.write(HomeWords.latestAdditions, at: Point(column: rect.column, row: caption.row), style: theme.caption)
    }
    let top = HomeBand.caption
    for (number, cell) in view.cells.enumerated() {
      let place = Rect(
        column: rect.column + number * (band.columns + 2), row: rect.row, columns: band.columns + 2, rows: 0)
      if let cover = visible(top..<top + band.rows, in: rect), model.lines.covers.indices.contains(number) {
        style.parts.pictures.draw(
          model.lines.covers[number], .cover, in: Size(columns: band.columns, rows: band.rows), rows: cover.rows,
          at: Point(column: place.column + 2, row: cover.row), alignment: .bottom, on: &canvas)
        canvas.addRegion(
          Rect(column: place.column, row: cover.row, columns: place.columns, rows: cover.rows.count),
          Hit.row(number, in: .main))
      }
      let names = top + band.rows
      for (offset, text) in [(0, cell.lead), (1, cell.text)] {
        guard let line = visible(names + offset..<names + offset + 1, in: rect) else { continue }
        let area = Rect(column: place.column, row: line.row, columns: place.columns, rows: 1)
        canvas.write(text, in: area.dropLeft(2), style: offset == 0 ? theme.quiet : theme.strong)
        canvas.addRegion(area, Hit.row(number, in: .main))
        guard view.selectedCell == number else { continue }
        if offset == 0 { canvas.restyle(area) { $0 = theme.selected($0, hasFocus: drawing.hasFocus) } }
        if offset == 1 { drawing.select(area, on: &canvas) }
      }
    }
  }

  /// - Parameter place: the first visible line of the part.
  private func drawPick(at place: Rect, in rect: Rect, on canvas: inout Canvas) {
    guard let pick = model.lines.pick, let first = model.view.firstRow(of: .pick) else { return }
    let cover = model.lines.pickCover
    guard let seen = visible(first..<first + cover.rows, in: rect) else { return }
    style.parts.pictures.draw(
      pick, .cover, in: Size(columns: cover.columns, rows: cover.rows), rows: seen.rows,
      at: Point(column: place.column + PanelView<HomePart>.margin, row: seen.row), alignment: .bottom, on: &canvas)
  }
}
