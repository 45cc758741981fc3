public import Foundation
public import Logging

/// The settings of a ``DiscogsClient``: all that differs between a program, its tests and its environments.
public struct Configuration: Sendable {
  /// Without a slash at its end.
  public var baseURL = "https://api.discogs.com"
  /// The name the program gives itself; Discogs refuses programs without one.
  public var userAgent: UserAgent
  /// The dialect of profiles and notes.
  public var dialect = TextDialect.markup
  /// The currency of prices, such as `EUR`; nil for the user's own, else US dollars. Called for every request, so that
  /// a user may choose another one while the client lives.
  public var currency: @Sendable () -> String? = { nil }
  /// The time limit of a request, from sending it to the last byte of its response.
  public var timeout = Duration.seconds(30)
  /// The most bytes of an uncompressed body; a longer one is an error.
  public var maximumBodyBytes = 32 << 20
  /// How failed requests are retried, unless a call says otherwise.
  public var retry = RetryPolicy.default
  /// The requests a minute, and how lanes share them.
  public var limits = RateLimits()
  /// When to pause requests to a failing server.
  public var breaker = CircuitBreaker.Settings()
  /// How long cached responses stay fresh.
  public var lifetimes = CacheLifetimes.default
  /// An answer that takes longer makes the network ``NetworkState/slow``.
  public var slowAfter = Duration.seconds(3)
  /// Monotonic, for waits and limits; should go on while the machine sleeps.
  public var clock: any Clock<Duration> = ContinuousClock()
  /// Wall clock, for ages, HTTP dates and OAuth.
  public var now: @Sendable () -> Date
  /// For jitter and nonces.
  public var random: @Sendable () -> UInt64 = { UInt64.random(in: .min ... .max) }
  /// Messages are constant, facts are metadata: `endpoint`, `status`, `remaining`, `elapsed_ms`, `code`.
  public var logger = Logger(label: "discogs", factory: { _ in SwiftLogNoOpLogHandler() })

  /// Creates a configuration.
  public init(userAgent: UserAgent, now: @escaping @Sendable () -> Date = { Date() }) {
    (self.userAgent, self.now) = (userAgent, now)
  }
}

/// The name of a program: `Name/Version`, optionally `Name/Version (Linux) +URL`.
///
/// Discogs requires it; add a contact address if you have one.
public struct UserAgent: Hashable, Sendable, CustomStringConvertible {
  public let description: String

  /// Characters that a product name cannot have are written as `-`; those that have no place in a remark or an address
  /// are left out, and so are fields that are then empty.
  ///
  /// - Parameters:
  ///   - remark: in brackets, such as the system it runs on.
  ///   - contact: a page or mail address; nil where the program has none.
  public init(name: String, version: String, remark: String? = nil, contact: String? = nil) {
    let remark = Self.kept(remark) { $0 >= " " && !"()\\".unicodeScalars.contains($0) }
    let contact = Self.kept(contact) { $0 > " " }
    description =
      "\(Self.token(name))/\(Self.token(version))" + (remark.map { " (\($0))" } ?? "")
      + (contact.map { " +\($0)" } ?? "")
  }

  /// The ASCII characters that fit; nil when there are none.
  private static func kept(_ text: String?, _ fits: (Unicode.Scalar) -> Bool) -> String? {
    let kept = (text ?? "").unicodeScalars.filter { $0.value < 0x7F && fits($0) }
    return kept.isEmpty ? nil : String(String.UnicodeScalarView(kept))
  }

  /// RFC 9110, section 5.6.2.
  private static func token(_ text: String) -> String {
    let isToken: (Character) -> Bool = {
      $0.isASCII && ($0.isLetter || $0.isNumber || "!#$%&'*+-.^_`|~".contains($0))
    }
    return text.isEmpty ? "-" : String(text.map { isToken($0) ? $0 : "-" })
  }
}

/// The format of free text.
public enum TextDialect: String, CaseIterable, Hashable, Sendable {
  /// With Discogs' own markup.
  case markup = "discogs"
  /// With a plain twin, `profile_plaintext` beside `profile`.
  case plainText = "plaintext"
  /// As HTML, `profile_html`, in place of the markup.
  case html

  /// The value of `Accept`.
  public var mediaType: String { "application/vnd.discogs.v2.\(rawValue)+json" }
}
