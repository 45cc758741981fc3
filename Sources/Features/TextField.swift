/// One line of text being edited, with the keys of readline.
///
/// The cursor stands before a grapheme cluster, so that a backspace eats a letter with all its accents.
nonisolated public struct TextField: Hashable, Sendable {
  public private(set) var characters: [Character]
  /// How many characters stand before the cursor.
  public private(set) var cursor: Int
  public let limit: Int
  private var killed: [Character] = []

  /// - Parameter limit: the most characters the field takes.
  public init(_ text: String = "", limit: Int = 1_000) {
    characters = Array(text.prefix(limit))
    cursor = characters.count
    self.limit = limit
  }

  public var text: String { String(characters) }
  public var isEmpty: Bool { characters.isEmpty }
  public var beforeCursor: String { String(characters[..<cursor]) }

  /// Puts text in at the cursor: control characters dropped, line breaks and tabs made one space, cut at the limit.
  public mutating func insert(_ text: String) {
    var clean = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n", "\t": clean.unicodeScalars.append(" ")
      case "\r": continue
      default:
        let category = scalar.properties.generalCategory
        let isBidiOverride = (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
        if category != .control, !isBidiOverride { clean.unicodeScalars.append(scalar) }
      }
    }
    // Rebuilt as a whole: a combining mark typed alone joins the letter before it.
    let before = Array(beforeCursor + clean)
    let after = characters[cursor...]
    let room = limit - after.count
    let kept = before.prefix(max(0, room))
    characters = Array(kept) + after
    cursor = kept.count
  }

  public mutating func set(_ text: String) {
    characters = Array(text.prefix(limit))
    cursor = characters.count
  }

  /// Returns false for a command that edits nothing.
  public mutating func handle(_ command: Command) -> Bool {
    switch command {
    case .editLineStart: cursor = 0
    case .editLineEnd: cursor = characters.count
    case .editLeft: cursor = max(0, cursor - 1)
    case .editRight: cursor = min(characters.count, cursor + 1)
    case .editWordLeft: cursor = wordStart(before: cursor)
    case .editWordRight: cursor = wordEnd(after: cursor)
    case .editDeleteLeft: delete(max(0, cursor - 1)..<cursor)
    case .editDeleteRight: delete(cursor..<min(characters.count, cursor + 1))
    case .editKillWordLeft: kill(blankStart(before: cursor)..<cursor)
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
    characters.removeSubrange(range)
    cursor = range.lowerBound
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
    cursor = right + 1
  }

  private func wordStart(before position: Int) -> Int {
    var index = position
    while index > 0, !isWord(characters[index - 1]) { index -= 1 }
    while index > 0, isWord(characters[index - 1]) { index -= 1 }
    return index
  }

  private func blankStart(before position: Int) -> Int {
    var index = position
    while index > 0, characters[index - 1] == " " { index -= 1 }
    while index > 0, characters[index - 1] != " " { index -= 1 }
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
