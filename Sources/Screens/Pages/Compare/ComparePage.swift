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
    var area = rect
    area.takeRight(1)
    guard model.pane.comparison == nil else {
      return DocumentDrawing(theme: style.theme, hasFocus: hasFocus, pictures: style.parts.pictures)
        .draw(model.pane.view, in: area, on: &canvas)
    }
    style.draw(model.pane.failure, in: area, on: &canvas)
    if hasFocus { canvas.cursor = area.origin }
  }
}
