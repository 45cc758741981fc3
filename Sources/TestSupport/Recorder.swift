import Synchronization

/// Records the arguments of a closure's calls, in order.
public final class Recorder<Value: Sendable>: Sendable {
  private let state = Mutex<[Value]>([])

  public init() {}

  public var values: [Value] { state.withLock { $0 } }

  public func append(_ value: Value) {
    state.withLock { $0.append(value) }
  }
}

/// Blocks callers until the test opens it.
public actor Gate {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var arrivals: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  private var arrived = 0

  public init() {}

  /// Waits until the gate is open; returns at once if it is.
  public func pass() async {
    arrived += 1
    for arrival in arrivals where arrival.count <= arrived { arrival.continuation.resume() }
    arrivals.removeAll { $0.count <= arrived }
    guard !isOpen else { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Waits until `count` callers have arrived in all.
  public func arrival(of count: Int = 1) async {
    guard arrived < count else { return }
    await withCheckedContinuation { arrivals.append((count, $0)) }
  }

  public func open() {
    isOpen = true
    for caller in waiting { caller.resume() }
    waiting = []
  }
}
