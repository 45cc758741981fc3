internal import Synchronization

/// The program's background work: every task that outlives the call that began it.
///
/// A task that went on after `close()` would meet databases, connections and files that are closed under it. So each is
/// begun here, is known by a name while it goes on, and is waited for.
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

  /// What goes on now, by name.
  var underWay: [String] { state.withLock { $0.running.values.map(\.name).sorted() } }

  /// - Parameter name: what tests and people know it by: `shelf versions`.
  /// - Returns: nil once everything is being closed, and nothing has begun.
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

  /// Cancels everything and returns when the last of it has ended. Nothing can be begun afterwards.
  func close() async {
    let running = state.withLock { state in
      state.isClosed = true
      return Array(state.running.values)
    }
    for entry in running { entry.cancel() }
    for entry in running { await entry.end() }
  }
}
