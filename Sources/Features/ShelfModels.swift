public import Clients
public import DiscogsModel
public import Observation

/// A row of the shelf: an owned copy or a wanted release.
nonisolated public protocol ShelfRow: Hashable, Sendable {
  var release: Release.ID { get }
  var master: Master.ID? { get }
  var artist: String { get }
  var title: String { get }
  var label: String { get }
  var catalogueNumber: String { get }
  var format: String { get }
  var year: Int? { get }
  var rating: Int? { get }
  var notesText: String { get }
}

extension CollectionCopy: ShelfRow {
  nonisolated public var notesText: String { fields.map { "\($0.name) \($0.value)" }.joined(separator: " ") }
}

extension WantListEntry: ShelfRow {
  nonisolated public var notesText: String { notes }
}

extension ShelfRow {
  nonisolated public var subject: Subject {
    Subject(
      reference: .release(release), artist: artist, title: title, catalogueNumber: catalogueNumber, master: master)
  }

  nonisolated var searchText: String {
    [artist, title, year.map(String.init) ?? "", format, label, catalogueNumber, notesText].joined(separator: " ")
  }
}

/// The list and preview that Collection and Want list have in common.
@Observable
public final class ShelfListModel<Row: ShelfRow> {
  public let rows: ListModel<Row>
  public let preview: InfoPane
  public let panes: Panes

  @ObservationIgnored let context: PageContext
  @ObservationIgnored let scope: TaskScope

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

/// The collection: folders, and every copy its own row.
@Observable
public final class CollectionModel: PageModel {
  public let copies: ShelfListModel<CollectionCopy>
  public private(set) var folders: [CollectionFolder] = []
  /// Nil for all folders.
  public private(set) var folder: String?
  public private(set) var areFoldersFocused = false
  /// The selected row of the folders pane; 0 is "All".
  public private(set) var folderCursor = 0

  @ObservationIgnored private let context: PageContext
  @ObservationIgnored private let scope: TaskScope
  @ObservationIgnored private var haveFoldersFailed = false

  public init(context: PageContext, memento: PageMemento = PageMemento()) {
    self.context = context
    scope = TaskScope(context.tasks)
    folder = memento.folder
    copies = ShelfListModel(
      Self.source(memento.folder, context.services.shelf), context: context, scope: scope, memento: memento.list)
    loadFolders()
  }

  private static func source(_ folder: String?, _ shelf: ShelfClient) -> ListSource<CollectionCopy> {
    ListSource(
      load: { order, after, limit throws(ClientError) in
        try await shelf.copies(
          CollectionRequest(folder: folder, sort: order.sort, narrowing: order.narrowing), after, limit)
      },
      count: { order throws(ClientError) in
        .exactly(
          try await shelf.copyCount(
            CollectionRequest(folder: folder, sort: order.sort, narrowing: order.narrowing)))
      },
      text: \.searchText)
  }

  private func loadFolders() {
    let shelf = context.services.shelf
    haveFoldersFailed = false
    scope.run { [weak self] in
      do throws(ClientError) {
        let folders = try await shelf.folders()
        guard let self else { return }
        self.folders = folders
        self.folderCursor = folders.firstIndex { $0.name == self.folder }.map { $0 + 1 } ?? 0
      } catch {
        self?.haveFoldersFailed = error != .cancelled
        self?.context.report("The folders could not be read", error)
      }
    }
  }

  public var route: Route { .collection }

  public var memento: PageMemento {
    var memento = PageMemento()
    memento.list = copies.rows.memento
    memento.folder = folder
    return memento
  }

  public var subjects: [Subject] { copies.rows.markedOrSelected.map(\.subject) }

  /// Folders stand beside the list on wide screens; on narrow ones only while they have the keys.
  public var areFoldersVisible: Bool { areFoldersFocused || (copies.panes.split.columns >= 130 && !folders.isEmpty) }

