import Clients
import Features
import Terminal
import Wording

extension NotificationsModel: DrawablePage {
  func drawing(_ style: PageStyle) -> any DrawnPage { NotificationsPage(model: self, style: style) }
}

/// What the program has said, newest first.
struct NotificationsPage: DrawnPage {
  let model: NotificationsModel
  let style: PageStyle

  var title: String { TitleWords.notifications }
  var facts: [String] { [ScreenWords.newestFirst] }
  var position: String { Wording.position(model.list) }
  var hints: [Command] {
    (model.list.isEmpty ? [] : [.remove, .removeAll, .find]) + [.back, .openLog, .commandLine, .openHelp]
  }

  func draw(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    let when = 8
    let captions = [
      ListColumn(caption: "When", columns: when),
      ListColumn(caption: "What", columns: max(8, rect.columns - when - 3)),
    ]
    let list: ListDrawing<Notification> = style.list(
      [ScreenWords.noNotifications, ScreenWords.notificationsHold],
      hasFocus: hasFocus)
    list.draw(model.list, captions: captions, in: rect, on: &canvas) { _, notification, place, canvas in
      var area = place
      canvas.write(
        Wording.age(style.store.now - notification.time), in: area.takeLeft(when), style: style.theme.quiet)
      _ = area.takeLeft(1)
      canvas.write(notification.text, in: area, style: textStyle(notification.kind))
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
