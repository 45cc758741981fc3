public import DiscogsModel
public import RunoutModel

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
