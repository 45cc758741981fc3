public import DiscogsModel
public import RunoutModel

/// A list computed from a catalogue and the shelf, sorted and narrowed as a whole.
public struct DigRequest: Hashable, Sendable {
  public enum List: Hashable, Sendable {
    /// The records that the shelf lacks: the releases of a label or series, by catalogue number; an artist's own works
    /// in any pressing, by year; the versions of a master.
    case gaps(EntityReference)
    /// A chain from one artist to another through shared records: an artist, a record, and so on.
    case path(from: Artist.ID, to: Artist.ID)
    /// The players on a release or master with other records they share; or the artists that an artist has played with,
    /// and their other records.
    case company(EntityReference)
    /// The records most similar to a release, best first.
    case alike(Release.ID)
    /// The records of a label, an artist or a master that came out in these years.
    case years(EntityReference, ClosedRange<Int>)
    /// The shelf's records that came out on this day of any year, oldest first; with more days, up to so many before or
    /// after it, the nearest first.
    case cameOut(month: Int, day: Int, within: Int = 0)
    /// The new records of subjects that are followed, the newest first: in a catalogue the releases since that of a
    /// month, `2026-10`, nil for the one before; on Discogs those found since the month began, nil for 31 days ago.
    case news(since: String?)
    /// The plays of the shelf's copies, the latest first; the day is the row's role.
    case plays
  }

  public var list: List
  public var sort: SortOrder
  /// Words that must all occur in a row's title, artist, label, catalogue number, format, country or year.
  public var narrowing: String

  public init(_ list: List, sort: SortOrder = .relevance, narrowing: String = "") {
    (self.list, self.sort, self.narrowing) = (list, sort, narrowing)
  }
}

/// The number of rows found, and of records examined.
public struct DigCount: Hashable, Sendable {
  public var rows: Int
  /// The number of examined records: for gaps, the whole list.
  public var all: Int
  /// Whether the search stopped at its limit.
  public var isCut: Bool

  public init(rows: Int, all: Int, isCut: Bool = false) { (self.rows, self.all, self.isCut) = (rows, all, isCut) }
}

/// The numbers of a label's, an artist's or a master's records by year.
public struct YearCounts: Hashable, Sendable {
  /// In order, with the empty years between.
  public var tallies: [YearTally]
  /// The number of records without a year.
  public var unknown: Int

  public init(tallies: [YearTally], unknown: Int = 0) { (self.tallies, self.unknown) = (tallies, unknown) }
}

/// Digs deeper than Discogs' site, in the demo or an imported catalogue. Discogs as the source refuses: it would take
/// a request for each record.
public struct DiggingClient: Client {
  /// One page of at most `limit` rows; the cursor comes from the page before.
  @Call() public var rows:
    @Sendable (_ request: DigRequest, _ after: PageCursor?, _ limit: Int)
      async throws(ClientError) -> Page<CatalogueRow>
  @Call() public var count: @Sendable (DigRequest) async throws(ClientError) -> DigCount
  /// The years of a label's, an artist's or a master's records.
  @Call() public var years: @Sendable (EntityReference) async throws(ClientError) -> YearCounts

  public init() {}
}
