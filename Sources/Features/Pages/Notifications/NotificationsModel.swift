import Clients
import DiscogsModel
import Observation
import Wording

/// The page of notifications; opening it marks them as read.
public final class NotificationsModel: PageModel {
  public let notifications: SmallListPane<Notification>
  public let panes: Panes

  public init(context: PageContext) {
    notifications = SmallListPane(context: context, text: \.text)
    panes = Panes(notifications, context: context)
    notifications.onReload = { [weak self] in self?.update() }
    context.notifications.markRead()
    update()
  }

  public var list: PagedList<Notification> { notifications.list }

  private func update() {
    let all = context.notifications.all
    notifications.show(all, total: all.count) { $0.id == $1.id }
  }

  /// Marks what is said while the page is open as read.
  public func hear(_ event: Event) {
    guard event == .notified else { return panes.hear(event) }
    context.notifications.markRead()
    update()
  }

  public var route: Route { .notifications }
  public var memento: PageMemento { PageMemento() }

  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    switch command {
    case .open: return .refused(PageWords.notificationOpensNothing)
    case .remove, .removeAll:
      guard let notification = list.selected else { return .refused(ScreenWords.noNotifications) }
      let all = context.notifications
      if command == .remove { all.remove(notification.id) } else { all.clear() }
      update()
      return .done
    default: return panes.perform(command, argument)
    }
  }
}
