/// What a user shows of themself.
public struct UserProfile: Hashable, Sendable {
  public var name: String
  public var realName: String
  public var location: String
  /// Free text with Discogs markup.
  public var profile: String
  public var homePage: String
  /// As Discogs writes it: `2012-12-03T02:50:12-07:00`.
  public var registered: String
  /// Nil where the user keeps it private.
  public var collectionCount: Int?
  public var wantCount: Int?
  public var forSaleCount: Int
  public var contributedCount: Int

  public init(
    name: String, realName: String = "", location: String = "", profile: String = "", homePage: String = "",
    registered: String = "", collectionCount: Int? = nil, wantCount: Int? = nil, forSaleCount: Int = 0,
    contributedCount: Int = 0
  ) {
    self.name = name
    self.realName = realName
    self.location = location
    self.profile = profile
    self.homePage = homePage
    self.registered = registered
    self.collectionCount = collectionCount
    self.wantCount = wantCount
    self.forSaleCount = forSaleCount
    self.contributedCount = contributedCount
  }
}
