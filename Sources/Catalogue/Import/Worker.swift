internal import Dispatch
internal import Foundation
internal import Synchronization

/// A thread that processes the values it is given, one after the other.
///
/// Its feeder blocks when it gets too far ahead, but not for good: after a failure, further values are dropped.
final class Worker<Value: Sendable>: Sendable {
  private let waiting = Mutex<[Value?]>([])
  private let room: DispatchSemaphore
  private let filled = DispatchSemaphore(value: 0)
  private let done = DispatchSemaphore(value: 0)
  private let failure = Mutex<(any Error)?>(nil)

  /// - Parameter body: processes the values until `next` returns nil; called on the thread.
  init(name: String, ahead: Int, _ body: @escaping @Sendable (_ next: () -> Value?) throws -> Void) {
    room = DispatchSemaphore(value: ahead)
    let thread = Thread { [self] in
      var isOver = false
      let next: () -> Value? = {
        let value = self.take()
        isOver = value == nil
        return value
      }
      do { try body(next) } catch { failure.withLock { $0 = error } }
      while !isOver { _ = next() }
      done.signal()
    }
    thread.name = name
    thread.stackSize = 4 << 20
    thread.start()
  }

  /// - Throws: the worker's error, once it has failed.
  func give(_ value: Value) throws {
    if let failure = failure.withLock({ $0 }) { throw failure }
    put(value)
  }

  /// Blocks until there is room; nil ends the sequence.
  private func put(_ value: Value?) {
    room.wait()
    waiting.withLock { $0.append(value) }
    filled.signal()
  }

  private func take() -> Value? {
    filled.wait()
    let value = waiting.withLock { $0.removeFirst() }
    room.signal()
    return value
  }

  /// Runs `body`, then waits for the workers in any case, as what they work on goes away with the import. Call it once.
  static func end<Outcome>(_ workers: [Worker], after body: () throws -> Outcome) throws -> Outcome {
    let outcome = Result { try body() }
    for worker in workers { worker.put(nil) }
    for worker in workers { worker.done.wait() }
    let value = try outcome.get()
    for worker in workers { if let failure = worker.failure.withLock({ $0 }) { throw failure } }
    return value
  }
}
