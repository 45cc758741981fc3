internal import Clients
internal import DiscogsAPI
internal import DiscogsModel
internal import Synchronization

/// What the header and the Tasks page say of the network, put together from what the SDK tells.
final class NetworkBoard: Sendable {
  private let board = Current(NetworkStatus(connection: .online))
  private let counting = Mutex<Task<Void, Never>?>(nil)
  private let clock: any Clock<Duration>
  private let work: BackgroundWork

  init(clock: any Clock<Duration>, work: BackgroundWork) {
    self.clock = clock
    self.work = work
  }

  var status: NetworkStatus { board.value }
  func changes() -> AsyncStream<NetworkStatus> { board.stream }

  /// Follows a client that has just been made.
  func watch(_ client: DiscogsClient) {
    let (states, budgets, activities) = (client.networkStates, client.budgets, client.activities)
    work.start("state of the network") { [weak self] in
      for await network in states { self?.board.update { $0.connection = .init(network) } }
    }
    work.start("budget") { [weak self] in
      for await budget in budgets { self?.take(budget, of: client) }
    }
    work.start("requests under way") { [weak self] in
      for await list in activities { self?.board.update { $0.activities = list.map(NetworkActivity.init) } }
    }
  }

  private func take(_ budget: RateLimitBudget, of client: DiscogsClient) {
    note(budget)
    count(client)
  }

  private func note(_ budget: RateLimitBudget) {
    board.update { status in
      if budget.isLearnt { status.budget = .init(limit: budget.size, remaining: budget.remaining) }
      status.heldSeconds = Self.held(budget)
    }
  }

  /// Looks again when time alone changes the status: second by second while everything is held back, and when
  /// requests leave the window. With an empty window nothing ticks.
  private func count(_ client: DiscogsClient) {
    let new = work.start("counting down") { [weak self, clock] in
      while let pause = Self.nextLook(at: client.budget) {
        do { try await clock.sleep(for: pause) } catch { return }
        self?.note(client.budget)
      }
    }
    let former = counting.withLock { counting in
      defer { counting = new }
      return counting
    }
    former?.cancel()
  }

  /// Never sooner than in a second: requests that leave the window together are told together.
  private static func nextLook(at budget: RateLimitBudget) -> Duration? {
    held(budget) != nil ? .seconds(1) : budget.growsIn.map { max($0, .seconds(1)) }
  }

  /// Shows what a person waits for, and not what only the background waits for.
  private static func held(_ budget: RateLimitBudget) -> Int? {
    guard budget.isPaused || budget.remaining == 0, let wait = budget.resumesIn, wait > .zero else { return nil }
    let parts = wait.components
    return Int(parts.seconds) + (parts.attoseconds > 0 ? 1 : 0)
  }

  func close() { board.finish() }
}

extension NetworkStatus.Connection {
  fileprivate init(_ state: NetworkState) {
    self =
      switch state {
      case .online: .online
      case .slow: .slow
      case .offline: .offline
      }
  }
}

extension NetworkActivity {
  fileprivate init(_ activity: RequestActivity) {
    let state: State =
      switch activity.state {
      case .waiting: .waiting
      case .sending: .loading
      case .retrying(let attempt, let wait, _):
        .retrying(attempt: attempt, seconds: Int(wait.components.seconds))
      }
    self.init(
      id: Int(clamping: activity.id.number), title: activity.title, isBackground: activity.lane == .background,
      state: state)
  }
}
