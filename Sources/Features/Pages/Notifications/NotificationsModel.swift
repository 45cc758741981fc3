import Clients
import DiscogsModel
public import Observation

/// The page with everything that was said.
@Observable
public final class NotificationsModel: PageModel {
  public private(set) var list = PagedList<Notification>()

  @ObservationIgnored private let context: PageContext

  public init(context: PageContext) {
    self.context = context
    context.notifications.markRead()
    update()
  }

  /// Takes in what has been said since.
  private func update() {
    list.renew(context.notifications.all, next: nil) { $0.id == $1.id }
    list.total = .exactly(list.rows.count)
  }

  /// What is said while the page is open has been seen.
  public func hear(_ event: Event) {
    guard event == .notified else { return }
    context.notifications.markRead()
    update()
  }

  public var route: Route { .notifications }
  public var memento: PageMemento { PageMemento() }
  public var subjects: [Subject] { [] }

  public func handle(_ command: Command) -> Bool {
    switch command {
    case .remove:
      guard let notification = list.selected else { return false }
      context.notifications.remove(notification.id)
      update()
    case .removeAll:
      guard !list.isEmpty else { return false }
      context.notifications.clear()
      update()
    default: return list.handle(command)
    }
    return true
  }

  public func disabledReason(_ command: Command) -> String? {
    switch command {
    case .remove, .removeAll: "There is no notification"
    case .open: "A notification opens nothing"
    default: nil
    }
  }

  public func find(_ text: String) { context.say(text, ifNotFound: list.find(text, in: \.text)) }
  public var canBeNarrowed: Bool { false }
  public func cancel() -> Bool { false }
  public func close() {}
  public func go(toRow row: Int) { list.moveCursor(to: row - 1) }
  public func reload() { update() }
  public func resize(columns: Int, rows: Int) { list.resize(height: max(1, rows - 1)) }
}

extension PagedList {
  /// Selects the next row with this text, going round at the end; false when there is none. Every row is here.
  nonisolated mutating func find(_ text: String, in words: (Row) -> String) -> Bool {
    let sought = TextFolding.fold(text)
    guard !sought.isEmpty else { return false }
    let order = Array(rows.indices.dropFirst(cursor + 1)) + Array(rows.indices.prefix(cursor + 1))
    guard let row = order.first(where: { TextFolding.fold(words(rows[$0])).contains(sought) }) else { return false }
    moveCursor(to: row)
    return true
  }
}
