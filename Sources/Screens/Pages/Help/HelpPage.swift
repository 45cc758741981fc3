import Clients
import DiscogsModel
import Features
import Terminal

extension HelpModel: DrawablePage {
  func drawing(_ style: PageStyle) -> any DrawnPage { HelpPage(model: self, style: style) }
}

struct HelpPage: DrawnPage {
  let model: HelpModel
  let style: PageStyle

  var title: String { "Keys and commands" }
  var facts: [String] { ["\(style.store.key(.find)) finds", "\(style.store.key(.back)) goes back"] }
  var hints: [Command] { [.find, .findNext, .back, .pageDown, .commandLine] }
  var position: String { style.position(model.view) }

  func draw(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    DocumentDrawing(theme: style.theme, hasFocus: hasFocus).draw(model.view, in: style.textArea(rect), on: &canvas)
  }
}
