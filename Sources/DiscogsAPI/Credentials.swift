public import DiscogsModel

/// An application registered with Discogs.
public struct Consumer: Hashable, Sendable {
  /// Public: it names the application.
  public var key: Secret
  /// Store it like a password.
  public var secret: Secret

  /// Creates a consumer.
  public init(key: Secret, secret: Secret) { (self.key, self.secret) = (key, secret) }
}

/// The credentials of a request.
public enum Credentials: Hashable, Sendable {
  /// 25 requests a minute, no search, no images.
  case none
  /// 60 requests a minute, search and images; acts for no user.
  case consumer(Consumer)
  /// A personal access token: acts as its owner.
  case token(Secret)
  /// OAuth 1.0a, after ``OAuthFlow``: acts as the user who consented.
  case oauth(Consumer, token: Secret, secret: Secret)

  /// Whether they suffice for a call.
  public func meet(_ need: CredentialNeed) -> Bool {
    switch (need, self) {
    case (.none, _): true
    case (_, .none): false
    case (.any, _): true
    case (.user, .consumer): false
    case (.user, _): true
    }
  }

  /// Whether they belong to a user.
  public var areOfUser: Bool { meet(.user) }

  var areWellFormed: Bool { secrets.allSatisfy(\.isWellFormed) }
}

extension Credentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String {
    switch self {
    case .none: "no credentials"
    case .consumer: "key and secret <redacted>"
    case .token: "personal token <redacted>"
    case .oauth: "OAuth token <redacted>"
    }
  }

  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .enum) }
}

/// The account that sends requests.
public struct Account: Hashable, Sendable {
  /// The credentials that requests send.
  public var credentials: Credentials
  /// Separates the cached answers of accounts. Keep it for one user, even when the token changes.
  public var scope: String

  /// Creates an account.
  public init(_ credentials: Credentials, scope: String) { (self.credentials, self.scope) = (credentials, scope) }

  /// An account without credentials.
  public static let anonymous = Account(.none, scope: "")
}

/// The state of the sign-in, judging by the server's responses.
public enum AuthState: Hashable, Sendable {
  /// There are no credentials of a user.
  case signedOut
  /// The name is known once ``DiscogsClient/signedIn(as:)`` was called with it.
  case signedIn(username: String?)
  /// A call with a user's credentials was answered with 401. They are kept and still sent: one 401 proves little.
  case rejected
}
