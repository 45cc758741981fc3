import Wording

// Values of all kinds; lists and tables recurse up to `TOMLDocument.maximumDepth`.
extension TOMLReader {
  mutating func readValue(depth: Int) throws(TOMLMistake) -> TOMLValue {
    let start = position
    guard depth <= TOMLDocument.maximumDepth else { throw tooDeep(start) }
    let kind: TOMLValue.Kind
    switch peek {
    case Byte.quote, Byte.apostrophe:
      kind = .string(isTripled(bytes[index], at: index) ? try readLines() : try readLine())
    case Byte.openBracket: kind = .array(try readArray(depth: depth))
    case Byte.openBrace: kind = .table(try readInlineTable(depth: depth))
    default: kind = try readWord()
    }
    return TOMLValue(kind, at: start)
  }

  private mutating func readArray(depth: Int) throws(TOMLMistake) -> [TOMLValue] {
    let start = position
    index += 1
    var values: [TOMLValue] = []
    try skipBetweenValues(start)
    while !take(Byte.closeBracket) {
      values.append(try readValue(depth: depth + 1))
      try skipBetweenValues(start)
      if take(Byte.comma) {
        try skipBetweenValues(start)
      } else if peek != Byte.closeBracket {
        throw unexpected(TOMLWords.listEntry)
      }
    }
    return values
  }

  /// Skips spaces, ends of lines and comments. A statement on the next line means that the list has no end.
  private mutating func skipBetweenValues(_ start: TOMLPosition) throws(TOMLMistake) {
    while true {
      skipSpaces()
      if peek == Byte.hash {
        try skipComment()
      } else if takeNewline() {
        if beginsStatement { throw TOMLMistake(start, TOMLWords.openList) }
      } else if peek == nil {
        throw TOMLMistake(start, TOMLWords.openList)
      } else {
        return
      }
    }
  }

  private mutating func readInlineTable(depth: Int) throws(TOMLMistake) -> TOMLTable {
    index += 1
    let builder = TableBuilder(.header)
    skipSpaces()
    if take(Byte.closeBrace) { return builder.table }
    while true {
      let path = try readKey()
      guard take(Byte.equals) else { throw unexpected("“=”") }
      skipSpaces()
      try builder.insert(try readValue(depth: depth + path.count), at: path)
      skipSpaces()
      if take(Byte.closeBrace) { return builder.table }
      guard take(Byte.comma) else { throw unexpected(TOMLWords.tableEntry) }
    }
  }

  /// Reads a string in `"` or `'`, which must end on its line.
  mutating func readLine() throws(TOMLMistake) -> String {
    let start = position
    let quote = bytes[index]
    index += 1
    var text: [UInt8] = []
    while let byte = peek, byte != Byte.newline {
      switch byte {
      case quote:
        index += 1
        return String(decoding: text, as: UTF8.self)
      case Byte.backslash where quote == Byte.quote: try readEscape(into: &text)
      default: try readCharacter(byte, into: &text)
      }
    }
    throw TOMLMistake(start, TOMLWords.openText("\(Character(Unicode.Scalar(quote)))"))
  }

  private mutating func readLines() throws(TOMLMistake) -> String {
    let start = position
    let quote = bytes[index]
    index += 3
    _ = takeNewline()
    var text: [UInt8] = []
    while !unclosed.contains(quote), let byte = peek {
      switch byte {
      case quote where isTripled(quote, at: index):
        // Up to two quotes may come right before the closing three.
        var extra = 0
        while extra < 2, index + 3 < bytes.count, bytes[index + 3] == quote {
          text.append(quote)
          extra += 1
          index += 1
        }
        index += 3
        return String(decoding: text, as: UTF8.self)
      case Byte.backslash where quote == Byte.quote:
        if !skipEndOfLine() { try readEscape(into: &text) }
      case Byte.newline, Byte.carriageReturn:
        let first = index
        guard takeNewline() else { throw controlCharacter(byte) }
        text += bytes[first..<index]
      default: try readCharacter(byte, into: &text)
      }
    }
    unclosed.insert(quote)
    let three = String(repeating: Character(Unicode.Scalar(quote)), count: 3)
    throw TOMLMistake(start, TOMLWords.openText("\(three)"))
  }

  private mutating func readCharacter(_ byte: UInt8, into text: inout [UInt8]) throws(TOMLMistake) {
    guard byte >= 0x20 && byte != 0x7F || byte == Byte.tab else { throw controlCharacter(byte) }
    text.append(byte)
    index += 1
  }

  /// Skips a backslash at the end of a line with all blanks and ends of lines up to the next character.
  private mutating func skipEndOfLine() -> Bool {
    var place = index + 1
    while place < bytes.count, Byte.isSpace(bytes[place]) { place += 1 }
    if place < bytes.count, bytes[place] == Byte.carriageReturn { place += 1 }
    guard place < bytes.count, bytes[place] == Byte.newline else { return false }
    index += 1
    repeat { skipSpaces() } while takeNewline()
    return true
  }

