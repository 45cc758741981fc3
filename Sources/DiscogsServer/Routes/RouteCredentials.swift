/// The credentials a request carries, not yet checked.
enum RouteCredentials: Hashable {
  case none
  case token(String)
  case key(String, secret: String)
  case oauth([String: String])

  init(_ call: RouteCall) {
    guard let field = call.fields["authorization"] else {
      if let token = call["token"] {
        self = .token(token)
      } else if let key = call["key"] {
        self = .key(key, secret: call["secret"] ?? "")
      } else {
        self = .none
      }
      return
    }
    let halves = field.split(separator: " ", maxSplits: 1)
    let pairs = Self.pairs(halves.count > 1 ? halves[1] : "")
    switch halves.first?.lowercased() {
    case "oauth": self = .oauth(pairs)
    case "discogs":
      if let token = pairs["token"] {
        self = .token(token)
      } else {
        self = .key(pairs["key"] ?? "", secret: pairs["secret"] ?? "")
      }
    default: self = .token("")
    }
  }

  /// `name="value", name=value`.
  private static func pairs(_ text: Substring) -> [String: String] {
    var pairs: [String: String] = [:]
    for part in text.split(separator: ",") {
      let halves = part.split(separator: "=", maxSplits: 1)
      guard halves.count == 2 else { continue }
      let name = halves[0].drop { $0 == " " }
      var value = halves[1].drop { $0 == " " }
      while value.last == " " { value.removeLast() }
      if value.count >= 2, value.first == "\"", value.last == "\"" { value = value.dropFirst().dropLast() }
      pairs[String(name)] = QueryText.decode(value.replacing("+", with: "%2B"))
    }
    return pairs
  }
}

extension Backend {
  /// The sender of a request.
  ///
  /// - Throws: 401 for credentials that are not valid.
  func caller(of call: RouteCall) async throws -> Caller {
    switch RouteCredentials(call) {
    case .none: return .anonymous
    case .token(let token):
      let user = options.tokens.isEmpty && !token.isEmpty ? options.owner : options.tokens[token]
      guard let user else { throw RouteRefusal.unauthenticated }
      return try await self.user(named: user)
    case .key(let key, let secret):
      guard options.tokens.isEmpty, !key.isEmpty, !secret.isEmpty else { throw RouteRefusal.unauthenticated }
      return .application(key)
    case .oauth(let parameters):
      // The two calls that hand out tokens look at their parameters themselves.
      if call.path.hasSuffix("/oauth/request_token") || call.path.hasSuffix("/oauth/access_token") { return .anonymous }
      guard let user = oauth.user(parameters, owner: options.owner) else { throw RouteRefusal.unauthenticated }
      return try await self.user(named: user)
    }
  }

  private func user(named name: String) async throws -> Caller {
    guard let account = try await accounts.account(named: name) else { throw RouteRefusal.unauthenticated }
    return .user(account)
  }
}
