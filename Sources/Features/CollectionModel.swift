public import Clients
public import DiscogsModel
public import Observation

/// The collection: its parts, and every copy its own row.
@Observable
public final class CollectionModel: PageModel {
  public let copies: ShelfListModel<CollectionCopy>
  /// The folders and smart crates, or what the collection is grouped by. "All" stands above them.
  public private(set) var parts: [ShelfPart] = []
  /// Nil for the whole collection.
  public private(set) var part: ShelfPart?
  /// What the parts are divided by; nil for folders and crates.
  public private(set) var grouping: ShelfGrouping?
  public private(set) var arePartsFocused = false
  /// The selected row of the parts pane; 0 is "All".
  public private(set) var partCursor = 0
  /// The columns that the user has chosen; empty for those that the width has room for.
  public private(set) var columns: [ShelfColumn] = []
  /// How many copies there are in all; nil until they are counted.
  public private(set) var total: Int?

  @ObservationIgnored private let context: PageContext
  @ObservationIgnored private let scope: TaskScope
  @ObservationIgnored private var havePartsFailed = false
  @ObservationIgnored private var loading: Task<Void, Never>?

  public init(context: PageContext, memento: PageMemento = PageMemento()) {
    self.context = context
    scope = TaskScope(context.tasks)
    part = memento.part
    grouping = memento.grouping
    copies = ShelfListModel(
      Self.source(memento.part, context.services.shelf), context: context, scope: scope, memento: memento.list)
    loadParts()
    loadColumns()
  }

  private func loadColumns() {
    let layout = context.services.layout
    scope.run { [weak self] in
      do throws(ClientError) {
        let columns = try await layout.columns()
        if self?.columns != columns { self?.columns = columns }
      } catch {
        self?.context.report("The columns could not be read", error)
      }
    }
  }

  /// Has other columns from now on; empty for the usual ones.
  func show(columns: [ShelfColumn]) {
    let layout = context.services.layout
    self.columns = columns
    scope.run { [weak self] in
      do throws(ClientError) {
        try await layout.setColumns(columns)
      } catch {
        self?.context.report("The columns are not kept", error)
      }
    }
  }

  private static func source(_ part: ShelfPart?, _ shelf: ShelfClient) -> ListSource<CollectionCopy> {
    ListSource(
      load: { order, after, limit throws(ClientError) in
        try await shelf.copies(CollectionRequest(part, order), after, limit)
      },
      count: { order throws(ClientError) in .exactly(try await shelf.copyCount(CollectionRequest(part, order))) },
      text: \.searchText, isSame: { $0.id == $1.id })
  }

  // MARK: Parts

  private func loadParts() {
    let (services, grouping) = (context.services, grouping)
    havePartsFailed = false
    loading?.cancel()
    loading = scope.run { [weak self] in
      do throws(ClientError) {
        let parts: [ShelfPart]
        let total: Int
        if let grouping {
          parts = try await services.reports.groups(grouping, CollectionRequest()).map { .group($0, grouping) }
          total = try await services.shelf.copyCount(CollectionRequest())
        } else {
          let folders = try await services.shelf.folders()
          total = folders.map(\.copies).reduce(0, +)
          let crates = try await Self.crates(services)
          parts = folders.map(ShelfPart.folder) + crates
        }
        guard let self, grouping == self.grouping else { return }
        take(parts, total)
      } catch {
        guard error != .cancelled else { return }
        self?.havePartsFailed = true
        self?.context.report(grouping == nil ? "The folders could not be read" : "The groups could not be read", error)
      }
    }
  }

  private static func crates(_ services: Services) async throws(ClientError) -> [ShelfPart] {
    var parts: [ShelfPart] = []
    for crate in try await services.crates.all() {
      var copies: Int?
      do throws(ClientError) {
        copies = try await services.shelf.copyCount(CollectionRequest(narrowing: crate.query))
      } catch {
        // A query that can no longer be read is told when its crate is opened.
        guard case .refused = error else { throw error }
      }
      parts.append(.crate(crate, copies: copies))
    }
    return parts
  }

  private func take(_ parts: [ShelfPart], _ total: Int) {
    let wasThere = part.map { part in self.parts.contains { $0.isSame(as: part) } } ?? false
    (self.parts, self.total) = (parts, total)
    guard let part else {
      partCursor = 0
      return
    }
    if let row = parts.firstIndex(where: { $0.isSame(as: part) }) {
      partCursor = row + 1
      // The same copies by another filter: a crate that was kept anew.
      if parts[row].query != part.query { show(parts[row]) } else { self.part = parts[row] }
    } else if wasThere {
      // It is gone: its neighbour is shown.
      let row = min(partCursor, parts.count)
      partCursor = 0
      movePart(to: row)
      if row == 0 { show(nil as ShelfPart?) }
    } else {
      partCursor = 0
    }
  }

  /// The part that is selected; nil for all of them.
  public var selectedPart: ShelfPart? { parts.indices.contains(partCursor - 1) ? parts[partCursor - 1] : nil }

  /// The folder that is selected; nil for all of them, and for what is no folder.
  public var selectedFolder: CollectionFolder? {
    if case .folder(let folder)? = selectedPart { folder } else { nil }
  }

