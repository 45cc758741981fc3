internal import Clients
internal import DiscogsModel
internal import Synchronization

/// Remembers the age of the last answers, and reports answers that a refresh in the background has replaced.
final class FreshnessBoard: Sendable {
  /// The number of remembered answers, far more than open pages.
  private static let capacity = 500

  private struct State {
    var known: [Shown: Freshness] = [:]
    /// In the order they were first noted; the oldest are dropped first.
    var order: [Shown] = []
  }

  private let state = Mutex(State())
  private let broadcast = Broadcast<Shown>()

  func freshness(of shown: Shown) -> Freshness? { state.withLock { $0.known[shown] } }

  func changes() -> AsyncStream<Shown> { broadcast.stream() }

  /// Notes the age of an answer that its page has just got, without reporting it.
  ///
  /// For the same answer as before the known state stays, such as a refresh under way.
  func note(_ shown: Shown, _ freshness: Freshness) {
    state.withLock { state in
      if let known = state.known[shown], known.answeredAt == freshness.answeredAt, freshness.hindrance == nil,
        known.substitute == freshness.substitute
      {
        return
      }
      Self.set(shown, freshness, in: &state)
    }
  }

  /// Forgets that the shelf stood in for an answer that has come.
  func forgetSubstitute(of shown: Shown) {
    state.withLock { state in
      guard state.known[shown]?.substitute == .shelf else { return }
      state.known[shown] = nil
      state.order.removeAll { $0 == shown }
    }
  }

  /// Marks a refresh in the background as under way.
  ///
  /// - Returns: false when one is already, or the answer is unknown here.
  func begin(_ shown: Shown) -> Bool {
    state.withLock { state in
      guard var freshness = state.known[shown], !freshness.isRefreshing else { return false }
      freshness.isRefreshing = true
      state.known[shown] = freshness
      return true
    }
  }

  /// Notes the result of a refresh, and reports it to the page.
  func finish(_ shown: Shown, _ freshness: Freshness) {
    state.withLock { Self.set(shown, freshness, in: &$0) }
    broadcast.tell(shown)
  }

  /// Notes why a refresh failed, and reports it to the page; the old answer stays.
  func fail(_ shown: Shown, _ error: ClientError) {
    state.withLock { state in
      state.known[shown]?.isRefreshing = false
      state.known[shown]?.hindrance = error
    }
    broadcast.tell(shown)
  }

  /// The answers that could not be refreshed for such a reason, the latest noted first.
  func hindered(_ isReason: (ClientError) -> Bool) -> [Shown] {
    state.withLock { state in
      state.order.reversed().filter { state.known[$0]?.hindrance.map(isReason) ?? false }
    }
  }

  func close() { broadcast.finish() }

  private static func set(_ shown: Shown, _ freshness: Freshness, in state: inout State) {
    if state.known[shown] == nil {
      state.order.append(shown)
      if state.order.count > capacity { state.known[state.order.removeFirst()] = nil }
    }
    state.known[shown] = freshness
  }
}
