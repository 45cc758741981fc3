public import Clients
public import DiscogsModel
public import Observation

/// The page of a record that has a list: a master with its versions, an artist with a discography, a label with its
/// releases. The record and the list load side by side.
@Observable
public final class BrowseModel: PageModel {
  public let owner: ListOwner
  public let info: InfoPane
  public let panes: Panes
  public let list: CatalogueListModel
  /// On an artist's page: which part of the discography is shown; nil for all of it.
  public private(set) var role: ArtistRole?
  /// On an artist's page: how many releases there are in each role.
  public private(set) var roleCounts: [ArtistRole: Int] = [:]

  @ObservationIgnored private let context: PageContext
  @ObservationIgnored private let scope: TaskScope

  public init(_ owner: ListOwner, context: PageContext, memento: PageMemento = PageMemento()) {
    self.owner = owner
    self.context = context
    scope = TaskScope(context.tasks)
    role = memento.role
    info = InfoPane(context, scope: scope, isPreview: false)
    panes = Panes(info)
    list = CatalogueListModel(
      CatalogueListModel.source(
        browsing: owner.list(role: memento.role), context.services.catalogue),
      context: context, scope: scope, memento: memento.list)
    info.restore(line: memento.line, top: memento.top)
    info.show(owner.reference)
    list.rows.loadMoreIfNeeded()
    loadRoles()
  }

  private func loadRoles() {
    guard case .artist(let id) = owner else { return }
    let catalogue = context.services.catalogue
    scope.run { [weak self] in
      do throws(ClientError) {
        self?.roleCounts = try await catalogue.artistRoles(id)
      } catch {
        // The list shows every role all the same, and says itself what it could not read.
        self?.context.services.log.write(.warning, "The roles of an artist could not be counted", ["error": "\(error)"])
      }
    }
  }

  public func hear(_ event: Event) {
    switch event {
    case .shelfChanged, .shelfFiled: shelfChanged()
    case .freshnessChanged(let shown): freshnessChanged(shown)
    default: break
    }
  }

  public var route: Route { Route(owner.reference) }
  public var isText: Bool { panes.isInfoFocused }
  public var isReady: Bool { list.rows.isReady }

  public var memento: PageMemento {
    var memento = PageMemento()
    memento.list = list.rows.memento
    memento.role = role
    memento.line = info.view.cursor
    memento.top = info.view.top
    return memento
  }

  private var isMaster: Bool { if case .master = owner { true } else { false } }
  private var isInfoFocused: Bool { panes.isInfoFocused }

  public var subjects: [Subject] {
    isInfoFocused || list.rows.list.isEmpty
      ? info.loaded.map { [$0.subject] } ?? [] : list.rows.markedOrSelected.map(Subject.init)
  }

  /// The page's own record; of its list only what was marked for it.
  public var subjectsToBookmark: [Subject] {
    if !isInfoFocused, !list.rows.marked.isEmpty { return list.rows.markedOrSelected.map(Subject.init) }
    if let loaded = info.loaded { return [loaded.subject] }
    return context.name(of: owner.reference).map { [Subject(reference: owner.reference, title: $0)] } ?? []
  }

  public var shelfItems: [ShelfItem] {
    guard isInfoFocused || list.rows.list.isEmpty else { return list.rows.markedOrSelected.map { ShelfItem($0) } }
    return info.loaded.map { [.other(owner.reference.kind, name: $0.subject.name)] } ?? []
  }

  public func unmark() { list.rows.unmark() }

  private func shelfChanged() {
    list.shelfChanged()
    info.shelfChanged()
  }

  public func handle(_ command: Command) -> Bool {
    if panes.handle(command) { return true }
    switch command {
    case .nextType: return changeRole(by: 1)
    case .previousType: return changeRole(by: -1)
    case .openMaster where isMaster: panes.focusInfo(true)
    case .openVersions where isMaster: panes.focusInfo(false)
    case .openArtist, .openLabel: return followFact(command)
    default:
      if let sort = SortOrder(command) { return self.sort(sort) }
      return list.handle(command, isFocused: !isInfoFocused)
    }
    return true
  }

