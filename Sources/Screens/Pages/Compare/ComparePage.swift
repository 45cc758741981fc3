import Clients
import Features
import Terminal
import Wording

extension CompareModel: DrawablePage {
  func drawing(_ style: PageStyle) -> any DrawnPage { ComparePage(model: self, style: style) }
}

struct ComparePage: DrawnPage {
  let model: CompareModel
  let style: PageStyle

  var title: String { TitleWords.compare }
  var facts: [String] { [RecordWords.pressings(model.ids.count), RecordWords.sameIsDim] }
  var position: String { style.position(model.pane.view) }
  var hints: [Command] { style.textHints }

  func draw(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    var area = rect
    _ = area.takeRight(1)
    guard model.pane.comparison == nil else {
      DocumentDrawing(theme: style.theme, hasFocus: hasFocus).draw(model.pane.view, in: area, on: &canvas)
      return
    }
    if let failure = model.pane.failure {
      style.draw(failure, in: area, on: &canvas)
    } else {
      canvas.write(ScreenWords.loading, in: area, style: style.theme.quiet)
    }
    if hasFocus { canvas.cursor = area.origin }
  }
}
