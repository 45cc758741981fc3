internal import DiscogsJSON
internal import DiscogsModel
internal import Synchronization
internal import Wording

/// The issued tokens of OAuth 1.0a, kept while the server runs.
///
/// Signatures are not computed: with PLAINTEXT the two secrets are compared; other methods pass only where any token
/// is accepted.
final class OAuthDesk: Sendable {
  struct Token: Sendable {
    var consumer: String
    var consumerSecret: String
    var secret: String
    /// The address to which the browser returns; nil for out of band.
    var callback: String?
    var verifier: String?
    /// The user who authorised it; nil until then.
    var user: String?
    /// Seconds since 1970.
    var issued: Int
  }

  /// Whether any token is accepted.
  let isOpen: Bool
  private let requests = Mutex<[String: Token]>([:])
  private let accesses = Mutex<[String: Token]>([:])

  init(isOpen: Bool) { self.isOpen = isOpen }

  /// The seconds that request tokens and verifiers are valid.
  private static let lifetime = 15 * 60

  /// - Returns: the new token's name.
  func issue(_ token: Token) -> String {
    let name = Self.random(40)
    requests.withLock { tokens in
      tokens = tokens.filter { $0.value.issued > token.issued - Self.lifetime }
      tokens[name] = token
    }
    return name
  }

  /// Authorises a request token for a user.
  ///
  /// - Returns: the token with its verifier; nil for an unknown or expired one.
  func authorise(_ name: String, for user: String, at now: Int) -> Token? {
    requests.withLock { tokens in
      guard var token = tokens[name], token.issued > now - Self.lifetime else { return nil }
      token.verifier = token.verifier ?? Self.random(10)
      token.user = user
      tokens[name] = token
      return token
    }
  }

  func requestToken(_ name: String, at now: Int) -> Token? {
    requests.withLock { $0[name].flatMap { $0.issued > now - Self.lifetime ? $0 : nil } }
  }

  /// Exchanges an authorised request token, which becomes invalid, for an access token.
  func exchange(_ name: String) -> (name: String, token: Token)? {
    guard var token = requests.withLock({ $0.removeValue(forKey: name) }) else { return nil }
    let access = Self.random(40)
    token.secret = Self.random(40)
    accesses.withLock { $0[access] = token }
    return (access, token)
  }

  /// The user of a signed request, for an unknown token at an open desk the owner; nil for one that is not accepted.
  func user(_ parameters: [String: String], owner: String) -> String? {
    guard let name = parameters["oauth_token"], !name.isEmpty else { return nil }
    guard let token = accesses.withLock({ $0[name] }) else { return isOpen ? owner : nil }
    return isSigned(parameters, token.consumerSecret, [token.secret]) ? token.user : nil
  }

  static func isPlain(_ parameters: [String: String]) -> Bool {
    parameters["oauth_signature_method"]?.uppercased() == "PLAINTEXT"
  }

  /// Whether a plain signature is made of the consumer's secret and one of these of the token. An open desk also takes
  /// signatures of other methods, unchecked.
  func isSigned(_ parameters: [String: String], _ consumerSecret: String, _ secrets: [String]) -> Bool {
    guard Self.isPlain(parameters) else { return isOpen }
    guard let signature = parameters["oauth_signature"] else { return false }
    // Each secret may be encoded once more inside.
    return secrets.map { "\(consumerSecret)&\($0)" }.contains { $0 == signature || $0 == QueryText.decode(signature) }
  }

  static func random(_ count: Int) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
    var generator = SystemRandomNumberGenerator()
    return String((0..<count).map { _ in letters[Int.random(in: letters.indices, using: &generator)] })
  }
}

/// Signing in.
struct OAuthRoutes: Sendable {
  let backend: Backend

  func add(to table: inout RouteTable) {
    table.at("oauth/request_token", get: requestToken, post: requestToken)
    table.at("oauth/authorize", get: authorise)
    table.at("oauth/access_token", get: accessToken, post: accessToken)
    table.at("oauth/identity", get: identity)
  }

  @Sendable private func identity(_ call: RouteCall) async throws -> RouteAnswer {
    guard let account = call.caller.account else { throw RouteRefusal.unauthenticated }
    return .json([
      "id": .int(account.id.number), "username": .text(account.username),
      "resource_url": .text(call.url(of: account)), "consumer_name": .text("Runout"),
    ])
  }

  // MARK: Tokens

