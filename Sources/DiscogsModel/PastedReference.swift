extension EntityReference {
  /// The page that a pasted address or shorthand means; nil for anything else, also for a number alone.
  ///
  /// Addresses are those of the site and of its API, with or without scheme, language, title, query and fragment:
  /// `https://www.discogs.com/de/release/249504-Rick-Astley`, `discogs.com/sell/release/249504?ev=rb`,
  /// `api.discogs.com/masters/96559/versions`, and the site's old `/Rick-Astley/release/249504`.
  ///
  /// Shorthands are those of the site's texts: `[r249504]`, `[m=96559]`, and `r249504` without brackets. The last only
  /// with a small letter and three digits or more, because M83 and L7 are bands and R1234 a catalogue number.
  public init?(pasted text: String) {
    var text = text[...]
    while let first = text.first, first.isWhitespace || first == "<" { text.removeFirst() }
    while let last = text.last, last.isWhitespace || last == ">" { text.removeLast() }
    guard let reference = Self.shorthand(text) ?? Self.address(text) else { return nil }
    self = reference
  }

  /// The page's address on the site, for people and browsers.
  public var webURL: String { "https://www.discogs.com/\(kind.rawValue)/\(number)" }

  private static func shorthand(_ text: Substring) -> EntityReference? {
    var inner = text
    let hasBrackets = text.first == "[" && text.last == "]" && text.utf8.count > 2
    if hasBrackets { inner = inner.dropFirst().dropLast() }
    guard let letter = inner.popFirst() else { return nil }
    let kind = EntityKind.allCases.first {
      $0.rawValue.first == (hasBrackets ? Character(letter.lowercased()) : letter)
    }
    // With `=`, artists and labels go by name: `[a=311]` is the band 311.
    if hasBrackets, inner.first == "=", kind == .release || kind == .master { inner.removeFirst() }
    guard let kind, hasBrackets || inner.utf8.count >= 3 else { return nil }
    return Self(kind, digits: inner)
  }

  private static func address(_ text: Substring) -> EntityReference? {
    var rest = text.prefix { $0 != "?" && $0 != "#" }
    for scheme in ["https://", "http://", "//"] where rest.prefix(scheme.count).lowercased() == scheme {
      rest = rest.dropFirst(scheme.count)
      break
    }
    var parts = rest.split(separator: "/", omittingEmptySubsequences: false)
    let host = parts.removeFirst().lowercased()
    guard host == "discogs.com" || host.hasSuffix(".discogs.com") else { return nil }
    for (part, next) in zip(parts, parts.dropFirst()) {
      let name = part.lowercased()
      guard let kind = EntityKind.allCases.first(where: { name == $0.rawValue || name == $0.rawValue + "s" }) else {
        continue
      }
      // The number may be followed by the title: `249504-Rick-Astley-Never-Gonna-Give-You-Up`.
      return Self(kind, digits: next.prefix { $0 != "-" })
    }
    return nil
  }

  /// Nil for zero, for numbers that are too large, and for anything but ASCII digits.
  init?(_ kind: EntityKind, digits: Substring) {
    guard !digits.isEmpty, digits.utf8.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }),
      let number = Int(digits), number > 0
    else { return nil }
    self.init(kind, number)
  }
}
