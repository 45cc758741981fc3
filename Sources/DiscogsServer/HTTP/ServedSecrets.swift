internal import RunoutModel

/// Takes out of an address what no log may hold: known tokens wherever they stand, what looks like one, and
/// the values of all parameters whose names, however they are spelt, are those of secrets.
struct ServedSecrets {
  private let tokens: [String]

  init(tokens: some Collection<String>) {
    self.tokens = tokens.filter { !$0.isEmpty }
  }

  func path(_ path: String) -> String {
    path.split(separator: "/", omittingEmptySubsequences: false).map { isSecret($0) ? "…" : $0 }.joined(separator: "/")
  }

  /// Without the parameters that are secret.
  func query(_ query: String) -> String {
    query.split(separator: "&").filter { !isSecret($0) && !isNamedSecret($0) }.joined(separator: "&")
  }

  /// As it stands, and read once or twice: a name can be encoded more often than a server reads it.
  private func readings(_ text: Substring) -> [String] {
    let once = QueryText.decode(text)
    return [String(text), once, QueryText.decode(once)]
  }

  private func isSecret(_ text: Substring) -> Bool {
    readings(text).contains { reading in
      tokens.contains { reading.contains($0) } || SecretShape.looksLikeToken(reading)
    }
  }

  private func isNamedSecret(_ text: Substring) -> Bool {
    let names = ["token", "key", "secret", "signature", "verifier", "nonce", "password", "authorization"]
    return readings(text).contains { reading in
      let reading = reading.lowercased()
      return names.contains { reading.contains($0 + "=") }
    }
  }
}
