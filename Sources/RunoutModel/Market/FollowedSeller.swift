/// A seller whose inventory the user looks through, and what the last look found.
public struct FollowedSeller: Hashable, Sendable {
  /// The name to ask by.
  public var name: String
  /// Seconds since 1970; nil before the first look.
  public var lookedAt: Double?
  /// How many copies were for sale, and how many of them are wanted.
  public var listings: Int
  /// How many of the listings are wanted.
  public var wanted: Int

  /// Creates a followed seller.
  public init(name: String, lookedAt: Double? = nil, listings: Int = 0, wanted: Int = 0) {
    self.name = name
    self.lookedAt = lookedAt
    self.listings = listings
    self.wanted = wanted
  }
}
