import DiscogsModel
import Foundation
import Testing

@testable import DiscogsAPI

struct RetryPolicyTests {
  private let policy = RetryPolicy(
    attempts: 5, firstDelay: .milliseconds(500), factor: 2, ceiling: .seconds(3), jitter: 0.2,
    longestPause: .seconds(90))

  @Test func `delays grow by the factor up to the ceiling`() {
    let delays = (2...6).map { policy.delay(before: $0, chance: 0) }
    #expect(delays == [.milliseconds(500), .seconds(1), .seconds(2), .seconds(3), .seconds(3)])
  }

  @Test func `jitter takes away at most its part of a delay`() {
    #expect(policy.delay(before: 3, chance: 0.5) == .milliseconds(900))
    let least = policy.delay(before: 3, chance: Double(chance: .max))
    #expect(least >= .milliseconds(800) && least < .milliseconds(801))
    #expect(Double(chance: 0) == 0 && Double(chance: .max) < 1)
  }

  @Test func `a change is sent again only if it cannot have been carried out`() {
    let reset = DiscogsError.network(endpoint: "e", .unreachable("reset", mayHaveArrived: true))
    let refused = DiscogsError.network(endpoint: "e", .unreachable("refused", mayHaveArrived: false))
    let gateway = DiscogsError.server(Refusal(endpoint: "e", status: 502))
    let tooFast = DiscogsError.rateLimited(endpoint: "e", retryAfter: .seconds(5))
    for (error, isSafe) in [(reset, false), (refused, true), (gateway, false), (tooFast, true)] {
      #expect(policy.allowsRetry(after: error, attempt: 1, isIdempotent: false) == isSafe)
      #expect(policy.allowsRetry(after: error, attempt: 1, isIdempotent: true))
    }
  }

  @Test func `a failure that would repeat is not tried again`() {
    let errors: [DiscogsError] = [
      .server(Refusal(endpoint: "e", status: 500)), .notFound(Refusal(endpoint: "e", status: 404)),
      .unauthorized(Refusal(endpoint: "e", status: 401)), .cancelled,
      .decoding(endpoint: "e", DecodingFailure(field: "id", reason: "text")),
      .invalidResponse(endpoint: "e", status: 200, .tooLarge(limit: 1)),
    ]
    for error in errors { #expect(!policy.allowsRetry(after: error, attempt: 1, isIdempotent: true)) }
  }

  @Test func `an unreadable body is requested once more and no more often`() {
    let error = DiscogsError.invalidResponse(endpoint: "e", status: 200, .truncated)
    #expect(policy.allowsRetry(after: error, attempt: 1, isIdempotent: true))
    #expect(!policy.allowsRetry(after: error, attempt: 2, isIdempotent: true))
  }

  @Test func `a pause longer than the policy allows is an error`() {
    let error = DiscogsError.rateLimited(endpoint: "e", retryAfter: .seconds(91))
    #expect(!policy.allowsRetry(after: error, attempt: 1, isIdempotent: true))
  }

  @Test func `none never tries again, and attempts are counted`() {
    let error = DiscogsError.timedOut(endpoint: "e")
    #expect(!RetryPolicy.none.allowsRetry(after: error, attempt: 1, isIdempotent: true))
    #expect(policy.allowsRetry(after: error, attempt: 4, isIdempotent: true))
    #expect(!policy.allowsRetry(after: error, attempt: 5, isIdempotent: true))
  }

  @Test func `Retry-After is seconds or a date`() {
    let now = Date(timeIntervalSince1970: 784_111_777 - 90)
    #expect(RetryAfter.duration("60", now: now) == .seconds(60))
    #expect(RetryAfter.duration(" 0 ", now: now) == .zero)
    #expect(RetryAfter.duration("-5", now: now) == .zero)
    #expect(RetryAfter.duration("Sun, 06 Nov 1994 08:49:37 GMT", now: now) == .seconds(90))
    #expect(RetryAfter.duration("Sun, 06 Nov 1994 08:49:37 GMT", now: now + 600) == .zero)
    #expect(RetryAfter.duration("soon", now: now) == nil)
    #expect(RetryAfter.duration(String(repeating: "9", count: 40), now: now) == .seconds(86_400))
    #expect(RetryAfter.duration("", now: now) == nil)
    #expect(HTTPDate.date("Thu, 29 Feb 2024 00:00:00 GMT")?.timeIntervalSince1970 == 1_709_164_800)
    #expect(HTTPDate.date("Thu, 01 Jan 1970 00:00:00 GMT")?.timeIntervalSince1970 == 0)
  }
}
