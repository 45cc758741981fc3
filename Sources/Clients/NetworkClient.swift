/// The state of the network connection, for the header and the Tasks page.
public struct NetworkStatus: Hashable, Sendable {
  public enum Connection: Hashable, Sendable {
    /// The source in use needs no network.
    case local
    case online
    /// Answers come, but take long.
    case slow
    /// The last request failed to reach the server; pages show cached answers.
    case offline
  }

  /// The number of requests that the server allows.
  public struct Budget: Hashable, Sendable {
    /// In 60 seconds.
    public var limit: Int
    public var remaining: Int

    public init(limit: Int, remaining: Int) { (self.limit, self.remaining) = (limit, remaining) }
  }

  public var connection: Connection
  /// Nil until a server has reported it.
  public var budget: Budget?
  /// Whole seconds until requests that a person waits for may go on; nil when they need not wait.
  public var heldSeconds: Int?
  /// The requests under way, oldest first.
  public var activities: [NetworkActivity]

  public init(
    connection: Connection = .local, budget: Budget? = nil, heldSeconds: Int? = nil,
    activities: [NetworkActivity] = []
  ) {
    (self.connection, self.budget, self.heldSeconds, self.activities) = (connection, budget, heldSeconds, activities)
  }

  public static let local = NetworkStatus()
}

/// A request under way.
public struct NetworkActivity: Hashable, Sendable, Identifiable {
  public enum State: Hashable, Sendable {
    /// Waits for its turn in the budget.
    case waiting
    case loading
    /// After a failure; `attempt` counts from 2, `seconds` is the wait before it.
    case retrying(attempt: Int, seconds: Int)
  }

  public var id: Int
  /// The caption for people: `release 249504`, `search “miles”, page 3`.
  public var title: String
  /// Whether it is in the background's lane, behind requests that a person waits for.
  public var isBackground: Bool
  public var state: State

  public init(id: Int, title: String, isBackground: Bool, state: State) {
    (self.id, self.title, self.isBackground, self.state) = (id, title, isBackground, state)
  }
}

/// Watches the traffic of the live source.
public struct NetworkClient: Client {
  @Call(answering: .local) public var status: @Sendable () -> NetworkStatus
  /// The current status, then every change; a slow reader gets only the newest.
  @Call(answering: .finished) public var changes: @Sendable () -> AsyncStream<NetworkStatus>
  /// Cancels an activity: its callers get `ClientError.cancelled`.
  @Call(answering: ()) public var cancel: @Sendable (NetworkActivity.ID) -> Void

  public init() {}
}