  private static func parameters(_ call: RouteCall) -> [String: String] {
    if case .oauth(let parameters) = RouteCredentials(call) { return parameters }
    return Dictionary(call.query.map { ($0.name, $0.value) }) { $1 }
  }

  @Sendable private func requestToken(_ call: RouteCall) async throws -> RouteAnswer {
    let parameters = Self.parameters(call)
    for name in ["oauth_consumer_key", "oauth_signature", "oauth_signature_method", "oauth_timestamp", "oauth_nonce"] {
      guard parameters[name]?.isEmpty == false else { return Self.plain(401, "Parameter not found: \(name)") }
    }
    guard backend.oauth.isOpen || OAuthDesk.isPlain(parameters) else {
      return Self.plain(401, "Invalid signature: this server takes PLAINTEXT.")
    }
    let signature = parameters["oauth_signature"] ?? ""
    let callback = parameters["oauth_callback"] ?? "oob"
    let token = OAuthDesk.Token(
      consumer: parameters["oauth_consumer_key"] ?? "",
      consumerSecret: String(QueryText.decode(signature).prefix { $0 != "&" }), secret: OAuthDesk.random(40),
      callback: callback == "oob" || callback.isEmpty ? nil : callback, issued: backend.now)
    let name = backend.oauth.issue(token)
    return Self.form([
      ("oauth_token", name), ("oauth_token_secret", token.secret), ("oauth_callback_confirmed", "true"),
    ])
  }

  /// The page in the user's browser: the code to type, or the way back to the application.
  ///
  /// Where the server requires tokens, the user has to enter one.
  @Sendable private func authorise(_ call: RouteCall) async throws -> RouteAnswer {
    let name = call["oauth_token"] ?? ""
    let user =
      backend.options.tokens.isEmpty ? backend.options.owner : call["token"].flatMap { backend.options.tokens[$0] }
    guard let user else {
      return Self.page(
        """
        <form><input type="hidden" name="oauth_token" value="\(Self.escape(name))">
        <label>\(ServeWords.serverToken) <input type="password" name="token"></label> <button>\(ServeWords.authorise)</button></form>
        """)
    }
    guard let token = backend.oauth.authorise(name, for: user, at: backend.now) else {
      return Self.page("<p>\(ServeWords.requestExpired)</p>", status: 404)
    }
    let verifier = token.verifier ?? ""
    guard let callback = token.callback else {
      return Self.page("<p>\(ServeWords.typeCode) <code id=\"verifier\">\(verifier)</code></p>")
    }
    let query = QueryText.join([("oauth_token", name), ("oauth_verifier", verifier)])
    return RouteAnswer(
      status: 302, fields: [("Location", callback + (callback.contains("?") ? "&" : "?") + query)],
      contentType: "text/html")
  }

  @Sendable private func accessToken(_ call: RouteCall) async throws -> RouteAnswer {
    let parameters = Self.parameters(call)
    guard let name = parameters["oauth_token"], let token = backend.oauth.requestToken(name, at: backend.now) else {
      return Self.plain(401, "Invalid token.")
    }
    guard parameters["oauth_consumer_key"] == token.consumer else { return Self.plain(401, "Invalid consumer.") }
    // One client leaves the token's secret out, as the documentation's example does.
    guard backend.oauth.isSigned(parameters, token.consumerSecret, [token.secret, ""]) else {
      return Self.plain(401, "Invalid signature.")
    }
    guard let verifier = token.verifier, parameters["oauth_verifier"] == verifier,
      let access = backend.oauth.exchange(name)
    else { return Self.plain(401, "Invalid verifier.") }
    return Self.form([("oauth_token", access.name), ("oauth_token_secret", access.token.secret)])
  }

  // MARK: Answers

  private static func plain(_ status: Int, _ text: String) -> RouteAnswer {
    RouteAnswer(status: status, contentType: "text/plain", body: text)
  }

  private static func form(_ pairs: [(name: String, value: String)]) -> RouteAnswer {
    RouteAnswer(status: 200, contentType: "application/x-www-form-urlencoded", body: QueryText.join(pairs))
  }

  private static func page(_ body: String, status: Int = 200) -> RouteAnswer {
    RouteAnswer(
      status: status, contentType: "text/html; charset=utf-8",
      body:
        "<!DOCTYPE html>\n<html><head><title>\(ServeWords.authorise)</title></head><body>\n\(body)\n</body></html>\n")
  }

  private static func escape(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }
}
