public import RunoutModel

/// Subjects that are followed. `DigRequest.List.news` lists their new records.
public struct NewsClient: Client {
  /// By name.
  @Call() public var followed: @Sendable () async throws(ClientError) -> [Followed]
  /// Returns whether it is new.
  @Call() public var follow: @Sendable (Followed) async throws(ClientError) -> Bool
  /// Returns whether it was followed.
  @Call() public var unfollow: @Sendable (Followed.Subject) async throws(ClientError) -> Bool
  /// Looks on Discogs for new records of subjects not looked at for a day; a catalogue needs no look.
  ///
  /// `isForced`: whether to look again within a day.
  @Call() public var look:
    @Sendable (_ isForced: Bool, _ report: @escaping MarketReport) async throws(ClientError) -> Void
  /// The pieces of news that were not told before, each a text of its own.
  @Call() public var untold: @Sendable ([String]) async throws(ClientError) -> [String]
  @Call() public var setTold: @Sendable (String) async throws(ClientError) -> Void

  public init() {}
}
