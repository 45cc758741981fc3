public import DiscogsModel
import Wording

/// Input that cannot be a user name, a token or an address.
///
/// Its description is one line with the mistake and the remedy. It never repeats a token; other input is cut, without
/// unprintable characters.
public enum InputError: Error, Hashable, Sendable, CustomStringConvertible {
  case userName(reason: String)
  case token(reason: String)
  case address(String, reason: String)

  public var description: String {
    switch self {
    case .userName(let reason): AccountWords.notAUserName(reason)
    case .token(let reason): AccountWords.notAToken(reason)
    case .address(let text, let reason): ConfigWords.notAnAddress(Self.shown(text), reason)
    }
  }

  /// At most 60 characters of a text, on one line.
  fileprivate static func shown(_ text: String) -> String {
    let line = String(String.UnicodeScalarView(text.unicodeScalars.map { $0.isInvisible ? "\u{FFFD}" : $0 }))
    return line.count > 60 ? line.prefix(59) + "…" : line
  }
}

/// A Discogs user name as spelled; names that differ only in case are equal.
public struct UserName: Hashable, Sendable, CustomStringConvertible {
  public let text: String

  public init(_ typed: String) throws(InputError) {
    let text = typed.withoutSurroundingSpace
    if text.isEmpty { throw .userName(reason: AccountWords.empty) }
    if text.hasPrefix("@") { throw .userName(reason: AccountWords.noAt) }
    if text.contains("://") || text.hasPrefix("www.") { throw .userName(reason: AccountWords.nameAlone) }
    if text.utf8.count > 100 { throw .userName(reason: AccountWords.nameTooLong) }
    if text.unicodeScalars.contains(where: { $0.isInvisible || $0.properties.isWhitespace }) {
      throw .userName(reason: AccountWords.nameHasSpaces)
    }
    if let sign = text.first(where: { "/\\?#%&:;<>\"'`|@".contains($0) }) {
      throw .userName(reason: AccountWords.notInNames(sign))
    }
    // As parts of a URL they would mean directories.
    if text == "." || text == ".." { throw .userName(reason: AccountWords.onlyDots) }
    self.text = text
  }

  public var description: String { text }

  public static func == (left: Self, right: Self) -> Bool { left.text.lowercased() == right.text.lowercased() }

  public func hash(into hasher: inout Hasher) { hasher.combine(text.lowercased()) }
}

/// A text that could be a personal access token.
public struct AccessToken: Hashable, Sendable {
  public let secret: Secret

  /// Accepts the token as Discogs' settings page shows it, in quotes, or within a header: `Discogs token=…`.
  ///
  /// Discogs' tokens have forty letters and digits, which is not required, because other servers have the same API.
  ///
  /// - Throws: `InputError.token`, which never repeats it.
  public init(_ typed: Secret) throws(InputError) {
    var text = typed.reveal().withoutSurroundingSpace[...]
    if let first = text.first, text.count > 1, text.last == first, first == "\"" || first == "'" {
      text = text.dropFirst().dropLast()
    }
    for words in ["Authorization:", "Discogs", "token="] {
      while text.first == " " { text.removeFirst() }
      if text.prefix(words.count).lowercased() == words.lowercased() { text = text.dropFirst(words.count) }
    }
    if text.isEmpty { throw .token(reason: AccountWords.empty) }
    if text.contains("://") { throw .token(reason: AccountWords.tokenIsAddress) }
    if text.unicodeScalars.contains(where: { $0.isInvisible || $0.properties.isWhitespace }) {
      throw .token(reason: AccountWords.tokenHasSpaces)
    }
    guard text.utf8.allSatisfy({ $0.isLetterOrDigit || "-._~+/=".utf8.contains($0) }) else {
      throw .token(reason: AccountWords.notTokenLetters)
    }
    if text.utf8.count < 8 { throw .token(reason: AccountWords.tokenTooShort) }
    if text.utf8.count > 256 { throw .token(reason: AccountWords.tokenTooLong) }
    secret = Secret(String(text))
  }
}

extension Unicode.Scalar {
  /// Whether it is a control character, invisible, or changes how other characters are shown.
  var isInvisible: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: true
    default: false
    }
  }
}

extension UInt8 {
  /// Whether it is an ASCII letter or digit.
  public var isLetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}
