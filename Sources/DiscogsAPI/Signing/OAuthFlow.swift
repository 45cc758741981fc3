public import DiscogsModel

/// The three steps in which a user lets an application act for them without giving it a password.
///
///     let request = try await flow.requestToken()
///     show(flow.authoriseURL(request))  // the user consents in a browser, and is shown a code
///     let credentials = try await flow.accessToken(request, verifier: code)
///
/// A request token and its code expire after 15 minutes; the credentials are good until the user revokes them.
public struct OAuthFlow: Sendable {
  /// A request token, which is good for the next two steps only.
  public struct RequestToken: Hashable, Sendable {
    /// A part of the address that the user opens.
    public var token: Secret
    /// Leaves the program only within a signature.
    public var secret: Secret

    /// Creates a request token.
    public init(token: Secret, secret: Secret) { (self.token, self.secret) = (token, secret) }
  }

  private let configuration: Configuration
  private let consumer: Consumer
  private let site: String
  private let transport: any HTTPTransport

  /// - Parameter site: where users consent, without a slash at its end.
  public init(
    _ configuration: Configuration, consumer: Consumer,
    site: String = "https://www.discogs.com", transport: any HTTPTransport
  ) {
    (self.configuration, self.consumer, self.site, self.transport) = (configuration, consumer, site, transport)
  }

  /// Requests a token: the first step.
  ///
  /// - Parameter callback: where the browser goes afterwards; `oob` for a code that the user types in.
  public func requestToken(callback: String = "oob") async throws(DiscogsError) -> RequestToken {
    let signer = OAuthSigner(consumer: consumer)
    let extra = [QueryItem("oauth_callback", callback)]
    let (token, secret) = try await pair(.get, "/oauth/request_token", signer, extra)
    return RequestToken(token: token, secret: secret)
  }

  /// The address to open in the user's browser. It holds no secret: the token alone is worth nothing.
  public func authoriseURL(_ request: RequestToken) -> String {
    "\(site)/oauth/authorize?oauth_token=\(PercentEncoding.encode(request.token.reveal()))"
  }

  /// Exchanges the token and the user's code for credentials: the last step.
  ///
  /// - Parameter verifier: the code the user was shown.
  public func accessToken(_ request: RequestToken, verifier: String) async throws(DiscogsError) -> Credentials {
    let signer = OAuthSigner(consumer: consumer, token: request.token, tokenSecret: request.secret)
    let extra = [QueryItem("oauth_verifier", Secret(verifier).reveal())]
    let (token, secret) = try await pair(.post, "/oauth/access_token", signer, extra)
    return .oauth(consumer, token: token, secret: secret)
  }

  private func pair(
    _ httpMethod: HTTP.Method, _ path: String, _ signer: OAuthSigner, _ extra: [QueryItem]
  ) async throws(DiscogsError) -> (token: Secret, secret: Secret) {
    let endpoint = "\(httpMethod.rawValue) \(path)"
    let url = configuration.baseURL + path
    var headers: HTTP.Headers = [
      "User-Agent": configuration.userAgent.description, "Content-Type": "application/x-www-form-urlencoded",
    ]
    headers["Authorization"] = signer.header(extra: extra, nonce: configuration.nonce(), now: configuration.now())
    let request = HTTP.Request(
      httpMethod, url: url, headers: headers, body: httpMethod == .post ? [] : nil, timeout: configuration.timeout,
      maximumBodyBytes: 1 << 16)
    let secrets = SentSecrets()
    secrets.note(.oauth(consumer, token: signer.token ?? "", secret: signer.tokenSecret ?? ""))
    let response: HTTP.Response
    do {
      response = try await transport.send(request)
    } catch { throw AnswerReading.error(endpoint, secrets.scrubbed(error)) }
    if let error = AnswerReading.refusal(endpoint, secrets.scrubbed(response)) { throw error }
    let form = Self.form(response.body)
    guard let token = form["oauth_token"], let secret = form["oauth_token_secret"], !token.isEmpty else {
      let field = form["oauth_token"]?.isEmpty ?? true ? "oauth_token" : "oauth_token_secret"
      throw .decoding(endpoint: endpoint, DecodingFailure(field: field, reason: "not in the form"))
    }
    return (token: Secret(token), secret: Secret(secret))
  }

  /// The first value of each name.
  private static func form(_ body: [UInt8]) -> [String: String] {
    let pairs = String(decoding: body, as: UTF8.self).split(separator: "&").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count > 1 ? PercentEncoding.decodeForm(parts[1]) : ""
      return (PercentEncoding.decodeForm(parts[0]), Secret(value).reveal())
    }
    return Dictionary(pairs) { first, _ in first }
  }
}

extension Configuration {
  /// 128 random bits, in hexadecimal.
  func nonce() -> String {
    [random(), random()].map { bits in
      let digits = String(bits, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
