internal import Dispatch
internal import Foundation
internal import Synchronization

/// Hands values from one thread to another, keeping the quicker one from running ahead.
final class Handover<Value: Sendable>: Sendable {
  private let waiting = Mutex<[Value?]>([])
  private let room: DispatchSemaphore
  private let filled = DispatchSemaphore(value: 0)

  /// - Parameter ahead: how many values may wait.
  init(ahead: Int) {
    room = DispatchSemaphore(value: ahead)
  }

  /// Waits for room, then leaves a value; nil says that there will be no more.
  func give(_ value: Value?) {
    room.wait()
    waiting.withLock { $0.append(value) }
    filled.signal()
  }

  /// Waits for a value; nil when there will be no more.
  func take() -> Value? {
    filled.wait()
    let value = waiting.withLock { $0.removeFirst() }
    room.signal()
    return value
  }
}

/// A thread that works on what it is given, one value after the other.
///
/// After a failure it goes on taking values, and drops them, so that its feeder is never stuck.
final class Worker<Value: Sendable, Outcome: Sendable>: Sendable {
  private let handover: Handover<Value>
  private let outcome = Mutex<Result<Outcome, any Error>?>(nil)
  private let done = DispatchSemaphore(value: 0)
  private let hasFailed = Atomic<Bool>(false)

  /// - Parameters:
  ///   - ahead: how many values may wait.
  ///   - body: makes what works on the values and ends up with an outcome; called on the thread.
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

  /// - Throws: what the worker failed with, if it has.
  func give(_ value: Value) throws {
    if hasFailed.load(ordering: .relaxed), case .failure(let error) = outcome.withLock({ $0 }) { throw error }
    handover.give(value)
  }

  /// Waits for the end of the work. To be called once, also when there is no use for the outcome any more.
  func finish() throws -> Outcome {
    handover.give(nil)
    done.wait()
    guard let outcome = outcome.withLock({ $0 }) else { throw CatalogueError.cancelled }
    return try outcome.get()
  }
}
