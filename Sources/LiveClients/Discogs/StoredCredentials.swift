internal import DiscogsAPI
internal import DiscogsModel
internal import Platform

/// Credentials as one line of text, as in a keyring or a token file.
///
/// A token that the user stored is the bare token. Signing in stores a form with the user's name, which saves a
/// request, and the token's origin: `user=digger&origin=https://api.discogs.com&token=…`.
struct StoredCredentials {
  var credentials: Credentials
  /// Nil where only a token is known.
  var user: String?
  /// The only origin that gets the token, as `ApiURL.origin` writes it; Discogs' own for forms without one.
  var origin: String

  init(_ credentials: Credentials, user: String?, origin: String = ApiURL.discogs.origin) {
    (self.credentials, self.user, self.origin) = (credentials, user, origin)
  }

  init(_ text: String) {
    var fields: [String: String] = [:]
    for pair in text.split(separator: "&") {
      guard let mark = pair.firstIndex(of: "=") else { continue }
      fields[String(pair[..<mark])] = PercentEncoding.decodeForm(pair[pair.index(after: mark)...])
    }
    guard let user = fields["user"], let token = fields["token"] else {
      self.init(.token(Secret(text)), user: nil)
      return
    }
    let origin = fields["origin"] ?? ApiURL.discogs.origin
    if let key = fields["key"], let secret = fields["secret"], let tokenSecret = fields["token_secret"] {
      let consumer = Consumer(key: Secret(key), secret: Secret(secret))
      self.init(.oauth(consumer, token: Secret(token), secret: Secret(tokenSecret)), user: user, origin: origin)
    } else {
      self.init(.token(Secret(token)), user: user, origin: origin)
    }
  }

  var text: String {
    var items = [QueryItem("user", user ?? ""), QueryItem("origin", origin)]
    switch credentials {
    case .none: return ""
    case .consumer(let consumer):
      items += [QueryItem("key", consumer.key.reveal()), QueryItem("secret", consumer.secret.reveal())]
    case .token(let token): items.append(QueryItem("token", token.reveal()))
    case .oauth(let consumer, let token, let secret):
      items += [
        QueryItem("token", token.reveal()), QueryItem("key", consumer.key.reveal()),
        QueryItem("secret", consumer.secret.reveal()), QueryItem("token_secret", secret.reveal()),
      ]
    }
    return PercentEncoding.query(items)
  }

  /// The key that separates the cached answers of accounts: the user's name, or while that is unknown, a 64-bit hash of
  /// the token.
  var scope: String {
    if let user { return user.lowercased() }
    guard case .token(let token) = credentials else { return "" }
    return "~" + String(token.reveal().hash64, radix: 36)
  }
}

extension String {
  /// The FNV-1a hash of the UTF-8, the same in every run.
  var hash64: UInt64 { utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 } }
}
