public import DiscogsModel

/// The marketplace: listings, orders and prices.
///
///     let offers = try await discogs.marketplaceStats(of: 249_504, currency: Currency("EUR")).value
///     print(offers.copiesForSale, "from", offers.lowestPrice?.displayName ?? "none")
///     let draft = ListingDraft(release: 249_504, condition: Condition.veryGoodPlus, price: 40, status: "Draft")
///     if let listing = try await discogs.makeListing(draft).value { print("listed as", listing) }
///     for order in try await discogs.orders(OrderFilter(status: "Payment Received")).value.rows {
///       _ = try await discogs.write("On its way.", status: "Shipped", about: order.id)
///     }
///
/// Each function is the ``Endpoint`` of its name, carried out.
public protocol MarketplaceService: Sendable {
  /// A user's inventory; of other users only the copies for sale, a hundred pages at most.
  ///
  /// - Parameter status: `For Sale`, `Draft`, `Sold`, …; empty for all that the caller may see.
  func inventory(
    of userName: String, status: String, sorting: Sorting<InventorySortField>?, page: PageRequest
  ) async throws(DiscogsError) -> Answer<Paged<Listing>>
  /// One copy for sale. Fields for its seller are nil for others.
  func listing(_ id: Listing.ID, currency: Currency?) async throws(DiscogsError) -> Answer<Listing>
  /// Lists a copy for sale. Doing it twice lists two.
  func makeListing(_ draft: ListingDraft) async throws(DiscogsError) -> Answer<Listing.ID?>
  /// Changes a listing that is for sale, a draft or expired.
  func change(listing id: Listing.ID, to draft: ListingDraft) async throws(DiscogsError)
  /// Deletes a listing.
  func delete(listing id: Listing.ID) async throws(DiscogsError)
  /// One page of the signed-in user's orders as a seller.
  func orders(
    _ filter: OrderFilter, sorting: Sorting<OrderSortField>?, page: PageRequest
  ) async throws(DiscogsError) -> Answer<Paged<Order>>
  /// One order, for its seller.
  func order(_ id: Order.ID) async throws(DiscogsError) -> Answer<Order>
  /// Changes an order. Not retried once it may have been carried out: the buyer may get a mail.
  func change(order id: Order.ID, to change: OrderChange) async throws(DiscogsError) -> Answer<Order?>
  /// One page of the messages about an order, newest first.
  func messages(of order: Order.ID, page: PageRequest) async throws(DiscogsError) -> Answer<Paged<OrderMessage>>
  /// Writes to the buyer, changes the order's status, or both.
  func write(
    _ message: String?, status: String?, about order: Order.ID
  ) async throws(DiscogsError) -> Answer<OrderMessage?>
  /// Discogs' fee for a sale at this price.
  func fee(for price: DecimalNumber, currency: Currency?) async throws(DiscogsError) -> Answer<Money>
  /// The suggested prices of a release by condition. Only for sellers.
  func priceSuggestions(for release: Release.ID) async throws(DiscogsError) -> Answer<PriceSuggestions>
  /// The number of copies of a release for sale, and the lowest price.
  func marketplaceStats(
    of release: Release.ID, currency: Currency?
  ) async throws(DiscogsError) -> Answer<MarketplaceStats>
}

extension MarketplaceService where Self: EndpointRunner {
  public func inventory(
    of userName: String, status: String = "", sorting: Sorting<InventorySortField>? = nil, page: PageRequest = .first
  ) async throws(DiscogsError) -> Answer<Paged<Listing>> {
    try await run(.inventory(of: userName, status: status, sorting: sorting, page: page))
  }

  public func listing(_ id: Listing.ID, currency: Currency? = nil) async throws(DiscogsError) -> Answer<Listing> {
    try await run(.listing(id, currency: currency))
  }

  public func makeListing(_ draft: ListingDraft) async throws(DiscogsError) -> Answer<Listing.ID?> {
    try await run(.makeListing(draft))
  }

  public func change(listing id: Listing.ID, to draft: ListingDraft) async throws(DiscogsError) {
    _ = try await run(Endpoint<Void>.change(listing: id, to: draft))
  }

  public func delete(listing id: Listing.ID) async throws(DiscogsError) {
    _ = try await run(Endpoint<Void>.delete(listing: id))
  }

  public func orders(
    _ filter: OrderFilter = OrderFilter(), sorting: Sorting<OrderSortField>? = nil, page: PageRequest = .first
  ) async throws(DiscogsError) -> Answer<Paged<Order>> {
    try await run(.orders(filter, sorting: sorting, page: page))
  }

  public func order(_ id: Order.ID) async throws(DiscogsError) -> Answer<Order> { try await run(.order(id)) }

  public func change(order id: Order.ID, to change: OrderChange) async throws(DiscogsError) -> Answer<Order?> {
    try await run(.change(order: id, to: change))
  }

  public func messages(
    of order: Order.ID, page: PageRequest = .first
  ) async throws(DiscogsError) -> Answer<Paged<OrderMessage>> {
    try await run(.messages(of: order, page: page))
  }

  public func write(
    _ message: String? = nil, status: String? = nil, about order: Order.ID
  ) async throws(DiscogsError) -> Answer<OrderMessage?> {
    try await run(.write(message, status: status, about: order))
  }

  public func fee(for price: DecimalNumber, currency: Currency? = nil) async throws(DiscogsError) -> Answer<Money> {
    try await run(.fee(for: price, currency: currency))
  }

  public func priceSuggestions(for release: Release.ID) async throws(DiscogsError) -> Answer<PriceSuggestions> {
    try await run(.priceSuggestions(for: release))
  }

  public func marketplaceStats(
    of release: Release.ID, currency: Currency? = nil
  ) async throws(DiscogsError) -> Answer<MarketplaceStats> {
    try await run(.marketplaceStats(of: release, currency: currency))
  }
}
