import Clients
public import Observation
public import RunoutModel
import Wording

/// The pop-up with past searches, to filter, run, edit and delete.
@Observable
public final class HistoryModel: Overlay {
  public private(set) var field = TextField()
  public private(set) var list = PagedList<HistoryEntry>()
  /// The entry deleted last, which undo brings back.
  public private(set) var deleted: HistoryEntry?
  /// Whether the deletion was the last action: `u` undoes it then instead of being typed.
  public private(set) var hasJustDeleted = false

  @ObservationIgnored private let stage: Stage
  @ObservationIgnored private let scope: TaskScope
  @ObservationIgnored private var loading: Task<Void, Never>?
  @ObservationIgnored private var deleting: Task<Void, Never>?
  @ObservationIgnored private var preparation: Preparation?
  /// Entries being deleted: an answer that still has them is out of date.
  @ObservationIgnored private var gone: Set<HistoryEntry.ID> = []

  public init(_ stage: Stage) {
    self.stage = stage
    scope = TaskScope(stage.tasks)
    load()
  }

  private func load(keepingCursor: Bool = false) {
    let (history, filter, row) = (stage.services.history, field.text, list.cursor)
    loading?.cancel()
    // Enter and the arrows wait for the entries; letters go into the field, and replace the entries on their way.
    let preparation = stage.preparations.begin(.commands, isShown: true)
    self.preparation?.end(.ready)
    self.preparation = preparation
    loading = scope.run { [weak self] in
      do throws(ClientError) {
        let found = try await history.entries(filter, 10_000)
        guard let self, filter == self.field.text else { return preparation.end(.ready) }
        let entries = found.filter { !self.gone.contains($0.id) }
        self.list.replace()
        self.list.append(Page(rows: entries, next: nil))
        self.list.total = .exactly(entries.count)
        if keepingCursor { self.list.moveCursor(to: row) }
        preparation.end(.ready)
      } catch {
        if let self, filter == self.field.text { self.list.fail(error) }
        preparation.end(.failed)
      }
    }
    // The pop-up has closed while an entry was being brought back.
    if loading == nil { preparation.end(.failed) }
  }

  public var selected: HistoryEntry? { list.selected }

  public func insert(_ text: String) {
    hasJustDeleted = false
    field.insert(text)
    load()
  }

  public var contexts: [Command.Context] { [.history] }

  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    hasJustDeleted = false
    switch command {
    case .submit, .editEntry:
      guard let entry = selected else { break }
      stage.close(self)
      stage.show(command == .submit ? .again(entry) : .edit(entry), on: .search)
    case .olderEntry, .moveUp: list.moveCursor(by: -1)
    case .newerEntry, .moveDown: list.moveCursor(by: 1)
    case .pageDown: list.moveCursor(by: list.height)
    case .pageUp: list.moveCursor(by: -list.height)
    case .deleteEntry: delete()
    case .undoDelete: restore()
    default:
      let before = field.text
      if field.handle(command), field.text != before { load() }
    }
    return .done
  }

  public func click(row: Int) {
    if row == list.cursor { _ = perform(.submit) } else { list.moveCursor(to: row) }
  }

  public func scroll(by lines: Int) { list.scroll(by: lines) }

  private func delete() {
    guard let entry = selected else { return }
    list.remove(list.cursor)
    gone.insert(entry.id)
    deleted = entry
    hasJustDeleted = true
    let history = stage.services.history
    // Not cancelled with the pop-up: what was deleted is deleted even if it closes at once.
    deleting = stage.tasks.run { [weak self, stage] in
      do throws(ClientError) {
        try await history.delete(entry.id)
      } catch {
        self?.takeBack(entry)
        stage.report(AppWords.entryDeleteFailed, error)
      }
    }
  }

  /// Shows an entry again whose deletion failed.
  private func takeBack(_ entry: HistoryEntry) {
    gone.remove(entry.id)
    if deleted == entry {
      deleted = nil
      hasJustDeleted = false
    }
    load(keepingCursor: true)
  }

  private func restore() {
    guard let entry = deleted else { return }
    deleted = nil
    let history = stage.services.history
    // Nor is this; and it waits for the deletion, which would undo it.
    stage.tasks.run { [weak self, stage, deleting] in
      await deleting?.value
      do throws(ClientError) {
        try await history.restore(entry)
        self?.gone.remove(entry.id)
        self?.load(keepingCursor: true)
      } catch {
        stage.report(AppWords.entryRestoreFailed, error)
      }
    }
  }

  public func resize(columns: Int, rows: Int) {
    list.resize(height: max(1, rows - 2))
  }

  public func close() {
    scope.close()
    preparation?.end(.failed)
  }
}
