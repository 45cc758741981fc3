import Clients
import DiscogsModel
import Features
import Terminal
import Wording

extension HelpModel: DrawablePage {
  func drawing(_ style: PageStyle) -> any DrawnPage { HelpPage(model: self, style: style) }
}

struct HelpPage: DrawnPage {
  let model: HelpModel
  let style: PageStyle

  var title: String { ScreenWords.keysAndCommands }
  var facts: [String] {
    [ScreenWords.finds(key: style.store.key(.find)), ScreenWords.goesBack(key: style.store.key(.back))]
  }
  var hints: [Command] { [.find, .findNext, .back, .pageDown, .commandLine] }
  var position: String { style.position(model.view) }

  func draw(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    DocumentDrawing(theme: style.theme, hasFocus: hasFocus).draw(model.view, in: style.textArea(rect), on: &canvas)
  }
}
