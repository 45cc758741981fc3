import Synchronization

/// Lets through as many as it is opened for, and counts.
final class Gate: Sendable {
  private struct State {
    var open = 0
    var opened = 0
    var ended = 0
    var nextID = 0
    var waiters: [(id: Int, continuation: CheckedContinuation<Bool, Never>)] = []
    var watchers: [(isMet: @Sendable (Int, Int) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  /// Waits for an opening of its own. False when the task was cancelled.
  func wait() async -> Bool {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOpen = state.withLock { state in
          guard state.open == 0 else {
            state.open -= 1
            return true
          }
          state.waiters.append((id: id, continuation: continuation))
          return false
        }
        if isOpen { continuation.resume(returning: true) }
        if Task.isCancelled { leave(id) }
      }
    } onCancel: {
      leave(id)
    }
  }

  func open(_ count: Int = 1) {
    for _ in 0..<count {
      let waiter: CheckedContinuation<Bool, Never>? = state.withLock { state in
        state.opened += 1
        defer { tell(&state) }
        guard !state.waiters.isEmpty else {
          state.open += 1
          return nil
        }
        return state.waiters.removeFirst().continuation
      }
      waiter?.resume(returning: true)
    }
  }

  /// Returns when it was opened so often in all.
  func pass(_ count: Int) async {
    await watch { opened, _ in opened >= count }
  }

  /// Returns when so many waiters were cancelled.
  func hasEnded(_ count: Int) async {
    await watch { _, ended in ended >= count }
  }

  private func watch(_ isMet: @escaping @Sendable (Int, Int) -> Bool) async {
    await withCheckedContinuation { continuation in
      state.withLock { state in
        state.watchers.append((isMet: isMet, continuation: continuation))
        tell(&state)
      }
    }
  }

  private func tell(_ state: inout State) {
    state.watchers.removeAll { watcher in
      guard watcher.isMet(state.opened, state.ended) else { return false }
      watcher.continuation.resume()
      return true
    }
  }

  private func leave(_ id: Int) {
    let waiter: CheckedContinuation<Bool, Never>? = state.withLock { state in
      guard let index = state.waiters.firstIndex(where: { $0.id == id }) else { return nil }
      state.ended += 1
      tell(&state)
      return state.waiters.remove(at: index).continuation
    }
    waiter?.resume(returning: false)
  }
}
