public import RunoutModel

/// The state of syncing the shelf with the account it mirrors.
public struct SyncStatus: Hashable, Sendable {
  public enum Phase: Hashable, Sendable {
    /// This source has no account to mirror.
    case off
    /// Nothing is under way.
    case idle
    case running(Progress)
    /// Paused by the user; the next run resumes there.
    case paused(Progress?)
    /// Failed; resumes by itself after failures of the network.
    case failed(ClientError)
  }

  public struct Progress: Hashable, Sendable {
    /// `collection`, `want list`, …
    public var part: String
    public var done: Int
    /// Nil until the server has reported it.
    public var total: Int?

    public init(part: String, done: Int, total: Int?) { (self.part, self.done, self.total) = (part, done, total) }
  }

  /// Many rows that Discogs no longer has: the user decides whether they are removed here, too.
  public struct Removal: Hashable, Sendable {
    public var list: ShelfList
    public var gone: Int
    /// The rows of the list here, including `gone`.
    public var rows: Int

    public init(list: ShelfList, gone: Int, rows: Int) { (self.list, self.gone, self.rows) = (list, gone, rows) }
  }

  public var phase: Phase
  /// The last time that both sides agreed, in seconds since 1970; nil for never.
  public var agreedAt: Double?
  /// The differences that remain though everything was fetched, in words; nil for none.
  public var difference: String?
  /// The open questions to the user; nothing is removed before the answer.
  public var removals: [Removal]

  public init(phase: Phase = .off, agreedAt: Double? = nil, difference: String? = nil, removals: [Removal] = []) {
    (self.phase, self.agreedAt, self.difference, self.removals) = (phase, agreedAt, difference, removals)
  }

  public static let off = SyncStatus()
}

/// Syncs the shelf with the account on Discogs.
public struct ShelfSyncClient: Client {
  @Call(answering: .off) public var status: @Sendable () -> SyncStatus
  /// The status now and every change of it.
  @Call(answering: .finished) public var changes: @Sendable () -> AsyncStream<SyncStatus>
  /// Sends pending changes and fetches new ones, with `isFull` everything. Returns when the sync has ended; one under
  /// way is waited for, and not started twice.
  @Call() public var run: @Sendable (_ isFull: Bool) async throws(ClientError) -> Void
  /// Syncs if a user is signed in, the last sync is this long ago, and none is paused, running or another program's.
  /// Returns whether it synced.
  @Call() public var bringUpToDate: @Sendable (_ age: Duration) async throws(ClientError) -> Bool
  @Call(answering: ()) public var pause: @Sendable () -> Void
  /// Removes the rows of a list that Discogs no longer has, or keeps them here. Returns their number.
  @Call() public var answer: @Sendable (_ list: ShelfList, _ isRemoval: Bool) async throws(ClientError) -> Int
  /// Compares a shelf that belongs to no account with the account's, and changes nothing; nil where the shelf is empty
  /// or an account's already.
  @Call() public var adoption: @Sendable () async throws(ClientError) -> AdoptionPlan?
  /// Marks the shelf as the account's: the next `run` sends what the account lacks.
  @Call() public var adopt: @Sendable () async throws(ClientError) -> Void

  public init() {}
}
