import Clients
import DiscogsModel

/// A list of the shelf with the pane of its parts at one side and the preview at the other.
public final class ShelfListModel<Row: ShelfRow> {
  public let rows: ListModel<Row>
  public let preview: InfoPane
  public let panes: Panes
  public let parts: ShelfPartsModel
  public let columns: ShelfColumnChoice

  let context: PageContext
  let scope: TaskScope

  /// - Parameter source: where the rows of a part come from; nil for the whole list.
  init(
    _ list: ShelfList, context: PageContext, memento: PageMemento, source: @escaping (ShelfPart?) -> ListSource<Row>
  ) {
    self.context = context
    let scope = TaskScope(context.tasks)
    self.scope = scope
    rows = ListModel(source(memento.part), context: context, scope: scope, memento: memento.list)
    preview = InfoPane(context, scope: scope, isPreview: true)
    panes = Panes(preview)
    parts = ShelfPartsModel(list, context: context, scope: scope, memento: memento)
    columns = ShelfColumnChoice(list, context: context, scope: scope)
    panes.onChange = { [weak self] in self?.showPreview() }
    rows.onSelection = { [weak self] in self?.showPreview() }
    parts.onShow = { [weak self] in self?.rows.reload(source($0)) }
    rows.loadMoreIfNeeded()
    parts.load()
    columns.load()
  }

  var memento: PageMemento {
    var memento = PageMemento()
    memento.list = rows.memento
    memento.part = parts.shown
    memento.grouping = parts.grouping
    return memento
  }

  // MARK: Panes

  /// Parts stand beside the list on wide screens; on narrow ones only while they have the keys.
  public var arePartsVisible: Bool { parts.isFocused || (panes.split.columns >= 130 && !parts.all.isEmpty) }

  /// Whether the keys go to a text with links.
  var isText: Bool { panes.isInfoFocused && !parts.isFocused }

  /// `Tab` goes from the list to the parts, to the info pane and back to the list; `S-Tab` the other way.
  func handle(_ command: Command) -> Bool {
    if parts.isFocused {
      if handleInParts(command) { return true }
    } else if !panes.isInfoFocused, command == .nextPane {
      parts.isFocused = true
      return true
    }
    let hadInfoFocus = panes.isInfoFocused
    guard handleInList(command) else { return false }
    if command == .previousLink, hadInfoFocus, !panes.isInfoFocused { parts.isFocused = true }
    return true
  }

  private func handleInParts(_ command: Command) -> Bool {
    switch command {
    case .open, .previousPane: parts.isFocused = false
    case .nextPane:
      parts.isFocused = false
      panes.focusInfo(true)
    default: return parts.handle(command, step: max(1, rows.list.height / 2))
    }
    return true
  }

  private func handleInList(_ command: Command) -> Bool {
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
      if let sort = SortOrder(command), sort.field != .price {
        rows.sort(sort)
        return true
      }
      return !panes.isInfoFocused && rows.handle(command)
    }
    return true
  }

  private func showPreview() {
    guard panes.isInfoVisible else { return }
    let row = rows.list.selected
    preview.show(
      row.map { RowFacts($0.facts) }, of: row.map { .release($0.release) },
      after: panes.isInfoFocused ? .zero : context.previewDelay)
  }

  // MARK: For the page

  /// Shows what a query leaves of the whole list.
  func show(_ query: String) {
    parts.isFocused = false
    parts.showAll()
    rows.narrow(query)
  }

  func shelfChanged() {
    parts.load()
    rows.update()
    preview.shelfChanged()
  }

  /// The same rows in another order: the selected one stays it.
  func shelfFiled() {
    parts.load()
    rows.follow()
  }

  func find(_ text: String) {
    if panes.isInfoFocused { preview.find(text) } else { rows.find(text) }
  }

  func leavePane() -> Bool {
    guard parts.isFocused else { return panes.leaveInfo() }
    parts.isFocused = false
    return true
  }

  func cancel() -> Bool { leavePane() || rows.cancel() }

  func go(toRow row: Int) {
    if panes.isInfoFocused { preview.move(to: row - 1) } else { rows.select(row: max(0, row - 1)) }
  }

  func retry() -> Bool {
    let isRetrying = [parts.retry(), preview.retry(), rows.retry()]
    return isRetrying.contains(true)
  }

  func reload() {
    parts.load()
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
    case .nextType, .previousType: "In the pane beside the list this changes what it is divided by"
    default: SortOrder.reason(against: command)
    }
  }
}
