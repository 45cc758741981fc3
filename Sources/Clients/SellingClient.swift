public import DiscogsModel

/// Sells copies on Discogs, and answers their buyers. Unlike edits of the shelf, nothing waits for a network,
/// and nothing is sent twice.
public struct SellingClient: Client {
  /// The currency of the account, in which it sells; nil where Discogs does not say.
  @Call() public var currency: @Sendable () async throws(ClientError) -> Currency?
  /// Discogs' fee for a sale at a price.
  @Call() public var fee: @Sendable (Money) async throws(ClientError) -> Money
  /// Lists a copy, which its own text (`externalID`) tells from others: one that is among the latest listings is not
  /// listed again, also where the answer to an earlier try was lost.
  @Call() public var offer: @Sendable (ListingDraft) async throws(ClientError) -> Listing.ID
  /// The account's listings in a status, all for an empty one; the latest first.
  @Call() public var listings: @Sendable (_ status: String) async throws(ClientError) -> [Listing]
  /// One of the account's listings as it is now.
  @Call() public var listing: @Sendable (Listing.ID) async throws(ClientError) -> Listing
  /// Changes a listing, whose other values are read first and stay.
  @Call() public var change: @Sendable (Listing.ID, ListingChange) async throws(ClientError) -> Void
  @Call() public var remove: @Sendable (Listing.ID) async throws(ClientError) -> Void
  /// The account's orders in a status, all for an empty one; the latest first.
  @Call() public var orders: @Sendable (_ status: String) async throws(ClientError) -> [Order]
  @Call() public var order: @Sendable (Order.ID) async throws(ClientError) -> Order
  /// The messages about an order, the latest first.
  @Call() public var messages: @Sendable (Order.ID) async throws(ClientError) -> [OrderMessage]
  /// Writes to the buyer, changes the status, or both.
  @Call() public var write:
    @Sendable (Order.ID, _ message: String?, _ status: String?) async throws(ClientError) -> Void

  public init() {}
}

/// The values of a listing to change; nil leaves one as it is.
public struct ListingChange: Hashable, Sendable {
  /// In the seller's currency.
  public var price: DecimalNumber?
  /// `For Sale` or `Draft`.
  public var status: String?

  public init(price: DecimalNumber? = nil, status: String? = nil) { (self.price, self.status) = (price, status) }
}

extension Listing {
  /// Whether it can be bought or published.
  public var isOpen: Bool { ["For Sale", "Draft"].contains(status) }
  /// Whether a buyer has ordered it.
  public var isSold: Bool { status == "Sold" }

  /// Whether Discogs lets it change like this. One that has expired is put up again only where that is asked for.
  public func allows(_ change: ListingChange) -> Bool { isOpen || status == "Expired" && change.status != nil }
}
