public import Clients
public import Observation
public import RunoutModel
import Wording

/// Removals to decide, changes to send, and requests under way, each oldest first.
@Observable
public final class TasksModel: PageModel {
  nonisolated public enum Row: Hashable, Sendable {
    /// The heading of a kind of row; requests alone have none.
    case caption(String)
    case removal(SyncStatus.Removal)
    case edit(PendingEdit)
    case activity(NetworkActivity)
  }

  public let tasks: SmallListPane<Row>
  public let panes: Panes

  @ObservationIgnored private let context: PageContext
  @ObservationIgnored private let scope: TaskScope
  @ObservationIgnored private var edits: [PendingEdit] = []
  @ObservationIgnored private var activities: [NetworkActivity]
  @ObservationIgnored private var removals: [SyncStatus.Removal]
  @ObservationIgnored private var isLoaded = false

  public init(context: PageContext) {
    self.context = context
    scope = TaskScope(context.tasks)
    activities = context.services.network.status().activities
    removals = context.services.sync.status().removals
    tasks = SmallListPane(context: context, text: \.title) { if case .caption = $0 { true } else { false } }
    panes = Panes(tasks, context: context, scope: scope)
    tasks.onReload = { [weak self] in self?.reload() }
    update()
    loadEdits()
  }

  public var list: PagedList<Row> { tasks.list }

  private func reload() {
    networkChanged(context.services.network.status())
    loadEdits()
  }

  private func loadEdits() {
    let client = context.services.edits
    scope.run { [weak self] in
      do throws(ClientError) {
        self?.take(try await client.pending())
      } catch {
        self?.context.report(PageWords.pendingFailed, error)
      }
    }
  }

  private func take(_ edits: [PendingEdit]) {
    let isFirst = !isLoaded
    isLoaded = true
    guard edits != self.edits else { return }
    self.edits = edits
    update()
    // The page begins with what waits for the user.
    if isFirst { tasks.select(row: 0) }
  }

  private func update() {
    var rows: [Row] = []
    if !removals.isEmpty {
      rows.append(.caption(PageWords.toDecide))
      rows += removals.map(Row.removal)
    }
    if !edits.isEmpty {
      rows.append(.caption(PageWords.toSend))
      rows += edits.map(Row.edit)
    }
    if !rows.isEmpty, !activities.isEmpty { rows.append(.caption(PageWords.requests)) }
    rows += activities.map(Row.activity)
    guard rows != list.rows || list.status == .ready else { return }
    tasks.show(rows, total: removals.count + edits.count + activities.count) { $0.isSame($1) }
  }

  public var selectedEdit: PendingEdit? { if case .edit(let edit)? = list.selected { edit } else { nil } }
  public var selectedActivity: NetworkActivity? {
    if case .activity(let activity)? = list.selected { activity } else { nil }
  }
  public var selectedRemoval: SyncStatus.Removal? {
    if case .removal(let removal)? = list.selected { removal } else { nil }
  }
  public var hasEdits: Bool { !edits.isEmpty }
  /// The number of the selected row, from 1, captions not counted.
  public var position: Int {
    list.rows.prefix(list.cursor + 1).count { if case .caption = $0 { false } else { true } }
  }

  private func networkChanged(_ status: NetworkStatus) {
    activities = status.activities
    update()
  }

  private func syncChanged(_ status: SyncStatus) {
    removals = status.removals
    update()
  }

  public func hear(_ event: Event) {
    switch event {
    case .shelfChanged, .shelfFiled, .shelfTakenBack: loadEdits()
    case .networkChanged(let status): networkChanged(status)
    case .syncChanged(let status): syncChanged(status)
    default: panes.hear(event)
    }
  }

  public var route: Route { .tasks }
  public var memento: PageMemento { PageMemento() }

  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    if let removal = selectedRemoval, command == .open || command == .remove {
      context.desks?.sync.ask(removal)
      return .done
    }
    if let edit = selectedEdit, context.desks?.sync.perform(command, on: edit) == true { return .done }
    switch command {
    case .remove:
      guard let activity = selectedActivity else { return .refused(PageWords.noTaskToCancel) }
      context.services.network.cancel(activity.id)
      context.say(PageWords.cancelled(activity.title))
      return .done
    case .open: return .refused(PageWords.taskOpensNothing)
    default: return panes.perform(command, argument)
    }
  }
}

extension TasksModel.Row {
  nonisolated var title: String {
    switch self {
    case .caption: ""
    case .removal(let removal): removal.question
    case .edit(let edit): edit.title
    case .activity(let activity): activity.title
    }
  }

  nonisolated fileprivate func isSame(_ other: TasksModel.Row) -> Bool {
    switch (self, other) {
    case (.removal(let one), .removal(let other)): one.list == other.list
    case (.edit(let one), .edit(let other)): one.id == other.id
    case (.activity(let one), .activity(let other)): one.id == other.id
    default: false
    }
  }
}

extension SyncStatus.Removal {
  /// `4,000 copies`
  nonisolated private func rows(_ number: Int) -> String {
    list == .collection ? ShelfWords.copies(number) : ShelfWords.wants(number)
  }

  /// `Remove 400 of 4,000 copies?`
  nonisolated public var question: String { PageWords.removeRows(gone, of: rows(rows)) }

  /// `400 copies`
  nonisolated var counted: String { rows(gone) }
}
