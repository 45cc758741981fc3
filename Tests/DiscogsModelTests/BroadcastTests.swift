import Foundation
import Synchronization
import TestSupport
import Testing

@testable import DiscogsModel

@Suite(.timeLimit(.minutes(5)))
struct BroadcastTests {
  /// Two threads once waited for each other: one that reported to a task, and one that cancelled it.
  @Test func `a listener may leave while a change is reported`() async throws {
    let rounds = 3_000
    let done = Atomic(0)
    let pairs = (0..<rounds).map { _ in
      let current = Current(0)
      let stream = current.stream
      return (current, Task { for await _ in stream {} })
    }
    // Threads of their own: two that stand still must not take the tasks of other tests with them.
    for half in 0..<2 {
      Thread.detachNewThread {
        for (current, listener) in pairs {
          if half == 0 { current.set(1) } else { listener.cancel() }
          done.add(1, ordering: .relaxed)
        }
      }
    }
    _ = try await poll(for: .seconds(30)) { done.load(ordering: .relaxed) == 2 * rounds ? true : nil }
    #expect(done.load(ordering: .relaxed) == 2 * rounds)
  }

  @Test func `a new listener misses nothing`() async {
    let current = Current(0)
    for value in 1...500 {
      async let change: Void = current.set(value)
      let stream = current.stream
      await change
      var last: Int?
      for await seen in stream {
        last = seen
        if seen == value { break }
      }
      #expect(last == value)
    }
  }

  private final class Number: Sendable {
    private let number = Mutex(0)

    var value: Int { number.withLock { $0 } }

    func raise() -> Int {
      number.withLock { number in
        number += 1
        return number
      }
    }
  }

  @Test func `a listener gets every change after its first value`() async {
    for _ in 0..<500 {
      let number = Number()
      let broadcast = Broadcast<Int>()
      async let change: Void = broadcast.tell { number.raise() }
      let stream = broadcast.stream(buffering: .bufferingNewest(1)) { number.value }
      await change
      // What it begins with is either new already, or followed by what is new.
      for await seen in stream where seen == 1 { break }
    }
  }

  @Test func `the last report is the latest, from many threads at once`() async {
    let number = Number()
    let broadcast = Broadcast<Int>()
    let stream = broadcast.stream(buffering: .bufferingNewest(1))
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<2_500 { broadcast.tell { number.raise() } }
        }
      }
    }
    broadcast.finish()
    var last = 0
    for await seen in stream { last = seen }
    #expect(last == 10_000)
  }
}
