public import DiscogsModel

/// One remembered search. Repeated searches are one entry with a count.
public struct HistoryEntry: Hashable, Sendable {
  public var id: Int64
  /// As typed, trimmed.
  public var query: String
  public var kind: EntityKind?
  public var sort: SortOrder
  public var source: Source
  /// How many rows it found the last time; nil when it was left before it answered.
  public var results: RowCount?
  /// Seconds since 1970, of the last time.
  public var lastRun: Double
  /// How many times.
  public var runs: Int

  public init(
    id: Int64, query: String, kind: EntityKind?, sort: SortOrder, source: Source, results: RowCount?,
    lastRun: Double, runs: Int
  ) {
    self.id = id
    self.query = query
    self.kind = kind
    self.sort = sort
    self.source = source
    self.results = results
    self.lastRun = lastRun
    self.runs = runs
  }
}

/// Remembers searches across runs. Two running programs share one history.
public struct HistoryClient: Client {
  /// The entries that match every word loosely (letters in order), latest first; all for an empty filter.
  @Call() public var entries: @Sendable (_ filter: String, _ limit: Int) async throws(ClientError) -> [HistoryEntry]
  /// Remembers a search, or counts it once more. Text that looks like a token or key is not kept.
  @Call() public var record: @Sendable (SearchRecord) async throws(ClientError) -> Void
  /// Deletes an entry for good.
  @Call() public var delete: @Sendable (HistoryEntry.ID) async throws(ClientError) -> Void
  /// Brings a deleted entry back as it was.
  @Call() public var restore: @Sendable (HistoryEntry) async throws(ClientError) -> Void
  /// The lines typed at the `:` prompt, latest first, without repetition.
  @Call() public var commandLines: @Sendable () async throws(ClientError) -> [String]
  @Call() public var recordCommandLine: @Sendable (String) async throws(ClientError) -> Void

  public init() {}
}

extension HistoryEntry: Identifiable {}

/// A search that was run.
public struct SearchRecord: Hashable, Sendable {
  public var query: String
  public var kind: EntityKind?
  public var sort: SortOrder
  public var source: Source
  public var results: RowCount?

  public init(query: String, kind: EntityKind?, sort: SortOrder, source: Source, results: RowCount?) {
    self.query = query
    self.kind = kind
    self.sort = sort
    self.source = source
    self.results = results
  }
}
