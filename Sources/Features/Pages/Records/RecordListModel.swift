import Clients
public import DiscogsModel
public import Observation

/// A list of records that belongs to no record: what is in a user's list, what somebody owns or wants.
nonisolated public enum RecordList: Hashable, Sendable {
  case entries(UserList.ID)
  case collection(of: String)
  case wants(of: String)

  var list: BrowseRequest.List {
    switch self {
    case .entries(let id): .entries(id)
    case .collection(let user): .collection(of: user)
    case .wants(let user): .wants(of: user)
    }
  }
}

/// The page of such a list, each row with what one's own shelf says of it.
@Observable
public final class RecordListModel: PageModel {
  public let subject: RecordList
  public let list: CatalogueListModel
  public let preview: InfoPane
  public let panes: Panes
  /// What its maker calls the list; nil for what is none, and until it is known.
  public private(set) var name: String?
  public private(set) var owner: String?

  @ObservationIgnored private let context: PageContext
  @ObservationIgnored private let scope: TaskScope

  public init(_ subject: RecordList, context: PageContext, memento: PageMemento = PageMemento()) {
    self.subject = subject
    self.context = context
    scope = TaskScope(context.tasks)
    preview = InfoPane(context, scope: scope, isPreview: true)
    panes = Panes(preview)
    list = CatalogueListModel(
      CatalogueListModel.source(browsing: subject.list, context.services.catalogue), context: context, scope: scope,
      memento: memento.list)
    panes.onChange = { [weak self] in self?.showPreview() }
    list.onSelection = { [weak self] in self?.showPreview() }
    list.rows.loadMoreIfNeeded()
    loadName()
  }

  private func loadName() {
    guard case .entries(let id) = subject else { return }
    let lists = context.services.lists
    scope.run { [weak self] in
      do throws(ClientError) {
        guard let list = try await lists.list(id), let self else { return }
        (name, owner) = (list.name, list.owner?.name)
      } catch {
        // The rows say themselves why there are none.
        guard error != .cancelled else { return }
        self?.context.services.log.write(.warning, "The name of a list could not be read", ["error": "\(error)"])
      }
    }
  }

  private func showPreview() {
    guard panes.isInfoVisible else { return }
    let row = list.rows.list.selected
    preview.show(
      row.map { RowFacts($0) }, of: row?.reference, after: panes.isInfoFocused ? .zero : context.previewDelay)
  }

  public func hear(_ event: Event) {
    switch event {
    case .shelfChanged, .shelfFiled: shelfChanged()
    case .freshnessChanged(let shown): freshnessChanged(shown)
    default: break
    }
  }

  public var route: Route { .records(subject) }
  public var isText: Bool { panes.isInfoFocused }
  public var isReady: Bool { list.rows.isReady }

  public var memento: PageMemento {
    var memento = PageMemento()
    memento.list = list.rows.memento
    return memento
  }

  public var subjects: [Subject] { list.rows.markedOrSelected.map(Subject.init) }
  public var shelfItems: [ShelfItem] { list.rows.markedOrSelected.map { ShelfItem($0) } }
  public func unmark() { list.rows.unmark() }

  private func shelfChanged() {
    list.shelfChanged()
    preview.shelfChanged()
  }

  public var webURL: String? {
    switch subject {
    case .entries(let id): ListsModel.address(of: id)
    case .collection(let user): "\(UserModel.address(of: user))/collection"
    case .wants(let user): "https://www.discogs.com/wantlist?user=\(user)"
    }
  }

  public var selectedURL: String? { panes.isInfoFocused ? preview.selectedURL : nil }

  public func handle(_ command: Command) -> Bool {
    if panes.handle(command) { return true }
    switch command {
    case .openArtist, .openLabel:
      guard case .release(let id)? = list.rows.list.selected?.reference else { return false }
      context.followFact(command, of: id, scope: scope)
    case _ where SortOrder(command) != nil:
      guard let sort = SortOrder(command), sorts.contains(sort.field) else { return false }
      list.rows.sort(sort)
    default: return list.handle(command, isFocused: !panes.isInfoFocused)
    }
    return true
  }

  private var sorts: Set<SortOrder.Field> {
    switch subject {
    case .entries: [.relevance, .artist, .title]
    case .collection: [.relevance, .artist, .title, .year, .added, .rating, .format, .label, .catalogueNumber]
    case .wants: [.relevance, .artist, .title, .year, .added, .rating, .label]
    }
  }

  public func disabledReason(_ command: Command) -> String? {
    switch command {
    case .open: panes.isInfoFocused ? "This line has no name to follow" : "There is no row to open"
    case .openArtist, .openLabel: "Only a release has one"
    case .openMaster, .openVersions: "The master of this row is not known"
    case .edit, .moveToFolder, .remove:
      subject.isShelf ? "It is somebody else's shelf: nothing of it can be changed" : nil
    case _ where SortOrder(command) != nil: "This list cannot be sorted by that"
    case _ where command.stars != nil: ShelfWording.whereToRate
    default: nil
    }
  }

  public var narrowing: String { list.rows.order.narrowing }
  public func narrow(_ text: String) { list.rows.narrow(text) }
  public var narrowsWhileTyping: Bool { !context.isLive }

  public func find(_ text: String) {
    if panes.isInfoFocused { preview.find(text) } else { list.rows.find(text) }
  }

  public func leavePane() -> Bool { panes.leaveInfo() }
  public func cancel() -> Bool { panes.leaveInfo() || list.rows.cancel() }
  public func close() { scope.close() }

  public func go(toRow row: Int) {
    if panes.isInfoFocused { preview.move(to: row - 1) } else { list.rows.select(row: max(0, row - 1)) }
  }

  public func retry() -> Bool {
    let isRetrying = [preview.retry(), list.rows.retry()]
    return isRetrying.contains(true)
  }

  public func refresh(_ command: Command) {
    guard context.isLive else { return reload() }
    if panes.isInfoVisible, command == .refreshView || panes.isInfoFocused { preview.refresh() }
    if command == .refreshView || !panes.isInfoFocused { list.rows.refresh() }
  }

  private func freshnessChanged(_ shown: Shown) {
    preview.freshnessChanged(shown)
    list.rows.freshnessChanged(shown)
  }

  public func reload() {
    list.rows.reload(keepingCursor: true)
    preview.reload()
    loadName()
  }

  public func resize(columns: Int, rows: Int) {
    panes.resize(columns: columns, rows: rows)
    list.rows.resize(height: max(1, rows - 1))
  }
}

extension RecordList {
  fileprivate nonisolated var isShelf: Bool { if case .entries = self { false } else { true } }
}
