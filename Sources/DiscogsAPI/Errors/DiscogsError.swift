public import DiscogsModel

/// An error of a call.
///
/// Each case has a stable ``code`` for logs and scripts, a ``sentence`` for people, a ``suggestion``, and says whether
/// trying again can help. No case ever holds a credential: texts of the server are cut and scrubbed on their way in.
public enum DiscogsError: Error, Hashable, Sendable {
  /// No connection, or it broke; or the server cannot be trusted, or the proxy on the way fails, each of which has
  /// a ``code`` of its own.
  case network(endpoint: String, TransportFailure)
  /// The response, or its end, did not arrive in time.
  case timedOut(endpoint: String)
  /// The caller cancelled, or the user with ``DiscogsClient/cancel(_:)``.
  case cancelled
  /// The response does not come from the API, or is empty, cut off or too large.
  case invalidResponse(endpoint: String, status: Int?, InvalidResponse)
  /// The response is JSON of an unexpected shape.
  case decoding(endpoint: String, DecodingFailure)
  /// 429. `retryAfter` is the server's, or the time until the budget has room.
  case rateLimited(endpoint: String, retryAfter: Duration?)
  /// 401.
  case unauthorized(Refusal)
  /// 401 for the time in an OAuth signature: nothing is wrong with the credentials, but with the clock of this machine.
  case wrongClock(Refusal)
  /// 403.
  case forbidden(Refusal)
  /// 404.
  case notFound(Refusal)
  /// 5xx.
  case server(Refusal)
  /// Any other 4xx, or a request that could not even be sent as it was.
  case invalidRequest(Refusal)
  /// 422.
  case validation(Refusal)
  /// Not sent: the call needs credentials, or those of a user.
  case missingToken(endpoint: String, CredentialNeed)
  /// Not sent: the server failed several times in a row, and the circuit breaker pauses requests.
  indirect case resting(endpoint: String, retryAfter: Duration, last: DiscogsError)
  /// Not in the cache, and the policy rules out the network.
  case notCached(endpoint: String)
}

/// The server's refusal: status and message.
public struct Refusal: Hashable, Sendable {
  /// The documented form, such as `GET /releases/{id}`.
  public var endpoint: String
  /// Nil when the request was not sent.
  public var status: Int?
  /// The server's own words on one line, without control characters, at most 300 characters; nil if it had none, or
  /// a web page in their place.
  public var message: String?
  /// The body was a web page: the gateway in front of the API answered, not the API.
  public var isWebPage: Bool
  /// The pause that a failing server asks for, if it does.
  public var retryAfter: Duration?

  /// Creates a refusal.
  public init(
    endpoint: String, status: Int?, message: String? = nil, isWebPage: Bool = false, retryAfter: Duration? = nil
  ) {
    (self.endpoint, self.status) = (endpoint, status)
    (self.message, self.isWebPage, self.retryAfter) = (message, isWebPage, retryAfter)
  }
}

/// Why a response is invalid.
public enum InvalidResponse: Hashable, Sendable {
  /// A web page: maintenance, or a network with its own sign-in.
  case webPage
  /// The body is empty.
  case empty
  /// The body is cut off.
  case truncated
  /// The body has more bytes than allowed.
  case tooLarge(limit: Int)
  /// The type that came.
  case contentType(String)
  /// The host that the server points to.
  case redirected(to: String)
  /// Not HTTP, or a status that the API never sends.
  case malformed(String)
}

extension DiscogsError {
  /// A code that stays the same across versions, for logs, scripts and tests.
  public var code: String {
    switch self {
    case .network(_, .untrusted): "untrusted"
    case .network(_, .proxy): "proxy"
    case .network: "network"
    case .timedOut: "timeout"
    case .cancelled: "cancelled"
    case .invalidResponse(_, _, let kind): kind.code
    case .decoding: "decoding"
    case .rateLimited: "rate-limited"
    case .unauthorized: "unauthorized"
    case .wrongClock: "wrong-clock"
    case .forbidden(let refusal): refusal.isWebPage ? "forbidden-by-gateway" : "forbidden"
    case .notFound: "not-found"
    case .server: "server-error"
    case .invalidRequest: "invalid-request"
    case .validation: "validation"
    case .missingToken: "missing-token"
    case .resting: "resting"
    case .notCached: "not-cached"
    }
  }

