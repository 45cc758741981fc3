public import Clients
import DiscogsModel
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
      text: \.searchText, isSame: { $0.id == $1.id })
  }

  private func loadFolders() {
    let shelf = context.services.shelf
    haveFoldersFailed = false
    scope.run { [weak self] in
      do throws(ClientError) {
        let folders = try await shelf.folders()
        guard let self else { return }
        take(folders)
      } catch {
        self?.haveFoldersFailed = error != .cancelled
        self?.context.report("The folders could not be read", error)
      }
    }
  }

  private func take(_ folders: [CollectionFolder]) {
    let wasThere = self.folders.contains { $0.name == folder }
    self.folders = folders
    if let row = folders.firstIndex(where: { $0.name == folder }) {
      folderCursor = row + 1
    } else if wasThere {
      // The folder is gone: its neighbour is shown.
      let row = min(folderCursor, folders.count)
      folderCursor = 0
      moveFolder(to: row)
      if row == 0 { show(folder: nil) }
    } else {
      folderCursor = 0
    }
  }

  /// The folder that is selected; nil for all of them.
  public var selectedFolder: CollectionFolder? { folderCursor > 0 ? folders[folderCursor - 1] : nil }

  /// Stays with the folder under the name that it is given now.
  func follow(folder name: String, to new: String) {
    guard folder == name, let row = folders.firstIndex(where: { $0.name == name }) else { return }
    folders[row].name = new
    show(folder: new)
  }

  private func show(folder: String?) {
    self.folder = folder
    copies.rows.reload(Self.source(folder, context.services.shelf))
  }

  /// Shows what a query leaves of all folders.
  func show(_ query: String) {
    areFoldersFocused = false
    if folder != nil {
      folderCursor = 0
      show(folder: nil)
    }
    copies.rows.narrow(query)
  }

  // MARK: By chance

  /// Opens a copy of those listed, and says why this one.
  private func pick() {
    let (reports, order) = (context.services.reports, copies.rows.order)
    let request = CollectionRequest(folder: folder, sort: order.sort, narrowing: order.narrowing)
    let now = context.services.desktop.now()
    scope.run { [weak self] in
      do throws(ClientError) {
        guard let pick = try await reports.pick(request) else {
          self?.context.say("There is no copy to pick")
          return
        }
        guard let self, context.isInFront() else { return }
        context.follow(.entity(.release(pick.copy.release)))
        context.notify(.confirmation, ShelfWording.picked(pick, now: now))
      } catch {
        self?.context.report("No copy could be picked", error)
      }
    }
  }

  private func notePlayed() -> Bool {
    let played = copies.rows.markedOrSelected
    guard !played.isEmpty else { return false }
    let reports = context.services.reports
    scope.run { [weak self] in
      do throws(ClientError) {
        for copy in played { try await reports.played(copy.id) }
        self?.context.notify(
          .confirmation,
          played.count == 1 ? "Noted as played: \(played[0].title)" : "Noted as played: \(played.count) copies")
      } catch {
        self?.context.report("It was not noted", error)
      }
    }
    return true
  }

  public var shelfItems: [ShelfItem] {
    areFoldersFocused ? [] : copies.rows.markedOrSelected.map(ShelfItem.copy)
  }

  public func unmark() { copies.rows.unmark() }

  public func shelfChanged() {
    loadFolders()
    copies.shelfChanged()
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
    switch command {
    case .randomPick:
      pick()
      return true
    case .markPlayed: return notePlayed()
    default: break
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
    show(folder: row == 0 ? nil : folders[row - 1].name)
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
