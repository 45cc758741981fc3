public import Clients
public import Observation

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
