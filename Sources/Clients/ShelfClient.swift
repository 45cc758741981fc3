public import DiscogsModel
public import RunoutModel

/// What the shelf says of a row: whether it is owned, and whether it is wanted.
public struct ShelfMarks: Hashable, Sendable {
  /// Which pressing of a master something holds for.
  public enum Pressing: Sendable {
    case this
    /// Not this one, but another of the same master.
    case another
  }

  /// For the row of a master, each of its pressings is `this`.
  public var owned: Pressing?
  /// A want of any pressing is one of this pressing, whichever that is. For the row of a master it is `this`, and a want
  /// of one of its pressings is `another`.
  public var wanted: Pressing?

  public init(owned: Pressing? = nil, wanted: Pressing? = nil) {
    self.owned = owned
    self.wanted = wanted
  }

  public var isEmpty: Bool { self == ShelfMarks() }
}

/// Reads the user's shelf from `library.sqlite`. Each source has its own shelf: the demo's never mixes with the user's.
public struct ShelfClient: Client {
  @Call() public var folders: @Sendable () async throws(ClientError) -> [CollectionFolder]
  /// One page of the collection. Copies that Discogs refused to add are among the rows, marked so, and nowhere else.
  @Call() public var copies:
    @Sendable (_ request: CollectionRequest, _ after: PageCursor?, _ limit: Int)
      async throws(ClientError) -> Page<CollectionCopy>
  /// How many of these copies are owned.
  @Call() public var copyCount: @Sendable (CollectionRequest) async throws(ClientError) -> Int
  /// The request's folder is not looked at.
  @Call() public var wants:
    @Sendable (_ request: CollectionRequest, _ after: PageCursor?, _ limit: Int)
      async throws(ClientError) -> Page<WantListEntry>
  @Call() public var wantCount: @Sendable (CollectionRequest) async throws(ClientError) -> Int
  /// The marks of these rows; rows without one are absent. Artists and labels have none.
  @Call() public var marks: @Sendable ([CatalogueRow]) async throws(ClientError) -> [EntityReference: ShelfMarks]
  /// What else the shelf says of rows of one of its lists; rows without a mark are absent. That a copy is owned goes
  /// without saying in the collection, that a want is wanted in the want list.
  @Call() public var marksWithin:
    @Sendable (ShelfList, [ShelfFacts]) async throws(ClientError) -> [EntityReference: ShelfMarks]
  /// Every copy of a release that is owned.
  @Call() public var copiesOf: @Sendable (Release.ID) async throws(ClientError) -> [CollectionCopy]
  /// The want of just this: of a release, or of any pressing of a master.
  @Call() public var wantOf: @Sendable (Wanted) async throws(ClientError) -> WantListEntry?

  public init() {}
}
