import Wording

/// What was typed or set where a name, a token or an address belongs, and cannot be one.
///
/// Each says in one line what is wrong and what would be right. None repeats a token; other input is repeated without
/// what is not printable, and not at length.
public enum InputError: Error, Hashable, Sendable {
  case userName(reason: String)
  case token(reason: String)
  case address(String, reason: String)
}

extension InputError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .userName(let reason): AccountWords.notAUserName(reason)
    case .token(let reason): AccountWords.notAToken(reason)
    case .address(let text, let reason): ConfigWords.notAnAddress(Self.shown(text), reason)
    }
  }

  /// Some of a text, on one line.
  fileprivate static func shown(_ text: String) -> String {
    let line = String(String.UnicodeScalarView(text.unicodeScalars.map { $0.isInvisible ? "\u{FFFD}" : $0 }))
    return line.count > 60 ? line.prefix(59) + "…" : line
  }
}

/// A Discogs user name, as it is spelled; two spellings that differ in case are the same user.
public struct UserName: Hashable, Sendable, CustomStringConvertible {
  public let text: String

  /// - Throws: `InputError.userName`.
  public init(_ typed: String) throws(InputError) {
    let text = typed.withoutSurroundingSpace
    if text.isEmpty { throw .userName(reason: AccountWords.empty) }
    if text.hasPrefix("@") { throw .userName(reason: AccountWords.noAt) }
    if text.contains("://") || text.hasPrefix("www.") {
      throw .userName(reason: AccountWords.nameAlone)
    }
    if text.utf8.count > 100 { throw .userName(reason: AccountWords.nameTooLong) }
    if text.unicodeScalars.contains(where: { $0.isInvisible || $0.properties.isWhitespace }) {
      throw .userName(reason: AccountWords.nameHasSpaces)
    }
    if let sign = text.first(where: { "/\\?#%&:;<>\"'`|@".contains($0) }) {
      throw .userName(reason: AccountWords.notInNames(sign))
    }
    // As parts of an address they mean directories.
    if text == "." || text == ".." { throw .userName(reason: AccountWords.onlyDots) }
    self.text = text
  }

  public var description: String { text }

  public static func == (left: Self, right: Self) -> Bool { left.text.lowercased() == right.text.lowercased() }

  public func hash(into hasher: inout Hasher) { hasher.combine(text.lowercased()) }
}

/// A personal access token that could be one.
public struct AccessToken: Hashable, Sendable {
  public let secret: Secret

  /// Takes what the settings page shows, also with the words of a header around it: `Discogs token=…`, or in quotes.
  ///
  /// Discogs' own have forty letters and digits. That is not demanded, since other servers speak the same API.
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
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"):
        true
      default: "-._~+/=".utf8.contains(byte)
      }
    }
    guard isPlain else { throw .token(reason: AccountWords.notTokenLetters) }
    if text.utf8.count < 8 { throw .token(reason: AccountWords.tokenTooShort) }
    if text.utf8.count > 256 { throw .token(reason: AccountWords.tokenTooLong) }
    secret = Secret(String(text))
  }
}

extension Unicode.Scalar {
  /// Control characters, and those that change how others are shown or cannot be seen.
  var isInvisible: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: true
    default: false
    }
  }
}
