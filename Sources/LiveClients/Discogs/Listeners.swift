internal import Synchronization

/// The listeners to something, each with a stream of its own, until it stops reading.
final class Listeners<Value: Sendable>: Sendable {
  private struct State {
    var continuations: [Int: AsyncStream<Value>.Continuation] = [:]
    var last = 0
    var isFinished = false
  }

  private let state = Mutex(State())
  /// Held from a change until all have heard of it: no listener sees two in the wrong order, or begins with a value and
  /// misses the next. A listener that goes takes ``state`` alone, as its task is locked while it does, and
  /// to tell a task waits for that lock.
  private let telling = Mutex(())

  /// - Parameter current: what the stream begins with.
  func stream(
    buffering: AsyncStream<Value>.Continuation.BufferingPolicy = .unbounded, from current: () -> Value? = { nil }
  ) -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: buffering)
    let number = telling.withLock { _ in
      if let value = current() { continuation.yield(value) }
      return state.withLock { state -> Int? in
        guard !state.isFinished else { return nil }
        state.last += 1
        state.continuations[state.last] = continuation
        return state.last
      }
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.continuations.removeValue(forKey: number) }
    }
    return stream
  }

  func tell(_ value: Value) { tell { value } }

  /// Makes a change and tells it.
  ///
  /// - Parameter change: returns what is to be told; nil for nothing.
  func tell(_ change: () -> Value?) {
    telling.withLock { _ in
      guard let value = change() else { return }
      let all = state.withLock { Array($0.continuations.values) }
      for continuation in all { continuation.yield(value) }
    }
  }

  func finish() {
    let all = state.withLock { state in
      state.isFinished = true
      defer { state.continuations = [:] }
      return Array(state.continuations.values)
    }
    for continuation in all { continuation.finish() }
  }
}
