public import Clients
public import Observation
public import RunoutModel
import Wording

/// Removals to decide, changes to send, and requests under way, each oldest first.
@Observable
public final class TasksModel: PageModel, Loader {
  nonisolated public enum Row: Hashable, Sendable {
    /// The heading of a kind of row; requests alone have none.
    case caption(String)
    case removal(SyncStatus.Removal)
    case edit(PendingEdit)
    case activity(NetworkActivity)
  }

  public let tasks: SmallListPane<Row>
  public let panes: Panes

  @ObservationIgnored private var edits: [PendingEdit] = []
  @ObservationIgnored private var activities: [NetworkActivity]
  @ObservationIgnored private var removals: [SyncStatus.Removal]
  @ObservationIgnored private var isLoaded = false

  public init(context: PageContext) {
    activities = context.services.network.status().activities
    removals = context.services.sync.status().removals
    tasks = SmallListPane(context: context, text: \.title, isCaption: \.isCaption)
    panes = Panes(tasks, context: context)
    tasks.onReload = { [weak self] in
      self?.hear(.networkChanged(context.services.network.status()))
      self?.loadEdits()
    }
    update()
    loadEdits()
  }

  public var list: PagedList<Row> { tasks.list }

  private func loadEdits() {
    load(orReport: PageWords.pendingFailed) {
      try await $0.edits.pending()
    } then: { model, edits in
      let isFirst = !model.isLoaded
      model.isLoaded = true
      guard edits != model.edits else { return }
      model.edits = edits
      model.update()
      // The page begins with what waits for the user.
      if isFirst { model.tasks.select(row: 0) }
    }
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
  public var position: Int { list.rows.prefix(list.cursor + 1).count { !$0.isCaption } }

  public func hear(_ event: Event) {
    switch event {
    case .shelfChanged, .shelfFiled, .shelfTakenBack: loadEdits()
    case .networkChanged(let status):
      activities = status.activities
      update()
    case .syncChanged(let status):
      removals = status.removals
      update()
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
  nonisolated fileprivate var isCaption: Bool { if case .caption = self { true } else { false } }

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
