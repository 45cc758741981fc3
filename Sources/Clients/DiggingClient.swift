public import DiscogsModel
public import RunoutModel

/// A list that is worked out of a catalogue and the shelf: sorted and narrowed as a whole.
public struct DigRequest: Hashable, Sendable {
  public enum List: Hashable, Sendable {
    /// What the shelf lacks: the releases of a label or series, by catalogue number; the own works of an artist, in
    /// whichever pressing, by year; the versions of a master.
    case gaps(EntityReference)
    /// How to get from one artist to another over records on which they play: an artist, a record, and so on.
    case path(from: Artist.ID, to: Artist.ID)
    /// Who plays on a release or master, and what else they have played on together; whom an artist has played with, and
    /// what else those have played on.
    case company(EntityReference)
    /// The records most like a release, the most alike first.
    case alike(Release.ID)
    /// What came out in these years, of a label, an artist or a master.
    case years(EntityReference, ClosedRange<Int>)
    /// What of the shelf came out on this day of any year, oldest first.
    case cameOut(month: Int, day: Int)
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
  /// Whether there would have been more to look at.
  public var isCut: Bool

  public init(rows: Int, all: Int, isCut: Bool = false) {
    (self.rows, self.all, self.isCut) = (rows, all, isCut)
  }
}

/// How the records of a label or an artist spread over the years.
public struct YearCounts: Hashable, Sendable {
  /// In their order, the empty ones between too.
  public var tallies: [YearTally]
  /// How many records have no year.
  public var unknown: Int

  public init(tallies: [YearTally], unknown: Int = 0) {
    (self.tallies, self.unknown) = (tallies, unknown)
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
  /// The years of what belongs to a label, an artist or a master.
  @Call() public var years: @Sendable (EntityReference) async throws(ClientError) -> YearCounts

  public init() {}
}
