import Features
import Terminal
import Wording

extension UserModel: DrawablePage { typealias Drawing = UserPage }

struct UserPage: DrawnPage {
  let model: UserModel
  let style: PageStyle

  var title: String { model.name }
  var facts: [String] { [FieldWords.user, style.age(model.user.freshness)] + Wording.hindrance(model.user.freshness) }

  func draw(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    let area = style.textArea(rect)
    guard model.user.profile == nil else {
      return DocumentDrawing(theme: style.theme, hasFocus: hasFocus).draw(model.view, in: area, on: &canvas)
    }
    if model.user.isAbsent, model.user.failure == nil {
      canvas.write(ScreenWords.usersNeedLive, in: area, style: style.theme.quiet)
    } else {
      style.draw(model.user.failure, in: area, on: &canvas)
    }
    if hasFocus { canvas.cursor = area.origin }
  }
}
