/// The user that a token or OAuth access belongs to.
public struct Identity: Hashable, Sendable, Identifiable {
  public var id: UserProfile.ID
  /// The user name, for signing in and for requests.
  public var name: String
  /// The authorised application, or the token's owner.
  public var application: String
  /// Fields this library does not know, here and in nested objects: JSON text by path.
  public var additional: [String: String]

  /// Values left out are empty.
  public init(id: UserProfile.ID, name: String, application: String = "", additional: [String: String] = [:]) {
    (self.id, self.name, self.application, self.additional) = (id, name, application, additional)
  }
}

/// A user's page.
public struct UserProfile: Hashable, Sendable, Identifiable {
  public typealias ID = EntityID<UserProfile>

  /// A user's rating by buyers or sellers.
  public struct TradeRating: Hashable, Sendable {
    /// 0 to 100.
    public var percent: Double
    /// 0 to 5.
    public var stars: Double
    /// The number of ratings.
    public var count: Int

    /// Values left out are 0.
    public init(percent: Double = 0, stars: Double = 0, count: Int = 0) {
      (self.percent, self.stars, self.count) = (percent, stars, count)
    }
  }

  public var id: ID
  /// The user name, for signing in and for requests.
  public var userName: String
  /// The person's name; empty if withheld, like the texts below.
  public var realName: String = ""
  /// A web address.
  public var homePage: String = ""
  /// In the user's own words.
  public var location: String = ""
  /// Text with Discogs markup.
  public var profile: String = ""
  /// As sent: `2021-12-17T15:24:46-08:00`.
  public var registered: String = ""
  /// For prices; only the owner sees it.
  public var currency: Currency?
  /// The URL of the user's picture; empty without one.
  public var avatarURL: String = ""
  /// The URL of the page's banner; empty without one.
  public var bannerURL: String = ""
  /// The URL of its web page; empty when unknown.
  public var webURL: String = ""
  /// The user's rank among contributors.
  public var rank: Double = 0
  /// The average of the user's own ratings, 0 to 5.
  public var averageRating: Double = 0
  /// Submissions waiting for votes.
  public var pendingSubmissions: Int = 0
  /// Listings for sale.
  public var copiesForSale: Int = 0
  /// The number of lists; only the owner's count includes private ones.
  public var lists: Int = 0
  /// Releases submitted or edited.
  public var releasesContributed: Int = 0
  /// Releases rated.
  public var releasesRated: Int = 0
  /// The rating by sellers.
  public var asBuyer = TradeRating()
  /// The rating by buyers.
  public var asSeller = TradeRating()
  /// Nil when the collection is private.
  public var collectionSize: Int?
  /// Nil when the want list is private.
  public var wantListSize: Int?
  /// Nil when unknown.
  public var isActivated: Bool?
  /// Nil when unknown.
  public var isSuspendedFromMarketplace: Bool?
  /// Nil when unknown.
  public var isStaff: Bool?
  /// Only the owner sees it. Private: never logged, never cached.
  public var email: String = ""
  /// Unread messages; only the owner sees it.
  public var unreadMessages: Int?
  /// Fields this library does not know, here and in nested objects: JSON text by path.
  public var additional: [String: String] = [:]

  /// All other values are empty or unknown at first.
  public init(id: ID, userName: String) { (self.id, self.userName) = (id, userName) }
}

/// A change of the user's own profile; nil leaves a field unchanged.
public struct ProfileChange: Hashable, Sendable {
  /// The person's name.
  public var realName: String?
  /// A web address.
  public var homePage: String?
  /// In the user's own words.
  public var location: String?
  /// Text with Discogs markup.
  public var profile: String?
  /// For prices.
  public var currency: Currency?

  /// Values left out stay unchanged.
  public init(
    realName: String? = nil, homePage: String? = nil, location: String? = nil, profile: String? = nil,
    currency: Currency? = nil
  ) {
    (self.realName, self.homePage) = (realName, homePage)
    (self.location, self.profile, self.currency) = (location, profile, currency)
  }
}

/// A page of a user's submissions to the database.
public struct Submissions: Hashable, Sendable {
  /// On this page.
  public var releases: [Release]
  /// On this page.
  public var artists: [Artist]
  /// On this page.
  public var labels: [Discogs.Label]

  /// Values left out are empty.
  public init(releases: [Release] = [], artists: [Artist] = [], labels: [Discogs.Label] = []) {
    (self.releases, self.artists, self.labels) = (releases, artists, labels)
  }

  /// The number of all records on this page.
  public var count: Int { releases.count + artists.count + labels.count }
}
