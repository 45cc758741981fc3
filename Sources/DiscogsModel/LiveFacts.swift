/// The numbers of users who have and want a record.
public struct CommunityCounts: Hashable, Sendable {
  /// The number of users who have it.
  public var have: Int
  /// The number of users who want it.
  public var want: Int

  /// Creates community counts.
  public init(have: Int, want: Int) {
    self.have = have
    self.want = want
  }
}

/// The average rating of a release.
public struct CommunityRating: Hashable, Sendable {
  /// The number of ratings.
  public var count: Int
  /// 0 to 5; meaningless without ratings.
  public var average: Double

  /// Creates a community rating.
  public init(count: Int, average: Double) {
    self.count = count
    self.average = average
  }
}

/// A user, as mentioned elsewhere.
public struct UserReference: Hashable, Sendable {
  /// Nil where only the name is known.
  public var id: UserProfile.ID?
  /// The name to ask by.
  public var name: String

  /// Creates a user reference.
  public init(id: UserProfile.ID? = nil, name: String) {
    self.id = id
    self.name = name
  }
}

/// The site's facts about a page beyond the record itself: figures that change by the hour, addresses, dates.
///
/// Dumps carry none of it.
public struct LiveFacts: Hashable, Sendable {
  /// The name to sort by: `Beatles, The`. Empty where the site gives none.
  public var sortName: String
  /// The URL of its web page; empty when unknown.
  public var webURL: String
  /// A small picture; empty if there is none or you may not see it.
  public var thumbnailURL: String
  /// A larger picture, as rows of a collection or want list have it; empty where a record has `images` instead.
  public var coverURL: String
  /// The text (profile or notes) without markup, where it was asked for.
  public var plainText: String
  /// As sent: `2004-04-30T08:10:05-07:00`.
  public var added: String
  /// When the page was changed last, as `added`.
  public var changed: String
  /// The number of users who have and want it; nil when unknown.
  public var community: CommunityCounts?
  /// Its rating by users; nil when unknown.
  public var rating: CommunityRating?
  /// The user who submitted it.
  public var submitter: UserReference?
  /// The users who edited it.
  public var contributors: [UserReference]
  /// The number for sale; nil when unknown.
  public var copiesForSale: Int?
  /// Of the cheapest copy for sale, in the currency asked for, which the site does not repeat.
  public var lowestPrice: DecimalNumber?
  /// Whether Discogs allows no sale of it; nil when unknown.
  public var isBlockedFromSale: Bool?
  /// In grams, as the marketplace takes it for shipping.
  public var estimatedWeight: Int?
  /// The number of carriers in the release.
  public var carriers: Int?
  /// Of a master: the release that came last.
  public var mostRecentRelease: Release.ID?
  /// The site's other fields, here and within, as JSON text by path: `is_offensive`, `tracklist[3].type_`.
  public var additional: [String: String]

  /// Creates live facts.
  public init(
    sortName: String = "", webURL: String = "", thumbnailURL: String = "", coverURL: String = "",
    plainText: String = "", added: String = "", changed: String = "", community: CommunityCounts? = nil,
    rating: CommunityRating? = nil,
    submitter: UserReference? = nil, contributors: [UserReference] = [], copiesForSale: Int? = nil,
    lowestPrice: DecimalNumber? = nil, isBlockedFromSale: Bool? = nil, estimatedWeight: Int? = nil,
    carriers: Int? = nil, mostRecentRelease: Release.ID? = nil, additional: [String: String] = [:]
  ) {
    self.sortName = sortName
    self.webURL = webURL
    self.thumbnailURL = thumbnailURL
    self.coverURL = coverURL
    self.plainText = plainText
    self.added = added
    self.changed = changed
    self.community = community
    self.rating = rating
    self.submitter = submitter
    self.contributors = contributors
    self.copiesForSale = copiesForSale
    self.lowestPrice = lowestPrice
    self.isBlockedFromSale = isBlockedFromSale
    self.estimatedWeight = estimatedWeight
    self.carriers = carriers
    self.mostRecentRelease = mostRecentRelease
    self.additional = additional
  }
}
