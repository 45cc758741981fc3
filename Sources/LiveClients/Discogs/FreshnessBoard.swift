internal import Clients
internal import Synchronization

/// Remembers how old the answers are that were given last, and who is told when one changes behind its page.
final class FreshnessBoard: Sendable {
  /// Answers whose age is remembered; the pages that are open are far fewer.
  private static let capacity = 500

  private struct State {
    var known: [Shown: Freshness] = [:]
    /// The order in which they were first noted, so that the oldest go when there are too many.
    var order: [Shown] = []
  }

  private let state = Mutex(State())
  private let listeners = Listeners<Shown>()

  func freshness(of shown: Shown) -> Freshness? { state.withLock { $0.known[shown] } }

  func changes() -> AsyncStream<Shown> { listeners.stream() }

  /// Notes what was answered to the page itself, which need not be told.
  func note(_ shown: Shown, _ freshness: Freshness?) {
    state.withLock { Self.set(shown, freshness, in: &$0) }
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

  /// Notes how asking behind has ended, and tells whoever shows it.
  func finish(_ shown: Shown, _ freshness: Freshness?) {
    note(shown, freshness)
    listeners.tell(shown)
  }

  func close() { listeners.finish() }

  private static func set(_ shown: Shown, _ freshness: Freshness?, in state: inout State) {
    if state.known[shown] == nil, freshness != nil {
      state.order.append(shown)
      if state.order.count > capacity { state.known[state.order.removeFirst()] = nil }
    }
    state.known[shown] = freshness
    if freshness == nil { state.order.removeAll { $0 == shown } }
  }
}
