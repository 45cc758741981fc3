public import Clients
public import DiscogsModel
public import Observation

/// What the marketplace has to do with the shelf: wants for sale, what the account sells, the sellers it looks at.
@Observable
public final class MarketModel: PageModel {
  /// Only one is shown at a time.
  nonisolated public enum Part: String, CaseIterable, Hashable, Sendable {
    case wants, listings, sellers
  }

  public private(set) var part: Part
  public let wants: ListModel<PricedWant>
  public let listings: ListModel<OwnListing>
  public let sellers: ListModel<FollowedSeller>
  /// The release that is selected; sellers have none.
  public let preview: InfoPane
  public let panes: Panes
  /// How far the pages of the own inventory have come; nil while none is being read.
  public private(set) var progress: MarketProgress?

  @ObservationIgnored private let context: PageContext
  @ObservationIgnored private let scope: TaskScope
  @ObservationIgnored private var height = 1
  @ObservationIgnored private var refreshing: Task<Void, Never>?

  public init(context: PageContext, memento: PageMemento = PageMemento()) {
    self.context = context
    scope = TaskScope(context.tasks)
    let part = Part(rawValue: memento.query) ?? .wants
    self.part = part
    func memory(_ asked: Part) -> ListMemento { asked == part ? memento.list : ListMemento() }
    let (market, isLive, board) = (context.services.market, context.isLive, ProgressBoard())
    let report = board.report
    wants = ListModel(
      .whole(
        text: \.want.searchText, isSame: { $0.want.release == $1.want.release }, sorted: PricedWant.sorted
      ) { () throws(ClientError) in
        try await market.wants()
      }, context: context, scope: scope, memento: memory(.wants))
    listings = ListModel(
      .whole(
        text: \.searchText, isSame: { $0.listing.id == $1.listing.id }, sorted: OwnListing.sorted
      ) { () throws(ClientError) in
        isLive ? try await market.ownListings(false, report) : []
      }, context: context, scope: scope, memento: memory(.listings))
    sellers = ListModel(
      .whole(text: \.name, isSame: { $0.name == $1.name }) { () throws(ClientError) in try await market.sellers() },
      context: context, scope: scope, memento: memory(.sellers))
    preview = InfoPane(context, scope: scope, isPreview: true)
    panes = Panes(preview)
    board.onReport = { [weak self] in self?.take($0) }
    panes.onChange = { [weak self] in self?.showPreview() }
    wants.onSelection = { [weak self] in self?.showPreview() }
    listings.onSelection = { [weak self] in self?.showPreview() }
    show(part)
  }

  private func showPreview() {
    guard hasInfo, panes.isInfoVisible else { return }
    let facts = part == .wants ? wants.list.selected?.facts : listings.list.selected?.facts
    preview.show(
      facts.map { RowFacts($0) }, of: facts.map { .release($0.release) },
      after: panes.isInfoFocused ? .zero : context.previewDelay)
  }

  /// Whether the part that is shown has a release beside it.
  public var hasInfo: Bool { part != .sellers }

  private func take(_ progress: MarketProgress) {
    // The last page is followed by the rows.
    self.progress = progress.done < progress.total ? progress : nil
  }

  /// Shows a part; its rows are asked for when it is shown first, as those of an inventory cost requests.
  public func show(_ part: Part) {
    if part != self.part { self.part = part }
    if !hasInfo { _ = panes.leaveInfo() }
    showPreview()
    switch part {
    case .wants: Self.show(wants, height)
    case .listings: Self.show(listings, height)
    case .sellers: Self.show(sellers, height)
    }
  }

  private static func show<Row>(_ list: ListModel<Row>, _ height: Int) {
    list.resize(height: height)
    list.loadMoreIfNeeded()
  }

  private func step(by offset: Int) {
    let all = Part.allCases
    let place = all.firstIndex(of: part) ?? 0
    show(all[(place + offset + all.count) % all.count])
  }

