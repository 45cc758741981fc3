/// A person's name in parts, for filing.
///
///     PersonName("Townes Van Zandt")?.filed      // "Van Zandt, Townes"
///     PersonName("Sammy Davis Jr.")?.filed       // "Davis Jr., Sammy"
///     PersonName("Björk")                        // nil
public struct PersonName: Hashable, Sendable {
  /// With capitalised particles: `Van Zandt`.
  public var last: String
  /// `Jr.`; empty for most.
  public var suffix: String
  /// All other words: first names, nicknames and lower-case particles.
  public var first: String

  /// Nil for a name without a last name: a single word, only nicknames, a title instead of a first name (`DJ Shadow`),
  /// or no Latin letters.
  public init?(_ name: String) {
    // An asterisk behind a name marks it as printed on the record.
    var words = name.split(separator: " ").map { String($0.last == "*" ? $0.dropLast() : $0) }.filter { !$0.isEmpty }
    guard let first = words.first, !Self.titles.contains(Self.folded(first)),
      name.unicodeScalars.contains(where: Self.isLatin)
    else { return nil }
    let lastWord = words.lastIndex { !Self.isSuffix($0[...]) } ?? 0
    let suffixes = words[(lastWord + 1)...]
    words.removeSubrange((lastWord + 1)...)
    let names = Self.unquoted(words)
    let isName = Set(names)
    guard var start = names.last, let given = names.first, start > given else { return nil }
    let end = start + 1
    // A quoted nickname behind the last name goes with the first names.
    let behind = words[end...]
    while isName.contains(start - 1), start - 1 > given, Self.isParticle(words[start - 1]) { start -= 1 }
    words[end - 1] = Self.withoutComma(words[end - 1])
    self.first = (words[..<start] + behind).joined(separator: " ")
    last = words[start..<end].joined(separator: " ")
    suffix = suffixes.joined(separator: " ")
  }

  /// `Davis Jr. Sammy`, for the filing key.
  public var lastFirst: String { [last, suffix, first].filter { !$0.isEmpty }.joined(separator: " ") }

  /// `Davis Jr., Sammy`, for display.
  public var filed: String { "\([last, suffix].filter { !$0.isEmpty }.joined(separator: " ")), \(first)" }

  /// The indices of the words outside quotes.
  private static func unquoted(_ words: [String]) -> [Int] {
    var numbers: [Int] = []
    var closing: Set<Character>?
    for (index, word) in words.enumerated() {
      if closing == nil, let opening = word.first, let marks = quotes[opening] { closing = marks }
      guard let marks = closing else {
        numbers.append(index)
        continue
      }
      if word.count > 1, let end = word.last(where: { $0 != "," }), marks.contains(end) { closing = nil }
    }
    return numbers
  }

  private static let quotes: [Character: Set<Character>] = [
    "\"": ["\""], "“": ["”", "“"], "„": ["“", "”"], "”": ["”"], "'": ["'"], "‘": ["’"], "’": ["’"], "«": ["»"],
    "»": ["«"], "(": [")"],
  ]

  static func isSuffix(_ word: Substring) -> Bool { suffixes.contains(folded(String(word))) }

  /// Whether a word is a capitalised particle. Lower-case ones belong to the first name: Ludwig van Beethoven files
  /// under B.
  private static func isParticle(_ word: String) -> Bool {
    word.first?.isUppercase == true && particles.contains(folded(word))
  }

  private static func folded(_ word: String) -> String {
    TextFolding.fold(word.filter { $0 != "." && $0 != "," && $0 != "*" })
  }

  private static func withoutComma(_ word: String) -> String { word.last == "," ? String(word.dropLast()) : word }

  private static func isLatin(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x41...0x5A, 0x61...0x7A, 0xC0...0x24F, 0x1E00...0x1EFF: scalar.properties.isAlphabetic
    default: false
    }
  }

  private static let suffixes: Set<String> = ["jr", "jnr", "sr", "snr", "ii", "iii", "iv"]

  private static let titles: Set<String> = ["dj", "mc", "dr", "mr", "mrs", "ms", "lil"]

  private static let particles: Set<String> = [
    "van", "von", "vom", "zu", "zur", "de", "der", "den", "del", "della", "delle", "di", "da", "dos", "das", "du",
    "des", "la", "le", "los", "las", "lo", "el", "bin", "ibn", "st", "ste", "saint", "sainte", "san", "mac", "mc",
    "ter", "af", "av",
  ]
}
