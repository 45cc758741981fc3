internal import RunoutModel

/// Takes out of an address what no log may hold: known tokens wherever they stand, what looks like one, values as long
/// as one, and the values of all parameters whose names, however they are spelt, are those of secrets.
struct ServedSecrets {
  /// In small letters.
  private let tokens: [String]

  init(tokens: some Collection<String>) { self.tokens = tokens.filter { !$0.isEmpty }.map { $0.lowercased() } }

  func path(_ path: String) -> String {
    let shown = path.split(separator: "/", omittingEmptySubsequences: false).map { isHidden($0) ? "…" : $0 }
      .joined(separator: "/")
    // A token can have slashes.
    return hasToken(shown) ? "/…" : shown
  }

  /// Without the parameters that are secret.
  func query(_ query: String) -> String {
    let shown = query.split(separator: "&").filter { !isHidden($0) && !hasLongWord($0) }.joined(separator: "&")
    return hasToken(shown) ? "" : shown
  }

  private func isHidden(_ part: Substring) -> Bool {
    let part = String(part)
    return hasToken(part)
      || readings(part).contains { reading in
        isNamedSecret(reading) || SecretShape.looksLikeToken(reading)
          || SecretShape.looksLikeToken(reading.replacing("+", with: " "))
      }
  }

  private func hasToken(_ text: String) -> Bool {
    readings(text).contains { reading in
      let reading = reading.lowercased()
      return tokens.contains { reading.contains($0) }
    }
  }

  /// Whether a name before an equals sign is a secret's: `token[]`, `Sig`, `X-Api-Key`, `to.ken`.
  private func isNamedSecret(_ reading: String) -> Bool {
    let names = reading.lowercased().split(separator: "=", omittingEmptySubsequences: false).dropLast()
    return names.contains { name in
      let letters = name.filter { $0.isASCII && $0.isLetter }
      return Self.names.contains { letters.contains($0) }
    }
  }

  /// Whether a value has a word as long as Discogs' shortest key: hiding a long word costs the log nothing.
  private func hasLongWord(_ part: Substring) -> Bool {
    readings(String(part)).contains { reading in
      reading.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.contains { $0.utf8.count >= 20 }
    }
  }

  private static let names = ["token", "secret", "pass", "pwd", "auth", "sig", "key", "verifier", "nonce"]

  /// As it stands, and read once or twice: a name can be encoded more often than a server reads it. Without control
  /// characters, which nothing shows.
  private func readings(_ text: String) -> [String] {
    let once = Self.decoded(text)
    return [text, once, Self.decoded(once)].map { reading in
      String(String.UnicodeScalarView(reading.unicodeScalars.filter { $0.properties.generalCategory != .control }))
    }
  }

  /// Each `%XX` taken back. Unlike a server, which reads all or nothing, it goes on behind one that is malformed.
  private static func decoded(_ text: String) -> String {
    var (bytes, rest) = ([UInt8](), text.utf8[...])
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