  /// The seller that is selected; nil on the other parts.
  public var selectedSeller: FollowedSeller? { part == .sellers ? sellers.list.selected : nil }

  public func hear(_ event: Event) {
    switch event {
    case .shelfChanged, .shelfFiled: shelfChanged()
    case .freshnessChanged(let shown): preview.freshnessChanged(shown)
    case .cameBack: if !sellers.list.isStale { sellers.update() }
    case .sellersChanged: if context.isInFront() { show(.sellers) }
    default: break
    }
  }

  public var route: Route { .market }
  public var isText: Bool { panes.isInfoFocused }
  public var hasPrices: Bool { true }

  public var isReady: Bool {
    switch part {
    case .wants: wants.isReady
    case .listings: listings.isReady
    case .sellers: sellers.isReady
    }
  }

  public var memento: PageMemento {
    var memento = PageMemento()
    memento.query = part.rawValue
    memento.list =
      switch part {
      case .wants: wants.memento
      case .listings: listings.memento
      case .sellers: sellers.memento
      }
    return memento
  }

  public var subjects: [Subject] {
    switch part {
    case .wants: wants.markedOrSelected.map(\.want.subject)
    case .listings: listings.markedOrSelected.map(\.listing.item.subject)
    case .sellers: []
    }
  }

  public var shelfItems: [ShelfItem] {
    switch part {
    case .wants: wants.markedOrSelected.map { .want($0.want) }
    case .listings: listings.markedOrSelected.map { .release($0.listing.item.facts) }
    case .sellers: []
    }
  }

  public func unmark() {
    wants.unmark()
    listings.unmark()
  }

  private func shelfChanged() {
    // What is not shown is brought up to date when it is.
    wants.update()
    if !sellers.list.isEmpty || part == .sellers { sellers.update() }
    preview.shelfChanged()
  }

  public var selectedURL: String? {
    if panes.isInfoFocused { return preview.selectedURL }
    return switch part {
    case .wants: nil
    case .listings: listings.list.selected.map(\.listing.address)
    case .sellers: sellers.list.selected.map { Self.inventory(of: $0.name) }
    }
  }

  nonisolated static func inventory(of seller: String) -> String { "https://www.discogs.com/seller/\(seller)/profile" }

  public func handle(_ command: Command) -> Bool {
    switch command {
    case .refreshView where part == .wants && !wants.list.hasFailed,
      .refresh where part == .wants && !wants.list.hasFailed && !panes.isInfoFocused:
      context.desks?.market.checkPrices()
      return true
    case _ where hasInfo && panes.handle(command): return true
    case .remove:
      guard let seller = selectedSeller else { return false }
      context.desks?.market.askToRemove(seller)
    case .nextType: step(by: 1)
    case .previousType: step(by: -1)
    case .openArtist, .openLabel:
      guard case .release(let id)? = subjects.first?.reference else { return false }
      context.followFact(command, of: id, scope: scope)
    case .openMaster, .openVersions:
      guard let master = subjects.first?.master else { return false }
      context.follow(.entity(.master(master)))
    default:
      return switch part {
      case .wants: handle(command, wants) { .entity(.release($0.want.release)) }
      case .listings: handle(command, listings) { .entity(.release($0.listing.item.release)) }
      case .sellers: handle(command, sellers) { .route(.seller($0.name)) }
      }
    }
    return true
  }

  private func handle<Row>(_ command: Command, _ list: ListModel<Row>, _ target: (Row) -> LinkTarget) -> Bool {
    if let sort = SortOrder(command) {
      guard sorts.contains(sort.field) else { return false }
      list.sort(sort)
      return true
    }
    guard !panes.isInfoFocused else { return false }
    guard command == .open, !list.list.isRetrySelected else { return list.handle(command) }
    guard let row = list.list.selected else { return false }
    context.follow(target(row))
    return true
  }

  private var sorts: Set<SortOrder.Field> {
    switch part {
    case .wants: Set(SortOrder.Field.allCases).subtracting([.added])
    case .listings: Set(SortOrder.Field.allCases).subtracting([.rating])
    case .sellers: []
    }
  }

