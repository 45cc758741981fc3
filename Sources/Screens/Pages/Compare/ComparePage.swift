import Features
import Terminal
import Wording

extension CompareModel: DrawablePage { typealias Drawing = ComparePage }

struct ComparePage: DrawnPage {
  let model: CompareModel
  let style: PageStyle

  var title: String { TitleWords.compare }
  var facts: [String] { [RecordWords.pressings(model.ids.count), RecordWords.sameIsDim] }

  func draw(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    var area = rect
    area.takeRight(1)
    guard model.pane.comparison == nil else {
      return DocumentDrawing(theme: style.theme, hasFocus: hasFocus).draw(model.pane.view, in: area, on: &canvas)
    }
    style.draw(model.pane.failure, in: area, on: &canvas)
    if hasFocus { canvas.cursor = area.origin }
  }
}
