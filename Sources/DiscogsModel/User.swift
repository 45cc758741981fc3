/// Who a token or OAuth access belongs to.
public struct Identity: Hashable, Sendable, Identifiable {
  public var id: UserProfile.ID
  public var name: String
  /// The application that was authorised, or the token's owner.
  public var application: String
  public var additional: [String: String]

  public init(id: UserProfile.ID, name: String, application: String = "", additional: [String: String] = [:]) {
    self.id = id
    self.name = name
    self.application = application
    self.additional = additional
  }
}

/// A user's page.
public struct UserProfile: Hashable, Sendable, Identifiable {
  public typealias ID = EntityID<UserProfile>

  /// What trading partners think of a user.
  public struct TradeRating: Hashable, Sendable {
    /// 0 to 100.
    public var percent: Double
    /// 0 to 5.
    public var stars: Double
    public var count: Int

    public init(percent: Double = 0, stars: Double = 0, count: Int = 0) {
      self.percent = percent
      self.stars = stars
      self.count = count
    }
  }

  public var id: ID
  /// The name to sign in and to ask by.
  public var userName: String
  /// The name of the person; empty when not told, as are the texts below.
  public var realName: String = ""
  public var homePage: String = ""
  public var location: String = ""
  /// Text with Discogs markup.
  public var profile: String = ""
  /// As sent: `2021-12-17T15:24:46-08:00`.
  public var registered: String = ""
  public var currency: Currency?
  public var avatarURL: String = ""
  public var bannerURL: String = ""
  public var webURL: String = ""
  public var rank: Double = 0
  public var averageRating: Double = 0
  public var pendingSubmissions: Int = 0
  public var copiesForSale: Int = 0
  /// Private ones count only for their owner.
  public var lists: Int = 0
  public var releasesContributed: Int = 0
  public var releasesRated: Int = 0
  public var asBuyer = TradeRating()
  public var asSeller = TradeRating()
  /// Nil when the collection is private.
  public var collectionSize: Int?
  /// Nil when the want list is private.
  public var wantListSize: Int?
  public var isActivated: Bool?
  public var isSuspendedFromMarketplace: Bool?
  public var isStaff: Bool?
  /// Only the owner sees it. Private: never logged, never cached.
  public var email: String = ""
  /// Unread messages; only the owner sees it.
  public var unreadMessages: Int?
  public var additional: [String: String] = [:]

  public init(id: ID, userName: String) {
    self.id = id
    self.userName = userName
  }
}

/// What a user may change of the own page; nil leaves a thing as it is.
public struct ProfileChange: Hashable, Sendable {
  public var realName: String?
  public var homePage: String?
  public var location: String?
  public var profile: String?
  public var currency: Currency?

  public init(
    realName: String? = nil, homePage: String? = nil, location: String? = nil, profile: String? = nil,
    currency: Currency? = nil
  ) {
    self.realName = realName
    self.homePage = homePage
    self.location = location
    self.profile = profile
    self.currency = currency
  }
}

/// A page of what a user has submitted to the database.
public struct Submissions: Hashable, Sendable {
  public var releases: [Release]
  public var artists: [Artist]
  public var labels: [Discogs.Label]

  public init(releases: [Release] = [], artists: [Artist] = [], labels: [Discogs.Label] = []) {
    self.releases = releases
    self.artists = artists
    self.labels = labels
  }

  public var count: Int { releases.count + artists.count + labels.count }
}
