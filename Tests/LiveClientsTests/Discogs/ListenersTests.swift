import Synchronization
import TestSupport
import Testing

@testable import LiveClients

@Suite(.timeLimit(.minutes(1)))
struct ListenersTests {
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
      let listeners = Listeners<Int>()
      async let change: Void = listeners.tell { number.raise() }
      let stream = listeners.stream(buffering: .bufferingNewest(1)) { number.value }
      await change
      // What it begins with is either new already, or followed by what is new.
      for await seen in stream where seen == 1 { break }
    }
  }

  @Test func `the last report is the latest, from many threads at once`() async {
    let number = Number()
    let listeners = Listeners<Int>()
    let stream = listeners.stream(buffering: .bufferingNewest(1))
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<2_500 { listeners.tell { number.raise() } }
        }
      }
    }
    listeners.finish()
    var last = 0
    for await seen in stream { last = seen }
    #expect(last == 10_000)
  }
}