  public func text(toCopy command: Command) -> String? {
    guard command == .copyURL || command == .copyName, let seller = selectedSeller else { return nil }
    return command == .copyURL ? Self.inventory(of: seller.name) : seller.name
  }

  public func disabledReason(_ command: Command) -> String? {
    switch command {
    case .open: panes.isInfoFocused ? "This line has no name to follow" : "There is nothing to open"
    case .openMaster, .openVersions: "The master of this row is not known"
    case .openArtist, .openLabel: "Only a release has one"
    case .remove where part == .sellers: "There is no seller to remove"
    case .nextPane, .previousPane, .toggleInfo, .previewDown, .previewUp: "A seller has no release to show beside it"
    case _ where SortOrder(command) != nil:
      switch part {
      case .wants: "Only the want list itself is sorted by date added"
      case .listings: "Listings cannot be sorted by rating"
      case .sellers: "Sellers stand in the order of their names"
      }
    default: nil
    }
  }

  public var narrowing: String {
    switch part {
    case .wants: wants.order.narrowing
    case .listings: listings.order.narrowing
    case .sellers: sellers.order.narrowing
    }
  }

  public func narrow(_ text: String) {
    switch part {
    case .wants: wants.narrow(text)
    case .listings: listings.narrow(text)
    case .sellers: sellers.narrow(text)
    }
  }

  /// How the part that is shown is sorted.
  public var sort: SortOrder {
    switch part {
    case .wants: wants.order.sort
    case .listings: listings.order.sort
    case .sellers: sellers.order.sort
    }
  }

  public func find(_ text: String) {
    if panes.isInfoFocused { return preview.find(text) }
    switch part {
    case .wants: wants.find(text)
    case .listings: listings.find(text)
    case .sellers: sellers.find(text)
    }
  }

  public func leavePane() -> Bool { panes.leaveInfo() }

  public func cancel() -> Bool {
    if panes.leaveInfo() { return true }
    let isCancelled =
      switch part {
      case .wants: wants.cancel()
      case .listings: listings.cancel()
      case .sellers: sellers.cancel()
      }
    return isCancelled || context.desks?.market.interruptPriceCheck() ?? false
  }

  public func close() { scope.close() }

  public func go(toRow row: Int) {
    if panes.isInfoFocused { return preview.move(to: row - 1) }
    switch part {
    case .wants: wants.select(row: max(0, row - 1))
    case .listings: listings.select(row: max(0, row - 1))
    case .sellers: sellers.select(row: max(0, row - 1))
    }
  }

  public func retry() -> Bool {
    let list =
      switch part {
      case .wants: wants.retry()
      case .listings: listings.retry()
      case .sellers: sellers.retry()
      }
    let isRetrying = [hasInfo && preview.retry(), list]
    return isRetrying.contains(true)
  }

  /// The inventory is asked for anew; of wants the store asks, as it has to tell what is at its price.
  public func refresh(_ command: Command) {
    if panes.isInfoFocused, command == .refresh { return preview.refresh() }
    guard part == .listings, context.isLive else { return reload() }
    let (market, board) = (context.services.market, ProgressBoard { [weak self] in self?.take($0) })
    refreshing?.cancel()
    refreshing = scope.run { [weak self] in
      do throws(ClientError) {
        _ = try await market.ownListings(true, board.report)
        self?.listings.update()
      } catch {
        self?.context.report("Your listings could not be loaded anew", error)
      }
      self?.progress = nil
    }
  }

  public func reload() {
    preview.reload()
    switch part {
    case .wants: wants.reload(keepingCursor: true)
    case .listings: listings.reload(keepingCursor: true)
    case .sellers: sellers.reload(keepingCursor: true)
    }
  }

  public func resize(columns: Int, rows: Int) {
    height = max(1, rows - 1)
    panes.resize(columns: columns, rows: rows)
    show(part)
  }
}
