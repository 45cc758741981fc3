import Features
import Terminal
import Wording

extension CompareModel: DrawablePage { typealias Drawing = ComparePage }

struct ComparePage: DrawnPage {
  let model: CompareModel
  let style: PageStyle

  var title: String { TitleWords.compare }
  var facts: [String] {
    [RecordWords.pressings(model.ids.count), isPart ? RecordWords.onlyDifferences : RecordWords.sameIsDim]
  }
  var hints: [Command] { [.nextType] + style.textHints }
  var words: [HintWord] {
    [HintWord(.nextType, ScreenWords.show(isPart ? ScreenWords.everything : RecordWords.onlyDifferences))]
  }

  private var isPart: Bool { model.pane.showsOnlyDifferences }

  func draw(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    var area = rect.dropLeft(SplitLayout.margin)
    area.takeRight(1)
    if let comparison = model.pane.comparison {
      DocumentDrawing(theme: style.theme, hasFocus: hasFocus, pictures: style.parts.pictures)
        .draw(model.pane.view, in: area, on: &canvas)
      drawDividers(comparison, in: area, on: &canvas)
      return drawBands(in: area, on: &canvas)
    }
    style.draw(model.pane.failure, in: area, on: &canvas)
    if hasFocus { canvas.cursor = area.origin }
  }

  /// Draws lines between the pressings, but not through text.
  private func drawDividers(_ comparison: Comparison, in area: Rect, on canvas: inout Canvas) {
    let rows = min(area.rows, model.pane.view.lines.count - model.pane.view.top)
    for column in comparison.dividers(columns: area.columns) where column + 1 < area.columns {
      for row in 0..<rows {
        let place = Point(column: area.column + column, row: area.row + row)
        // The columns beside it are free as well, unless a text goes through.
        let around = canvas.text(row: place.row, columns: place.column - 1..<place.column + 2)
        guard around.allSatisfy({ $0 == " " }) else { continue }
        canvas.put(canvas.glyphs.vertical, at: place, style: style.theme.rule)
      }
    }
  }

  /// Draws a band behind the names of the pressings and behind captions.
  private func drawBands(in area: Rect, on canvas: inout Canvas) {
    let (view, band) = (model.pane.view, style.theme.band)
    guard band != .default else { return }
    let names = view.lines.prefix { !$0.lead.isEmpty || !$0.spans.isEmpty }.count
    for (number, line) in view.lines.enumerated().dropFirst(view.top).prefix(area.rows)
    where number < names || line.spans.first?.emphasis == .caption && !view.isOrphan(number, rows: area.rows) {
      canvas.restyle(area.line(number - view.top)) { if $0.background == .default { $0 = $0.on(band) } }
    }
  }
}
