import Foundation
import Synchronization
import TestSupport
import Testing

@testable import DiscogsAPI

struct CurrentTests {
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
}
