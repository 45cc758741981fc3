/// Who is signed in.
public enum AccountState: Hashable, Sendable {
  /// No credentials are known.
  case signedOut
  /// There are credentials; the name is nil until the server has confirmed them.
  case signedIn(user: String?)
  /// The server refused the credentials; they are kept.
  case refused(user: String?)
}

/// Where a token is kept.
public enum TokenPlace: Hashable, Sendable {
  /// The desktop's Secret Service.
  case secretService
  /// A file that only the user can read; its path.
  case file(String)
  /// An environment variable; its name. Nothing was stored.
  case variable(String)
  /// What the user's `token_command` prints. Nothing was stored.
  case command
}

/// The step in the middle of signing in by OAuth: the user allows it in a browser and types the code shown there.
public struct Authorisation: Hashable, Sendable {
  public var url: String
  /// Names this attempt to `finishOAuth`; holds no secret.
  public var attempt: Int

  public init(url: String, attempt: Int) {
    self.url = url
    self.attempt = attempt
  }
}

/// Signs in and out of Discogs. Tokens go in and never come out.
public struct AccountClient: Sendable {
  public var state: @Sendable () -> AccountState
  /// The state now and every change of it.
  public var changes: @Sendable () -> AsyncStream<AccountState>
  /// Asks the server who the token belongs to, and stores it only then. Returns the user's name and where it is kept.
  public var signIn: @Sendable (_ token: String) async throws(ClientError) -> (user: String, place: TokenPlace)
  /// Begins OAuth with the user's own application.
  public var beginOAuth:
    @Sendable (_ consumerKey: String, _ consumerSecret: String) async throws(ClientError) -> Authorisation
  public var finishOAuth:
    @Sendable (Authorisation, _ code: String) async throws(ClientError) -> (user: String, place: TokenPlace)
  /// Asks the server who is signed in.
  public var whoAmI: @Sendable () async throws(ClientError) -> String
  /// Forgets the stored credentials of this profile.
  public var signOut: @Sendable () async throws(ClientError) -> Void
  /// The names of the profiles, the one in use first.
  public var profiles: @Sendable () async throws(ClientError) -> [String]
  /// Goes over to another profile, which is made if there is none.
  public var select: @Sendable (_ profile: String) async throws(ClientError) -> Void

  public init(
    state: @escaping @Sendable () -> AccountState,
    changes: @escaping @Sendable () -> AsyncStream<AccountState>,
    signIn: @escaping @Sendable (String) async throws(ClientError) -> (user: String, place: TokenPlace),
    beginOAuth: @escaping @Sendable (String, String) async throws(ClientError) -> Authorisation,
    finishOAuth:
      @escaping @Sendable (Authorisation, String) async throws(ClientError) -> (
        user: String, place: TokenPlace
      ),
    whoAmI: @escaping @Sendable () async throws(ClientError) -> String,
    signOut: @escaping @Sendable () async throws(ClientError) -> Void,
    profiles: @escaping @Sendable () async throws(ClientError) -> [String],
    select: @escaping @Sendable (String) async throws(ClientError) -> Void
  ) {
    self.state = state
    self.changes = changes
    self.signIn = signIn
    self.beginOAuth = beginOAuth
    self.finishOAuth = finishOAuth
    self.whoAmI = whoAmI
    self.signOut = signOut
    self.profiles = profiles
    self.select = select
  }
}
