/// A seller whose inventory is checked for wants, with the result of the last check.
public struct FollowedSeller: Hashable, Sendable {
  /// Discogs' user name.
  public var name: String
  /// Seconds since 1970; nil before the first look.
  public var lookedAt: Double?
  /// The number of copies for sale at the last check.
  public var listings: Int
  /// The number of listings that are wanted.
  public var wanted: Int

  public init(name: String, lookedAt: Double? = nil, listings: Int = 0, wanted: Int = 0) {
    (self.name, self.lookedAt, self.listings, self.wanted) = (name, lookedAt, listings, wanted)
  }
}
