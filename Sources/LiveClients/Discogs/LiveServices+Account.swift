public import Clients
internal import DiscogsModel

/// A sign-in that the server has confirmed and that was stored.
public struct SignIn: Hashable, Sendable {
  public var user: String
  public var place: TokenPlace
  /// Half a sentence on why the token is in a file, not in the Secret Service or the keychain; nil when it is there.
  public var reason: String?
}

extension LiveServices {
  /// As `AccountClient.signIn`, with the reason for the token's place.
  public func signIn(_ token: String) async throws(ClientError) -> SignIn { try await live.accounts.signIn(token) }

  /// As `AccountClient.finishOAuth`, with the reason for the token's place.
  public func finishOAuth(_ authorisation: Authorisation, code: String) async throws(ClientError) -> SignIn {
    try await live.accounts.finishOAuth(authorisation, code)
  }

  /// As `AccountClient.signOut`.
  ///
  /// - Returns: whether a token was stored.
  public func signOut() async throws(ClientError) -> Bool { try await live.signOut() }
}
