/// Takes credentials out of texts and addresses before anyone sees them.
///
/// Discogs echoes `token=`, `key=` and `secret=` of a query into every address of a page (`pagination.urls`, `Link`).
public enum Scrub {
  private static let names: Set<String> = [
    "token", "key", "secret", "oauth_token", "oauth_token_secret", "oauth_signature", "oauth_consumer_key",
    "oauth_verifier", "oauth_nonce", "access_token", "signature", "password",
  ]

  /// Returns the text with `…` for the values of credentials.
  public static func text(_ text: String) -> String {
    var result = ""
    var name = ""
    var rest = Substring(text)
    while let character = rest.popFirst() {
      result.append(character)
      if character.isLetter || character == "_" {
        name.append(character)
        continue
      }
      defer { name = "" }
      guard character == "=", names.contains(name.lowercased()) else { continue }
      let isQuoted = rest.first == "\""
      if isQuoted { result.append(rest.removeFirst()) }
      let value = rest.prefix { isQuoted ? $0 != "\"" : !$0.isWhitespace && !"&,;\"'<>#)".contains($0) }
      rest = rest.dropFirst(value.count)
      if !value.isEmpty { result.append("…") }
    }
    return result
  }
}
