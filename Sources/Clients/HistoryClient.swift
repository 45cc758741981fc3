public import RunoutModel

/// Remembers searches and pages across runs. Two running programs share one history.
public struct HistoryClient: Client {
  /// The entries that a `HistoryFilter` lets through, whose words match loosely (letters in order), latest first; all
  /// for an empty filter.
  @Call() public var entries: @Sendable (_ filter: String, _ limit: Int) async throws(ClientError) -> [HistoryEntry]
  /// Remembers a search, or counts it once more. Text that looks like a token or key is not kept.
  @Call() public var record: @Sendable (SearchRecord) async throws(ClientError) -> Void
  /// Replaces a search by its continuation: in another order, of another type, filtered.
  @Call() public var revise: @Sendable (_ old: SearchRecord, _ new: SearchRecord) async throws(ClientError) -> Void
  /// Deletes an entry for good.
  @Call() public var delete: @Sendable (HistoryEntry.ID) async throws(ClientError) -> Void
  /// Restores a deleted entry as it was.
  @Call() public var restore: @Sendable (HistoryEntry) async throws(ClientError) -> Void
  /// The lines typed at the `:` prompt, latest first, without repetition.
  @Call() public var commandLines: @Sendable () async throws(ClientError) -> [String]
  @Call() public var recordCommandLine: @Sendable (String) async throws(ClientError) -> Void
  /// The pages looked at in this source, the latest first.
  @Call() public var visits: @Sendable (_ limit: Int) async throws(ClientError) -> [Visit]
  /// Remembers that a page of this source was looked at.
  @Call() public var recordVisit: @Sendable (Visit) async throws(ClientError) -> Void

  public init() {}
}
