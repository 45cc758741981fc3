internal import Dispatch
internal import Foundation
internal import Synchronization

/// Passes values from one thread to another, and blocks the sender when it gets too far ahead.
final class Handover<Value: Sendable>: Sendable {
  private let waiting = Mutex<[Value?]>([])
  private let room: DispatchSemaphore
  private let filled = DispatchSemaphore(value: 0)

  /// - Parameter ahead: the most values that can wait.
  init(ahead: Int) {
    room = DispatchSemaphore(value: ahead)
  }

  /// Blocks until there is room; nil ends the sequence.
  func give(_ value: Value?) {
    room.wait()
    waiting.withLock { $0.append(value) }
    filled.signal()
  }

  /// Blocks until there is a value; nil at the end of the sequence.
  func take() -> Value? {
    filled.wait()
    let value = waiting.withLock { $0.removeFirst() }
    room.signal()
    return value
  }
}

/// A thread that processes the values it is given, one after the other.
///
/// After a failure it takes and drops the remaining values, so that its feeder never blocks for good.
final class Worker<Value: Sendable, Outcome: Sendable>: Sendable {
  private let handover: Handover<Value>
  private let outcome = Mutex<Result<Outcome, any Error>?>(nil)
  private let done = DispatchSemaphore(value: 0)
  private let hasFailed = Atomic<Bool>(false)

  /// - Parameters:
  ///   - ahead: the most values that can wait.
  ///   - body: processes the values until `next` returns nil; called on the thread.
  init(
    name: String, ahead: Int,
    _ body: @escaping @Sendable (_ next: () -> Value?) throws -> Outcome
  ) {
    let handover = Handover<Value>(ahead: ahead)
    self.handover = handover
    let thread = Thread { [self] in
      var isOver = false
      let next: () -> Value? = {
        let value = handover.take()
        if value == nil { isOver = true }
        return value
      }
      let result = Result { try body(next) }
      if case .failure = result { hasFailed.store(true, ordering: .relaxed) }
      outcome.withLock { $0 = result }
      while !isOver { _ = next() }
      done.signal()
    }
    thread.name = name
    thread.stackSize = 4 << 20
    thread.start()
  }

  /// - Throws: the worker's error, once it has failed.
  func give(_ value: Value) throws {
    if hasFailed.load(ordering: .relaxed), case .failure(let error) = outcome.withLock({ $0 }) { throw error }
    handover.give(value)
  }

  /// Waits for the end of the work. Call it exactly once, even if the outcome is not needed.
  func finish() throws -> Outcome {
    handover.give(nil)
    done.wait()
    guard let outcome = outcome.withLock({ $0 }) else { throw CatalogueError.cancelled }
    return try outcome.get()
  }
}