  private mutating func readEscape(into text: inout [UInt8]) throws(TOMLMistake) {
    let escape = index + 1 < bytes.count ? bytes[index + 1] : Byte.newline
    switch escape {
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "t"): text.append(Byte.tab)
    case UInt8(ascii: "n"): text.append(Byte.newline)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "r"): text.append(Byte.carriageReturn)
    case Byte.quote, Byte.backslash: text.append(escape)
    case UInt8(ascii: "u"): return try readScalar(digits: 4, into: &text)
    case UInt8(ascii: "U"): return try readScalar(digits: 8, into: &text)
    default: throw mistake(TOMLWords.backslash)
    }
    index += 2
  }

  private mutating func readScalar(digits: Int, into text: inout [UInt8]) throws(TOMLMistake) {
    var code: UInt32 = 0
    for place in (index + 2)..<(index + 2 + digits) {
      guard place < bytes.count, let digit = Numeral.digit(bytes[place], radix: 16) else {
        throw mistake(TOMLWords.hexDigits(digits, digits == 4 ? "u" : "U"))
      }
      code = code << 4 | UInt32(digit)
    }
    guard let scalar = Unicode.Scalar(code) else { throw mistake(TOMLWords.noCharacter) }
    text += UTF8.encode(scalar).map { Array($0) } ?? []
    index += 2 + digits
  }

  /// Skips a string that may have mistakes; an unclosed one ends with its line.
  ///
  /// - Returns: false for an unclosed multi-line string.
  mutating func skipText() -> Bool {
    let quote = bytes[index]
    let isTripled = isTripled(quote, at: index)
    if isTripled, !unclosed.contains(quote) {
      if let end = endOfLinesText(from: index) {
        while index < end { if !takeNewline() { index += 1 } }
        return true
      }
      unclosed.insert(quote)
    }
    if !isTripled, let end = endOfLineText(from: index) {
      index = end
    } else {
      while let byte = peek, byte != Byte.newline { index += 1 }
    }
    return !isTripled
  }

  private func endOfLinesText(from start: Int) -> Int? {
    let quote = bytes[start]
    var place = start + 3
    while place < bytes.count {
      if isTripled(quote, at: place) { return place + 3 }
      place += bytes[place] == Byte.backslash && quote == Byte.quote ? 2 : 1
    }
    return nil
  }

  /// The index after the closing quote of the string that begins at `start`; nil if its line ends before.
  func endOfLineText(from start: Int) -> Int? {
    let quote = bytes[start]
    var place = start + 1
    while place < bytes.count, bytes[place] != Byte.newline {
      if bytes[place] == quote { return place + 1 }
      let isEscape = bytes[place] == Byte.backslash && quote == Byte.quote
      place += isEscape && place + 1 < bytes.count && bytes[place + 1] != Byte.newline ? 2 : 1
    }
    return nil
  }

  private mutating func readWord() throws(TOMLMistake) -> TOMLValue.Kind {
    let start = position
    let first = index
    while let byte = peek, Self.isOfWord(byte) { index += 1 }
    // There may be a space between a date and its time.
    if Moment.isDate(bytes[first..<index]), isTimeBehindSpace {
      index += 1
      while let byte = peek, Self.isOfWord(byte) { index += 1 }
    }
    let word = bytes[first..<index]
    guard !word.isEmpty else { throw unexpected(TOMLWords.aValue) }
    if let kind = try Self.kind(word, at: start) { return kind }
    let text = String(decoding: word, as: UTF8.self)
    throw TOMLMistake(start, TOMLWords.unquoted(Self.quoted(text)))
  }

  private var isTimeBehindSpace: Bool {
    index + 3 < bytes.count && bytes[index] == 0x20 && Byte.isDigit(bytes[index + 1]) && Byte.isDigit(bytes[index + 2])
      && bytes[index + 3] == UInt8(ascii: ":")
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    Byte.isBare(byte) || byte == Byte.dot || byte == UInt8(ascii: "+") || byte == UInt8(ascii: ":")
  }

  /// The value of a word without quotes; nil for any other word.
  private static func kind(_ word: ArraySlice<UInt8>, at start: TOMLPosition) throws(TOMLMistake) -> TOMLValue.Kind? {
    switch String(decoding: word, as: UTF8.self) {
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    case "inf", "+inf": return .float(.infinity)
    case "-inf": return .float(-.infinity)
    case "nan", "+nan", "-nan": return .float(.nan)
    case let text:
      if Moment.isDate(word) { return .localDate(text) }
      if Moment.isTime(word) { return .localTime(text) }
      if let moment = Moment(word) { return moment.hasOffset ? .offsetDateTime(text) : .localDateTime(text) }
      let number = Numeral(word)
      if number.isTooLarge { throw TOMLMistake(start, TOMLWords.tooLarge(quoted(text))) }
      return number.kind
    }
  }
}
