import DiscogsModel

/// Sorts the numbers in texts by size: `CS 9875` before `CS 10001`.
public enum NaturalOrder {
  /// A key whose bytes sort in SQLite as in Swift; equal for texts that differ only in case, accents and signs.
  ///
  /// Letters and numbers are separated, so `CS9875`, `CS 9875` and `CS-9875` are equal. Numbers come before letters and
  /// may have any length; leading zeros do not count. A text without letters and digits has an empty key.
  public static func key(_ text: String) -> String {
    var words: [UInt8] = []
    TextFolding.appendTokens(of: text, to: &words)
    var key: [UInt8] = []
    key.reserveCapacity(words.count + 8)
    var index = 0
    while index < words.count {
      let start = index
      let isNumber = isDigit(words[start])
      while index < words.count, words[index] != TextFolding.space, isDigit(words[index]) == isNumber { index += 1 }
      if !key.isEmpty { key.append(TextFolding.space) }
      if isNumber {
        appendNumber(words[start..<index], to: &key)
      } else {
        key.append(contentsOf: words[start..<index])
      }
      if index < words.count, words[index] == TextFolding.space { index += 1 }
    }
    return String(decoding: key, as: UTF8.self)
  }

  /// Returns whether `left` comes before `right`; texts with equal keys compare by their characters.
  public static func precedes(_ left: String, _ right: String) -> Bool {
    let keys = (key(left), key(right))
    return keys.0 == keys.1 ? left < right : keys.0 < keys.1
  }

  /// Appends the digits after their count, so that longer numbers sort behind shorter ones: 98 is `298`. Each full nine
  /// digits add a `9` to the count, the rest its last digit.
  static func appendNumber(_ digits: ArraySlice<UInt8>, to key: inout [UInt8]) {
    var significant = digits.drop { $0 == UInt8(ascii: "0") }
    if significant.isEmpty { significant = digits.suffix(1) }
    var count = significant.count
    while count >= 9 {
      key.append(UInt8(ascii: "9"))
      count -= 9
    }
    key.append(UInt8(ascii: "0") + UInt8(count))
    key.append(contentsOf: significant)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
}

/// The filing order of a shelf.
public enum ShelfOrder {
  /// The key that an artist files under; its bytes sort in SQLite as in Swift.
  ///
  /// Accents and case do not count, numbers go by size, homonyms follow each other by number, and names without letters
  /// come first. Unless the rules keep it, a leading article in the common languages of records does not count:
  /// `The Beatles` files under B, `Die Ärzte` under A; `A-ha`, `The The` and `Los Angeles Philharmonic` stay. Under
  /// rules that file people by last name, `Miles Davis` files under D if known to be a person.
  public static func key(artist: String, rules: FilingRules = FilingRules()) -> String {
    let name = TextFolding.nameInReadingOrder(artist)
    let filed = rules.lastNameFirst(artist) ?? (rules.options.dropsArticles ? String(withoutArticle(name)) : name)
    var key = NaturalOrder.key(filed)
    if key.isEmpty { key = " " + TextFolding.exactKey(name) }
    guard let number = homonymNumber(artist) else { return key }
    var bytes = Array((key + " (").utf8)
    NaturalOrder.appendNumber(Array(number.utf8)[...], to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let articles: Set<String> = [
    "the", "a", "an", "die", "der", "das", "les", "le", "la", "los", "las", "el", "il", "gli", "het", "os",
  ]

  /// The first two words of names whose first word only looks like an article.
  private static let exceptions: Set<String> = [
    "an pierle", "das efx", "el paso", "la jolla", "la monte", "la toya", "la vern", "las vegas", "le mans",
    "los angeles", "the the",
  ]

  static func withoutArticle(_ name: String) -> Substring {
    guard let space = name.firstIndex(of: " "), articles.contains(TextFolding.fold(String(name[..<space]))) else {
      return name[...]
    }
    let rest = name[space...].drop { $0 == " " }
    let second = TextFolding.tokens(String(rest.prefix { $0 != " " }))
    guard !second.isEmpty, !exceptions.contains(TextFolding.fold(String(name[...space])) + second.joined()) else {
      return name[...]
    }
    return rest
  }

  /// The digits of a trailing ` (2)`, also before `, The`.
  private static func homonymNumber(_ artist: String) -> Substring? {
    let name = TextFolding.withoutTrailingArticle(artist)
    let stripped = Homonym.strip(name)
    guard stripped.utf8.count < name.utf8.count else { return nil }
    return name.dropFirst(stripped.count).drop { $0 == " " || $0 == "(" }.dropLast()
  }
}
