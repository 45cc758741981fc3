import Clients
import Features
import Terminal
import Wording

extension UserModel: DrawablePage {
  func drawing(_ style: PageStyle) -> any DrawnPage { UserPage(model: self, style: style) }
}

/// A user's public profile.
struct UserPage: DrawnPage {
  let model: UserModel
  let style: PageStyle

  var title: String { model.name }
  var facts: [String] { [FieldWords.user, style.age(model.user.freshness)] + Wording.hindrance(model.user.freshness) }
  var position: String { style.position(model.view) }
  var hints: [Command] { style.textHints }

  func draw(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    let area = style.textArea(rect)
    guard model.user.profile == nil else {
      DocumentDrawing(theme: style.theme, hasFocus: hasFocus).draw(model.view, in: area, on: &canvas)
      return
    }
    if let failure = model.user.failure {
      let text = Wording.sentence(failure, then: style.help(for: failure), held: style.store.network.heldSeconds)
      for (line, text) in TextWidth.wrap(text, columns: area.columns).enumerated() where line < area.rows {
        canvas.write(text, in: area.line(line), style: style.theme.error)
      }
    } else {
      canvas.write(
        model.user.isAbsent ? ScreenWords.usersNeedLive : ScreenWords.loading, in: area, style: style.theme.quiet)
    }
    if hasFocus { canvas.cursor = area.origin }
  }
}
