import Wording

/// Reads TOML statement by statement: headers, keys, positions, and recovery from mistakes.
struct TOMLReader {
  let bytes: [UInt8]
  var index = 0
  private var line = 1
  private var lineStart = 0
  /// The last position whose column was counted on this line, so that each character is counted once.
  private var counted = (index: 0, column: 1)

  let root = TableBuilder(.header)
  private(set) var mistakes: [TOMLMistake] = []
  /// The table that statements add to, and its depth.
  private var table: TableBuilder
  private var tableDepth = 0
  /// The start of the current statement's value; nil before it.
  private var valueStart: (index: Int, line: Int, lineStart: Int)?
  /// The quotes of multi-line strings known to be unclosed in the rest of the text, so that it is searched only once.
  var unclosed: Set<UInt8> = []

  init(_ text: String) {
    bytes = Array(text.utf8)
    table = root
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { (index, lineStart, counted.index) = (3, 3, 3) }
  }

  mutating func read() {
    while index < bytes.count {
      guard mistakes.count < TOMLDocument.maximumMistakes else {
        mistakes.append(mistake(TOMLWords.tooMany))
        return
      }
      valueStart = nil
      do {
        try readStatement()
      } catch {
        mistakes.append(error)
        resume()
      }
    }
  }

  // MARK: Statements

  private mutating func readStatement() throws(TOMLMistake) {
    skipSpaces()
    switch peek {
    case nil, Byte.newline, Byte.carriageReturn, Byte.hash: break
    case Byte.openBracket: try readHeader()
    default: return try readAssignment()
    }
    try readEndOfLine()
  }

  private mutating func readHeader() throws(TOMLMistake) {
    // Statements below an unreadable header must not end up in the table before.
    table = TableBuilder(.header)
    tableDepth = 0
    index += 1
    let isList = take(Byte.openBracket)
    let path = try readKey()
    guard take(Byte.closeBracket) else { throw unexpected(isList ? "“]]”" : "“]”") }
    if isList, !take(Byte.closeBracket) { throw unexpected("“]]”") }
    table = try root.open(path, isList: isList)
    tableDepth = path.count
  }

  private mutating func readAssignment() throws(TOMLMistake) {
    let path = try readKey()
    guard take(Byte.equals) else { throw unexpected("“=”") }
    skipSpaces()
    valueStart = (index, line, lineStart)
    let value = try readValue(depth: tableDepth + path.count)
    try readEndOfLine()
    try table.insert(value, at: path)
  }

  mutating func readKey() throws(TOMLMistake) -> [KeyPart] {
    var path: [KeyPart] = []
    repeat {
      skipSpaces()
      let start = position
      guard path.count < TOMLDocument.maximumDepth else { throw tooDeep(start) }
      switch peek {
      case Byte.quote, Byte.apostrophe: path.append(KeyPart(name: try readLine(), position: start))
      default:
        let first = index
        while let byte = peek, Byte.isBare(byte) { index += 1 }
        guard index > first else { throw unexpected(TOMLWords.aName) }
        path.append(KeyPart(name: String(decoding: bytes[first..<index], as: UTF8.self), position: start))
      }
      skipSpaces()
    } while take(Byte.dot)
    return path
  }

  /// Reads the end of a statement's line, with or without a comment.
  private mutating func readEndOfLine() throws(TOMLMistake) {
    skipSpaces()
    if peek == Byte.hash { try skipComment() }
    guard index < bytes.count else { return }
    guard takeNewline() else { throw unexpected(TOMLWords.endOfLine) }
  }

  mutating func skipComment() throws(TOMLMistake) {
    while let byte = peek, byte != Byte.newline {
      if byte == Byte.carriageReturn, bytes.indices.contains(index + 1), bytes[index + 1] == Byte.newline { return }
      guard byte >= 0x20 && byte != 0x7F || byte == Byte.tab else { throw controlCharacter(byte) }
      index += 1
    }
  }

  // MARK: After a mistake

  /// Skips to the apparent start of the next statement, so that the rest of a broken one causes no further mistakes.
  private mutating func resume() {
    guard let start = valueStart else { return skipLine() }
    (index, line, lineStart) = start
    counted = (lineStart, 1)
    var depth = 0
    while let byte = peek {
      switch byte {
      case Byte.newline:
        _ = takeNewline()
        if depth == 0 || beginsStatement { return }
      case Byte.hash: while let byte = peek, byte != Byte.newline { index += 1 }
      // After an unclosed multi-line string everything belongs to it, up to the next statement.
      case Byte.quote, Byte.apostrophe: if !skipText() { depth += 1 }
      case Byte.openBracket, Byte.openBrace:
        depth += 1
        index += 1
      case Byte.closeBracket, Byte.closeBrace:
        depth = max(depth - 1, 0)
        index += 1
      default: index += 1
      }
    }
  }

