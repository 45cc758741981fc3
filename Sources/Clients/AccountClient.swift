/// The state of signing in.
public enum AccountState: Hashable, Sendable {
  case signedOut
  /// There are credentials; the name is nil until the server has told it.
  case signedIn(user: String?)
  /// The server refused the credentials; they are kept.
  case refused(user: String?)
}

public enum TokenPlace: Hashable, Sendable {
  /// The desktop's Secret Service; on a Mac the keychain.
  case secretService
  /// A file that only the user can read; its path.
  case file(String)
  /// An environment variable; its name. Nothing was stored.
  case variable(String)
  /// The output of the user's `token_command`. Nothing was stored.
  case command
}

/// The middle step of OAuth: the user authorises the program in a browser and types the code shown there.
public struct Authorisation: Hashable, Sendable {
  public var url: String
  /// Identifies this attempt for `finishOAuth`; holds no secret.
  public var attempt: Int

  public init(url: String, attempt: Int) { (self.url, self.attempt) = (url, attempt) }
}

/// Signs in and out of Discogs. Tokens go in and never come out.
public struct AccountClient: Client {
  @Call(answering: .signedOut) public var state: @Sendable () -> AccountState
  /// The state now and every change of it.
  @Call(answering: .finished) public var changes: @Sendable () -> AsyncStream<AccountState>
  /// Asks the server for the token's user, and stores it only then. Returns the user's name and the token's place.
  @Call() public var signIn: @Sendable (_ token: String) async throws(ClientError) -> (user: String, place: TokenPlace)
  /// Begins OAuth with the user's own application.
  @Call() public var beginOAuth:
    @Sendable (_ consumerKey: String, _ consumerSecret: String) async throws(ClientError) -> Authorisation
  @Call() public var finishOAuth:
    @Sendable (Authorisation, _ code: String) async throws(ClientError) -> (user: String, place: TokenPlace)
  /// Asks the server for the user's name.
  @Call() public var whoAmI: @Sendable () async throws(ClientError) -> String
  /// Forgets the stored credentials of this profile.
  @Call() public var signOut: @Sendable () async throws(ClientError) -> Void
  /// The names of the profiles, the one in use first.
  @Call() public var profiles: @Sendable () async throws(ClientError) -> [String]
  /// Switches to another profile, which need not exist yet.
  @Call() public var select: @Sendable (_ profile: String) async throws(ClientError) -> Void

  public init() {}
}
