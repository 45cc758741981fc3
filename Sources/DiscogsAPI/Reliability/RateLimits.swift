/// The rules by which the request budget is shared. A program that leaves more to its user, and retries longer:
///
///     configuration.limits.backgroundReserve = 20
///     configuration.limits.backgroundSpacing = .seconds(2)
///     configuration.retry.attempts = 5
public struct RateLimits: Hashable, Sendable {
  /// The window over which Discogs counts.
  public var window: Duration
  /// The requests in a window, until a response says.
  public var assumedSize: Int
  /// The requests that the background leaves to the user; at most half of a window.
  public var backgroundReserve: Int
  /// The least time between two requests of the background, where 60 a minute are allowed as at Discogs; in proportion
  /// less where more are.
  public var backgroundSpacing: Duration
  /// The pause after a 429 without `Retry-After`.
  public var pauseWithoutRetryAfter: Duration
  /// The longest pause, even where a 429 asks for more; one request goes after it.
  public var longestPause: Duration

  /// Creates rate limits.
  public init(
    window: Duration = .seconds(60), assumedSize: Int = 25, backgroundReserve: Int = 10,
    backgroundSpacing: Duration = .seconds(1), pauseWithoutRetryAfter: Duration = .seconds(60),
    longestPause: Duration = .seconds(3600)
  ) {
    self.window = window
    self.assumedSize = max(1, assumedSize)
    self.backgroundReserve = max(0, backgroundReserve)
    self.backgroundSpacing = max(.zero, backgroundSpacing)
    self.pauseWithoutRetryAfter = max(.zero, pauseWithoutRetryAfter)
    self.longestPause = max(.zero, longestPause)
  }

  /// From one request of the background to the next, where so many are allowed in a window.
  func spacing(size: Int) -> Duration { size > 60 ? backgroundSpacing * 60 / size : backgroundSpacing }

  /// Returns the pause after a 429.
  ///
  /// - Parameter asked: what its `Retry-After` says; nil without one that can be read.
  func pause(asked: Duration?) -> Duration { min(max(.zero, asked ?? pauseWithoutRetryAfter), longestPause) }
}

/// The request budget as of now.
public struct RateLimitBudget: Hashable, Sendable {
  /// Requests in a moving window; assumed until ``isLearnt``.
  public var size: Int
  /// Of this program, answered or on their way.
  public var used: Int
  /// Of other programs on the same address, as far as the last answer tells.
  public var usedByOthers: Int
  /// Whether an answer has told the size.
  public var isLearnt: Bool
  /// The number of requests in the queue.
  public var waiting: Int
  /// Until the next request may go, if none may now: the countdown. Nil also when it hangs on an answer to come.
  public var resumesIn: Duration?
  /// Whether Discogs asked for a pause with a 429.
  public var isPaused: Bool
  /// Until the oldest request leaves the window, and ``remaining`` grows by itself; nil for an empty window.
  public var growsIn: Duration?

  /// Requests that are left of the window; never below 0.
  public var remaining: Int { max(0, size - used - usedByOthers) }

  /// Creates a rate limit budget.
  public init(
    size: Int, used: Int, usedByOthers: Int, isLearnt: Bool, waiting: Int, resumesIn: Duration?, isPaused: Bool,
    growsIn: Duration? = nil
  ) {
    (self.size, self.used, self.usedByOthers, self.isLearnt) = (size, used, usedByOthers, isLearnt)
    (self.waiting, self.resumesIn, self.isPaused, self.growsIn) = (waiting, resumesIn, isPaused, growsIn)
  }
}

/// The figures that come with each answer of the API.
struct RateLimitHeaders: Hashable, Sendable {
  var size: Int?
  /// In the window that ends with this answer, this request included; of all programs on the address.
  var used: Int?

  /// No server allows more.
  private static let most = 100_000

  /// Nil where there are none: images, and answers of a gateway.
  init?(_ headers: HTTP.Headers) {
    func number(_ name: String) -> Int? {
      headers[name].flatMap { Int($0) }.map { min(max(-Self.most, $0), Self.most) }
    }
    let size = headers["X-Discogs-Ratelimit"].flatMap { Int($0) }.flatMap { (1...Self.most).contains($0) ? $0 : nil }
    var used = number("X-Discogs-Ratelimit-Used")
    if let size, let remaining = number("X-Discogs-Ratelimit-Remaining") {
      // When the two disagree, the more careful reading.
      used = max(used ?? 0, size - remaining)
    }
    guard size != nil || used != nil else { return nil }
    self.size = size
    self.used = used.map { min(max(0, $0), Self.most) }
  }
}
