public import DiscogsModel
public import RunoutModel

/// The shelf's marks of a row: owned, and wanted.
public struct ShelfMarks: Hashable, Sendable {
  /// The pressing of a master that is owned or wanted.
  public enum Pressing: Sendable {
    case this
    /// Another pressing of the same master, and not this one.
    case another
  }

  /// For the row of a master, each of its pressings is `this`.
  public var owned: Pressing?
  /// A want of any pressing makes every row of the master `this`. A want of one pressing makes the master's own row
  /// `another`.
  public var wanted: Pressing?

  public init(owned: Pressing? = nil, wanted: Pressing? = nil) { (self.owned, self.wanted) = (owned, wanted) }

  public var isEmpty: Bool { self == ShelfMarks() }
}

/// Reads the shelf that goes with the source: the demo's, or that of the profile in use.
public struct ShelfClient: Client {
  @Call() public var folders: @Sendable () async throws(ClientError) -> [CollectionFolder]
  /// One page of the collection. Only here are copies that Discogs refused to add, marked so, among the rows.
  @Call() public var copies:
    @Sendable (_ request: CollectionRequest, _ after: PageCursor?, _ limit: Int)
      async throws(ClientError) -> Page<CollectionCopy>
  /// The number of owned copies that match, without refused ones.
  @Call() public var copyCount: @Sendable (CollectionRequest) async throws(ClientError) -> Int
  /// One page of the want list; the request's folder is ignored.
  @Call() public var wants:
    @Sendable (_ request: CollectionRequest, _ after: PageCursor?, _ limit: Int)
      async throws(ClientError) -> Page<WantListEntry>
  @Call() public var wantCount: @Sendable (CollectionRequest) async throws(ClientError) -> Int
  /// The request's filter with misspelt names set right, where that finds something; empty where it does not.
  @Call() public var nearest: @Sendable (ShelfList, CollectionRequest) async throws(ClientError) -> String
  /// The marks of these rows; rows without one are absent. Artists and labels have none.
  @Call() public var marks: @Sendable ([CatalogueRow]) async throws(ClientError) -> [EntityReference: ShelfMarks]
  /// The marks of rows of one of the shelf's lists, without the mark that all its rows would have; rows without one are
  /// absent.
  @Call() public var marksWithin:
    @Sendable (ShelfList, [ShelfFacts]) async throws(ClientError) -> [EntityReference: ShelfMarks]
  /// All copies of a release, with those that Discogs refused to add.
  @Call() public var copiesOf: @Sendable (Release.ID) async throws(ClientError) -> [CollectionCopy]
  /// Where a copy stands in its folder; nil for a copy that is gone.
  @Call() public var placeOf: @Sendable (_ copy: Int64) async throws(ClientError) -> ShelfPlace?
  /// The want of exactly this: of a release, or of any pressing of a master.
  @Call() public var wantOf: @Sendable (Wanted) async throws(ClientError) -> WantListEntry?

  public init() {}
}
