public import Clients
internal import DiscogsModel

/// A sign-in that the server has confirmed and that was stored.
public struct SignIn: Hashable, Sendable {
  public var user: String
  public var place: TokenPlace
  /// Why the token is in a file and not in the Secret Service or the keychain, half a sentence; nil when it is there.
  public var reason: String?
}

extension LiveServices {
  /// As `AccountClient.signIn`, with all there is to say about it.
  public func signIn(_ token: String) async throws(ClientError) -> SignIn {
    try await live.accounts.signIn(token)
  }

  /// As `AccountClient.finishOAuth`, with all there is to say about it.
  public func finishOAuth(_ authorisation: Authorisation, code: String) async throws(ClientError) -> SignIn {
    try await live.accounts.finishOAuth(authorisation, code)
  }

  /// As `AccountClient.signOut`.
  ///
  /// - Returns: whether a token was stored.
  public func signOut() async throws(ClientError) -> Bool {
    try await live.signOut()
  }
}
