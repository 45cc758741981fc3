public import DiscogsModel

/// One owned copy of a release. A release can be owned twice: every copy is a row of its own.
public struct CollectionCopy: Hashable, Sendable, Identifiable {
  /// The row's number in the library; stable across runs.
  public var id: Int64
  public var release: Release.ID
  /// Nil where neither the export nor the catalogue says.
  public var master: Master.ID?
  public var artist: String
  public var title: String
  public var label: String
  public var catalogueNumber: String
  /// The short form: `2xLP, Album`.
  public var format: String
  public var year: Int?
  public var folder: String
  /// 1 to 5; nil when not rated.
  public var rating: Int?
  /// As Discogs exports it: `2020-11-12 12:24:52`, without a zone. Empty when unknown.
  public var added: String
  public var mediaCondition: String
  public var sleeveCondition: String
  /// The notes field and any other custom field, by the user's own name for it, in the order of the export.
  public var fields: [Field]

  public struct Field: Hashable, Sendable {
    public var name: String
    public var value: String

    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  public init(
    id: Int64, release: Release.ID, master: Master.ID? = nil, artist: String, title: String, label: String = "",
    catalogueNumber: String = "", format: String = "", year: Int? = nil, folder: String = "Uncategorized",
    rating: Int? = nil, added: String = "", mediaCondition: String = "", sleeveCondition: String = "",
    fields: [Field] = []
  ) {
    self.id = id
    self.release = release
    self.master = master
    self.artist = artist
    self.title = title
    self.label = label
    self.catalogueNumber = catalogueNumber
    self.format = format
    self.year = year
    self.folder = folder
    self.rating = rating
    self.added = added
    self.mediaCondition = mediaCondition
    self.sleeveCondition = sleeveCondition
    self.fields = fields
  }
}

/// A release on the want list.
public struct WantListEntry: Hashable, Sendable, Identifiable {
  public var id: Int64
  public var release: Release.ID
  public var master: Master.ID?
  public var artist: String
  public var title: String
  public var label: String
  public var catalogueNumber: String
  public var format: String
  public var year: Int?
  public var rating: Int?
  public var notes: String
  /// As Discogs exports dates: `2020-11-12 12:24:52`, without a zone. Empty when unknown.
  public var added: String

  public init(
    id: Int64, release: Release.ID, master: Master.ID? = nil, artist: String, title: String, label: String = "",
    catalogueNumber: String = "", format: String = "", year: Int? = nil, rating: Int? = nil, notes: String = "",
    added: String = ""
  ) {
    self.id = id
    self.release = release
    self.master = master
    self.artist = artist
    self.title = title
    self.label = label
    self.catalogueNumber = catalogueNumber
    self.format = format
    self.year = year
    self.rating = rating
    self.notes = notes
    self.added = added
  }
}

/// A folder of the collection, with how many copies it holds.
public struct CollectionFolder: Hashable, Sendable {
  public var name: String
  public var copies: Int

  public init(name: String, copies: Int) {
    self.name = name
    self.copies = copies
  }

  /// Whether it can be neither renamed nor deleted: the folder of copies that were put nowhere else.
  public var isProtected: Bool { name == ShelfEdit.uncategorised }
}

/// Which part of the collection, in which order.
public struct CollectionRequest: Hashable, Sendable {
  /// Nil for all folders.
  public var folder: String?
  /// `.relevance` is the shelf's order: by artist, then year, then title.
  public var sort: SortOrder
  /// Words that must all occur somewhere in a row.
  public var narrowing: String

  public init(folder: String? = nil, sort: SortOrder = .relevance, narrowing: String = "") {
    self.folder = folder
    self.sort = sort
    self.narrowing = narrowing
  }
}

/// What the shelf says of a row: the strongest of these that holds.
public enum ShelfBadge: String, Hashable, Sendable {
  /// This pressing is owned; for a master row, some pressing of it.
  case owned = "own"
  /// Another pressing of the same master is owned.
  case otherPressingOwned = "own*"
  case wanted = "want"
  /// Another pressing of the same master is wanted.
  case otherPressingWanted = "want*"
}

/// Reads the user's shelf from `library.sqlite`. Each source has its own shelf: the demo's never mixes with the user's.
public struct ShelfClient: Client {
  @Call() public var folders: @Sendable () async throws(ClientError) -> [CollectionFolder]
  @Call() public var copies:
    @Sendable (_ request: CollectionRequest, _ after: PageCursor?, _ limit: Int)
      async throws(ClientError) -> Page<CollectionCopy>
  @Call() public var copyCount: @Sendable (CollectionRequest) async throws(ClientError) -> Int
  /// The request's folder is not looked at.
  @Call() public var wants:
    @Sendable (_ request: CollectionRequest, _ after: PageCursor?, _ limit: Int)
      async throws(ClientError) -> Page<WantListEntry>
  @Call() public var wantCount: @Sendable (CollectionRequest) async throws(ClientError) -> Int
  /// The badges of these rows; rows without one are absent. Artists and labels have none.
  @Call() public var badges: @Sendable ([CatalogueRow]) async throws(ClientError) -> [EntityReference: ShelfBadge]
  /// Every copy of a release that is owned.
  @Call() public var copiesOf: @Sendable (Release.ID) async throws(ClientError) -> [CollectionCopy]
  @Call() public var wantOf: @Sendable (Release.ID) async throws(ClientError) -> WantListEntry?

  public init() {}
}
