import Clients
import DiscogsModel

/// The list and preview that Collection and Want list have in common.
public final class ShelfListModel<Row: ShelfRow> {
  public let rows: ListModel<Row>
  public let preview: InfoPane
  public let panes: Panes

  let context: PageContext
  let scope: TaskScope

  init(_ source: ListSource<Row>, context: PageContext, scope: TaskScope, memento: ListMemento) {
    self.context = context
    self.scope = scope
    rows = ListModel(source, context: context, scope: scope, memento: memento)
    preview = InfoPane(context, scope: scope, isPreview: true)
    panes = Panes(preview)
    panes.onChange = { [weak self] in self?.showPreview() }
    rows.onSelection = { [weak self] in self?.showPreview() }
    rows.loadMoreIfNeeded()
  }

  func handle(_ command: Command) -> Bool {
    if panes.handle(command) { return true }
    switch command {
    case .openArtist, .openLabel:
      guard let row = rows.list.selected else { return false }
      context.followFact(command, of: row.release, scope: scope)
    case .openMaster, .openVersions:
      guard let master = rows.list.selected?.master else { return false }
      context.follow(.entity(.master(master)))
    case .open where !rows.list.isRetrySelected:
      guard !panes.isInfoFocused, let row = rows.list.selected else { return false }
      context.follow(.entity(.release(row.release)))
    default:
      if let sort = SortOrder(command) {
        rows.sort(sort)
        return true
      }
      return !panes.isInfoFocused && rows.handle(command)
    }
    return true
  }

  private func showPreview() {
    guard panes.isInfoVisible else { return }
    preview.show(
      rows.list.selected.map { .release($0.release) },
      after: panes.isInfoFocused ? .zero : context.previewDelay)
  }

  func shelfChanged() {
    rows.update()
    preview.shelfChanged()
  }

  func find(_ text: String) {
    if panes.isInfoFocused { preview.find(text) } else { rows.find(text) }
  }

  func cancel() -> Bool { panes.leaveInfo() || rows.cancel() }

  func go(toRow row: Int) {
    if panes.isInfoFocused { preview.move(to: row - 1) } else { rows.select(row: max(0, row - 1)) }
  }

  func retry() -> Bool {
    let isRetrying = [preview.retry(), rows.retry()]
    return isRetrying.contains(true)
  }

  func reload() {
    rows.reload(keepingCursor: true)
    preview.reload()
  }

  func resize(columns: Int, rows height: Int) {
    panes.resize(columns: columns, rows: height)
    rows.resize(height: max(1, height - 1))
  }

  func disabledReason(_ command: Command) -> String? {
    switch command {
    case .open: panes.isInfoFocused ? "This line has no name to follow" : "There is no row to open"
    case .openMaster, .openVersions: "The master of this row is not known"
    case .nextType, .previousType: "The shelf holds releases only"
    default: nil
    }
  }
}
