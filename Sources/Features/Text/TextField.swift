/// One line of text being edited, with the keys of readline.
///
/// The cursor stands before a grapheme cluster, so that a backspace eats a letter with all its accents.
nonisolated public struct TextField: Hashable, Sendable {
  public private(set) var characters: [Character] = []
  /// How many characters stand before the cursor.
  public private(set) var cursor = 0
  public let limit: Int
  /// How many characters, in scalars, did not fit since text was last set or deleted.
  public private(set) var excess = 0
  private var killed: [Character]

  /// The most characters of a query, and of what is typed into most fields.
  public static let usualLimit = 1_000
  /// The limit of a field that says when its text is too long instead of cutting it.
  static let sayingLimit = 4_000

  /// - Parameter limit: the most characters the field takes.
  public init(_ text: String = "", limit: Int = TextField.usualLimit) {
    self.init(limit: limit, killed: [])
    insert(text)
  }

  private init(limit: Int, killed: [Character]) { (self.limit, self.killed) = (limit, killed) }

  public var text: String { String(characters) }
  public var isEmpty: Bool { characters.isEmpty }
  public var beforeCursor: String { String(characters[..<cursor]) }

  /// Inserts text at the cursor: control characters dropped, a line break or tab made one space, cut at the limit.
  public mutating func insert(_ text: String) {
    // Counted in scalars: a letter under a thousand accents is long text, too.
    var room = limit - self.text.unicodeScalars.count
    let clean = Self.clean(text)
    let taken = clean.prefix { character in
      room -= character.unicodeScalars.count
      return room >= 0
    }
    excess += clean.unicodeScalars.count - taken.unicodeScalars.count
    if !taken.isEmpty { put(beforeCursor + taken, afterCursor) }
  }

  /// The number of characters, in scalars, with those that did not fit, where it is more than a query has; nil else.
  var tooMany: Int? {
    let count = text.unicodeScalars.count + excess
    return count > Self.usualLimit ? count : nil
  }

  public mutating func set(_ text: String) {
    self = TextField(limit: limit, killed: killed)
    insert(text)
  }

  private var afterCursor: String { String(characters[cursor...]) }

  /// Rebuilds the text: a mark that comes to stand behind a letter joins it, and the cursor stands after both.
  private mutating func put(_ before: String, _ after: String) {
    characters = Array(before + after)
    var scalars = before.unicodeScalars.count
    cursor =
      characters.firstIndex { character in
        defer { scalars -= character.unicodeScalars.count }
        return scalars <= 0
      } ?? characters.count
  }

  /// The text on one line, without control characters and bidi overrides.
  ///
  /// Pasted text has the line endings of its system, and from most terminals `\r`.
  static func clean(_ text: String) -> String {
    var clean = String.UnicodeScalarView()
    var last: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n" where last == "\r": break
      case "\n", "\r", "\t", "\u{2028}", "\u{2029}": clean.append(" ")
      default:
        let isBidiOverride = (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
        if scalar.properties.generalCategory != .control, !isBidiOverride { clean.append(scalar) }
      }
      last = scalar
    }
    return String(clean)
  }

  /// Returns false for a command that is not for text fields.
  public mutating func handle(_ command: Command) -> Bool {
    switch command {
    case .editLineStart: cursor = 0
    case .editLineEnd: cursor = characters.count
    case .editLeft: cursor = max(0, cursor - 1)
    case .editRight: cursor = min(characters.count, cursor + 1)
    case .editWordLeft: cursor = start(before: cursor, of: isWord)
    case .editWordRight: cursor = wordEnd(after: cursor)
    case .editDeleteLeft: delete(max(0, cursor - 1)..<cursor)
    case .editDeleteRight: delete(cursor..<min(characters.count, cursor + 1))
    case .editKillWordLeft: kill(start(before: cursor) { $0 != " " }..<cursor)
    case .editKillWordRight: kill(cursor..<wordEnd(after: cursor))
    case .editKillToStart: kill(0..<cursor)
    case .editKillToEnd: kill(cursor..<characters.count)
    case .editYank: insert(String(killed))
    case .editTranspose: transpose()
    default: return false
    }
    return true
  }

  private mutating func delete(_ range: Range<Int>) {
    if !range.isEmpty { excess = 0 }
    put(String(characters[..<range.lowerBound]), String(characters[range.upperBound...]))
  }

  private mutating func kill(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    killed = Array(characters[range])
    delete(range)
  }

  private mutating func transpose() {
    guard cursor > 0, characters.count > 1 else { return }
    let right = min(cursor, characters.count - 1)
    characters.swapAt(right - 1, right)
    put(String(characters[...right]), String(characters[(right + 1)...]))
  }

  /// Returns where the last run of such characters before a position begins.
  private func start(before position: Int, of isPart: (Character) -> Bool) -> Int {
    var index = position
    while index > 0, !isPart(characters[index - 1]) { index -= 1 }
    while index > 0, isPart(characters[index - 1]) { index -= 1 }
    return index
  }

  private func wordEnd(after position: Int) -> Int {
    var index = position
    while index < characters.count, !isWord(characters[index]) { index += 1 }
    while index < characters.count, isWord(characters[index]) { index += 1 }
    return index
  }

  private func isWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }
}
