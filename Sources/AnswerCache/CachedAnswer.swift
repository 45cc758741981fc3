public import DiscogsModel
import Wording

/// What an answer is kept under: who was asked, on whose behalf, and for what.
///
/// Two spellings of one request are one key: the order of the query does not count, and credentials in a query never
/// become part of it.
public struct CacheKey: Hashable, Sendable {
  /// Who answered, such as `api.discogs.com`: a test server's records are not Discogs'.
  public let server: String
  /// The user as whom it was asked, in small letters; empty without one. What one account sees is not shown to another.
  public let account: String
  /// `GET /database/search?artist=nirvana&page=1`.
  public let request: String

  /// - Parameters:
  ///   - path: percent-encoded, from the root.
  ///   - query: names and values, not percent-encoded, in any order. Values of one name keep theirs.
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

  /// What is in the database. Neither a server nor an account has line breaks in it; they are taken out all the same.
  var stored: String { "\(scope)\(request)" }

  /// What all keys of a server and an account begin with.
  var scope: String { Self.scope(server: server, account: account) }

  static func scope(server: String, account: String) -> String {
    [server, account].map { $0.lowercased().filter { !$0.isNewline } + "\n" }.joined()
  }

  private static func isCredential(_ name: String) -> Bool {
    ["token", "key", "secret"].contains(name) || name.hasPrefix("oauth_")
  }

  private static func encoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        bytes.append(byte)
      default:
        let digits = Array("0123456789ABCDEF".utf8)
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// An answer as it came, to keep or kept.
public struct CachedAnswer: Hashable, Sendable {
  /// The kind of thing it is about, such as `release`: each kind has a lifetime of its own.
  public var kind: String
  /// 404 and 410 are worth keeping too, for a short while.
  public var status: Int
  public var contentType: String
  public var body: [UInt8]
  /// Seconds since 1970, by the clock of the one who stored it.
  public var storedAt: Double

  public init(
    kind: String, status: Int = 200, contentType: String = "application/json", body: [UInt8], storedAt: Double
  ) {
    self.kind = kind
    self.status = status
    self.contentType = contentType
    self.body = body
    self.storedAt = storedAt
  }

  /// How old it is, in seconds; never negative, whatever the clock did meanwhile.
  public func age(at now: Double) -> Double { max(0, now - storedAt) }

  /// Whether it is younger than its lifetime, in seconds.
  ///
  /// One that was stored in the future is not: the clock was wrong then or is now, and it would stay fresh until the
  /// clock has caught up. Five minutes are let pass, which clocks differ by that are set from time to time.
  public func isFresh(for lifetime: Double, at now: Double) -> Bool {
    storedAt - now <= 300 && age(at: now) < lifetime
  }
}

/// A row that some answer held once, and when the latest such answer came.
public struct SeenRow: Hashable, Sendable {
  public var row: CatalogueRow
  /// Seconds since 1970.
  public var seenAt: Double
}

/// How much is kept. What was used least recently goes first.
public struct CacheLimits: Hashable, Sendable {
  /// Of the database, as pages in use. An answer that alone would take a quarter of it is not kept.
  public var bytes: Int
  public var answers: Int
  /// Rows to search offline.
  public var rows: Int

  public init(bytes: Int = 200_000_000, answers: Int = 50_000, rows: Int = 50_000) {
    self.bytes = bytes
    self.answers = answers
    self.rows = rows
  }
}

/// What is in the cache.
public struct CacheInfo: Hashable, Sendable {
  public struct Kind: Hashable, Sendable {
    public var name: String
    public var count: Int
    /// Of the bodies as they are stored: packed.
    public var bytes: Int
    /// When the oldest was stored, in seconds since 1970.
    public var oldest: Double
  }

  /// By name.
  public var kinds: [Kind] = []
  /// Rows to search offline.
  public var rows = 0
  /// What the database takes on the disk, with the files beside it; 0 where it is kept in memory.
  public var fileBytes = 0

  public var count: Int { kinds.reduce(0) { $0 + $1.count } }
  public var bytes: Int { kinds.reduce(0) { $0 + $1.bytes } }
  public var oldest: Double? { kinds.map(\.oldest).min() }

  public init() {}
}

/// What kept the cache from doing its work. Nothing of it stops the program.
public enum CacheTrouble: Hashable, Sendable {
  /// The file could not be used; it lies at `place` now and a new one was begun. The reason is half a sentence.
  case setAside(path: String, place: String, reason: String)
  /// There can be no file, so this run keeps its answers in memory.
  case inMemory(path: String, reason: String)
  /// It can be read, and nothing new is kept.
  case readOnly(path: String)
  case diskFull(path: String)
  /// Another program did not let go of it in time.
  case busy(path: String)
  case failed(path: String, reason: String)
}

extension CacheTrouble: CustomStringConvertible {
  public var description: String {
    switch self {
    case .setAside(let path, let place, let reason):
      LibraryWords.setAside(path, place, reason)
    case .inMemory(let path, let reason):
      LibraryWords.inMemory(path, reason)
    case .readOnly(let path):
      LibraryWords.cacheReadOnly(path)
    case .diskFull(let path):
      LibraryWords.cacheDiskFull(path)
    case .busy(let path):
      LibraryWords.cacheBusy(path)
    case .failed(let path, let reason):
      LibraryWords.failed(path, reason)
    }
  }

  /// Troubles of one kind are told once.
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
