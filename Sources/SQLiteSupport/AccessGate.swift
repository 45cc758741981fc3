internal import Synchronization

/// Counts the users of a database, so that it closes after the last of them and is not used afterwards.
///
/// GRDB leaves that to its callers: a read that starts while a `DatabasePool` closes may use readers being freed.
package final class AccessGate: Sendable {
  private struct State {
    var inside = 0
    var isClosed = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  package init() {}

  /// - Returns: false once the gate is closed; otherwise call `leave` afterwards.
  package func enter() -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      state.inside += 1
      return true
    }
  }

  package func leave() {
    let woken = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      state.inside -= 1
      guard state.inside == 0 else { return [] }
      defer { state.waiting = [] }
      return state.waiting
    }
    for waiter in woken { waiter.resume() }
  }

  /// - Returns: whether it was open: the one that closes it closes the database, which is not for two at once.
  package func shut() -> Bool {
    state.withLock { state in
      defer { state.isClosed = true }
      return !state.isClosed
    }
  }

  /// Closes the gate and waits until the last user has left.
  ///
  /// - Returns: as `shut`.
  package func close() async -> Bool {
    let isFirst = shut()
    await withCheckedContinuation { waiter in
      let isEmpty = state.withLock { state in
        guard state.inside > 0 else { return true }
        state.waiting.append(waiter)
        return false
      }
      if isEmpty { waiter.resume() }
    }
    return isFirst
  }
}
