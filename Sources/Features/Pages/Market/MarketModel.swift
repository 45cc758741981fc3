public import Clients
public import DiscogsModel
public import Observation
public import RunoutModel
import Wording

/// The market: wants for sale, the account's own listings and orders, and the sellers it follows.
@Observable
public final class MarketModel: PageModel {
  /// Only one is shown at a time.
  nonisolated public enum Part: String, CaseIterable, Hashable, Sendable {
    case wants, listings, orders, sellers
  }

  public private(set) var part: Part
  public let wants: ListModel<PricedWant>
  public let listings: ListModel<OwnListing>
  public let orders: ListModel<Order>
  public let sellers: ListModel<FollowedSeller>
  public let panes: Panes
  /// The progress of reading the account's inventory; nil while it is not being read.
  public private(set) var progress: MarketProgress?

  public init(context: PageContext, memento: PageMemento = PageMemento()) {
    let part = Part(rawValue: memento.query) ?? .wants
    self.part = part
    func memory(_ asked: Part) -> ListMemento { asked == part ? memento.list : ListMemento() }
    let board = ProgressBoard()
    wants = ListModel(Self.wants(context), context: context, memento: memory(.wants))
    listings = ListModel(Self.listings(context, board), context: context, memento: memory(.listings))
    orders = ListModel(Self.orders(context), context: context, memento: memory(.orders))
    sellers = ListModel(Self.sellers(context), context: context, memento: memory(.sellers))
    panes = Panes(wants, hasPreview: true, context: context)
    board.onReport = { [weak self] in self?.progress = $0 }
    show(part)
  }

  private static func wants(_ context: PageContext) -> ListSource<PricedWant> {
    let market = context.services.market
    return .whole(
      text: \.want.searchText, isSame: { $0.want.wanted == $1.want.wanted },
      sorts: Set(SortOrder.Field.allCases).subtracting([.added]),
      sortRule: PageWords.addedOnWants, sorted: PricedWant.sorted
    ) { try await market.wants() }
  }

  private static func listings(_ context: PageContext, _ board: ProgressBoard) -> ListSource<OwnListing> {
    let (market, hasMarket, report) = (context.services.market, context.can(.market), board.report)
    return .whole(
      text: \.searchText, isSame: { $0.listing.id == $1.listing.id },
      sorts: Set(SortOrder.Field.allCases).subtracting([.rating]), sortRule: PageWords.listingsHaveNoRating,
      sorted: OwnListing.sorted,
      renew: {
        defer { board.end() }
        _ = try await market.ownListings(true, report)
      }, { hasMarket ? try await market.ownListings(false, report) : [] })
  }

  private static func orders(_ context: PageContext) -> ListSource<Order> {
    let (selling, hasMarket) = (context.services.selling, context.can(.sync))
    return .whole(text: \.searchText, isSame: { $0.id == $1.id }, sortRule: PageWords.latestOrdersFirst) {
      hasMarket ? try await selling.orders("") : []
    }
  }

  private static func sellers(_ context: PageContext) -> ListSource<FollowedSeller> {
    let market = context.services.market
    return .whole(text: \.name, isSame: { $0.name == $1.name }, sortRule: PageWords.sellersByName) {
      try await market.sellers()
    }
  }

  public var hasInfo: Bool { part == .wants || part == .listings }

  /// Shows a part. Its rows are asked for when it is first shown, as those of an inventory cost requests.
  public func show(_ part: Part) {
    if part != self.part { self.part = part }
    if !hasInfo { _ = panes.leave() }
    switch part {
    case .wants: show(wants)
    case .listings: show(listings)
    case .orders: show(orders)
    case .sellers: show(sellers)
    }
  }

  private func show<Row>(_ list: ListModel<Row>) {
    panes.main = list
    list.loadMoreIfNeeded()
  }

  public var selectedSeller: FollowedSeller? { part == .sellers ? sellers.list.selected : nil }
  /// The order that is open over the list; nil while the list is shown.
  public var openOrder: OrderPane? { panes.cover as? OrderPane }
  var chosenOrder: Order? { openOrder?.order ?? (part == .orders ? orders.list.selected : nil) }
  /// The marked listings, or the selected one.
  var chosenListings: [Listing] { part == .listings ? listings.markedOrSelected.map(\.listing) : [] }
  public var sort: SortOrder { panes.list?.order.sort ?? .relevance }

  public func hear(_ event: Event) {
    switch event {
    case .shelfChanged, .shelfFiled, .shelfTakenBack:
      // A part that is not shown is updated when it is.
      wants.update()
      if !sellers.list.isEmpty || part == .sellers { sellers.update() }
      panes.info?.hear(event)
    case .reappeared: if !sellers.list.isStale { sellers.update() }
    case .sellersChanged: if context.isInFront { show(.sellers) }
    default: panes.hear(event)
    }
  }

  public var route: Route { .market }

  public var memento: PageMemento {
    var memento = panes.memento
    memento.query = part.rawValue
    return memento
  }

  public var nextPart: Part { Part.allCases.element(1, after: part) }

  nonisolated static func inventory(of seller: String) -> String {
    "https://www.discogs.com/seller/\(seller.asPathPart)/profile"
  }

  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    if let openOrder {
      guard command == .refreshView || command == .refresh else { return panes.perform(command, argument) }
      openOrder.reload()
      return .done
    }
    switch command {
    case .open where part == .orders, .toggleInfo where part == .orders:
      guard let order = orders.list.selected else { return .refused(PageWords.nothingToOpen) }
      panes.put(over: OrderPane(order, context: context))
    case .refreshView where part == .wants && !wants.list.hasFailed,
      .refresh where part == .wants && !wants.list.hasFailed && !panes.isInfoFocused:
      context.desks?.market.checkPrices()
    case .remove where part == .sellers:
      guard let seller = selectedSeller else { return .refused(PageWords.noSellerToRemove) }
      context.desks?.market.askToRemove(seller)
    case .nextType, .previousType: show(Part.allCases.element(command == .nextType ? 1 : -1, after: part))
    case .nextPane, .previousPane, .toggleInfo, .previewDown, .previewUp:
      guard hasInfo else { return .refused(PageWords.rowsHaveNoPreview(part.rawValue)) }
      return panes.perform(command, argument)
    case .cancel where !panes.cancel(): return context.desks?.market.interruptPriceCheck() == true ? .done : .passed
    case .cancel: break
    default: return panes.perform(command, argument)
    }
    return .done
  }
}
