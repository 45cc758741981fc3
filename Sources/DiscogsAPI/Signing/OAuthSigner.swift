import Crypto
public import Foundation

/// Makes the `Authorization` header of OAuth 1.0a (RFC 5849).
public struct OAuthSigner: Sendable {
  public enum Method: String, CaseIterable, Hashable, Sendable {
    /// What Discogs recommends over HTTPS.
    case plaintext = "PLAINTEXT"
    case hmacSHA1 = "HMAC-SHA1"
  }

  public var consumer: Consumer
  /// Of a request token or an access token; none for the first call of a sign-in.
  public var token: Secret?
  public var tokenSecret: Secret?
  public var method: Method

  public init(consumer: Consumer, token: Secret? = nil, tokenSecret: Secret? = nil, method: Method = .plaintext) {
    self.consumer = consumer
    self.token = token
    self.tokenSecret = tokenSecret
    self.method = method
  }

  /// - Parameters:
  ///   - url: without its query.
  ///   - query: as it is sent, unencoded; part of an HMAC signature. A JSON body is not.
  ///   - extra: `oauth_callback` or `oauth_verifier`.
  ///   - nonce: another one for every request.
  public func header(
    method httpMethod: HTTPMethod, url: String, query: [QueryItem] = [], extra: [QueryItem] = [], nonce: String,
    now: Date
  ) -> String {
    var parameters = [
      QueryItem("oauth_consumer_key", consumer.key.reveal()),
      QueryItem("oauth_nonce", nonce),
      QueryItem("oauth_signature_method", method.rawValue),
      QueryItem("oauth_timestamp", String(Int(now.timeIntervalSince1970))),
      QueryItem("oauth_version", "1.0"),
    ]
    if let token { parameters.append(QueryItem("oauth_token", token.reveal())) }
    parameters += extra
    let signature = signature(httpMethod, url, query + parameters)
    parameters.append(QueryItem("oauth_signature", signature))
    let pairs = parameters.map { "\(PercentEncoding.encode($0.name))=\"\(PercentEncoding.encode($0.value))\"" }
    return "OAuth " + pairs.joined(separator: ", ")
  }

  private func signature(_ httpMethod: HTTPMethod, _ url: String, _ parameters: [QueryItem]) -> String {
    let key =
      PercentEncoding.encode(consumer.secret.reveal()) + "&" + PercentEncoding.encode(tokenSecret?.reveal() ?? "")
    guard method == .hmacSHA1 else { return key }
    // Section 3.4.1.3.2: encoded first, then sorted by name and value as bytes.
    let pairs = parameters.map { (name: PercentEncoding.encode($0.name), value: PercentEncoding.encode($0.value)) }
    let sorted = pairs.sorted { ($0.name, $0.value) < ($1.name, $1.value) }
    let normal = sorted.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    let base = [httpMethod.rawValue, url, normal].map(PercentEncoding.encode).joined(separator: "&")
    let code = HMAC<Insecure.SHA1>.authenticationCode(for: Data(base.utf8), using: SymmetricKey(data: Data(key.utf8)))
    return Data(code).base64EncodedString()
  }
}
