internal import Clients
internal import DiscogsModel
internal import Synchronization

/// Remembers the age of the last answers, and reports when one changes behind its page.
final class FreshnessBoard: Sendable {
  /// Answers whose age is remembered; the pages that are open are far fewer.
  private static let capacity = 500

  private struct State {
    var known: [Shown: Freshness] = [:]
    /// The order in which they were first noted, so that the oldest go when there are too many.
    var order: [Shown] = []
  }

  private let state = Mutex(State())
  private let broadcast = Broadcast<Shown>()

  func freshness(of shown: Shown) -> Freshness? { state.withLock { $0.known[shown] } }

  func changes() -> AsyncStream<Shown> { broadcast.stream() }

  /// Notes what was answered to the page itself, which need not be told.
  ///
  /// The same answer as before is no news: what is known of it stays, such as that a refresh is under way.
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

  /// Forgets that something stood in for an answer, which is there now.
  func forgetSubstitute(of shown: Shown) {
    state.withLock { state in
      guard state.known[shown]?.substitute == .shelf else { return }
      state.known[shown] = nil
      state.order.removeAll { $0 == shown }
    }
  }

  /// Marks that the network is asked behind what is shown.
  ///
  /// - Returns: false when it is being asked already.
  func begin(_ shown: Shown) -> Bool {
    state.withLock { state in
      guard var freshness = state.known[shown], !freshness.isRefreshing else { return false }
      freshness.isRefreshing = true
      state.known[shown] = freshness
      return true
    }
  }

  /// Notes how a refresh has ended, and reports it to the page.
  func finish(_ shown: Shown, _ freshness: Freshness) {
    state.withLock { Self.set(shown, freshness, in: &$0) }
    broadcast.tell(shown)
  }

  /// Notes that asking behind has failed: what is shown stays, with the reason why it is no newer.
  func fail(_ shown: Shown, _ error: ClientError) {
    state.withLock { state in
      state.known[shown]?.isRefreshing = false
      state.known[shown]?.hindrance = error
    }
    broadcast.tell(shown)
  }

  /// What is shown and is older than it should be for such a reason, latest first.
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
