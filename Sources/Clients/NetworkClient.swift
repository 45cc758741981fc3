/// How it stands with the network, as the header and the Tasks page show it.
public struct NetworkStatus: Hashable, Sendable {
  public enum Connection: Hashable, Sendable {
    /// The source that is on needs no network.
    case local
    case online
    /// Answers come, but take long.
    case slow
    /// The last request found no way; what is shown was kept from before.
    case offline
  }

  /// How many requests the server lets us send.
  public struct Budget: Hashable, Sendable {
    /// In 60 seconds.
    public var limit: Int
    /// What is left of them now.
    public var remaining: Int

    public init(limit: Int, remaining: Int) {
      self.limit = limit
      self.remaining = remaining
    }
  }

  public var connection: Connection
  /// Nil until a server has told.
  public var budget: Budget?
  /// How long everything is held back, in whole seconds; nil when nothing is.
  public var heldSeconds: Int?
  /// What is under way, oldest first.
  public var activities: [NetworkActivity]

  public init(
    connection: Connection = .local, budget: Budget? = nil, heldSeconds: Int? = nil,
    activities: [NetworkActivity] = []
  ) {
    self.connection = connection
    self.budget = budget
    self.heldSeconds = heldSeconds
    self.activities = activities
  }

  /// A source on this machine: nothing to wait for, nothing to count.
  public static let local = NetworkStatus()
}

/// One thing that is being loaded or sent.
public struct NetworkActivity: Hashable, Sendable, Identifiable {
  public enum State: Hashable, Sendable {
    /// For its turn in the budget.
    case waiting
    case loading
    /// After a failure; `attempt` counts from 2, `seconds` is the wait before it.
    case retrying(attempt: Int, seconds: Int)
  }

  public var id: Int
  /// For people: `release 249504`, `search “miles”, page 3`.
  public var title: String
  /// A background request: it goes on when its page closes, behind what a person waits for.
  public var isBackground: Bool
  public var state: State

  public init(id: Int, title: String, isBackground: Bool, state: State) {
    self.id = id
    self.title = title
    self.isBackground = isBackground
    self.state = state
  }
}

/// Watches the traffic of the live source.
public struct NetworkClient: Client {
  @Call(answering: .local) public var status: @Sendable () -> NetworkStatus
  /// The status now and every change of it, at most a few a second.
  @Call(answering: .finished) public var changes: @Sendable () -> AsyncStream<NetworkStatus>
  /// Cancels an activity: its callers get `ClientError.cancelled`.
  @Call(answering: ()) public var cancel: @Sendable (NetworkActivity.ID) -> Void

  public init() {}
}
