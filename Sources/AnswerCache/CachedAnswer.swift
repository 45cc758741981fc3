public import DiscogsModel
internal import Platform
import Wording

/// The identity of a cached answer: server, account and request.
///
/// Spellings of the same request are equal: the order of query items does not count, and credentials in a query are
/// left out.
public struct AnswerKey: Hashable, Sendable {
  /// In lower case, such as `api.discogs.com`; a test server's records are not Discogs'.
  public let server: String
  /// The user's name in lower case; empty without one. Accounts do not see each other's answers.
  public let account: String
  /// `GET /database/search?artist=nirvana&page=1`.
  public let request: String

  /// - Parameters:
  ///   - path: percent-encoded, from the root.
  ///   - query: names and values, not percent-encoded, in any order. Values of the same name keep theirs.
  public init(
    server: String, account: String = "", method: String = "GET", path: String,
    query: [(name: String, value: String)] = []
  ) {
    self.server = server.lowercased()
    self.account = account.lowercased()
    let kept = query.filter { !Self.isCredential($0.name) }.enumerated()
      .sorted { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }.map(\.element)
    let pairs = kept.map { Self.encoded($0.name) + "=" + Self.encoded($0.value) }
    request = "\(method.uppercased()) \(path)" + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
  }

  /// The key in the database. Line breaks are removed, although servers and accounts have none.
  var stored: String { "\(scope)\(request)" }

  /// The beginning of all keys of a server and an account.
  var scope: String { Self.scope(server: server, account: account) }

  static func scope(server: String, account: String) -> String {
    [server, account].map { $0.lowercased().filter { !$0.isNewline } + "\n" }.joined()
  }

  private static func isCredential(_ name: String) -> Bool {
    ["token", "key", "secret"].contains(name) || name.hasPrefix("oauth_")
  }

  private static func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      byte.isLetterOrDigit || "-._~".utf8.contains(byte)
        ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}

public struct CachedAnswer: Hashable, Sendable {
  /// Its kind, such as `release`; each has its own lifetime.
  public var kind: String
  /// 404 and 410 are cached too, for a short while.
  public var status: Int
  public var contentType: String
  public var body: [UInt8]
  /// Seconds since 1970, by the storing program's clock.
  public var storedAt: Double

  public init(
    kind: String, status: Int = 200, contentType: String = "application/json", body: [UInt8], storedAt: Double
  ) {
    (self.kind, self.status, self.contentType) = (kind, status, contentType)
    (self.body, self.storedAt) = (body, storedAt)
  }

  /// Its age in seconds; never negative, even if the clock was set back.
  public func age(at now: Double) -> Double { max(0, now - storedAt) }

  /// Whether its age is below a lifetime, in seconds.
  ///
  /// An answer from the future is stale: the clock is or was wrong, and it would stay fresh until the clock caught up.
  /// Five minutes are allowed, the difference between clocks that are set from time to time.
  public func isFresh(for lifetime: Double, at now: Double) -> Bool { storedAt - now <= 300 && age(at: now) < lifetime }
}

/// A row of an answer, with the time of the latest answer that had it.
public struct SeenRow: Hashable, Sendable {
  public var row: CatalogueRow
  /// Seconds since 1970.
  public var seenAt: Double
}

/// The limits of the cache. The least recently used entries go first.
struct CacheLimits: Hashable, Sendable {
  /// The size of the database, as pages in use. An answer that alone takes a quarter of it is not stored.
  var bytes = 200_000_000
  var answers = 50_000
  /// For searching offline.
  var rows = 50_000
}

public struct CacheInfo: Hashable, Sendable {
  public struct Kind: Hashable, Sendable {
    public var name: String
    public var count: Int
    /// The stored size of the bodies, which are compressed.
    public var bytes: Int
    /// The time of the oldest answer, in seconds since 1970.
    public var oldest: Double
  }

  /// By name.
  public var kinds: [Kind] = []
  /// For searching offline.
  public var rows = 0
  /// On disk, with the files beside the database; 0 in memory.
  public var fileBytes = 0

  public var count: Int { kinds.reduce(0) { $0 + $1.count } }
  public var bytes: Int { kinds.reduce(0) { $0 + $1.bytes } }
  public var oldest: Double? { kinds.map(\.oldest).min() }
}

/// A problem of the cache. None stops the program.
public enum CacheTrouble: Hashable, Sendable, CustomStringConvertible {
  /// The file was unusable, was moved to `place`, and a new one was started. The reason is half a sentence.
  case setAside(path: String, place: String, reason: String)
  /// There can be no file, so answers are kept in memory for this run.
  case inMemory(path: String, reason: String)
  case readOnly(path: String)
  case diskFull(path: String)
  case busy(path: String)
  case failed(path: String, reason: String)

  public var description: String {
    switch self {
    case .setAside(let path, let place, let reason): LibraryWords.setAside(path, place, reason)
    case .inMemory(let path, let reason): LibraryWords.inMemory(path, reason)
    case .readOnly(let path): LibraryWords.cacheReadOnly(path)
    case .diskFull(let path): LibraryWords.cacheDiskFull(path)
    case .busy(let path): LibraryWords.cacheBusy(path)
    case .failed(let path, let reason): LibraryWords.failed(path, reason)
    }
  }

  /// Problems with the same number are reported once.
  var number: Int {
    switch self {
    case .setAside: 0
    case .inMemory: 1
    case .readOnly: 2
    case .diskFull: 3
    case .busy: 4
    case .failed: 5
    }
  }
}
