import Synchronization

/// A value that others observe: each observer gets the current value, then every new one.
final class Current<Value: Equatable & Sendable>: Sendable {
  private struct State {
    var value: Value
    var watchers: [UInt64: AsyncStream<Value>.Continuation] = [:]
    var nextWatcher: UInt64 = 0
  }

  private let state: Mutex<State>

  init(_ value: Value) {
    state = Mutex(State(value: value))
  }

  deinit {
    let watchers = state.withLock { $0.watchers }
    for watcher in watchers.values { watcher.finish() }
  }

  var value: Value { state.withLock { $0.value } }

  func update(_ change: (inout Value) -> Void) {
    state.withLock { state in
      let before = state.value
      change(&state.value)
      guard state.value != before else { return }
      // Under the lock, so that no listener sees two changes in the wrong order.
      for watcher in state.watchers.values { watcher.yield(state.value) }
    }
  }

  func set(_ value: Value) {
    update { $0 = value }
  }

  var stream: AsyncStream<Value> {
    let (stream, watcher) = AsyncStream<Value>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let id = state.withLock { state in
      state.nextWatcher += 1
      state.watchers[state.nextWatcher] = watcher
      watcher.yield(state.value)
      return state.nextWatcher
    }
    watcher.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.watchers.removeValue(forKey: id) }
    }
    return stream
  }
}
