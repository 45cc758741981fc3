import Clients
import DiscogsModel
import Features
import Terminal
import Wording

extension HomeModel: DrawablePage {
  func drawing(_ style: PageStyle) -> any DrawnPage { HomePage(model: self, style: style) }
}

/// What there is to go on with, in parts: two columns of them in a wide window.
struct HomePage: DrawnPage {
  let model: HomeModel
  let style: PageStyle

  var title: String { TitleWords.home }
  var facts: [String] { [] }

  var hints: [Command] {
    let line: [Command] = model.view.selected == nil ? [] : [.open, .nextPane]
    return line + [.newSearch, .openBookmark, .find, .refreshView, .commandLine, .openHelp]
  }

  var position: String {
    guard let position = model.view.position else { return "" }
    return ScreenWords.line(position.number, of: position.total)
  }

  func draw(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    let view = model.view
    canvas.addRegion(rect, Hit.pane(.main))
    if hasFocus { canvas.cursor = rect.origin }
    var rect = rect
    drawCovers(in: &rect, on: &canvas)
    var area = rect
    for (number, lines) in view.columns.enumerated() {
      if number > 0 {
        let gap = area.takeLeft(HomeView.gap)
        canvas.verticalLine(
          at: Point(column: gap.column + 1, row: rect.row), rows: rect.rows, style: style.theme.rule)
      }
      let column = area.takeLeft(HomeView.margin + view.textColumns)
      for row in 0..<rect.rows {
        let index = view.top + row
        guard lines.indices.contains(index), let line = lines[index] else { continue }
        let place = HomeView.Place(column: number, row: index)
        let isSelected = view.selectedPlace == place
        if let number = view.number(of: place) { canvas.addRegion(column.line(row), Hit.row(number, in: .main)) }
        draw(line, isSelected: isSelected, hasFocus: hasFocus, in: column.line(row), on: &canvas)
      }
    }
    style.scrollMarks(top: view.top, lines: view.rows, in: rect, on: &canvas)
  }

  /// The latest additions, side by side over the lines.
  private func drawCovers(in rect: inout Rect, on canvas: inout Canvas) {
    guard let band = model.lines.coverBand else { return }
    var row = rect.takeTop(band.rows)
    _ = rect.takeTop(HomePane.bandGap)
    for (number, cover) in model.lines.covers.prefix(band.count).enumerated() {
      let place = row.takeLeft(band.columns + 2)
      style.parts.pictures.draw(
        cover, in: Size(columns: band.columns, rows: band.rows), rows: 0..<band.rows, at: place.origin, on: &canvas)
      if let line = model.view.number(of: .additions, line: number) {
        canvas.addRegion(place, Hit.row(line, in: .main))
      }
    }
  }

  private func draw(
    _ line: HomeLine, isSelected: Bool, hasFocus: Bool, in place: Rect, on canvas: inout Canvas
  ) {
    let theme = style.theme
    var area = place
    _ = area.takeLeft(line.tone == .caption ? 0 : HomeView.margin)
    if !line.trailing.isEmpty {
      let width = TextWidth.columns(line.trailing, glyphs: canvas.glyphs)
      canvas.write(line.trailing, in: area.takeRight(width), style: theme.quiet)
      _ = area.takeRight(2)
    }
    if line.leadColumns > 0 {
      canvas.write(
        line.lead, in: area.takeLeft(line.leadColumns), style: line.leadColumns < 4 ? theme.accent : theme.quiet)
    }
    let tone =
      switch line.tone {
      case .caption: theme.caption
      case .plain: theme.text
      case .quiet: theme.quiet
      case .warning: theme.warning
      case .error: theme.error
      }
    canvas.write(line.text, in: area, style: tone)
    guard isSelected else { return }
    canvas.put(canvas.glyphs.marker, at: place.origin, style: hasFocus ? theme.accent : theme.quiet)
    canvas.restyle(place) { $0 = theme.selected($0, hasFocus: hasFocus) }
    if hasFocus { canvas.cursor = place.origin }
  }
}
