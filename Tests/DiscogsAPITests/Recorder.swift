import Synchronization

/// What happened, in order, from any thread.
final class Recorder<Value: Sendable>: Sendable {
  private let recorded = Mutex<[Value]>([])

  var values: [Value] { recorded.withLock { $0 } }

  func append(_ value: Value) {
    recorded.withLock { $0.append(value) }
  }
}
