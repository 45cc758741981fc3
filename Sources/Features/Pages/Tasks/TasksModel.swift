public import Clients
public import DiscogsModel
public import Observation

/// What Discogs does not have yet, and what is being loaded or sent, each oldest first.
@Observable
public final class TasksModel: PageModel {
  nonisolated public enum Row: Hashable, Sendable {
    /// Over what follows, where both kinds are there.
    case caption(String)
    case removal(SyncStatus.Removal)
    case edit(PendingEdit)
    case activity(NetworkActivity)
  }

  public private(set) var list = PagedList<Row>()

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
    update()
    loadEdits()
  }

  private func loadEdits() {
    let client = context.services.edits
    scope.run { [weak self] in
      do throws(ClientError) {
        self?.take(try await client.pending())
      } catch {
        self?.context.report("What is to be sent could not be read", error)
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
    if isFirst { go(toRow: 1) }
  }

  private func update() {
    var rows: [Row] = []
    if !removals.isEmpty {
      rows.append(.caption("To decide"))
      rows += removals.map(Row.removal)
    }
    if !edits.isEmpty {
      rows.append(.caption("To send"))
      rows += edits.map(Row.edit)
    }
    if !rows.isEmpty, !activities.isEmpty { rows.append(.caption("Requests")) }
    rows += activities.map(Row.activity)
    guard rows != list.rows || list.status == .ready else { return }
    list.renew(rows, next: nil) { $0.isSame($1) }
    list.total = .exactly(removals.count + edits.count + activities.count)
    skipCaptions(by: 1)
  }

  /// Captions cannot be chosen: the cursor goes on, and back where there is nothing further.
  private func skipCaptions(by step: Int) {
    guard case .caption? = list.selected else { return }
    let isAtTop = list.cursor == 0
    list.moveCursor(by: isAtTop ? 1 : step)
    // The caption over the first row is to be seen, too.
    if isAtTop { list.align(.bottom) }
  }

  public var selectedEdit: PendingEdit? { if case .edit(let edit)? = list.selected { edit } else { nil } }
  public var selectedActivity: NetworkActivity? {
    if case .activity(let activity)? = list.selected { activity } else { nil }
  }
  public var selectedRemoval: SyncStatus.Removal? {
    if case .removal(let removal)? = list.selected { removal } else { nil }
  }
  public var hasEdits: Bool { !edits.isEmpty }
  /// The number of the selected one, from 1, the captions not counted.
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
    case .shelfChanged, .shelfFiled: loadEdits()
    case .networkChanged(let status): networkChanged(status)
    case .syncChanged(let status): syncChanged(status)
    default: break
    }
  }

  public var route: Route { .tasks }
  public var memento: PageMemento { PageMemento() }
  public var subjects: [Subject] { [] }

  public func handle(_ command: Command) -> Bool {
    if let removal = selectedRemoval, command == .open || command == .remove {
      context.desks?.sync.ask(removal)
      return true
    }
    if let edit = selectedEdit, context.desks?.sync.perform(command, on: edit) == true { return true }
    switch command {
    case .remove:
      guard let activity = selectedActivity else { return false }
      context.services.network.cancel(activity.id)
      context.say("Cancelled: \(activity.title)")
    default:
      let row = list.cursor
      guard list.handle(command) else { return false }
      skipCaptions(by: list.cursor < row ? -1 : 1)
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

  public var canBeNarrowed: Bool { false }
  public func cancel() -> Bool { false }
  public func close() { scope.close() }

  public func go(toRow row: Int) {
    list.moveCursor(to: row - 1)
    skipCaptions(by: 1)
  }

  public func reload() {
    networkChanged(context.services.network.status())
    loadEdits()
  }

  public func resize(columns: Int, rows: Int) { list.resize(height: max(1, rows - 1)) }
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
  /// `copies`
  nonisolated private var rowName: String { list == .collection ? "copy" : "want" }

  /// `Remove 400 of 4,000 copies?`
  nonisolated public var question: String { "Remove \(gone.grouped) of \(ShelfWording.counted(rows, rowName))?" }

  /// `400 copies`
  nonisolated var counted: String { ShelfWording.counted(gone, rowName) }
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