  private mutating func skipLine() {
    while let byte = peek, byte != Byte.newline { index += 1 }
    _ = takeNewline()
  }

  /// Whether this line, within a list, is a statement, so that the list was not closed.
  ///
  /// No element has a `=` after a name, and no list within a list begins with a name.
  var beginsStatement: Bool {
    var place = index
    func skipSpaces() { while place < bytes.count, Byte.isSpace(bytes[place]) { place += 1 } }
    skipSpaces()
    guard place < bytes.count, bytes[place] != Byte.openBracket else {
      while place < bytes.count, Byte.isSpace(bytes[place]) || bytes[place] == Byte.openBracket { place += 1 }
      let word = bytes[place...].prefix(6).prefix { Byte.isLetter($0) || $0 == UInt8(ascii: "_") }
      return !word.isEmpty && !["true", "false", "inf", "nan"].contains(String(decoding: word, as: UTF8.self))
    }
    let first = place
    while place < bytes.count {
      let byte = bytes[place]
      if byte == Byte.equals { return place > first }
      if byte == Byte.quote || byte == Byte.apostrophe {
        guard !isTripled(byte, at: place), let end = endOfLineText(from: place) else { return false }
        place = end - 1
      } else if !Byte.isBare(byte), !Byte.isSpace(byte), byte != Byte.dot {
        return false
      }
      place += 1
    }
    return false
  }

  // MARK: Bytes

  var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  func isTripled(_ quote: UInt8, at place: Int) -> Bool {
    place + 2 < bytes.count && bytes[place] == quote && bytes[place + 1] == quote && bytes[place + 2] == quote
  }

  mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    index += 1
    return true
  }

  mutating func skipSpaces() { while let byte = peek, Byte.isSpace(byte) { index += 1 } }

  /// Takes the end of a line, LF or CRLF.
  mutating func takeNewline() -> Bool {
    if peek == Byte.carriageReturn, index + 1 < bytes.count, bytes[index + 1] == Byte.newline { index += 1 }
    guard take(Byte.newline) else { return false }
    line += 1
    lineStart = index
    counted = (index, 1)
    return true
  }

  // MARK: Places and mistakes

  var position: TOMLPosition {
    mutating get {
      if counted.index > index { counted = (lineStart, 1) }
      let passed = bytes[counted.index..<index]
      let characters = passed.allSatisfy { $0 < 0x80 } ? passed.count : String(decoding: passed, as: UTF8.self).count
      counted = (index, counted.column + characters)
      return TOMLPosition(line: line, column: counted.column)
    }
  }

  mutating func mistake(_ message: String) -> TOMLMistake { TOMLMistake(position, message) }

  mutating func unexpected(_ wanted: String) -> TOMLMistake { mistake(TOMLWords.expected(wanted, found)) }

  mutating func controlCharacter(_ byte: UInt8) -> TOMLMistake {
    let code = String(byte, radix: 16, uppercase: true)
    let name = "U+" + String(repeating: "0", count: 4 - code.utf8.count) + code
    return mistake(TOMLWords.control(name))
  }

  func tooDeep(_ position: TOMLPosition) -> TOMLMistake {
    TOMLMistake(position, TOMLWords.tooDeep(TOMLDocument.maximumDepth))
  }

  /// A description of the next character, for messages.
  private var found: String {
    switch peek {
    case nil: return TOMLWords.endOfFile
    case Byte.newline: return TOMLWords.endOfLine
    case Byte.carriageReturn: return TOMLWords.carriageReturn
    case let byte?:
      guard byte >= 0x20, byte != 0x7F else { return TOMLWords.controlCharacter }
      // Combining marks can make a character endlessly long; its beginning is enough.
      return String(decoding: bytes[index...].prefix(32), as: UTF8.self).first.map { "“\($0)”" } ?? "nothing"
    }
  }

  /// A name or value in quotes, cut if it is longer than 60 bytes.
  static func quoted(_ text: String) -> String { text.utf8.count <= 60 ? "\"\(text)\"" : "\"\(text.prefix(40))…\"" }
}

enum Byte {
  static let tab: UInt8 = 0x09
  static let newline: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  static let quote = UInt8(ascii: "\"")
  static let apostrophe = UInt8(ascii: "'")
  static let backslash = UInt8(ascii: "\\")
  static let hash = UInt8(ascii: "#")
  static let equals = UInt8(ascii: "=")
  static let dot = UInt8(ascii: ".")
  static let comma = UInt8(ascii: ",")
  static let openBracket = UInt8(ascii: "[")
  static let closeBracket = UInt8(ascii: "]")
  static let openBrace = UInt8(ascii: "{")
  static let closeBrace = UInt8(ascii: "}")

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == tab }
  static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
  static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }

  /// Whether a key without quotes may hold the byte.
  static func isBare(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
  }
}
