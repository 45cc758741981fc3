public import DiscogsModel
public import RunoutModel

/// Other people's haves, wants, ratings and prices of a release, and the user's own rating.
///
/// Only Discogs has them, and the demo a market; other sources answer nil, and pages leave these lines out.
public struct CommunityClient: Client {
  /// Haves, wants and ratings; nil where the source has none.
  @Call() public var figures: @Sendable (Release.ID) async throws(ClientError) -> CommunityFigures?
  /// Sets the user's own rating, 1 to 5; nil clears it. Returns when the server has it.
  @Call() public var rate: @Sendable (Release.ID, _ stars: Int?) async throws(ClientError) -> Void
  /// The offers of a release and their prices; nil where the source has no market.
  @Call() public var market:
    @Sendable (_ id: Release.ID, _ withPrices: Bool) async throws(ClientError) -> MarketFigures?
  /// A user's public profile; nil where the source has no users.
  @Call() public var profile: @Sendable (_ user: String) async throws(ClientError) -> UserProfile?
  /// Changes the user's own profile. Returns when the server has it.
  @Call() public var editProfile: @Sendable (ProfileChange) async throws(ClientError) -> Void

  public init() {}
}

/// Haves, wants and ratings of a release.
public struct CommunityFigures: Hashable, Sendable {
  /// The numbers of people who have and want it; nil if unknown.
  public var have: Int?
  public var want: Int?
  /// 0 to 5; nil without ratings.
  public var average: Double?
  public var ratings: Int
  /// The user's own, 1 to 5; nil without one, or without an account.
  public var own: Int?

  public init(have: Int?, want: Int?, average: Double?, ratings: Int, own: Int?) {
    (self.have, self.want, self.average, self.ratings, self.own) = (have, want, average, ratings, own)
  }

  /// Wants for each owner: above 1 more people look for it than own it. Nil without owners.
  public var demand: Double? {
    guard let have, let want, have > 0 else { return nil }
    return Double(want) / Double(have)
  }
}

/// The number of offers and the prices of a release.
public struct MarketFigures: Hashable, Sendable {
  public var forSale: Int
  /// Nil when none is for sale.
  public var lowest: Money?
  /// By condition, best first; empty where there are none or the user may not see them, nil where not requested.
  public var suggestions: [Suggestion]?
  /// It cannot be sold on Discogs.
  public var isBlocked: Bool
  /// The lowest prices of the last year by day, in the currency of `lowest`, oldest first; only of wants and copies.
  public var history: [PriceOnDay] = []

  public struct Suggestion: Hashable, Sendable {
    public var condition: String
    public var price: Money

    public init(condition: String, price: Money) { (self.condition, self.price) = (condition, price) }
  }

  public init(forSale: Int, lowest: Money?, suggestions: [Suggestion]?, isBlocked: Bool) {
    (self.forSale, self.lowest, self.suggestions, self.isBlocked) = (forSale, lowest, suggestions, isBlocked)
  }
}
