internal import Wording

/// A plan of faults, for tests of the server's clients.
///
///     let plan = FaultPlan([
///       FaultRule(.tooManyRequests(retryAfter: 2), path: "/database/search", from: 2, times: 1),
///       FaultRule(.delay(.milliseconds(300), jitter: .milliseconds(100))),
///     ])
///
/// The first rule that applies to a request decides, except that delays and skews add up with what follows them. In a
/// file it is an object, see `FaultRule`:
///
///     { "rules": [ { "path": "/users/*/wants/*", "method": "PUT", "chance": 0.1, "fault": "reset-before" } ] }
public struct FaultPlan: Decodable, Hashable, Sendable {
  public var rules: [FaultRule]
  /// The seed of jitter and chance; equal seeds give equal runs.
  public var seed: UInt64

  public init(_ rules: [FaultRule] = [], seed: UInt64 = 1) { (self.rules, self.seed) = (rules, seed) }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    rules = try container.decode([FaultRule].self, forKey: .rules)
    seed = try container.decodeIfPresent(UInt64.self, forKey: .seed) ?? 1
  }

  private enum CodingKeys: String, CodingKey { case rules, seed }

  /// A plan without faults.
  public static let none = FaultPlan()
}

/// A fault and the requests it is for.
public struct FaultRule: Hashable, Sendable {
  /// `GET`; nil for all.
  public var method: String?
  /// The path without query, with `*` for one part and a final `**` for any number; nil for all.
  public var path: String?
  /// Text that the query must contain, as sent: `page=2`; nil for all.
  public var query: String?
  /// The first matching request that gets the fault, counted from 1.
  public var from: Int
  /// The number of matching requests from then on; nil for all.
  public var times: Int?
  /// The probability for each of them, from 0 to 1; nil for certain.
  public var chance: Double?
  public var fault: Fault

  public init(
    _ fault: Fault, method: String? = nil, path: String? = nil, query: String? = nil, from: Int = 1,
    times: Int? = nil, chance: Double? = nil
  ) {
    (self.fault, self.method, self.path, self.query) = (fault, method, path, query)
    (self.from, self.times, self.chance) = (from, times, chance)
  }

  /// Returns whether a request matches method, path and query; `from`, `times` and `chance` do not count here.
  public func fits(method: String, path: String, query: String) -> Bool {
    if let wanted = self.method, wanted != method { return false }
    if let wanted = self.query, !query.contains(wanted) { return false }
    guard let pattern = self.path else { return true }
    let wanted = pattern.split(separator: "/")
    let parts = path.split(separator: "/")
    for (index, part) in wanted.enumerated() {
      if part == "**", index == wanted.count - 1 { return parts.count >= index }
      guard index < parts.count, part == "*" || part == parts[index] else { return false }
    }
    return parts.count == wanted.count
  }
}

/// A fault of an answer.
public enum Fault: Hashable, Sendable {
  /// The answer is late by a fixed time, and by up to `jitter` more.
  case delay(Duration, jitter: Duration = .zero)
  /// No answer ever comes; the connection stays open.
  case silence
  /// 429, without `Retry-After` where `retryAfter` is nil.
  case tooManyRequests(retryAfter: Int?)
  /// An error of the server with a JSON body.
  case status(Int)
  /// An HTML page like those of gateways and maintenance.
  case html(status: Int)
  /// An empty body.
  case empty(status: Int)
  /// This body instead: wrong JSON, other JSON, other types.
  case body(String, status: Int = 200, contentType: String = "application/json")
  /// The right answer, cut off before its promised length.
  case truncated
  /// A body without end.
  case endless
  /// The connection is reset before the request is carried out.
  case resetBefore
  /// The request is carried out, and the connection reset before the answer.
  case resetAfter
  /// The connection is reset in the middle of the body.
  case resetInBody
  /// The right answer, a byte at a time.
  case trickle(every: Duration)
  /// 401, as for a revoked token.
  case revoked
  /// 302 to another place.
  case redirect(to: String)
  /// The right answer, with a date that is off.
  case clockSkew(seconds: Int)
  /// The right page of a list with a wrong total: Discogs' counts lag behind its lists.
  case totalOff(by: Int)
  /// The page of a list after so many new rows at its top: it begins with the last rows of the page before. Below zero
  /// rows have gone, and as many are on no page.
  case rowsMoved(by: Int)
}

