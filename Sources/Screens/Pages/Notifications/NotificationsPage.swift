import Clients
import Features
import Terminal
import Wording

extension NotificationsModel: DrawablePage {
  func drawing(_ style: PageStyle) -> any DrawnPage { NotificationsPage(model: self, style: style) }
}

/// The program's messages, newest first.
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
    let list: ListDrawing<Notification> = style.list(
      [ScreenWords.noNotifications, ScreenWords.notificationsHold],
      hasFocus: hasFocus)
    list.draw(model.list, ColumnLayout(Self.columns, in: rect), in: rect, on: &canvas) { notification, cell, canvas in
      switch cell.fact {
      case .age: canvas.write(Wording.age(style.store.now - notification.time), in: cell, style: style.theme.quiet)
      case .text: canvas.write(notification.text, in: cell, style: textStyle(notification.kind))
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
