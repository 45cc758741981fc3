public import RunoutModel

/// A copy that was picked by chance, and why this one.
public struct ShelfPick: Hashable, Sendable {
  public var copy: CollectionCopy
  /// Out of how many it was picked.
  public var among: Int
  /// When it was played last, in seconds since 1970; nil for never, as far as was noted.
  public var playedAt: Double?

  public init(copy: CollectionCopy, among: Int, playedAt: Double?) {
    self.copy = copy
    self.among = among
    self.playedAt = playedAt
  }
}

/// A want that was picked by chance; its date says why this one.
public struct WantPick: Hashable, Sendable {
  public var want: WantListEntry
  /// Out of how many it was picked.
  public var among: Int

  public init(want: WantListEntry, among: Int) {
    self.want = want
    self.among = among
  }
}

/// Counts and compares what is on the user's shelf.
public struct ShelfReportClient: Client {
  /// The groups of a list, largest first where they have no order of their own. A row may be in several.
  @Call() public var groups:
    @Sendable (ShelfGrouping, ShelfList, CollectionRequest) async throws(ClientError) -> [ShelfGroup]
  /// What is owned more than once, those of a kind side by side, in the order of the shelf.
  @Call() public var duplicates: @Sendable (DuplicateKind) async throws(ClientError) -> [[CollectionCopy]]
  /// One copy by chance, rather one that was not played for long; nil where the request leaves none.
  @Call() public var pick: @Sendable (CollectionRequest) async throws(ClientError) -> ShelfPick?
  /// A copy for a day, which stays the same while the collection does; another one for each turn.
  @Call() public var pickOfDay: @Sendable (_ day: Int, _ turn: Int) async throws(ClientError) -> ShelfPick?
  /// One want by chance, rather one that was wanted for long; nil where the request leaves none.
  @Call() public var pickWant: @Sendable (CollectionRequest) async throws(ClientError) -> WantPick?
  /// When a copy was played last, in seconds since 1970; nil for never, as far as was noted.
  @Call() public var lastPlay: @Sendable (_ copy: Int64) async throws(ClientError) -> Double?
  /// What the collection was worth, oldest first; one figure a day at most.
  @Call() public var values: @Sendable () async throws(ClientError) -> [ValueOnDay]

  public init() {}
}
