public import DiscogsModel
public import RunoutModel

/// A list that is worked out of a catalogue and the shelf: sorted and narrowed as a whole.
public struct DigRequest: Hashable, Sendable {
  public enum List: Hashable, Sendable {
    /// What the shelf lacks: the releases of a label or series, by catalogue number; the own works of an artist, in
    /// whichever pressing, by year; the versions of a master.
    case gaps(EntityReference)
  }

  public var list: List
  public var sort: SortOrder
  /// Words that must all occur in a row's title, artist, label, catalogue number, format, country or year.
  public var narrowing: String

  public init(_ list: List, sort: SortOrder = .relevance, narrowing: String = "") {
    self.list = list
    self.sort = sort
    self.narrowing = narrowing
  }
}

/// How much was found, and among how much.
public struct DigCount: Hashable, Sendable {
  public var rows: Int
  /// The records that were looked at: for gaps, all of the list.
  public var all: Int

  public init(rows: Int, all: Int) {
    (self.rows, self.all) = (rows, all)
  }
}

/// Digs deeper than Discogs' site, in the demo or an imported catalogue. With Discogs itself as the source all of it is
/// refused: it would take a request for each record.
public struct DiggingClient: Client {
  /// One page of a list. `limit` is how many rows at the most; the cursor is the one of the page before.
  @Call() public var rows:
    @Sendable (_ request: DigRequest, _ after: PageCursor?, _ limit: Int)
      async throws(ClientError) -> Page<CatalogueRow>
  @Call() public var count: @Sendable (DigRequest) async throws(ClientError) -> DigCount

  public init() {}
}
