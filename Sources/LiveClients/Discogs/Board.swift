internal import Synchronization

/// A value that changes, and a stream of its changes.
final class Board<Value: Equatable & Sendable>: Sendable {
  private let state: Mutex<Value>
  private let listeners = Listeners<Value>()
  private let buffering: AsyncStream<Value>.Continuation.BufferingPolicy

  /// - Parameter buffering: what who is slow to read may skip; all but the newest.
  init(_ value: Value, buffering: AsyncStream<Value>.Continuation.BufferingPolicy = .bufferingNewest(1)) {
    state = Mutex(value)
    self.buffering = buffering
  }

  var current: Value { state.withLock { $0 } }

  /// The value of now, then every new one.
  func changes() -> AsyncStream<Value> { listeners.stream(buffering: buffering) { current } }

  /// Tells what is left of a change that makes a difference.
  func change(_ body: (inout Value) -> Void) {
    listeners.tell {
      state.withLock { state in
        let before = state
        body(&state)
        return state == before ? nil : state
      }
    }
  }

  func set(_ value: Value) { change { $0 = value } }

  func close() { listeners.finish() }
}
