import Clients
public import Observation
public import RunoutModel
import Wording

/// The pane beside a list of the shelf: "All", then the folders and smart crates, or the groups.
@Observable
public final class ShelfPartsModel: Pane, Loader {
  public let list: ShelfList
  /// The parts below "All".
  public private(set) var all: [ShelfPart] = [] { didSet { if all.isEmpty != oldValue.isEmpty { onAppearance() } } }
  public private(set) var shown: ShelfPart?
  /// The grouping of the list; nil for folders and crates.
  public private(set) var grouping: ShelfGrouping?
  /// The selected row; 0 is "All".
  public private(set) var cursor = 0
  /// The number of rows in the whole list; nil until counted.
  public private(set) var total: Int?

  /// Called when there are parts for the first time, or none any more.
  @ObservationIgnored var onAppearance: () -> Void = {}
  @ObservationIgnored var onShow: (ShelfPart?) -> Void = { _ in }
  /// Called with true to take the keys, with false to give them to the list.
  @ObservationIgnored var onEnter: (Bool) -> Void = { _ in }
  /// Half the height: how far the page keys move.
  @ObservationIgnored private var step = 1
  @ObservationIgnored let context: PageContext
  @ObservationIgnored private var hasFailed = false
  @ObservationIgnored private var loading: Task<Void, Never>?

  init(_ list: ShelfList, context: PageContext, memento: PageMemento) {
    (self.list, self.context) = (list, context)
    (shown, grouping) = (memento.part, memento.grouping)
  }

  public func hear(_ event: Event) {
    switch event {
    case .shelfChanged, .shelfFiled, .shelfTakenBack: load()
    case .folderRenamed(let old, let new): if list == .collection { follow(folder: old, to: new) }
    default: break
    }
  }

  public func resize(columns: Int, rows: Int) { step = max(1, rows / 2) }
  public func reload() { load() }

  // MARK: Loading

  func load() {
    hasFailed = false
    loading?.cancel()
    loading = load { [list, grouping] services in
      if let grouping {
        let groups = try await services.reports.groups(grouping, list, CollectionRequest())
        let total = try await services.shelf.count(CollectionRequest(), of: list)
        return (groups.map { ShelfPart.group($0, grouping) }, total)
      }
      let folders = list == .collection ? try await services.shelf.folders() : []
      let total =
        list == .collection
        ? folders.map(\.copies).reduce(0, +) : try await services.shelf.count(CollectionRequest(), of: list)
      return (folders.map(ShelfPart.folder) + (try await Self.crates(of: list, services)), total)
    } then: { [grouping] (model, found: (parts: [ShelfPart], total: Int)) in
      if grouping == model.grouping { model.take(found.parts, found.total) }
    } else: { model, error in
      guard error != .cancelled else { return }
      model.hasFailed = true
      model.context.report(PageWords.partsFailed(model.whatTheyAre), error)
    }
  }

  private static func crates(of list: ShelfList, _ services: Services) async throws(ClientError) -> [ShelfPart] {
    var parts: [ShelfPart] = []
    for crate in try await services.crates.all(list) {
      var copies: Int?
      do {
        copies = try await services.shelf.count(CollectionRequest(narrowing: crate.query), of: list)
      } catch {
        // A query that can no longer be read is reported when its crate is opened.
        guard case .refused = error else { throw error }
      }
      parts.append(.crate(crate, copies: copies))
    }
    return parts
  }

  private func take(_ parts: [ShelfPart], _ total: Int) {
    let wasThere = shown.map { part in all.contains { $0.isSame(as: part) } } ?? false
    (all, self.total) = (parts, total)
    guard let shown else { return cursor = 0 }
    if let row = parts.firstIndex(where: { $0.isSame(as: shown) }) {
      cursor = row + 1
      // The crate was saved again with another filter.
      if parts[row].query != shown.query { show(parts[row]) } else { self.shown = parts[row] }
    } else if wasThere {
      // It is gone: its neighbour is shown.
      let row = min(cursor, parts.count)
      cursor = 0
      move(to: row)
      if row == 0 { show(nil) }
    } else {
      cursor = 0
    }
  }

  public func retry() -> Bool {
    guard hasFailed else { return false }
    load()
    return true
  }

  // MARK: Selecting

  public var selected: ShelfPart? { all.indices.contains(cursor - 1) ? all[cursor - 1] : nil }

  public var selectedFolder: CollectionFolder? { if case .folder(let folder)? = selected { folder } else { nil } }

  public var folder: String? { shown?.folder }

  func follow(folder name: String, to new: String) {
    guard folder == name, let row = all.firstIndex(where: { $0.folder == name }), case .folder(var folder) = all[row]
    else { return }
    folder.name = new
    all[row] = .folder(folder)
    show(all[row])
  }

  private func show(_ part: ShelfPart?) {
    shown = part
    onShow(part)
  }

  func showAll() {
    guard shown != nil else { return }
    cursor = 0
    show(nil)
  }

  /// Groups the list, and takes the keys; nil for folders and crates.
  func group(by grouping: ShelfGrouping?) {
    onEnter(true)
    guard grouping != self.grouping else { return }
    self.grouping = grouping
    (all, total, cursor) = ([], nil, 0)
    if shown != nil { show(nil) }
    load()
  }

  public var nextGrouping: ShelfGrouping? { grouping(after: 1) }

  private func grouping(after step: Int) -> ShelfGrouping? {
    // Without a grouping, the folders are shown.
    ([nil] + list.groupings.filter { $0 != .folder }).element(step, after: grouping)
  }

  private func move(to row: Int) {
    let row = max(0, min(row, all.count))
    guard row != cursor else { return }
    cursor = row
    show(row == 0 ? nil : all[row - 1])
  }

  public func select(row: Int) { move(to: row) }
  /// Scrolls by moving the selection, one part at a time.
  public func scroll(by lines: Int) { move(to: cursor + lines.signum()) }

  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    switch command {
    case .open: onEnter(false)
    case .moveDown: move(to: cursor + 1)
    case .moveUp: move(to: cursor - 1)
    case .halfPageDown, .pageDown: move(to: cursor + step)
    case .halfPageUp, .pageUp: move(to: cursor - step)
    case .moveToTop: move(to: 0)
    case .moveToBottom: move(to: all.count)
    case .nextType: group(by: grouping(after: 1))
    case .previousType: group(by: grouping(after: -1))
    default: return .passed
    }
    return .done
  }

  private var whatTheyAre: String {
    if grouping != nil { return ScreenWords.groups }
    return list == .collection ? ScreenWords.folders : ScreenWords.crates
  }

  /// Returns a query that finds the shown rows again.
  ///
  /// - Parameter narrowing: what was typed besides.
  func query(narrowedTo narrowing: String) -> String {
    let folder = folder.map { "folder:\"=\($0.replacing("\"", with: "\"\""))\"" } ?? ""
    return [narrowing, shown?.query ?? "", folder].filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension ShelfClient {
  nonisolated fileprivate func count(
    _ request: CollectionRequest, of list: ShelfList
  ) async throws(ClientError) -> Int {
    switch list {
    case .collection: try await copyCount(request)
    case .wantList: try await wantCount(request)
    }
  }
}
