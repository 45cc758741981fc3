import DiscogsModel
import Foundation
import SeededRandom
import Synchronization
import Testing

@testable import DiscogsAPI

/// Whatever a server writes into `Retry-After`, a caller waits no longer than agreed.
@Suite(.timeLimit(.minutes(1)))
struct RetryAfterTests {
  private static let policies: [RetryPolicy] = [
    .default, .patient, .none,
    RetryPolicy(
      attempts: 4, firstDelay: .seconds(1), factor: 3, ceiling: .seconds(7), jitter: 1, longestPause: .seconds(20)),
  ]

  @Test(arguments: policies)
  func `no Retry-After makes anybody wait longer than the policy says, nor less than nothing`(policy: RetryPolicy)
    async throws
  {
    var random = SeededGenerator(seed: 8)
    for _ in 1...100 {
      let text = Self.text(&random)
      let clock = HastyClock()
      let told = Recorder<RequestState>()
      var configuration = Configuration(
        userAgent: UserAgent(name: "Test", version: "1", contact: "https://example.org"), now: { Self.now })
      configuration.clock = clock
      let headers: HTTP.Headers = ["Retry-After": text]
      let transport = ScriptedTransport { _ in .json("{}", status: 429, headers: headers) }
      let client = DiscogsClient(configuration, transport: transport)
      let error = await #expect(throws: DiscogsError.self) {
        try await client.answer(to: .release(1), policy: .networkOnly, retry: policy) { told.append($0) }
      }
      let limit = configuration.limits.longestPause
      #expect(error?.code == "rate-limited", "\(text)")
      #expect(error?.retryAfter.map { (.zero...limit).contains($0) } == true, "\(text)")
      #expect(clock.waits.allSatisfy { (.zero...policy.longestPause).contains($0) }, "\(text): \(clock.waits)")
      #expect(clock.waits.count < policy.attempts, "\(text)")
      #expect((1...policy.attempts).contains(transport.requests.count), "\(text)")
      for case .retrying(_, let pause, _) in told.values {
        #expect((.zero...policy.longestPause).contains(pause), "\(text)")
      }
    }
  }

  private static let now = Date(timeIntervalSince1970: 1_772_366_400)

  /// Seconds, a date, less than nothing, more than there is, or nothing of the kind.
  private static func text(_ random: inout SeededGenerator) -> String {
    switch Int.random(in: 0...7, using: &random) {
    case 0: "\(Int.random(in: 0...120, using: &random))"
    case 1: "\(Int64.random(in: .min ... .max, using: &random))"
    case 2: "-\(Int.random(in: 0...1_000_000, using: &random))"
    case 3: String(repeating: "9", count: Int.random(in: 1...60, using: &random))
    case 4: date(Double(Int.random(in: -4_000_000_000...4_000_000_000, using: &random)))
    case 5: date(now.timeIntervalSince1970 + Double(Int.random(in: -100...100, using: &random)))
    case 6:
      ["", " ", "soon", "NaN", "inf", "1e9", "0x10", "1.5", "٣", "+7", "Sun, 99 Foo 1994 08:49:37 GMT"]
        .randomElement(using: &random) ?? ""
    default:
      String((0...12).map { _ in Character(Unicode.Scalar(UInt8.random(in: 0x20...0x7E, using: &random))) })
    }
  }

  private static func date(_ seconds: Double) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return formatter.string(from: Date(timeIntervalSince1970: seconds))
  }
}

/// A clock on which every wait is over at once, and remembered.
private final class HastyClock: Clock, Sendable {
  typealias Instant = TestClock.Instant

  private struct State {
    var now = Duration.zero
    var waits: [Duration] = []
  }

  private let state = Mutex(State())

  var now: Instant { Instant(offset: state.withLock { $0.now }) }
  var minimumResolution: Duration { .nanoseconds(1) }
  var waits: [Duration] { state.withLock { $0.waits } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    state.withLock { state in
      state.waits.append(deadline.offset - state.now)
      state.now = max(state.now, deadline.offset)
    }
  }
}
