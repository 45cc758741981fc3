import Synchronization

/// A value that others observe: each observer gets the current value, then every new one.
final class Current<Value: Equatable & Sendable>: Sendable {
  private struct State {
    var value: Value
    var watchers: [UInt64: AsyncStream<Value>.Continuation] = [:]
    var nextWatcher: UInt64 = 0
  }

  private let state: Mutex<State>
  /// Held from a change until all have heard of it, so that no listener sees two in the wrong order. A listener that
  /// goes takes ``state`` alone, as its task is locked while it does, and to tell a task waits for that lock.
  private let telling = Mutex(())

  init(_ value: Value) {
    state = Mutex(State(value: value))
  }

  deinit {
    let watchers = state.withLock { $0.watchers }
    for watcher in watchers.values { watcher.finish() }
  }

  var value: Value { state.withLock { $0.value } }

  func update(_ change: (inout Value) -> Void) {
    telling.withLock { _ in
      let (value, watchers) = state.withLock { state in
        let before = state.value
        change(&state.value)
        return (state.value, state.value == before ? [] : Array(state.watchers.values))
      }
      for watcher in watchers { watcher.yield(value) }
    }
  }

  func set(_ value: Value) {
    update { $0 = value }
  }

  var stream: AsyncStream<Value> {
    let (stream, watcher) = AsyncStream<Value>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let id = telling.withLock { _ in
      let (value, id) = state.withLock { state in
        state.nextWatcher += 1
        state.watchers[state.nextWatcher] = watcher
        return (state.value, state.nextWatcher)
      }
      watcher.yield(value)
      return id
    }
    watcher.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.watchers.removeValue(forKey: id) }
    }
    return stream
  }
}
