/// The numbers of users who own and want a record.
public struct CommunityCounts: Hashable, Sendable {
  /// Users with a copy in their collection.
  public var have: Int
  /// Users with it on their want list.
  public var want: Int

  /// For known counts; unknown ones are a nil value.
  public init(have: Int, want: Int) { (self.have, self.want) = (have, want) }
}

/// The users' average rating of a release.
public struct CommunityRating: Hashable, Sendable {
  /// The number of ratings behind the average.
  public var count: Int
  /// 0 to 5; meaningless without ratings.
  public var average: Double

  /// The average is out of 5.
  public init(count: Int, average: Double) { (self.count, self.average) = (count, average) }
}

/// A user, as mentioned elsewhere.
public struct UserReference: Hashable, Sendable {
  /// Nil where only the name is known.
  public var id: UserProfile.ID?
  /// Discogs' user name.
  public var name: String

  /// The number is optional.
  public init(id: UserProfile.ID? = nil, name: String) { (self.id, self.name) = (id, name) }
}

/// The facts about a page that only the site has, such as counts, addresses and dates. Dumps have none of them.
public struct LiveFacts: Hashable, Sendable {
  /// The name for sorting: `Beatles, The`. Empty if the site has none.
  public var sortName: String
  /// The URL of its web page; empty when unknown.
  public var webURL: String
  /// The URL of a small picture; empty without one, or if you may not see it.
  public var thumbnailURL: String
  /// The URL of a larger picture in a collection or want list; empty for records with `images` instead.
  public var coverURL: String
  /// The profile or notes without markup, if requested.
  public var plainText: String
  /// As sent: `2004-04-30T08:10:05-07:00`.
  public var added: String
  /// The last change, in the form of `added`.
  public var changed: String
  /// Nil when unknown.
  public var community: CommunityCounts?
  /// Nil when unknown.
  public var rating: CommunityRating?
  /// The user who submitted it.
  public var submitter: UserReference?
  /// The users who edited it.
  public var contributors: [UserReference]
  /// Nil when unknown.
  public var copiesForSale: Int?
  /// The price of the cheapest copy, in the requested currency, which the site does not name.
  public var lowestPrice: DecimalNumber?
  /// Whether Discogs forbids selling it; nil when unknown.
  public var isBlockedFromSale: Bool?
  /// In grams, for the marketplace's shipping.
  public var estimatedWeight: Int?
  /// The number of carriers in the release.
  public var carriers: Int?
  /// A master's latest release.
  public var mostRecentRelease: Release.ID?
  /// The site's other fields, here and in nested objects: JSON text by path, such as `tracklist[3].type_`.
  public var additional: [String: String]

  /// Values left out are empty or unknown.
  public init(
    sortName: String = "", webURL: String = "", thumbnailURL: String = "", coverURL: String = "",
    plainText: String = "", added: String = "", changed: String = "", community: CommunityCounts? = nil,
    rating: CommunityRating? = nil,
    submitter: UserReference? = nil, contributors: [UserReference] = [], copiesForSale: Int? = nil,
    lowestPrice: DecimalNumber? = nil, isBlockedFromSale: Bool? = nil, estimatedWeight: Int? = nil,
    carriers: Int? = nil, mostRecentRelease: Release.ID? = nil, additional: [String: String] = [:]
  ) {
    (self.sortName, self.webURL, self.thumbnailURL) = (sortName, webURL, thumbnailURL)
    (self.coverURL, self.plainText, self.added) = (coverURL, plainText, added)
    (self.changed, self.community, self.rating) = (changed, community, rating)
    (self.submitter, self.contributors, self.copiesForSale) = (submitter, contributors, copiesForSale)
    (self.lowestPrice, self.isBlockedFromSale, self.estimatedWeight) = (lowestPrice, isBlockedFromSale, estimatedWeight)
    (self.carriers, self.mostRecentRelease, self.additional) = (carriers, mostRecentRelease, additional)
  }
}
