public import DiscogsModel
public import Foundation

/// Makes the `Authorization` header of OAuth 1.0a (RFC 5849).
///
/// The signature is `PLAINTEXT`, the two secrets as they are, which Discogs recommends: requests go over TLS, and over
/// plain HTTP a digest would not protect the responses either.
public struct OAuthSigner: Sendable {
  /// The application that signs.
  public var consumer: Consumer
  /// A request token or an access token; nil for the first call of a sign-in.
  public var token: Secret?
  /// The secret that came with the token.
  public var tokenSecret: Secret?

  /// Creates a signer.
  public init(consumer: Consumer, token: Secret? = nil, tokenSecret: Secret? = nil) {
    (self.consumer, self.token, self.tokenSecret) = (consumer, token, tokenSecret)
  }

  /// The value of the header.
  ///
  /// - Parameters:
  ///   - extra: `oauth_callback` or `oauth_verifier`.
  ///   - nonce: a new one for every request.
  public func header(extra: [QueryItem] = [], nonce: String, now: Date) -> String {
    var parameters = [
      QueryItem("oauth_consumer_key", consumer.key.reveal()),
      QueryItem("oauth_nonce", nonce),
      QueryItem("oauth_signature_method", "PLAINTEXT"),
      QueryItem("oauth_timestamp", String(Int(clamping: now.timeIntervalSince1970))),
      QueryItem("oauth_version", "1.0"),
    ]
    if let token { parameters.append(QueryItem("oauth_token", token.reveal())) }
    parameters += extra
    let secrets = [consumer.secret.reveal(), tokenSecret?.reveal() ?? ""]
    parameters.append(QueryItem("oauth_signature", secrets.map(PercentEncoding.encode).joined(separator: "&")))
    let pairs = parameters.map { "\(PercentEncoding.encode($0.name))=\"\(PercentEncoding.encode($0.value))\"" }
    return "OAuth " + pairs.joined(separator: ", ")
  }
}
