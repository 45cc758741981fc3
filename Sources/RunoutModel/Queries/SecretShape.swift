/// Tells access tokens and keys from search words, so that none is written to the search history.
///
/// Discogs' own are 20 (consumer key), 32 (consumer secret) and 40 letters (token) in mixed case, often without a
/// digit. Others are long hexadecimal numbers or base64. When in doubt this says yes, since a wrong guess costs a line
/// of history and a missed one a secret; but never to names, barcodes, catalogue numbers or matrices found on records.
public enum SecretShape {
  /// Whether any word of the text looks like a token, key or password hash, or is labelled as one (`token=…`).
  public static func looksLikeToken(_ text: String) -> Bool {
    let words = text.utf8.split { $0 <= UInt8(ascii: " ") }
    for (index, word) in words.enumerated() {
      if hasRandomShape(word) || isAnnounced(word) { return true }
      if index > 0, isIntroduction(words[index - 1]), word.count >= 16, count(word, isDigit) > 0 { return true }
    }
    return false
  }

  private typealias Word = Substring.UTF8View

  /// `token=…`, `Discogs token=…`, `key=…, secret=…`, `oauth_token=…`, with at least eight characters behind the sign.
  private static func isAnnounced(_ word: Word) -> Bool {
    let names = ["token", "secret", "key", "password", "signature"]
    for pair in word.split(whereSeparator: { "?&,;\"".utf8.contains($0) }) {
      guard let sign = pair.firstIndex(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ":") }) else { continue }
      let name = Substring(pair[..<sign]).lowercased()
      // Before a colon only the bare word counts: `Whiskey:Drinking` may be a title.
      let isName = pair[sign] == UInt8(ascii: "=") ? names.contains { name.hasSuffix($0) } : names.contains(name)
      // Up to the end of the word, since the value may be in quotes.
      if isName, count(word[word.index(after: sign)...], { $0 != UInt8(ascii: "\"") }) >= 8 { return true }
    }
    return false
  }

  /// `Bearer`, `token`, `token:` and the like, in front of the secret itself.
  private static func isIntroduction(_ word: Word) -> Bool {
    let word = Substring(word).lowercased()
    return ["bearer", "token", "token:", "token=", "secret", "secret:", "secret="].contains(word)
  }

  private static func hasRandomShape(_ word: Word) -> Bool {
    // The site's own addresses are long too, but have dots and slashes early on.
    for run in word.split(whereSeparator: { !isAlphanumeric($0) }) where run.count >= 20 {
      let shape = Shape(run)
      let mixesCases = shape.lower > 0 && shape.upper > 0
      // `InTheCourtOfTheCrimsonKing` changes case as often as a token, but has no two capitals in a row.
      let isRagged = shape.capitalPairs + shape.digits >= 2 || shape.changes * 10 >= run.count * 6
      if mixesCases, isRagged, shape.changes * 4 >= run.count { return true }
      if run.count >= 32, shape.isHexadecimal, shape.digits > 3, shape.digits < run.count { return true }
      if run.count >= 32, shape.digits > 3, shape.changes * 4 >= run.count { return true }
    }
    // Base64, including its URL-safe form: the signs inside are part of it.
    for run in word.split(whereSeparator: { !isAlphanumeric($0) && !"+/-_=".utf8.contains($0) }) where run.count >= 32 {
      let shape = Shape(run)
      let hasAll = shape.lower > 2 && shape.upper > 2 && shape.digits > 2
      if hasAll, shape.changes * 10 >= run.count * 3 { return true }
    }
    return false
  }

  /// Counts over a run of characters.
  private struct Shape {
    var lower = 0
    var upper = 0
    var digits = 0
    /// Pairs of neighbours of different kinds: lower case, upper case, digit.
    var changes = 0
    /// Two capitals in a row.
    var capitalPairs = 0
    var isHexadecimal = true

    init(_ run: Word) {
      var last = Kind.other
      for byte in run {
        let kind: Kind
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"):
          kind = .lower
          lower += 1
        case UInt8(ascii: "A")...UInt8(ascii: "Z"):
          kind = .upper
          upper += 1
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
          kind = .digit
          digits += 1
        default: kind = .other
        }
        if kind != .digit, byte | 0x20 > UInt8(ascii: "f") { isHexadecimal = false }
        if kind != last, kind != .other, last != .other { changes += 1 }
        if kind == .upper, last == .upper { capitalPairs += 1 }
        last = kind
      }
    }

    private enum Kind { case lower, upper, digit, other }
  }

  private static func count(_ word: Word, _ matches: (UInt8) -> Bool) -> Int {
    word.reduce(0) { matches($1) ? $0 + 1 : $0 }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    isDigit(byte) || byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
  }
}
