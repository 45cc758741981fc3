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
      drawPick(at: place, with: drawing, in: rect, on: &canvas)
    }
    guard let band = model.lines.band else { return }
    drawing.draw(band, model.lines.covers, below: HomeWords.latestAdditions, in: rect, on: &canvas)
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

  /// - Parameter place: the first visible line of the part.
  private func drawPick(
    at place: Rect, with drawing: PanelDrawing<HomePart>, in rect: Rect, on canvas: inout Canvas
  ) {
    guard let pick = model.lines.pick, let first = model.view.firstRow(of: .pick) else { return }
    let cover = model.lines.pickCover
    guard let seen = drawing.visible(first..<first + cover.rows, in: rect) else { return }
    let (rows, spare) = (model.lines.pickPictureRows, model.lines.pickPictureRows - cover.rows)
    style.parts.pictures.draw(
      pick, model.lines.pickDetail, in: Size(columns: cover.columns, rows: rows),
      rows: seen.rows.lowerBound + spare..<seen.rows.upperBound + spare,
      at: Point(column: place.column + PanelView<HomePart>.margin, row: seen.row), alignment: .bottom, on: &canvas)
    guard let number = model.view.firstNumber(of: .pick) else { return }
    canvas.addRegion(
      Rect(column: place.column, row: seen.row, columns: place.columns, rows: seen.rows.count),
      Hit.row(number, in: .main))
  }
}
