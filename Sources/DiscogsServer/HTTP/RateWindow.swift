internal import Synchronization

/// How many requests a minute each address may make.
public enum RateLimit: Hashable, Sendable {
  /// As many as it likes; every answer says that its request is the first of the minute.
  case off
  /// So many with credentials, and 25 for every 60 of them without: Discogs has 60 and 25.
  case perMinute(Int)

  public static let discogs = RateLimit.perMinute(60)
}

/// Counts each address's requests over the last minute. Refused ones count, too.
final class RateWindow: Sendable {
  private let limit: RateLimit
  /// When each address's latest requests came, in seconds.
  private let times = Mutex<[String: [Double]]>([:])

  init(_ limit: RateLimit) { self.limit = limit }

  struct Count: Sendable {
    var limit: Int
    /// This request included.
    var used: Int
    var isTooMany: Bool { used > limit }

    var fields: [(name: String, value: String)] {
      [
        ("X-Discogs-Ratelimit", String(limit)), ("X-Discogs-Ratelimit-Used", String(used)),
        ("X-Discogs-Ratelimit-Remaining", String(max(0, limit - used))),
      ]
    }
  }

  func count(_ address: String, isAuthenticated: Bool, at now: Double) -> Count {
    guard case .perMinute(let rate) = limit else { return Count(limit: isAuthenticated ? 60 : 25, used: 1) }
    let used = times.withLock { times in
      if times.count > 10_000 { times = times.filter { ($0.value.last ?? 0) > now - 60 } }
      var recent = times[address, default: []]
      recent.removeAll { $0 <= now - 60 }
      recent.append(now)
      times[address] = recent
      return recent.count
    }
    return Count(limit: isAuthenticated ? rate : max(1, Int(Double(rate) * 25 / 60)), used: used)
  }
}
