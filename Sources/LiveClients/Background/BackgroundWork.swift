internal import Synchronization

/// The program's background work: every task that outlives the call that started it.
///
/// A task that ran on after `close()` would find its databases, connections and files closed. So all are started here,
/// under a name, and waited for.
final class BackgroundWork: Sendable {
  private struct Entry {
    var name: String
    var cancel: @Sendable () -> Void
    var end: @Sendable () async -> Void
  }

  private struct State {
    var running: [Int: Entry] = [:]
    var last = 0
    var isClosed = false
  }

  private let state = Mutex(State())

  /// The sorted names of the running tasks.
  var underWay: [String] { state.withLock { $0.running.values.map(\.name).sorted() } }

  /// - Parameter name: the task's name for tests and people: `changes of a shelf`.
  /// - Returns: nil, and nothing starts, once `close()` was called.
  @discardableResult
  func start<Value: Sendable>(
    _ name: String, priority: TaskPriority? = nil, _ work: @escaping @Sendable () async -> Value
  ) -> Task<Value, Never>? {
    state.withLock { state in
      guard !state.isClosed else { return nil }
      state.last += 1
      let number = state.last
      let task = Task.detached(priority: priority) { [self] in
        let value = await work()
        self.state.withLock { $0.running[number] = nil }
        return value
      }
      state.running[number] = Entry(name: name, cancel: { task.cancel() }, end: { _ = await task.value })
      return task
    }
  }

  /// Cancels all tasks and returns when the last has ended.
  func close() async {
    let running = state.withLock { state in
      state.isClosed = true
      return Array(state.running.values)
    }
    for entry in running { entry.cancel() }
    for entry in running { await entry.end() }
  }
}