// MARK: - Files

extension FaultRule: Decodable {
  private enum Keys: String, CodingKey {
    case method, path, query, from, times, chance, by, fault, seconds, jitter, status, body, to
    case retryAfter = "retry_after"
    case contentType = "content_type"
  }

  /// Reads an object with `fault` and what that fault takes: `delay` (`seconds`, `jitter`), `silence`,
  /// `too-many-requests` (`retry_after`), `status` (`status`), `html` (`status`), `empty` (`status`), `body` (`body`,
  /// `status`, `content_type`), `truncated`, `endless`, `reset-before`, `reset-after`, `reset-in-body`, `trickle`
  /// (`seconds`), `revoked`, `redirect` (`to`), `clock-skew` (`seconds`), `total-off` (`by`), `rows-moved` (`by`).
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    method = try container.decodeIfPresent(String.self, forKey: .method)
    path = try container.decodeIfPresent(String.self, forKey: .path)
    query = try container.decodeIfPresent(String.self, forKey: .query)
    func bounded<Number: Comparable & Decodable>(_ key: Keys, _ range: ClosedRange<Number>) throws -> Number? {
      guard let number = try container.decodeIfPresent(Number.self, forKey: key) else { return nil }
      guard range.contains(number) else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: container,
          debugDescription: ServeWords.outOfRange("\(range.lowerBound)", "\(range.upperBound)"))
      }
      return number
    }
    from = try bounded(.from, 1...1_000_000_000) ?? 1
    times = try bounded(.times, 0...1_000_000_000)
    chance = try bounded(.chance, 0...1)

    func duration(_ key: Keys, _ standard: Double? = nil) throws -> Duration {
      .seconds(try bounded(key, 0...86_400) ?? standard ?? container.decode(Double.self, forKey: key))
    }
    func rows() throws -> Int { try bounded(.by, -1_000_000...1_000_000) ?? container.decode(Int.self, forKey: .by) }
    func status(_ standard: Int) throws -> Int { try bounded(.status, 100...999) ?? standard }
    let name = try container.decode(String.self, forKey: .fault)
    switch name {
    case "delay": fault = .delay(try duration(.seconds), jitter: try duration(.jitter, 0))
    case "silence": fault = .silence
    case "too-many-requests":
      fault = .tooManyRequests(retryAfter: try bounded(.retryAfter, -1_000_000_000...1_000_000_000))
    case "status": fault = .status(try status(500))
    case "html": fault = .html(status: try status(502))
    case "empty": fault = .empty(status: try status(200))
    case "body":
      fault = .body(
        try container.decode(String.self, forKey: .body), status: try status(200),
        contentType: try container.decodeIfPresent(String.self, forKey: .contentType) ?? "application/json")
    case "truncated": fault = .truncated
    case "endless": fault = .endless
    case "reset-before": fault = .resetBefore
    case "reset-after": fault = .resetAfter
    case "reset-in-body": fault = .resetInBody
    case "trickle": fault = .trickle(every: try duration(.seconds, 1))
    case "revoked": fault = .revoked
    case "redirect": fault = .redirect(to: try container.decode(String.self, forKey: .to))
    case "clock-skew":
      let skew: Int? = try bounded(.seconds, -1_000_000_000...1_000_000_000)
      fault = .clockSkew(seconds: try skew ?? container.decode(Int.self, forKey: .seconds))
    case "total-off": fault = .totalOff(by: try rows())
    case "rows-moved": fault = .rowsMoved(by: try rows())
    default:
      throw DecodingError.dataCorruptedError(forKey: .fault, in: container, debugDescription: ServeWords.noFault(name))
    }
  }
}
