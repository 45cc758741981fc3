/// When failed requests are retried, and after what delay.
///
///     var policy = RetryPolicy.default
///     policy.attempts = 5
///
/// A request that changes something is sent again only if it is idempotent, or if it certainly was not carried out.
public struct RetryPolicy: Hashable, Sendable {
  /// The most attempts, the first included.
  public var attempts: Int
  /// Before the second attempt.
  public var firstDelay: Duration
  /// Each further delay is the last one times this.
  public var factor: Double
  /// No delay is longer, before jitter.
  public var ceiling: Duration
  /// The part of a delay, from 0 to 1, that chance takes away, so that programs do not come back all at once.
  public var jitter: Double
  /// The failures after which a request is repeated.
  public var reasons: Set<Reason>
  /// A wait asked for by the server, or for the budget, that is longer than this is an error instead.
  public var longestPause: Duration

  /// Creates a retry policy.
  public init(
    attempts: Int, firstDelay: Duration, factor: Double, ceiling: Duration, jitter: Double,
    reasons: Set<Reason> = Set(Reason.allCases), longestPause: Duration
  ) {
    (self.attempts, self.firstDelay, self.factor, self.ceiling) = (attempts, firstDelay, factor, ceiling)
    (self.jitter, self.reasons, self.longestPause) = (jitter, reasons, longestPause)
  }

  /// For requests a user waits for: three attempts within two seconds, and a full window when the budget is spent.
  public static let `default` = RetryPolicy(
    attempts: 3, firstDelay: .milliseconds(500), factor: 2, ceiling: .seconds(8), jitter: 0.2,
    longestPause: .seconds(90))

  /// For background requests: eight attempts, up to a minute apart.
  public static let patient = RetryPolicy(
    attempts: 8, firstDelay: .seconds(1), factor: 2, ceiling: .seconds(60), jitter: 0.5, longestPause: .seconds(900))

  /// No retries.
  public static let none = RetryPolicy(
    attempts: 1, firstDelay: .zero, factor: 1, ceiling: .zero, jitter: 0, reasons: [], longestPause: .zero)

  /// The failures that can pass without help.
  public enum Reason: CaseIterable, Hashable, Sendable {
    case network, timeout, rateLimit
    /// 502, 503, 504 and the like: not 500, which comes for questions the server cannot answer, and comes again.
    case gateway
    /// A web page, or an empty, truncated or malformed response: one more attempt, never two.
    case invalidResponse
  }

  /// The delay before attempt number `attempt`, from 2; `chance` is from 0 to 1.
  public func delay(before attempt: Int, chance: Double) -> Duration {
    var delay = firstDelay
    for _ in 0..<max(0, attempt - 2) where delay < ceiling { delay = min(ceiling, delay * factor) }
    delay = min(ceiling, delay)
    let share = min(1, max(0, jitter)) * min(1, max(0, chance))
    return delay * (1 - share)
  }

  /// Whether a request that failed so in attempt number `attempt` is sent again.
  func allowsRetry(after error: DiscogsError, attempt: Int, isIdempotent: Bool) -> Bool {
    guard let reason = Reason(error), reasons.contains(reason), attempt < attempts else { return false }
    if reason == .invalidResponse, attempt >= 2 { return false }
    if let pause = error.retryAfter, pause > longestPause { return false }
    return isIdempotent || !error.mayHaveBeenCarriedOut
  }
}

extension RetryPolicy.Reason {
  init?(_ error: DiscogsError) {
    switch error {
    case .network(_, .untrusted), .network(_, .proxy(_, mayPass: false)): return nil
    case .network: self = .network
    case .timedOut: self = .timeout
    case .rateLimited: self = .rateLimit
    case .server(let refusal) where (502...504).contains(refusal.status ?? 0) || (refusal.status ?? 0) >= 520:
      self = .gateway
    case .invalidResponse(_, _, let kind) where kind.canRetry: self = .invalidResponse
    default: return nil
    }
  }
}

extension Double {
  /// From 0 up to, but not including, 1.
  init(chance bits: UInt64) { self = Double(bits >> 11) / Double(1 << 53 as UInt64) }
}
