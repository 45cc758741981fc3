public import Clients
public import Observation

/// What is being loaded or sent, oldest first.
@Observable
public final class TasksModel: PageModel {
  public private(set) var list = PagedList<NetworkActivity>()

  @ObservationIgnored private let context: PageContext

  public init(context: PageContext) {
    self.context = context
    networkChanged(context.services.network.status())
  }

  public func networkChanged(_ status: NetworkStatus) {
    guard status.activities != list.rows || list.status == .ready else { return }
    list.renew(status.activities, next: nil) { $0.id == $1.id }
    list.total = .exactly(status.activities.count)
  }

  public var route: Route { .tasks }
  public var memento: PageMemento { PageMemento() }
  public var subjects: [Subject] { [] }

  public func handle(_ command: Command) -> Bool {
    switch command {
    case .remove:
      guard let activity = list.selected else { return false }
      context.services.network.cancel(activity.id)
      context.say("Cancelled: \(activity.title)")
    default: return list.handle(command)
    }
    return true
  }

  public func disabledReason(_ command: Command) -> String? {
    switch command {
    case .remove: "Nothing is being loaded that could be cancelled"
    case .open: "A task opens nothing"
    default: nil
    }
  }

  public func find(_ text: String) { context.say(text, ifNotFound: list.find(text, in: \.title)) }

  public func cancel() -> Bool { false }
  public func close() {}
  public func go(toRow row: Int) { list.moveCursor(to: row - 1) }
  public func reload() { networkChanged(context.services.network.status()) }
  public func resize(columns: Int, rows: Int) { list.resize(height: max(1, rows - 1)) }
}

extension PagedList {
  /// Moves as the commands of a list that is all there say; false for any other command.
  nonisolated mutating func handle(_ command: Command) -> Bool {
    switch command {
    case .moveDown: moveCursor(by: 1)
    case .moveUp: moveCursor(by: -1)
    case .halfPageDown: moveCursor(by: max(1, height / 2))
    case .halfPageUp: moveCursor(by: -max(1, height / 2))
    case .pageDown: moveCursor(by: height)
    case .pageUp: moveCursor(by: -height)
    case .moveToTop: moveCursor(to: 0)
    case .moveToBottom: moveCursor(to: rows.count - 1)
    case .alignMiddle: align(.middle)
    case .alignTop: align(.top)
    case .alignBottom: align(.bottom)
    default: return false
    }
    return true
  }
}
