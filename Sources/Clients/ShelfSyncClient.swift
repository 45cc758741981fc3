public import RunoutModel

/// How the shelf stands to the account it mirrors.
public struct SyncStatus: Hashable, Sendable {
  public enum Phase: Hashable, Sendable {
    /// This source has no account to mirror.
    case off
    /// Nothing is under way.
    case idle
    case running(Progress)
    /// By the user; it goes on from where it stands.
    case paused(Progress?)
    /// It goes on by itself where trying again can help.
    case failed(ClientError)
  }

  public struct Progress: Hashable, Sendable {
    /// `collection`, `want list`, …
    public var part: String
    public var done: Int
    /// Nil until the server has told.
    public var total: Int?

    public init(part: String, done: Int, total: Int?) {
      self.part = part
      self.done = done
      self.total = total
    }
  }

  /// Rows that Discogs no longer has and that are many: the user says whether they go here, too.
  public struct Removal: Hashable, Sendable {
    public var list: ShelfList
    public var gone: Int
    /// How many the list has here, those included.
    public var rows: Int

    public init(list: ShelfList, gone: Int, rows: Int) {
      self.list = list
      self.gone = gone
      self.rows = rows
    }
  }

  public var phase: Phase
  /// When the mirror last agreed with the server, in seconds since 1970; nil for never.
  public var agreedAt: Double?
  /// Where they do not agree though everything was fetched, in one sentence; nil where they do.
  public var difference: String?
  /// What the user is asked; nothing is removed before the answer.
  public var removals: [Removal]

  public init(
    phase: Phase = .off, agreedAt: Double? = nil, difference: String? = nil, removals: [Removal] = []
  ) {
    self.phase = phase
    self.agreedAt = agreedAt
    self.difference = difference
    self.removals = removals
  }

  public static let off = SyncStatus()
}

/// Keeps the shelf the same as the account's on Discogs, in the background's lane.
public struct ShelfSyncClient: Client {
  @Call(answering: .off) public var status: @Sendable () -> SyncStatus
  /// The status now and every change of it.
  @Call(answering: .finished) public var changes: @Sendable () -> AsyncStream<SyncStatus>
  /// Sends what is pending and fetches what has changed; `isFull` fetches everything and compares. Returns when that is
  /// done, and at once where it is under way already.
  @Call() public var run: @Sendable (_ isFull: Bool) async throws(ClientError) -> Void
  /// The same as a short `run`, if a user is signed in, the last one is this long ago, and it is neither paused nor done
  /// by another program. Returns false where it did nothing.
  @Call() public var bringUpToDate: @Sendable (_ age: Duration) async throws(ClientError) -> Bool
  @Call(answering: ()) public var pause: @Sendable () -> Void
  /// Removes what Discogs no longer has of a list, or keeps it here. Returns how many rows it was about.
  @Call() public var answer: @Sendable (_ list: ShelfList, _ isRemoval: Bool) async throws(ClientError) -> Int
  /// Compares a shelf that no account has yet with the account's, and changes nothing; nil where the shelf is empty or
  /// an account's already, so that there is nothing to ask.
  @Call() public var adoption: @Sendable () async throws(ClientError) -> AdoptionPlan?
  /// Makes the shelf the one that the account is to have: the next `run` sends what the account lacks.
  @Call() public var adopt: @Sendable () async throws(ClientError) -> Void

  public init() {}
}
