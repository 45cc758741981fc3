public import DiscogsModel
public import RunoutModel

/// Prices of wants, the account's own listings, and the wants that followed sellers offer.
///
/// Limits and followed sellers are kept on this machine; prices and inventories come from Discogs or the demo's market.
public struct MarketClient: Client {
  /// The wants with a limit or a price: those at the user's price first, then those for sale, each in the order of the
  /// want list.
  @Call() public var wants: @Sendable () async throws(ClientError) -> [PricedWant]
  /// The most that a want may cost; nil without a limit.
  @Call() public var limit: @Sendable (Wanted) async throws(ClientError) -> Money?
  /// The amount of a typed limit, for `ShelfEdit.limitWant`; without a currency it gets that of the want's limit, the
  /// settings, the last limit or the account.
  @Call() public var money: @Sendable (PriceLimit, Wanted) async throws(ClientError) -> Money
  /// Looks up prices in the background, a request for each record, without those looked up within a day.
  @Call() public var check:
    @Sendable (MarketCheck, _ report: @escaping MarketReport) async throws(ClientError) -> MarketNews
  /// By name.
  @Call() public var sellers: @Sendable () async throws(ClientError) -> [FollowedSeller]
  /// Returns the name in the seller's own spelling.
  @Call() public var addSeller: @Sendable (_ name: String) async throws(ClientError) -> String
  /// Returns whether the seller was followed.
  @Call() public var removeSeller: @Sendable (_ name: String) async throws(ClientError) -> Bool
  /// A seller's offers of wants: those at the user's price first, then in shelf order, other pressings and higher
  /// prices later.
  ///
  /// `isForced`: whether to fetch a cached inventory again.
  @Call() public var offers:
    @Sendable (_ seller: String, _ isForced: Bool, _ report: @escaping MarketReport)
      async throws(ClientError) -> [WantOffer]
  /// The account's listings, the latest first.
  @Call() public var ownListings:
    @Sendable (_ isForced: Bool, _ report: @escaping MarketReport) async throws(ClientError) -> [OwnListing]

  public init() {}
}

/// The wants whose prices are looked up.
public struct MarketCheck: Hashable, Sendable {
  /// Whether wants without a limit are included.
  public var includesAll: Bool
  /// Whether prices looked up within a day are looked up again.
  public var isForced: Bool
  /// The most copies, and wants without a limit, that are looked up after them, those not seen for longest first.
  public var others: Int

  public init(includesAll: Bool = false, isForced: Bool = false, others: Int = 0) {
    (self.includesAll, self.isForced, self.others) = (includesAll, isForced, others)
  }
}

/// The progress of a task of many requests.
public struct MarketProgress: Hashable, Sendable {
  public var done: Int
  public var total: Int

  public init(done: Int, total: Int) { (self.done, self.total) = (done, total) }
}

/// Called for each price or page that was looked up.
public typealias MarketReport = @Sendable (MarketProgress) -> Void

/// The result of a price check.
public struct MarketNews: Hashable, Sendable {
  /// The number of records looked up.
  public var asked: Int
  /// The wants that are at the user's price, or below it.
  public var atPrice: [PricedWant]
  /// Those whose price has not been reported before.
  public var news: [PricedWant]
  /// The error that ended the check early; the prices found before are kept.
  public var hindrance: ClientError?

  public init(asked: Int = 0, atPrice: [PricedWant] = [], news: [PricedWant] = [], hindrance: ClientError? = nil) {
    (self.asked, self.atPrice, self.news, self.hindrance) = (asked, atPrice, news, hindrance)
  }
}

/// A want that is for sale.
public struct WantOffer: Hashable, Sendable {
  public var listing: Listing
  public var want: WantListEntry
  public var limit: Money?

  public init(listing: Listing, want: WantListEntry, limit: Money? = nil) {
    (self.listing, self.want, self.limit) = (listing, want, limit)
  }

  /// Whether it is another pressing of the master than the wanted one.
  public var isOtherPressing: Bool { want.wanted.release.map { $0 != listing.item.release } ?? false }
  /// Whether the price is within the limit, which does not count for other pressings.
  public var isAtPrice: Bool { !isOtherPressing && listing.price.map { $0.isWithin(limit) } ?? false }
}

/// A listing of the account, with the copies of its release on the shelf.
public struct OwnListing: Hashable, Sendable {
  public var listing: Listing
  public var copies: [CollectionCopy]

  public init(listing: Listing, copies: [CollectionCopy] = []) { (self.listing, self.copies) = (listing, copies) }
}