  /// The documented form of the call that failed; nil for ``cancelled``.
  public var endpoint: String? {
    switch self {
    case .network(let endpoint, _), .timedOut(let endpoint), .invalidResponse(let endpoint, _, _),
      .decoding(let endpoint, _), .rateLimited(let endpoint, _), .missingToken(let endpoint, _),
      .resting(let endpoint, _, _), .notCached(let endpoint):
      endpoint
    default: refusal?.endpoint
    }
  }

  private var refusal: Refusal? {
    switch self {
    case .unauthorized(let refusal), .wrongClock(let refusal), .forbidden(let refusal), .notFound(let refusal),
      .server(let refusal), .invalidRequest(let refusal), .validation(let refusal):
      refusal
    case .network, .timedOut, .cancelled, .invalidResponse, .decoding, .rateLimited, .missingToken, .resting,
      .notCached:
      nil
    }
  }

  /// The HTTP status, where the error has one; 429 for every ``rateLimited(endpoint:retryAfter:)``.
  public var status: Int? {
    switch self {
    case .invalidResponse(_, let status, _): status
    case .rateLimited: 429
    default: refusal?.status
    }
  }

  /// Whether the same call may succeed later.
  public var canRetry: Bool {
    switch self {
    case .network(_, .untrusted): false
    case .network(_, .proxy(_, let mayPass)): mayPass
    case .network, .timedOut, .rateLimited, .server, .resting: true
    case .invalidResponse(_, _, let kind): kind.canRetry
    case .forbidden(let refusal): refusal.isWebPage
    case .cancelled, .decoding, .unauthorized, .wrongClock, .notFound, .invalidRequest, .validation, .missingToken,
      .notCached:
      false
    }
  }

  /// The time to wait before trying again, if known.
  public var retryAfter: Duration? {
    switch self {
    case .rateLimited(_, let duration): duration
    case .resting(_, let duration, _): duration
    case .server(let refusal): refusal.retryAfter
    default: nil
    }
  }

  /// The cause: a ``TransportFailure``, a `DecodingFailure`, or the last ``DiscogsError`` before a pause.
  public var cause: (any Error)? {
    switch self {
    case .network(_, let failure): failure
    case .timedOut: TransportFailure.timedOut
    case .decoding(_, let failure): failure
    case .resting(_, _, let last): last
    case .invalidResponse(_, _, let kind): kind.cause
    default: nil
    }
  }

  /// False only when it is certain that the server did not carry the request out: what decides whether a change may be
  /// sent again.
  public var mayHaveBeenCarriedOut: Bool {
    switch self {
    case .network(_, .unreachable(_, let mayHaveArrived)): mayHaveArrived
    case .network(_, .untrusted), .network(_, .proxy): false
    case .network, .timedOut, .cancelled, .invalidResponse, .decoding, .server: true
    case .rateLimited, .unauthorized, .wrongClock, .forbidden, .notFound, .invalidRequest, .validation, .missingToken,
      .resting, .notCached:
      false
    }
  }
}

extension InvalidResponse {
  var code: String {
    switch self {
    case .webPage: "web-page"
    case .empty: "empty-answer"
    case .truncated: "truncated-answer"
    case .tooLarge: "oversized-answer"
    case .contentType: "content-type"
    case .redirected: "redirected"
    case .malformed: "malformed-answer"
    }
  }

  var canRetry: Bool {
    switch self {
    case .webPage, .empty, .truncated, .malformed: true
    case .tooLarge, .contentType, .redirected: false
    }
  }

  var cause: TransportFailure? {
    switch self {
    case .webPage, .empty, .contentType: nil
    case .truncated: .truncated
    case .tooLarge(let limit): .tooLarge(limit: limit)
    case .redirected(let host): .redirected(to: host)
    case .malformed(let reason): .malformed(reason)
    }
  }
}
