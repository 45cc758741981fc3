public import DiscogsModel
public import RunoutModel

/// Prices of what is wanted, what the account sells, and what the sellers that the user names sell of the want list.
///
/// Limits and sellers are the user's own and kept on this machine; prices and inventories only Discogs knows.
public struct MarketClient: Client {
  /// The wants that have a limit or whose price was looked up: those at the user's price first, then those for sale,
  /// each in the order of the want list.
  @Call() public var wants: @Sendable () async throws(ClientError) -> [PricedWant]
  /// The most that a want may cost; nil where nothing was said.
  @Call() public var limit: @Sendable (Wanted) async throws(ClientError) -> Money?
  /// What a limit for a want comes to as it was typed, for `ShelfEdit.limitWant`: without a currency it is that of the
  /// limits there are, or the account's.
  @Call() public var money: @Sendable (PriceLimit, Wanted) async throws(ClientError) -> Money
  /// Asks for prices, in the background: a request for each want, which is left out if it was asked for within a day.
  @Call() public var check:
    @Sendable (MarketCheck, _ report: @escaping @Sendable (MarketProgress) -> Void) async throws(ClientError) ->
      MarketNews
  /// By name.
  @Call() public var sellers: @Sendable () async throws(ClientError) -> [FollowedSeller]
  /// Returns the name as its bearer writes it.
  @Call() public var addSeller: @Sendable (_ name: String) async throws(ClientError) -> String
  /// Returns whether the seller was among those named.
  @Call() public var removeSeller: @Sendable (_ name: String) async throws(ClientError) -> Bool
  /// What a seller offers of what is wanted: those at the user's price first, then by artist and title.
  ///
  /// `isForced`: whether to fetch a cached inventory again.
  @Call() public var offers:
    @Sendable (_ seller: String, _ isForced: Bool, _ report: @escaping @Sendable (MarketProgress) -> Void)
      async throws(ClientError) -> [WantOffer]
  /// What the account sells, the latest first.
  @Call() public var ownListings:
    @Sendable (_ isForced: Bool, _ report: @escaping @Sendable (MarketProgress) -> Void) async throws(ClientError) ->
      [OwnListing]

  public init() {}
}

/// What to ask for.
public struct MarketCheck: Hashable, Sendable {
  /// Whether wants without a limit are asked for, too.
  public var includesAll: Bool
  /// Whether what was asked for within a day is asked for again.
  public var isForced: Bool

  public init(includesAll: Bool = false, isForced: Bool = false) {
    self.includesAll = includesAll
    self.isForced = isForced
  }
}

/// How far something has come that takes many requests.
public struct MarketProgress: Hashable, Sendable {
  public var done: Int
  public var total: Int

  public init(done: Int, total: Int) {
    self.done = done
    self.total = total
  }
}

/// What a check has found.
public struct MarketNews: Hashable, Sendable {
  /// How many wants were asked for.
  public var asked: Int
  /// The wants that are at the user's price, or below it.
  public var atPrice: [PricedWant]
  /// Those among them whose price has not been told before.
  public var news: [PricedWant]
  /// Why it was not finished; what came before is kept.
  public var hindrance: ClientError?

  public init(asked: Int = 0, atPrice: [PricedWant] = [], news: [PricedWant] = [], hindrance: ClientError? = nil) {
    self.asked = asked
    self.atPrice = atPrice
    self.news = news
    self.hindrance = hindrance
  }
}

/// A want that is for sale.
public struct WantOffer: Hashable, Sendable {
  public var listing: Listing
  public var want: WantListEntry
  public var limit: Money?

  public init(listing: Listing, want: WantListEntry, limit: Money? = nil) {
    self.listing = listing
    self.want = want
    self.limit = limit
  }

  /// Whether it is another pressing of the master than the one that is wanted.
  public var isOtherPressing: Bool { want.wanted.release.map { $0 != listing.item.release } ?? false }
  /// A limit is for the pressing it was set for.
  public var isAtPrice: Bool { !isOtherPressing && listing.price.map { $0.isWithin(limit) } ?? false }
}

/// Something the account sells, with the copies of it on the shelf.
public struct OwnListing: Hashable, Sendable {
  public var listing: Listing
  public var copies: [CollectionCopy]

  public init(listing: Listing, copies: [CollectionCopy] = []) {
    self.listing = listing
    self.copies = copies
  }
}
