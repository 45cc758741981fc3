internal import Clients
internal import DiscogsAPI
internal import DiscogsModel
internal import Synchronization

/// The network's status for the header and the Tasks page, collected from the SDK's streams.
final class NetworkBoard: Sendable {
  let board = Current(NetworkStatus(connection: .online))
  private let counting = Mutex<Task<Void, Never>?>(nil)
  private let clock: any Clock<Duration>
  private let work: BackgroundWork

  init(clock: any Clock<Duration>, work: BackgroundWork) { (self.clock, self.work) = (clock, work) }

  /// Follows a new client until the end of the program.
  func watch(_ client: DiscogsClient) {
    let (states, budgets, activities) = (client.networkStates, client.budgets, client.activities)
    work.start("state of the network") { [weak self] in
      for await network in states { self?.board.update { $0.connection = .init(network) } }
    }
    work.start("budget") { [weak self] in
      for await budget in budgets {
        self?.note(budget)
        self?.count(client)
      }
    }
    work.start("requests under way") { [weak self] in
      for await list in activities { self?.board.update { $0.activities = list.map(NetworkActivity.init) } }
    }
  }

  private func note(_ budget: RateLimitBudget) {
    board.update { status in
      if budget.isLearnt { status.budget = .init(limit: budget.size, remaining: budget.remaining) }
      status.heldSeconds = Self.held(budget)
    }
  }

  /// Updates the status as time passes: each second while requests are held back, and when requests leave the window.
  /// Nothing ticks while the window is empty.
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

  /// At least a second, so that requests that leave the window together make one update.
  private static func nextLook(at budget: RateLimitBudget) -> Duration? {
    held(budget) != nil ? .seconds(1) : budget.growsIn.map { max($0, .seconds(1)) }
  }

  /// Seconds until the user's lane may go on; nil while only the background's has to wait.
  private static func held(_ budget: RateLimitBudget) -> Int? {
    guard budget.isPaused || budget.remaining == 0, let wait = budget.resumesIn, wait > .zero else { return nil }
    return wait.wholeSeconds
  }
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
      case .retrying(let attempt, let wait, _): .retrying(attempt: attempt, seconds: Int(wait.components.seconds))
      }
    self.init(
      id: Int(clamping: activity.id.number), title: activity.title, isBackground: activity.lane == .background,
      state: state)
  }
}
