public import Clients
public import Observation

/// The pop-up with every search ever made: filtered as one types, run, edited, deleted.
@Observable
public final class HistoryModel {
  public private(set) var field = TextField()
  public private(set) var list = PagedList<HistoryEntry>()
  /// The entry deleted last, which undo brings back.
  public private(set) var deleted: HistoryEntry?

  @ObservationIgnored private let context: PageContext
  @ObservationIgnored private let scope: TaskScope
  @ObservationIgnored private var loading: Task<Void, Never>?

  public init(context: PageContext) {
    self.context = context
    scope = TaskScope(context.tasks)
    load()
  }

  private func load(keepingCursor: Bool = false) {
    let (history, filter, row) = (context.services.history, field.text, list.cursor)
    loading?.cancel()
    loading = scope.run { [weak self] in
      do throws(ClientError) {
        let entries = try await history.entries(filter, 10_000)
        guard let self, filter == self.field.text else { return }
        self.list.replace()
        self.list.append(Page(rows: entries, next: nil))
        self.list.total = .exactly(entries.count)
        if keepingCursor { self.list.moveCursor(to: row) }
      } catch {
        self?.list.fail(error)
      }
    }
  }

  public var selected: HistoryEntry? { list.selected }

  public func insert(_ text: String) {
    deleted = nil
    field.insert(text)
    load()
  }

  /// Returns false for what the store has to do: run, edit, close.
  public func handle(_ command: Command) -> Bool {
    switch command {
    case .olderEntry, .moveUp: list.moveCursor(by: -1)
    case .newerEntry, .moveDown: list.moveCursor(by: 1)
    case .pageDown: list.moveCursor(by: list.height)
    case .pageUp: list.moveCursor(by: -list.height)
    case .deleteEntry: delete()
    case .undoDelete: restore()
    default:
      let before = field.text
      guard field.handle(command) else { return false }
      if field.text != before { load() }
    }
    return true
  }

  private func delete() {
    guard let entry = selected else { return }
    list.remove(list.cursor)
    deleted = entry
    let history = context.services.history
    context.tasks.run { [weak self] in
      do throws(ClientError) {
        try await history.delete(entry.id)
      } catch {
        self?.context.report("The entry could not be deleted", error)
      }
    }
  }

  private func restore() {
    guard let entry = deleted else { return }
    deleted = nil
    let history = context.services.history
    scope.run { [weak self] in
      do throws(ClientError) {
        try await history.restore(entry)
        self?.load(keepingCursor: true)
      } catch {
        self?.context.report("The entry could not be brought back", error)
      }
    }
  }

  public func resize(rows: Int) {
    list.resize(height: max(1, rows - 2))
  }

  public func close() { scope.close() }
}