  /// The name of the folder that is shown; nil where it is none.
  public var folder: String? { part?.folder }

  /// Stays with the folder under the name that it is given now.
  func follow(folder name: String, to new: String) {
    guard folder == name, let row = parts.firstIndex(where: { $0.folder == name }),
      case .folder(var folder) = parts[row]
    else { return }
    folder.name = new
    parts[row] = .folder(folder)
    show(parts[row])
  }

  private func show(_ part: ShelfPart?) {
    self.part = part
    copies.rows.reload(Self.source(part, context.services.shelf))
  }

  /// Shows what a query leaves of the whole collection.
  func show(_ query: String) {
    arePartsFocused = false
    if part != nil {
      partCursor = 0
      show(nil as ShelfPart?)
    }
    copies.rows.narrow(query)
  }

  /// Divides the collection by something else; nil for folders and crates.
  func group(by grouping: ShelfGrouping?) {
    arePartsFocused = true
    guard grouping != self.grouping else { return }
    self.grouping = grouping
    (parts, total, partCursor) = ([], nil, 0)
    if part != nil { show(nil as ShelfPart?) }
    loadParts()
  }

  /// What is shown now, as a query that finds it again.
  var query: String {
    let folder = folder.map { "folder:\"=\($0.replacing("\"", with: "\"\""))\"" } ?? ""
    return [copies.rows.order.narrowing, part?.query ?? "", folder].filter { !$0.isEmpty }.joined(separator: " ")
  }

  // MARK: By chance

  /// Opens a copy of those listed, and says why this one.
  private func pick() {
    let (reports, order) = (context.services.reports, copies.rows.order)
    let request = CollectionRequest(part, order)
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
    arePartsFocused ? [] : copies.rows.markedOrSelected.map(ShelfItem.copy)
  }

  public func unmark() { copies.rows.unmark() }

  public func shelfChanged() {
    loadParts()
    copies.shelfChanged()
  }

  public func shelfFiled() {
    loadParts()
    copies.rows.follow()
  }

  public var route: Route { .collection }

  public var memento: PageMemento {
    var memento = PageMemento()
    memento.list = copies.rows.memento
    memento.part = part
    memento.grouping = grouping
    return memento
  }

  public var subjects: [Subject] { copies.rows.markedOrSelected.map(\.subject) }

  /// Parts stand beside the list on wide screens; on narrow ones only while they have the keys.
  public var arePartsVisible: Bool { arePartsFocused || (copies.panes.split.columns >= 130 && !parts.isEmpty) }

  public func handle(_ command: Command) -> Bool {
    if arePartsFocused {
      if handleInParts(command) { return true }
    } else if !copies.panes.isInfoFocused, command == .nextPane {
      arePartsFocused = true
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
    if command == .previousLink, hadInfoFocus, !copies.panes.isInfoFocused { arePartsFocused = true }
    return true
  }

  /// `Tab` goes from the list to the parts, to the info pane and back to the list; `S-Tab` the other way.
  private func handleInParts(_ command: Command) -> Bool {
    switch command {
    case .moveDown: movePart(to: partCursor + 1)
    case .moveUp: movePart(to: partCursor - 1)
    case .halfPageDown, .pageDown: movePart(to: partCursor + max(1, copies.rows.list.height / 2))
    case .halfPageUp, .pageUp: movePart(to: partCursor - max(1, copies.rows.list.height / 2))
    case .moveToTop: movePart(to: 0)
    case .moveToBottom: movePart(to: parts.count)
    case .nextType: stepGrouping(by: 1)
    case .previousType: stepGrouping(by: -1)
    case .open, .previousPane: arePartsFocused = false
    case .nextPane:
      arePartsFocused = false
      copies.panes.focusInfo(true)
    default: return false
    }
    return true
  }

  private func movePart(to row: Int) {
    let row = max(0, min(row, parts.count))
    guard row != partCursor else { return }
    partCursor = row
    show(row == 0 ? nil : parts[row - 1])
  }

  private func stepGrouping(by step: Int) {
    let all: [ShelfGrouping?] = [nil] + ShelfGrouping.allCases.filter { $0 != .folder }
    let index = all.firstIndex(of: grouping) ?? 0
    group(by: all[(index + step + all.count) % all.count])
  }

  public func disabledReason(_ command: Command) -> String? {
    switch command {
    case .nextType, .previousType: "In the pane with the folders this changes what the collection is grouped by"
    default: copies.disabledReason(command)
    }
  }

  public var narrowing: String { copies.rows.order.narrowing }
  public func narrow(_ text: String) { copies.rows.narrow(text) }
  public func find(_ text: String) { copies.find(text) }

  public func leavePane() -> Bool {
    guard arePartsFocused else { return copies.panes.leaveInfo() }
    arePartsFocused = false
    return true
  }

  public func cancel() -> Bool { leavePane() || copies.cancel() }

  public func close() { scope.close() }
  public func go(toRow row: Int) { copies.go(toRow: row) }

  public func retry() -> Bool {
    let havePartsFailed = havePartsFailed
    if havePartsFailed { loadParts() }
    return copies.retry() || havePartsFailed
  }

  public func reload() {
    loadParts()
    copies.reload()
  }

  public func resize(columns: Int, rows: Int) { copies.resize(columns: columns, rows: rows) }
}
