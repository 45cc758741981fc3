public import DiscogsModel
public import RunoutModel

/// A copy picked at random, with the reasons.
public struct ShelfPick: Hashable, Sendable {
  public var copy: CollectionCopy
  /// The number of rows it was picked from.
  public var among: Int
  /// The last noted play, in seconds since 1970; nil for none.
  public var playedAt: Double?

  public init(copy: CollectionCopy, among: Int, playedAt: Double?) {
    (self.copy, self.among, self.playedAt) = (copy, among, playedAt)
  }
}

/// A want picked at random, older ones more likely.
public struct WantPick: Hashable, Sendable {
  public var want: WantListEntry
  /// The number of rows it was picked from.
  public var among: Int

  public init(want: WantListEntry, among: Int) { (self.want, self.among) = (want, among) }
}

extension Services {
  /// The plays counted by local days.
  public func playTally() async throws(ClientError) -> PlayTally {
    let days = try await reports.plays().map { LocalTime($0.at, secondsFromUTC: desktop.secondsFromUTC($0.at)).day }
    return PlayTally(days: days, today: desktop.localTime().day)
  }
}

/// Counts, compares and picks rows of the user's shelf.
public struct ShelfReportClient: Client {
  /// The groups of a list, largest first where they have no order of their own. A row may be in several.
  @Call() public var groups:
    @Sendable (ShelfGrouping, ShelfList, CollectionRequest) async throws(ClientError) -> [ShelfGroup]
  /// The copies that are duplicates of each other, group by group, in shelf order.
  @Call() public var duplicates: @Sendable (DuplicateKind) async throws(ClientError) -> [[CollectionCopy]]
  /// A random copy, favouring those long not played; nil where none matches the request.
  @Call() public var pick: @Sendable (CollectionRequest) async throws(ClientError) -> ShelfPick?
  /// The copy of a day, the same while the collection is; another one for each turn.
  @Call() public var pickOfDay: @Sendable (_ day: Int, _ turn: Int) async throws(ClientError) -> ShelfPick?
  /// A random want, favouring those long wanted; nil where none matches the request.
  @Call() public var pickWant: @Sendable (CollectionRequest) async throws(ClientError) -> WantPick?
  /// The last noted play of a copy, in seconds since 1970; nil for none.
  @Call() public var lastPlay: @Sendable (_ copy: Int64) async throws(ClientError) -> Double?
  /// Adds up the amounts in a field of copies, next to the last lowest prices of their releases.
  ///
  /// An empty field stands for that of the settings, or one with a usual name.
  @Call() public var paid:
    @Sendable (CollectionRequest, _ field: String, PaidReport.Grouping) async throws(ClientError) -> PaidReport
  /// The lowest prices of a release by day, oldest first, for a year.
  @Call() public var priceHistory: @Sendable (Release.ID) async throws(ClientError) -> [PriceOnDay]
  /// The noted plays, the latest first.
  @Call() public var plays: @Sendable () async throws(ClientError) -> [Play]
  /// Sends the plays that wait to ListenBrainz, and returns their number; 0 where the user sends none.
  @Call() public var sendPlays: @Sendable () async throws(ClientError) -> Int
  /// The collection's value by day, oldest first.
  @Call() public var values: @Sendable () async throws(ClientError) -> [ValueOnDay]

  public init() {}
}