  public func handle(_ command: Command) -> Bool {
    if areFoldersFocused {
      if handleInFolders(command) { return true }
    } else if !copies.panes.isInfoFocused, command == .nextPane {
      areFoldersFocused = true
      return true
    }
    let hadInfoFocus = copies.panes.isInfoFocused
    guard copies.handle(command) else { return false }
    if command == .previousLink, hadInfoFocus, !copies.panes.isInfoFocused { areFoldersFocused = true }
    return true
  }

  /// `Tab` goes from the list to the folders, to the info pane and back to the list; `S-Tab` the other way.
  private func handleInFolders(_ command: Command) -> Bool {
    switch command {
    case .moveDown: moveFolder(to: folderCursor + 1)
    case .moveUp: moveFolder(to: folderCursor - 1)
    case .moveToTop: moveFolder(to: 0)
    case .moveToBottom: moveFolder(to: folders.count)
    case .open, .previousPane: areFoldersFocused = false
    case .nextPane:
      areFoldersFocused = false
      copies.panes.focusInfo(true)
    default: return false
    }
    return true
  }

  private func moveFolder(to row: Int) {
    let row = max(0, min(row, folders.count))
    guard row != folderCursor else { return }
    folderCursor = row
    folder = row == 0 ? nil : folders[row - 1].name
    copies.rows.reload(Self.source(folder, context.services.shelf))
  }

  public func disabledReason(_ command: Command) -> String? {
    copies.disabledReason(command)
  }

  public var narrowing: String { copies.rows.order.narrowing }
  public func narrow(_ text: String) { copies.rows.narrow(text) }
  public func find(_ text: String) { copies.find(text) }

  public func leavePane() -> Bool {
    guard areFoldersFocused else { return copies.panes.leaveInfo() }
    areFoldersFocused = false
    return true
  }

  public func cancel() -> Bool { leavePane() || copies.cancel() }

  public func close() { scope.close() }
  public func go(toRow row: Int) { copies.go(toRow: row) }

  public func retry() -> Bool {
    let haveFoldersFailed = haveFoldersFailed
    if haveFoldersFailed { loadFolders() }
    return copies.retry() || haveFoldersFailed
  }

  public func reload() {
    loadFolders()
    copies.reload()
  }

  public func resize(columns: Int, rows: Int) { copies.resize(columns: columns, rows: rows) }
}

/// The want list.
@Observable
public final class WantListModel: PageModel {
  public let wants: ShelfListModel<WantListEntry>

  @ObservationIgnored private let scope: TaskScope

  public init(context: PageContext, memento: PageMemento = PageMemento()) {
    scope = TaskScope(context.tasks)
    let shelf = context.services.shelf
    wants = ShelfListModel(
      ListSource(
        load: { order, after, limit throws(ClientError) in
          try await shelf.wants(CollectionRequest(sort: order.sort, narrowing: order.narrowing), after, limit)
        },
        count: { order throws(ClientError) in
          .exactly(try await shelf.wantCount(CollectionRequest(sort: order.sort, narrowing: order.narrowing)))
        },
        text: \.searchText),
      context: context, scope: scope, memento: memento.list)
  }

  public var route: Route { .wantList }

  public var memento: PageMemento {
    var memento = PageMemento()
    memento.list = wants.rows.memento
    return memento
  }

  public var subjects: [Subject] { wants.rows.markedOrSelected.map(\.subject) }

  public func handle(_ command: Command) -> Bool {
    SortOrder(command)?.field != .added && wants.handle(command)
  }

  public func disabledReason(_ command: Command) -> String? {
    switch command {
    case .sortByAdded, .sortByAddedReversed: "Discogs' export of a want list has no dates"
    default: wants.disabledReason(command)
    }
  }

  public var narrowing: String { wants.rows.order.narrowing }
  public func narrow(_ text: String) { wants.rows.narrow(text) }
  public func find(_ text: String) { wants.find(text) }
  public func leavePane() -> Bool { wants.panes.leaveInfo() }
  public func cancel() -> Bool { wants.cancel() }
  public func close() { scope.close() }
  public func go(toRow row: Int) { wants.go(toRow: row) }
  public func retry() -> Bool { wants.retry() }
  public func reload() { wants.reload() }
  public func resize(columns: Int, rows: Int) { wants.resize(columns: columns, rows: rows) }
}
