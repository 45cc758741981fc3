extension EntityReference {
  /// The page of a pasted address or shorthand; nil for anything else, including a number alone.
  ///
  /// Addresses are those of the site and of its API, with or without scheme, language, title, query and fragment:
  /// `https://www.discogs.com/de/release/249504-Rick-Astley`, `discogs.com/sell/release/249504?ev=rb`,
  /// `api.discogs.com/masters/96559/versions`, the old `/Rick-Astley/release/249504`, and a record's other pages:
  /// `/release/stats/249504`, `/release/edit/249504`, `/sell/list?release_id=249504`.
  ///
  /// Shorthands are those of the site's texts: `[r249504]`, `[m=96559]`, and `r249504` without brackets. The last needs
  /// a lower-case letter and three digits or more, because M83 and L7 are bands and R1234 a catalogue number.
  public init?(pasted text: String) {
    var text = text[...]
    while let first = text.first, first.isWhitespace || first == "<" { text.removeFirst() }
    while let last = text.last, last.isWhitespace || last == ">" { text.removeLast() }
    guard let reference = Self.shorthand(text) ?? Self.address(text) else { return nil }
    self = reference
  }

  /// The page's address on the site.
  public var webURL: String { "https://www.discogs.com/\(kind.rawValue)/\(number)" }

  private static func shorthand(_ text: Substring) -> EntityReference? {
    var inner = text
    let hasBrackets = text.first == "[" && text.last == "]" && text.utf8.count > 2
    if hasBrackets { inner = inner.dropFirst().dropLast() }
    guard let letter = inner.popFirst() else { return nil }
    let kind = EntityKind.allCases.first {
      $0.rawValue.first == (hasBrackets ? Character(letter.lowercased()) : letter)
    }
    // Artists and labels with `=` go by name: `[a=311]` is the band 311.
    if hasBrackets, inner.first == "=", kind == .release || kind == .master { inner.removeFirst() }
    guard let kind, hasBrackets || inner.utf8.count >= 3 else { return nil }
    return Self(kind, digits: inner)
  }

  private static func address(_ text: Substring) -> EntityReference? {
    var rest = text.prefix { $0 != "#" }
    for scheme in ["https://", "http://", "//"] where rest.prefix(scheme.count).lowercased() == scheme {
      rest = rest.dropFirst(scheme.count)
      break
    }
    let path = rest.prefix { $0 != "?" }
    var parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let host = parts.removeFirst().lowercased()
    guard host == "discogs.com" || host.hasSuffix(".discogs.com") else { return nil }
    return page(of: parts) ?? page(ofQuery: rest.dropFirst(path.count + 1))
  }

  /// The page named by the parts of a path.
  ///
  /// The kind nearest to the number counts. One part may stand between them, which names another page of the record:
  /// `/Artist/release/249504`, `/release/stats/249504`.
  private static func page(of parts: [Substring]) -> EntityReference? {
    var nearest: (kind: EntityKind, distance: Int)?
    var last: Substring = ""
    for part in parts {
      defer { last = part }
      // `sell/post/249504` offers a release.
      let isOffer = part.lowercased() == "post" && last.lowercased() == "sell"
      if let kind = isOffer ? .release : Self.kind(named: part) {
        nearest = (kind, 0)
        continue
      }
      guard let (kind, distance) = nearest else { continue }
      let isNumber = part.utf8.first.map { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") } ?? false
      // The title may follow the number: `249504-Rick-Astley-Never-Gonna-Give-You-Up`.
      if isNumber { return Self(kind, digits: part.prefix { $0 != "-" }) }
      nearest = distance == 0 && part.utf8.allSatisfy(Self.isLetter) ? (kind, 1) : nil
    }
    return nil
  }

  /// `sell/list?release_id=249504`, `/history?release=249504`.
  private static func page(ofQuery query: Substring) -> EntityReference? {
    for item in query.split(separator: "&") {
      let sides = item.split(separator: "=", maxSplits: 1)
      guard sides.count == 2 else { continue }
      let isID = sides[0].hasSuffix("_id")
      let name = isID ? sides[0].dropLast(3) : sides[0]
      // The advanced search has fields `artist` and `label` for names: there is a band 311.
      if let kind = EntityKind(rawValue: String(name)), isID || kind == .release || kind == .master,
        let page = Self(kind, digits: sides[1])
      {
        return page
      }
    }
    return nil
  }

  /// Accepts `release` and `releases`.
  private static func kind(named part: Substring) -> EntityKind? {
    let name = part.lowercased()
    return EntityKind.allCases.first { name == $0.rawValue || name == $0.rawValue + "s" }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
  }

  /// Nil for zero, numbers that are too large, and anything but ASCII digits.
  init?(_ kind: EntityKind, digits: Substring) {
    guard !digits.isEmpty, digits.utf8.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }),
      let number = Int(digits), number > 0
    else { return nil }
    self.init(kind, number)
  }
}
