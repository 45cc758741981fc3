internal import Synchronization

/// Sends news to several listeners, each with its own stream.
package final class Broadcast<News: Sendable>: Sendable {
  package typealias Buffering = AsyncStream<News>.Continuation.BufferingPolicy

  private struct State {
    var continuations: [Int: AsyncStream<News>.Continuation] = [:]
    var last = 0
    var isFinished = false
  }

  private let state = Mutex(State())
  /// Held from a change until it is sent, so that no listener gets changes out of order, or misses one after its first
  /// value. A listener that goes away takes ``state`` only: its task is locked meanwhile, and sending to it waits for
  /// that lock.
  private let telling = Mutex(())

  package init() {}

  deinit { finish() }

  /// - Parameter current: the stream's first value; nil for none.
  package func stream(buffering: Buffering = .unbounded, from current: () -> News? = { nil }) -> AsyncStream<News> {
    let (stream, continuation) = AsyncStream.makeStream(of: News.self, bufferingPolicy: buffering)
    let number = telling.withLock { _ in
      if let news = current() { continuation.yield(news) }
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

  package func tell(_ news: News) { tell { news } }

  /// Makes a change and sends it.
  ///
  /// - Parameter change: returns the news; nil for none.
  package func tell(_ change: () -> News?) {
    telling.withLock { _ in
      guard let news = change() else { return }
      let all = state.withLock { Array($0.continuations.values) }
      for continuation in all { continuation.yield(news) }
    }
  }

  /// Ends all streams, later ones at once.
  package func finish() {
    let all = state.withLock { state in
      state.isFinished = true
      defer { state.continuations = [:] }
      return Array(state.continuations.values)
    }
    for continuation in all { continuation.finish() }
  }
}

package final class Current<Value: Equatable & Sendable>: Sendable {
  private let state: Mutex<Value>
  private let broadcast = Broadcast<Value>()
  private let buffering: Broadcast<Value>.Buffering

  /// - Parameter buffering: the values that slow readers get; by default only the newest.
  package init(_ value: Value, buffering: Broadcast<Value>.Buffering = .bufferingNewest(1)) {
    state = Mutex(value)
    self.buffering = buffering
  }

  package var value: Value { state.withLock { $0 } }

  /// The current value, then every new one.
  package var stream: AsyncStream<Value> { broadcast.stream(buffering: buffering) { value } }

  /// Sends the value if the change made a difference.
  package func update(_ change: (inout Value) -> Void) {
    broadcast.tell {
      state.withLock { value in
        let before = value
        change(&value)
        return value == before ? nil : value
      }
    }
  }

  package func set(_ value: Value) { update { $0 = value } }

  package func finish() { broadcast.finish() }
}
