/// The requests of the last minute, and the times of the next. A value; ``RateLimiter`` makes callers wait by it.
///
/// Discogs counts requests per address over a moving window. Our requests are counted from the moment of their answer,
/// later than the server does, to be safe. Those of other programs show in the figures of the answers.
struct RequestWindow: Sendable {
  private struct Charge: Sendable {
    var time: Duration
    var isOwn: Bool
  }

  let limits: RateLimits
  private(set) var size: Int
  private(set) var isLearnt = false
  private var charges: [Charge] = []
  /// By ticket, the place in the order of sending.
  private var inFlight: [UInt64: UInt64] = [:]
  private var lastSent: UInt64 = 0
  private var newestAnswered: UInt64 = 0
  private(set) var pausedUntil: Duration?
  /// The last request sent before a 429: the next one goes alone, to see whether the others may.
  private var probesAfter: UInt64?
  private var lastBackground: Duration?

  init(_ limits: RateLimits) {
    self.limits = limits
    size = limits.assumedSize
  }

  /// The time when the next request of a lane may go, `now` or later; nil if that depends on an answer.
  ///
  /// - Parameter ahead: requests of the same lane that go first.
  func earliest(_ lane: Lane, ahead: Int = 0, now: Duration) -> Duration? {
    var time = now
    if let pausedUntil { time = max(time, pausedUntil) }
    if probesAfter != nil, !inFlight.isEmpty { return nil }
    let reserve = lane == .background ? min(limits.backgroundReserve, size / 2) : 0
    let live = charges.drop { $0.time + limits.window <= time }
    let excess = live.count + inFlight.count + ahead + 1 - (size - reserve)
    if excess > 0 {
      guard excess <= live.count else { return nil }
      time = max(time, live[live.startIndex + excess - 1].time + limits.window)
    }
    if lane == .background, let lastBackground {
      time = max(time, lastBackground + limits.spacing(size: size) * (ahead + 1))
    }
    return time
  }

  mutating func send(_ ticket: UInt64, _ lane: Lane, now: Duration) {
    charges.removeAll { $0.time + limits.window <= now }
    if let pausedUntil, pausedUntil <= now { self.pausedUntil = nil }
    lastSent += 1
    inFlight[ticket] = lastSent
    if lane == .background { lastBackground = now }
  }

  /// Takes back a request that was not sent, or certainly did not arrive.
  mutating func withdraw(_ ticket: UInt64) { inFlight[ticket] = nil }

  /// Counts a request without an answer, as it may have arrived.
  mutating func lose(_ ticket: UInt64, now: Duration) {
    guard inFlight.removeValue(forKey: ticket) != nil else { return }
    charges.append(Charge(time: now, isOwn: true))
  }

  mutating func answered(_ ticket: UInt64, headers: RateLimitHeaders?, now: Duration) {
    guard let place = inFlight.removeValue(forKey: ticket) else { return }
    if let probesAfter, place > probesAfter { self.probesAfter = nil }
    charges.removeAll { $0.time + limits.window <= now }
    charges.append(Charge(time: now, isOwn: true))
    // Answers can overtake each other; an older one knows less.
    guard let headers, place > newestAnswered else { return }
    newestAnswered = place
    if let size = headers.size {
      self.size = size
      isLearnt = true
    }
    if let used = headers.used { settle(used: used, now: now) }
  }

  /// Stops all traffic; the counts so far are void.
  mutating func refused(_ ticket: UInt64, headers: RateLimitHeaders?, retryAfter: Duration?, now: Duration) {
    inFlight[ticket] = nil
    if let size = headers?.size {
      self.size = size
      isLearnt = true
    }
    // Answers to earlier requests tell of the time before.
    newestAnswered = lastSent
    probesAfter = lastSent
    charges.removeAll()
    pausedUntil = max(pausedUntil ?? .zero, now + limits.pause(asked: retryAfter))
  }

  /// Brings the count in line with the server's, which may or may not hold what is on its way just now.
  private mutating func settle(used: Int, now: Duration) {
    if charges.count < used {
      charges.append(contentsOf: repeatElement(Charge(time: now, isOwn: false), count: used - charges.count))
    }
    var excess = charges.count - (used + inFlight.count)
    guard excess > 0 else { return }
    charges.removeAll { charge in
      guard excess > 0, !charge.isOwn else { return false }
      excess -= 1
      return true
    }
    charges.removeFirst(max(0, excess))
  }

  func budget(waiting: Int, now: Duration) -> RateLimitBudget {
    let live = charges.drop { $0.time + limits.window <= now }
    let own = live.count { $0.isOwn }
    let next = earliest(.user, now: now)
    return RateLimitBudget(
      size: size, used: own + inFlight.count, usedByOthers: live.count - own, isLearnt: isLearnt, waiting: waiting,
      resumesIn: next.flatMap { $0 > now ? $0 - now : nil }, isPaused: pausedUntil.map { $0 > now } ?? false,
      growsIn: live.first.map { $0.time + limits.window - now })
  }
}