  private func followFact(_ command: Command) -> Bool {
    if !isInfoFocused, let row = list.rows.list.selected, case .release(let id) = row.reference {
      context.followFact(command, of: id, scope: scope)
      return true
    }
    guard command == .openArtist, case .master(let master)? = info.loaded?.content,
      let id = master.artists.lazy.compactMap(\.id).first
    else { return false }
    context.follow(.entity(.artist(id)))
    return true
  }

  private func sort(_ sort: SortOrder) -> Bool {
    guard Self.sorts.contains(sort.field) else { return false }
    list.rows.sort(sort)
    return true
  }

  private static let sorts: Set<SortOrder.Field> = [
    .relevance, .artist, .title, .year, .format, .label, .catalogueNumber,
  ]

  private func changeRole(by step: Int) -> Bool {
    guard case .artist(let id) = owner else { return false }
    let roles: [ArtistRole?] = [nil] + ArtistRole.allCases.filter { roleCounts[$0] ?? 0 > 0 }
    let index = roles.firstIndex(of: role) ?? 0
    role = roles[(index + step + roles.count) % roles.count]
    list.rows.reload(CatalogueListModel.source(browsing: .artistReleases(id, role: role), context.services.catalogue))
    return true
  }

  public func disabledReason(_ command: Command) -> String? {
    switch command {
    case .open: isInfoFocused ? "This line has no name to follow" : "There is no row to open"
    case .openMaster, .openVersions: "This row belongs to no master"
    case .nextType, .previousType: "Only an artist's page has roles to choose from"
    case .filter: "Search results and versions can be filtered; \u{201C}narrow\u{201D} works on every list"
    case _ where command.stars != nil: ShelfWording.whereToRate
    default: SortOrder.reason(against: command)
    }
  }

  public var filters: ListFilters { list.rows.order.filters }
  public func filter(_ filters: ListFilters) { list.rows.filter(filters) }

  public var facets: FacetSource? {
    guard isMaster else { return nil }
    let (catalogue, versions, order) = (context.services.catalogue, owner.list(role: nil), list.rows.order)
    return { filters throws(ClientError) in
      var order = order
      order.filters = filters
      return FacetCounts(try await catalogue.facets(BrowseRequest(versions, order)))
    }
  }

  public var narrowing: String { list.rows.order.narrowing }
  public func narrow(_ text: String) { list.rows.narrow(text) }

  public func find(_ text: String) {
    if isInfoFocused { info.find(text) } else { list.rows.find(text) }
  }

  public func leavePane() -> Bool { panes.leaveInfo() }
  public func cancel() -> Bool { panes.leaveInfo() || list.rows.cancel() }
  public func close() { scope.close() }

  public func go(toRow row: Int) {
    if isInfoFocused { info.move(to: row - 1) } else { list.rows.select(row: max(0, row - 1)) }
  }

  public func retry() -> Bool {
    let isRetrying = [info.retry(), list.rows.retry()]
    return isRetrying.contains(true)
  }

  public func refresh(_ command: Command) {
    guard context.isLive else { return reload() }
    if command == .refreshView || isInfoFocused { info.refresh() }
    if command == .refreshView || !isInfoFocused { list.rows.refresh() }
    loadRoles()
  }

  private func freshnessChanged(_ shown: Shown) {
    info.freshnessChanged(shown)
    list.rows.freshnessChanged(shown)
  }

  public var selectedURL: String? { isInfoFocused ? info.selectedURL : nil }
  public var narrowsWhileTyping: Bool { !context.isLive }

  public func reload() {
    info.reload()
    list.rows.reload(keepingCursor: true)
    loadRoles()
  }

  public func resize(columns: Int, rows: Int) {
    panes.resize(columns: columns, rows: rows)
    list.rows.resize(height: max(1, rows - 1))
  }
}

/// A record that has a list. A release has none: its page is a `ReleaseModel`.
nonisolated public enum ListOwner: Hashable, Sendable {
  case master(Master.ID)
  case artist(Artist.ID)
  case label(Label.ID)

  public var reference: EntityReference {
    switch self {
    case .master(let id): .master(id)
    case .artist(let id): .artist(id)
    case .label(let id): .label(id)
    }
  }

  /// - Parameter role: of an artist; nil for all.
  fileprivate func list(role: ArtistRole?) -> BrowseRequest.List {
    switch self {
    case .master(let id): .versions(id)
    case .artist(let id): .artistReleases(id, role: role)
    case .label(let id): .labelReleases(id)
    }
  }
}
