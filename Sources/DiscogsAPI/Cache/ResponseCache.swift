public import Foundation

/// Keeps answers between calls, and between runs where it writes them down.
///
///     let cache = LayeredResponseCache(MemoryResponseCache(), over: fileCache)
///     let client = DiscogsClient(configuration, transport: transport, cache: cache)
///
/// A cache never fails: unreadable responses count as missing, unwritable ones are dropped, and both are logged.
public protocol ResponseCache: Sendable {
  /// Returns the cached response for a call, or nil.
  func response(for key: CacheKey) async -> CachedResponse?
  /// Keeps a response, over one that is there.
  func store(_ response: CachedResponse, for key: CacheKey) async
  /// Forgets one response.
  func remove(_ key: CacheKey) async
  /// Drops one account's responses at this path and below it, after a change there.
  func remove(under path: String, scope: String) async
  /// Drops one account's responses of these kinds, after it signed out.
  func remove(_ kinds: Set<CacheKind>, scope: String) async
}

/// The parts of a call that tell it from others.
public struct CacheKey: Hashable, Sendable {
  /// Always ``HTTP/Method/get`` so far: nothing else is kept.
  public var method: HTTP.Method
  /// Of the endpoint, percent-encoded: `/releases/249504`.
  public var path: String
  /// Percent-encoded and sorted, so that the order of writing does not matter; ends with the dialect.
  public var query: String
  /// ``Account/scope``.
  public var scope: String

  /// Creates a cache key.
  public init(method: HTTP.Method, path: String, query: String, scope: String) {
    (self.method, self.path, self.query, self.scope) = (method, path, query, scope)
  }

  /// One line that tells keys apart, for stores that want a text.
  public var text: String { "\(scope)\n\(method.rawValue) \(path)?\(query)" }

  /// Whether the path is the given one or lies below it.
  public func isUnder(_ path: String) -> Bool {
    self.path == path || self.path.hasPrefix(path.hasSuffix("/") ? path : path + "/")
  }
}

/// One kept answer: the body as it came, unpacked, so that a better reader can read it again.
public struct CachedResponse: Hashable, Sendable {
  /// The kind of response, which decides how long it stays fresh.
  public var kind: CacheKind
  /// 200, or 404 for a record known to be missing.
  public var status: Int
  /// As the response named it; nil where it did not.
  public var contentType: String?
  /// As it came, unpacked.
  public var body: [UInt8]
  /// When it was kept, by ``Configuration/now``.
  public var storedAt: Date

  /// Creates a cached response.
  public init(kind: CacheKind, status: Int, contentType: String?, body: [UInt8], storedAt: Date) {
    (self.kind, self.status, self.contentType, self.body, self.storedAt) = (kind, status, contentType, body, storedAt)
  }

  /// Never negative, also when the clock was set back.
  public func age(at now: Date) -> Duration { .seconds(max(0, now.timeIntervalSince(storedAt))) }
}

/// How long answers stay fresh, by kind. Older ones are still given, with their age, until they are refreshed.
public struct CacheLifetimes: Hashable, Sendable {
  private var lifetimes: [CacheKind: Duration]
  /// How long a missing record is remembered as missing.
  public var notFound: Duration

  /// Search ten minutes, records and profiles a day, lists of records half a day, figures an hour,
  /// the rest, such as the collection, five minutes.
  public static let `default` = CacheLifetimes([:], notFound: .seconds(600))

  /// Kinds left out have the default lifetime.
  public init(_ lifetimes: [CacheKind: Duration], notFound: Duration) {
    (self.lifetimes, self.notFound) = (lifetimes, notFound)
  }

  /// How long responses of a kind stay fresh.
  public subscript(_ kind: CacheKind) -> Duration {
    get { lifetimes[kind] ?? Self.usual(kind) }
    set { lifetimes[kind] = newValue }
  }

  private static func usual(_ kind: CacheKind) -> Duration {
    switch kind {
    case .search: .seconds(10 * 60)
    case .release, .master, .artist, .label: .seconds(24 * 3600)
    case .versions, .artistReleases, .labelReleases: .seconds(12 * 3600)
    case .rating, .stats, .priceSuggestions, .marketplaceStats: .seconds(3600)
    case .profile: .seconds(24 * 3600)
    case .collection, .wants, .lists, .inventory: .seconds(5 * 60)
    }
  }

  func isFresh(_ response: CachedResponse, at now: Date) -> Bool {
    // An answer from the future was kept under a clock that was wrong, then or now: its age is unknown.
    guard response.storedAt <= now else { return false }
    return response.age(at: now) < (response.status == 404 ? notFound : self[response.kind])
  }
}
