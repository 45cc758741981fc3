public import Clients
import DiscogsModel
public import Observation

/// What a seller has of what is wanted.
@Observable
public final class SellerModel: PageModel {
  public let name: String
  public let offers: ListModel<WantOffer>
  public let preview: InfoPane
  public let panes: Panes
  /// How far the pages of the inventory have come; nil while none is being read.
  public private(set) var progress: MarketProgress?

  @ObservationIgnored private let context: PageContext
  @ObservationIgnored private let scope: TaskScope
  @ObservationIgnored private var refreshing: Task<Void, Never>?

  public init(_ name: String, context: PageContext, memento: PageMemento = PageMemento()) {
    self.name = name
    self.context = context
    scope = TaskScope(context.tasks)
    let (market, board) = (context.services.market, ProgressBoard())
    let report = board.report
    offers = ListModel(
      .whole(
        text: \.searchText, isSame: { $0.listing.id == $1.listing.id }, sorted: WantOffer.sorted
      ) { () throws(ClientError) in
        try await market.offers(name, false, report)
      }, context: context, scope: scope, memento: memento.list)
    preview = InfoPane(context, scope: scope, isPreview: true)
    panes = Panes(preview)
    board.onReport = { [weak self] in self?.take($0) }
    panes.onChange = { [weak self] in self?.showPreview() }
    offers.onSelection = { [weak self] in self?.showPreview() }
    offers.loadMoreIfNeeded()
  }

  private func showPreview() {
    guard panes.isInfoVisible else { return }
    let item = offers.list.selected?.listing.item
    preview.show(
      item.map { RowFacts($0.facts) }, of: item.map { .release($0.release) },
      after: panes.isInfoFocused ? .zero : context.previewDelay)
  }

  private func take(_ progress: MarketProgress) {
    self.progress = progress.done < progress.total ? progress : nil
  }

  public func hear(_ event: Event) {
    switch event {
    case .shelfChanged, .shelfFiled: shelfChanged()
    case .freshnessChanged(let shown): preview.freshnessChanged(shown)
    default: break
    }
  }

  public var route: Route { .seller(name) }
  public var isText: Bool { panes.isInfoFocused }
  public var hasPrices: Bool { true }
  public var isReady: Bool { offers.isReady }

  public var memento: PageMemento {
    var memento = PageMemento()
    memento.list = offers.memento
    return memento
  }

  public var subjects: [Subject] { offers.markedOrSelected.map(\.listing.item.subject) }
  public var shelfItems: [ShelfItem] { offers.markedOrSelected.map { .release($0.listing.item.facts) } }
  public func unmark() { offers.unmark() }
  private func shelfChanged() {
    if !offers.list.hasFailed { offers.update() }
    preview.shelfChanged()
  }
  public var webURL: String? { MarketModel.inventory(of: name) }
  public var selectedURL: String? {
    panes.isInfoFocused ? preview.selectedURL : offers.list.selected.map(\.listing.address)
  }

  public func handle(_ command: Command) -> Bool {
    if panes.handle(command) { return true }
    switch command {
    case .open where !offers.list.isRetrySelected:
      guard !panes.isInfoFocused, let offer = offers.list.selected else { return false }
      context.follow(.entity(.release(offer.listing.item.release)))
    case .openArtist, .openLabel:
      guard case .release(let id)? = subjects.first?.reference else { return false }
      context.followFact(command, of: id, scope: scope)
    case .openMaster, .openVersions:
      guard let master = offers.list.selected?.want.master else { return false }
      context.follow(.entity(.master(master)))
    default:
      if let sort = SortOrder(command) {
        guard sort.field != .rating else { return false }
        offers.sort(sort)
        return true
      }
      return !panes.isInfoFocused && offers.handle(command)
    }
    return true
  }

  public func disabledReason(_ command: Command) -> String? {
    switch command {
    case .open: panes.isInfoFocused ? "This line has no name to follow" : "There is nothing to open"
    case .openMaster, .openVersions: "The master of this row is not known"
    case .openArtist, .openLabel: "Only a release has one"
    case _ where SortOrder(command) != nil: "What somebody sells has no rating of yours"
    default: nil
    }
  }

  public var narrowing: String { offers.order.narrowing }
  public func narrow(_ text: String) { offers.narrow(text) }

  public func find(_ text: String) {
    if panes.isInfoFocused { preview.find(text) } else { offers.find(text) }
  }

  public func leavePane() -> Bool { panes.leaveInfo() }
  public func cancel() -> Bool { panes.leaveInfo() || offers.cancel() }
  public func close() { scope.close() }

  public func go(toRow row: Int) {
    if panes.isInfoFocused { preview.move(to: row - 1) } else { offers.select(row: max(0, row - 1)) }
  }

  public func retry() -> Bool {
    let isRetrying = [preview.retry(), offers.retry()]
    return isRetrying.contains(true)
  }

  public func reload() {
    offers.reload(keepingCursor: true)
    preview.reload()
  }

  public func refresh(_ command: Command) {
    if panes.isInfoFocused, command == .refresh { return preview.refresh() }
    guard context.isLive else { return reload() }
    let (market, name, board) = (context.services.market, name, ProgressBoard { [weak self] in self?.take($0) })
    refreshing?.cancel()
    refreshing = scope.run { [weak self] in
      do throws(ClientError) {
        _ = try await market.offers(name, true, board.report)
        self?.offers.update()
      } catch {
        self?.context.report("The inventory of \(name) could not be loaded anew", error)
      }
      self?.progress = nil
    }
  }

  public func resize(columns: Int, rows: Int) {
    panes.resize(columns: columns, rows: rows)
    offers.resize(height: max(1, rows - 1))
  }
}
