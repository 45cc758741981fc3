internal import Foundation
internal import Synchronization
public import Testing

/// Limits the number of these tests that run at the same time, across suites.
///
/// Each runs a program or two in terminals, or a server and clients. A hundred at once would all wait for the
/// processor, and time limits would measure that.
public struct ConcurrencyLimit: SuiteTrait, TestTrait, TestScoping {
  private static let places = Places(max(8, ProcessInfo.processInfo.activeProcessorCount))

  public var isRecursive: Bool { true }

  public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    testCase == nil ? nil : self
  }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    await Self.places.take()
    defer { Self.places.give() }
    try await function()
  }
}

extension Trait where Self == ConcurrencyLimit {
  public static var limitedConcurrency: Self { ConcurrencyLimit() }
}

/// Places to take or wait for, first come, first served.
private final class Places: Sendable {
  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  init(_ count: Int) {
    state = Mutex(State(free: count))
  }

  func take() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.free > 0 {
          state.free -= 1
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
  }

  func give() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      if state.waiting.isEmpty {
        state.free += 1
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}
