import Features
import Terminal
import Wording

extension NotificationsModel: DrawablePage { typealias Drawing = NotificationsPage }

struct NotificationsPage: DrawnPage {
  let model: NotificationsModel
  let style: PageStyle

  var title: String { TitleWords.notifications }
  var facts: [String] { [ScreenWords.newestFirst] }
  var position: String { Wording.position(model.list) }
  var hints: [Command] {
    (model.list.isEmpty ? [] : [.remove, .removeAll, .find]) + [.back, .openLog, .commandLine, .openHelp]
  }

  private enum Fact { case age, text }

  private static let columns: [ListColumn<Fact>] = [
    .init(.age, ColumnWords.when, 8), .init(.text, ColumnWords.what, share: 1),
  ]

  func draw(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    let drawing = style.list([ScreenWords.noNotifications, ScreenWords.notificationsHold], hasFocus: hasFocus)
    drawing.draw(model.list, ColumnLayout(Self.columns, in: rect), in: rect, on: &canvas) { message, cell, canvas in
      switch cell.fact {
      case .age: canvas.write(Wording.age(style.store.now - message.time), in: cell, style: style.theme.quiet)
      case .text: canvas.write(message.text, in: cell, style: textStyle(message.kind))
      }
    }
  }

  private func textStyle(_ kind: Notification.Kind) -> CellStyle {
    switch kind {
    case .confirmation: style.theme.quiet
    case .ordinary: style.theme.text
    case .high: style.theme.error
    }
  }
}
