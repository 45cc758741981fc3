import Synchronization

/// One request from its first wait to its answer, with all its attempts, for however many callers.
final class Flight: Sendable {
  typealias Progress = @Sendable (RequestState) -> Void

  private struct State {
    var lane: Lane
    var ticket: UInt64?
    var request: RequestState = .waiting(resumesIn: nil)
    var watchers: [Progress] = []
  }

  let id: RequestID
  let endpoint: String
  let title: String
  private let state: Mutex<State>

  init(id: RequestID, endpoint: String, title: String, lane: Lane) {
    (self.id, self.endpoint, self.title) = (id, endpoint, title)
    state = Mutex(State(lane: lane))
  }

  var lane: Lane { state.withLock { $0.lane } }

  var activity: RequestActivity {
    state.withLock { RequestActivity(id: id, endpoint: endpoint, title: title, lane: $0.lane, state: $0.request) }
  }

  /// Adds a caller, whose progress gets the current state at once.
  ///
  /// - Returns: the ticket that has to be moved to the user's lane, if any.
  func join(_ lane: Lane, progress: Progress?) -> UInt64? {
    let (request, ticket): (RequestState, UInt64?) = state.withLock { state in
      if let progress { state.watchers.append(progress) }
      guard lane == .user, state.lane == .background else { return (state.request, nil) }
      state.lane = .user
      return (state.request, state.ticket)
    }
    progress?(request)
    return ticket
  }

  func begin(_ ticket: UInt64) { state.withLock { $0.ticket = ticket } }

  func tell(_ request: RequestState) {
    let watchers = state.withLock { state in
      state.request = request
      return state.watchers
    }
    for watcher in watchers { watcher(request) }
  }
}
