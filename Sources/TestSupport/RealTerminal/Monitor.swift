import Dispatch
import Synchronization

/// A value that threads change and tests wait for, without sleeping or blocking a thread.
///
///     let lines = Monitor(0)
///     Thread.detachNewThread { lines.update { $0 += 1 } }
///     await lines.wait(for: .seconds(5)) { $0 > 0 }    // true once it is greater, false after five seconds
final class Monitor<Value: Sendable>: Sendable {
  private struct Waiter {
    let condition: @Sendable (Value) -> Bool
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct State {
    var value: Value
    var waiters: [UInt64: Waiter] = [:]
    var nextWaiter: UInt64 = 0
  }

  private let state: Mutex<State>

  init(_ value: Value) {
    state = Mutex(State(value: value))
  }

  /// Calls `body` under the lock, so keep it short.
  func read<Result: Sendable>(_ body: (Value) -> Result) -> Result {
    state.withLock { body($0.value) }
  }

  /// Changes the value, then wakes waiting tasks whose condition holds.
  @discardableResult
  func update<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    let (result, woken) = state.withLock { state in
      let result = body(&state.value)
      var woken: [CheckedContinuation<Bool, Never>] = []
      for (id, waiter) in state.waiters where waiter.condition(state.value) {
        woken.append(waiter.continuation)
        state.waiters[id] = nil
      }
      return (result, woken)
    }
    for continuation in woken { continuation.resume(returning: true) }
    return result
  }

  /// Waits until the condition holds.
  ///
  /// - Returns: false if the time ran out or the task was cancelled before.
  @discardableResult
  func wait(for limit: Duration, until condition: @escaping @Sendable (Value) -> Bool) async -> Bool {
    let id = state.withLock { state in
      defer { state.nextWaiter += 1 }
      return state.nextWaiter
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let holds = state.withLock { state in
          if condition(state.value) { return true }
          state.waiters[id] = Waiter(condition: condition, continuation: continuation)
          return false
        }
        if holds {
          continuation.resume(returning: true)
        } else if Task.isCancelled {
          giveUp(id)
        } else {
          DispatchQueue.global().asyncAfter(deadline: .now() + limit.seconds) { [weak self] in self?.giveUp(id) }
        }
      }
    } onCancel: {
      giveUp(id)
    }
  }

  private func giveUp(_ id: UInt64) {
    state.withLock { $0.waiters.removeValue(forKey: id) }?.continuation.resume(returning: false)
  }
}

extension Duration {
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}

/// Calls `question` repeatedly until it returns an answer or the time is up.
///
/// For things that do not signal changes: a file that another process writes, a screen in tmux. The only place in the
/// tests that waits by the clock.
public func poll<Answer>(
  for limit: Duration, every interval: Duration = .milliseconds(4), _ question: () async throws -> Answer?
) async throws -> Answer? {
  let deadline = ContinuousClock.now + limit
  while true {
    if let answer = try await question() { return answer }
    guard ContinuousClock.now < deadline else { return nil }
    try await Task.sleep(for: interval)
  }
}
