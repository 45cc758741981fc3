/// Where in a TOML text its keys and values stand. TOMLKit tells that only of what it cannot parse.
///
/// This looks for positions, not for errors: in a text that is no TOML it finds what it can.
struct TOMLPositions {
  /// Line and column, both counted from 1; columns in characters.
  struct Position: Hashable, Comparable {
    var line: Int
    var column: Int

    static func < (left: Self, right: Self) -> Bool { (left.line, left.column) < (right.line, right.column) }
  }

  /// A key with its value, or the header of a table.
  struct Statement {
    var path: [String]
    var start: Position
    var isHeader: Bool
    /// The last line it reaches to.
    var lastLine: Int
  }

  private(set) var statements: [Statement] = []
  /// Of the last name in a path. Elements of arrays go by their number.
  private(set) var keys: [[String]: Position] = [:]
  private(set) var values: [[String]: Position] = [:]

  private let text: [Character]
  private var index = 0
  private var line = 1
  private var lineStart = 0

  init(_ text: String) {
    self.text = Array(text)
    var table: [String] = []
    while true {
      skipSpace(andLines: true)
      guard index < self.text.count else { break }
      let start = position
      if peek == "[" {
        while peek == "[" || peek == " " { advance() }
        let path = path()
        table = path.map(\.name)
        note(path, below: [])
        skipLine()
        statements.append(Statement(path: table, start: start, isHeader: true, lastLine: start.line))
      } else {
        let path = path()
        note(path, below: table)
        let whole = table + path.map(\.name)
        if peek == "=" {
          advance()
          skipSpace(andLines: false)
          value(whole)
        }
        let last = line
        skipLine()
        statements.append(Statement(path: whole, start: start, isHeader: false, lastLine: last))
      }
    }
  }

  // MARK: Reading

  private var peek: Character? { index < text.count ? text[index] : nil }

  private var position: Position { Position(line: line, column: index - lineStart + 1) }

  private mutating func advance() {
    if let character = peek, character.isNewline {
      line += 1
      lineStart = index + 1
    }
    index += 1
  }

  private mutating func skipLine() {
    while let character = peek, !character.isNewline { advance() }
  }

  private mutating func skipSpace(andLines: Bool) {
    while let character = peek {
      if character == "#", andLines {
        skipLine()
      } else if character == " " || character == "\t" || (andLines && character.isNewline) {
        advance()
      } else {
        return
      }
    }
  }

  /// A dotted key: `keys."move-down"`. Reads up to whatever cannot be in one.
  private mutating func path() -> [(name: String, position: Position)] {
    var path: [(name: String, position: Position)] = []
    while true {
      skipSpace(andLines: false)
      let start = position
      guard let first = peek else { break }
      if first == "\"" || first == "'" {
        path.append((string(), start))
      } else {
        var name = ""
        while let character = peek, !character.isNewline, !" \t.=]#\"'".contains(character) {
          name.append(character)
          advance()
        }
        if !name.isEmpty { path.append((name, start)) }
      }
      skipSpace(andLines: false)
      guard peek == "." else { break }
      advance()
    }
    return path
  }

  private mutating func note(_ path: [(name: String, position: Position)], below table: [String]) {
    var whole = table
    for part in path {
      whole.append(part.name)
      // The first one counts: a second is what TOMLKit complains of.
      if keys[whole] == nil { keys[whole] = part.position }
    }
  }

  private mutating func value(_ path: [String]) {
    if values[path] == nil { values[path] = position }
    switch peek {
    case "\"", "'": _ = string()
    case "[":
      advance()
      var element = 0
      while true {
        skipSpace(andLines: true)
        guard let character = peek, character != "]" else { break }
        if character == "," {
          advance()
        } else {
          let before = index
          value(path + [String(element)])
          element += 1
          if index == before { advance() }
        }
      }
      advance()
    case "{":
      advance()
      while true {
        skipSpace(andLines: true)
        guard let character = peek, character != "}" else { break }
        let before = index
        let inner = self.path()
        note(inner, below: path)
        if peek == "=" {
          advance()
          skipSpace(andLines: false)
          value(path + inner.map(\.name))
          skipSpace(andLines: true)
        }
        if peek == "," || index == before { advance() }
      }
      advance()
    default:
      while let character = peek, !character.isNewline, !",]}#".contains(character) { advance() }
    }
  }

  /// A string of any of the four kinds, without its quotes; escapes are left as they are.
  private mutating func string() -> String {
    guard let quote = peek else { return "" }
    let isMultiline = text[index...].prefix(3).count == 3 && text[index...].prefix(3).allSatisfy { $0 == quote }
    for _ in 0..<(isMultiline ? 3 : 1) { advance() }
    var content = ""
    while let character = peek {
      if character == quote {
        if !isMultiline {
          advance()
          break
        }
        if text[index...].prefix(3).count == 3, text[index...].prefix(3).allSatisfy({ $0 == quote }) {
          for _ in 0..<3 { advance() }
          break
        }
      }
      if character.isNewline, !isMultiline { break }
      if character == "\\", quote == "\"" {
        content.append(character)
        advance()
        guard let escaped = peek else { break }
        content.append(escaped)
        advance()
        continue
      }
      content.append(character)
      advance()
    }
    return content
  }
}
