public import DiscogsModel
public import RunoutModel
public import UserLibrary

/// A user of the server.
public struct ServerAccount: Hashable, Sendable, Identifiable {
  public typealias ID = EntityID<ServerAccount>

  public var id: ID
  /// Compared without regard to case.
  public var username: String
  public var name = ""
  public var homePage = ""
  public var location = ""
  /// Text with Discogs markup.
  public var profile = ""
  /// Such as `USD`; empty until the user sets it.
  public var currency = ""
  /// Seconds since 1970.
  public var registered: Int
  public var isCollectionPublic = true
  public var isWantListPublic = true
}

/// How much an account holds.
public struct AccountTotals: Hashable, Sendable {
  public var copies = 0
  public var wants = 0
  public var rated = 0
  public var publicLists = 0
  public var privateLists = 0
}

/// One owned copy, as stored: with the second it was added, for the order of lists, and the release's facts, as the
/// catalogue may lack it. `CollectionInstance` has the texts as sent and a whole release.
public struct AccountItem: ShelfEntry, Hashable, Sendable {
  /// The copy's own number, which it keeps wherever it is moved.
  public var instance: Int
  public var folder: CollectionInstance.Folder.ID
  /// The release's facts, for when the catalogue lacks it.
  public var facts: ShelfFacts
  /// 1 to 5; nil when the owner has not rated it.
  public var rating: Int?
  /// Seconds since 1970.
  public var added: Int
  /// Those with a text only.
  public var notes: [CollectionInstance.Field.ID: String] = [:]
}

/// One wanted release, stored as an `AccountItem` is, and for the same reasons no `Want`.
public struct AccountWant: ShelfEntry, Hashable, Sendable {
  public var facts: ShelfFacts
  /// 1 to 5; nil when the owner has not rated it.
  public var rating: Int?
  public var notes: String
  /// Seconds since 1970.
  public var added: Int
}

/// A user's list of pages of the database.
public struct AccountList: Hashable, Sendable {
  public struct Item: Hashable, Sendable {
    public var reference: EntityReference
    public var title: String
    /// Text with Discogs markup.
    public var comment = ""
  }

  public var id: Int
  public var account: ServerAccount.ID
  public var name: String
  public var description = ""
  public var isPublic: Bool
  /// Seconds since 1970.
  public var added: Int
  public var changed: Int
  /// Empty where only the list itself was requested.
  public var items: [Item] = []
}

/// How many of a server's users have a release, want it and have rated it.
public struct LocalFigures: Hashable, Sendable {
  public var have = 0
  public var want = 0
  public var ratings = 0
  /// The sum of all ratings.
  public var stars = 0

  /// 0 without ratings.
  public var average: Double { ratings == 0 ? 0 : Double(stars * 100 / ratings) / 100 }
}

/// The releases, of some, that a user has and wants.
public struct Holdings: Hashable, Sendable {
  public var owned: Set<Release.ID> = []
  public var wanted: Set<Release.ID> = []
}

/// One page of something, with how much of it there is.
public struct CountedPage<Row: Hashable & Sendable>: Hashable, Sendable {
  public var rows: [Row]
  public var total: Int
}

/// A part of a user's list, and its order.
public struct AccountPageRequest: Hashable, Sendable {
  /// Nil, as for `.relevance`, for the order in which things were added, latest first.
  public var sort: SortOrder?
  public var offset: Int
  public var limit: Int

  public init(sort: SortOrder? = nil, offset: Int = 0, limit: Int = 50) {
    (self.sort, self.offset, self.limit) = (sort, offset, limit)
  }
}

/// The reason that an account's data was not changed.
public enum AccountError: Error, Hashable, Sendable {
  case noFolder
  /// Folders 0 and 1, which every user has, cannot be changed.
  case protectedFolder
  case folderNotEmpty
  case nameTaken
  case noItem
  case noField
  /// A dropdown has no such choice.
  case noSuchChoice
  case storage(LibraryError)
}
