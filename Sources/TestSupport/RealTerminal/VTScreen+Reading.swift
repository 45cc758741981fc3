// From bytes to scalars, from scalars to control functions.
extension VTScreen {
  mutating func take(_ byte: UInt8) {
    if utf8Needed > 0 {
      if byte & 0xC0 == 0x80 {
        utf8.append(byte)
        utf8Needed -= 1
        if utf8Needed == 0 {
          let text = String(decoding: utf8, as: UTF8.self)
          for scalar in text.unicodeScalars {
            if scalar == "\u{FFFD}" && utf8 != [0xEF, 0xBF, 0xBD] { note("broken UTF-8 \(hex(utf8))") }
            take(scalar)
          }
        }
        return
      }
      note("broken UTF-8 \(hex(utf8))")
      utf8Needed = 0
      take("\u{FFFD}" as Unicode.Scalar)
    }
    switch byte {
    case 0x00...0x7F: take(Unicode.Scalar(byte))
    case 0xC2...0xDF: begin(byte, 1)
    case 0xE0...0xEF: begin(byte, 2)
    case 0xF0...0xF4: begin(byte, 3)
    default:
      note("broken UTF-8 \(hex([byte]))")
      take("\u{FFFD}" as Unicode.Scalar)
    }
  }

  private mutating func begin(_ byte: UInt8, _ needed: Int) {
    utf8 = [byte]
    utf8Needed = needed
  }

  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { String($0, radix: 16, uppercase: true) }.joined(separator: " ")
  }

  mutating func note(_ oddity: String) {
    oddities.append(oddity)
  }

  // MARK: Scalars to functions

  mutating func take(_ scalar: Unicode.Scalar) {
    let value = scalar.value
    if state == .string {
      takeInString(scalar)
      return
    }
    // Control characters act even within a sequence; cancel and escape end it.
    if value < 0x20 || value == 0x7F {
      switch value {
      case 0x1B:
        if state != .ground { note("cut off: ESC \(collected)") }
        state = .escape
        collected = ""
      case 0x18, 0x1A:
        note("cancelled: ESC \(collected)")
        state = .ground
      default: control(value)
      }
      return
    }
    switch state {
    case .ground:
      if (0x80...0x9F).contains(value) {
        note("C1 \(String(value, radix: 16, uppercase: true))")
      } else {
        print(scalar)
      }
    case .escape:
      switch scalar {
      case "[":
        state = .control
        collected = "["
      case "]", "P", "_", "^", "X":
        state = .string
        stringKind = Character(scalar)
        collected = ""
        stringEscape = false
      case " ", "!"..."/":
        state = .escapeIntermediate
        collected = String(scalar)
      default:
        state = .ground
        escape(String(scalar))
      }
    case .escapeIntermediate:
      collected.unicodeScalars.append(scalar)
      if value >= 0x30 {
        state = .ground
        escape(collected)
      }
    case .control:
      collected.unicodeScalars.append(scalar)
      if (0x40...0x7E).contains(value) {
        state = .ground
        controlSequence(collected)
      } else if value > 0x7E {
        state = .ground
        note("ESC \(collected)")
      }
    case .string: break
    }
  }

  private mutating func takeInString(_ scalar: Unicode.Scalar) {
    if stringEscape {
      stringEscape = false
      if scalar == "\\" {
        endString()
      } else {
        note("cut off: ESC \(stringKind)\(collected)")
        state = .escape
        collected = ""
        take(scalar)
      }
    } else if scalar == "\u{1B}" {
      stringEscape = true
    } else if (scalar == "\u{7}" && stringKind == "]") || scalar == "\u{9C}" {
      endString()
    } else if scalar == "\u{18}" || scalar == "\u{1A}" {
      note("cancelled: ESC \(stringKind)\(collected)")
      state = .ground
    } else {
      collected.unicodeScalars.append(scalar)
    }
  }

  private mutating func endString() {
    state = .ground
    if stringKind == "]" {
      operatingSystemCommands.append(collected)
      if collected.hasSuffix(";?") { questions.append("]" + collected) }
    } else {
      controlStrings.append("\(stringKind)\(collected)")
      if stringKind == "P", collected.hasPrefix("+q") || collected.hasPrefix("$q") {
        questions.append("P" + collected)
      }
    }
  }

  mutating func control(_ value: UInt32) {
    switch value {
    case 0x00: break
    case 0x07: bells += 1
    case 0x08:
      wrapPending = false
      cursorColumn = max(0, cursorColumn - 1)
    case 0x09:
      let next = (cursorColumn + 1..<max(cursorColumn + 1, size.columns)).first { tabStops.contains($0) }
      cursorColumn = next ?? max(0, size.columns - 1)
    case 0x0A, 0x0B, 0x0C: lineFeed()
    case 0x0D:
      wrapPending = false
      cursorColumn = 0
    case 0x0E: shiftedOut = true
    case 0x0F: shiftedOut = false
    default: note("control \(String(value, radix: 16, uppercase: true))")
    }
  }

  mutating func escape(_ sequence: String) {
    switch sequence {
    case "7": save()
    case "8": restore()
    case "=": keypadIsApplication = true
    case ">": keypadIsApplication = false
    case "D": lineFeed()
    case "E":
      cursorColumn = 0
      lineFeed()
    case "M": reverseLineFeed()
    case "H": tabStops.insert(cursorColumn)
    case "c":
      let kept = self
      self = VTScreen(size: size)
      (bells, oddities, clears) = (kept.bells, kept.oddities, kept.clears + 1)
      (operatingSystemCommands, controlStrings) = (kept.operatingSystemCommands, kept.controlStrings)
      questions = kept.questions
    case "\\": break  // the end of a string that was cancelled
    default:
      let letters = Array(sequence)
      if letters.count == 2, letters[0] == "(" || letters[0] == ")", "0AB".contains(letters[1]) {
        charsets[letters[0] == "(" ? 0 : 1] = letters[1]
      } else {
        note("ESC \(sequence)")
      }
    }
  }

  private mutating func controlSequence(_ sequence: String) {
    var body = sequence.dropFirst()
    let final = body.removeLast()
    let mark = body.first.flatMap { "<=>?".contains($0) ? $0 : nil }
    if mark != nil { body.removeFirst() }
    let intermediates = String(body.filter { (" "..."/").contains($0) })
    body.removeAll { (" "..."/").contains($0) }
    // Sub-parameters (38:2::r:g:b) are read like parameters; an empty one is missing.
    let parameters = body.split(omittingEmptySubsequences: false) { $0 == ";" || $0 == ":" }.map { Int($0) }

    func count() -> Int { max(1, (parameters.first ?? nil) ?? 1) }
    func value(_ index: Int, _ standard: Int) -> Int {
      parameters.indices.contains(index) ? parameters[index] ?? standard : standard
    }

    switch (mark, intermediates, final) {
    case (nil, "", "A"): move(row: max(cursorRow >= top ? top : 0, cursorRow - count()), column: cursorColumn)
    case (nil, "", "B"), (nil, "", "e"):
      move(row: min(cursorRow <= bottom ? bottom : size.rows - 1, cursorRow + count()), column: cursorColumn)
    case (nil, "", "C"), (nil, "", "a"): move(row: cursorRow, column: cursorColumn + count())
    case (nil, "", "D"): move(row: cursorRow, column: cursorColumn - count())
    case (nil, "", "E"): move(row: cursorRow + count(), column: 0)
    case (nil, "", "F"): move(row: cursorRow - count(), column: 0)
    case (nil, "", "G"), (nil, "", "`"): move(row: cursorRow, column: value(0, 1) - 1)
    case (nil, "", "H"), (nil, "", "f"):
      move(row: max(0, value(0, 1) - 1) + (originMode ? top : 0), column: max(0, value(1, 1) - 1))
    case (nil, "", "d"): move(row: max(0, value(0, 1) - 1) + (originMode ? top : 0), column: cursorColumn)
    case (nil, "", "I"): for _ in 0..<count() { control(0x09) }
    case (nil, "", "Z"):
      for _ in 0..<count() { cursorColumn = (0..<cursorColumn).last { $0 == 0 || tabStops.contains($0) } ?? 0 }
    case (nil, "", "g"): if value(0, 0) == 3 { tabStops = [] } else { tabStops.remove(cursorColumn) }
    case (nil, "", "J"): eraseInDisplay(value(0, 0))
    case (nil, "", "K"): eraseInLine(value(0, 0))
    case (nil, "", "X"): erase(row: cursorRow, cursorColumn..<min(size.columns, cursorColumn + count()))
    case (nil, "", "P"): deleteCharacters(count())
    case (nil, "", "@"): insertCharacters(count())
    case (nil, "", "L"): if (top...bottom).contains(cursorRow) { scrollDown(count(), from: cursorRow) }
    case (nil, "", "M"): if (top...bottom).contains(cursorRow) { scrollUp(count(), from: cursorRow) }
    case (nil, "", "S"): scrollUp(count(), from: top)
    case (nil, "", "T"): scrollDown(count(), from: top)
    case (nil, "", "b"):
      if let lastPrinted { for _ in 0..<count() { print(lastPrinted, translated: true) } }
    case (nil, "", "m"): selectGraphics(parameters)
    case (nil, "", "r"):
      let first = max(1, value(0, 1)) - 1
      let last = min(size.rows, value(1, size.rows)) - 1
      if first < last { (top, bottom) = (first, last) }
      move(row: originMode ? top : 0, column: 0)
    case (nil, "", "s"): save()
    case (nil, "", "u"): restore()
    case (nil, "", "h"), (nil, "", "l"):
      for mode in parameters {
        if mode == 4 { inserts = final == "h" } else if mode != 34 { note("ESC \(sequence)") }
      }
    case ("?", "", "h"), ("?", "", "l"):
      for mode in parameters { setPrivateMode(mode ?? 0, final == "h") }
    case (nil, "", "c"), (">", "", "c"), ("=", "", "c"), (nil, "", "n"), ("?", "", "n"), ("?", "", "u"), (">", "", "q"),
      ("?", "$", "p"), (nil, "$", "p"):
      questions.append(sequence)
    case (nil, "", "t"):
      // 22 and 23 save and restore the title; others move windows, or ask.
      if ![22, 23].contains(value(0, 0)) { questions.append(sequence) }
    case (nil, "!", "p"):
      (look, inserts, originMode, top, bottom) = (Look(), false, false, 0, max(0, size.rows - 1))
    case (nil, " ", "q"):
      // The cursor's shape, which must be undone at the end too: to the usual one, or a block that does not blink.
      if [0, 2].contains(value(0, 0)) { privateModes.remove(-3) } else { privateModes.insert(-3) }
    case (">", "", "m"), ("?", "", "m"), (">", "", "u"), ("<", "", "u"), ("=", "", "u"):
      // The encoding of modified keys, which must be undone at the end, so it counts as a mode.
      if final == "u" {
        if mark == "<" { privateModes.remove(-2) } else { privateModes.insert(-2) }
      } else if mark == ">" {
        if value(1, 0) == 0 { privateModes.remove(-1) } else { privateModes.insert(-1) }
      }
    default: note("ESC \(sequence)")
    }
  }

  private mutating func setPrivateMode(_ mode: Int, _ on: Bool) {
    switch mode {
    case 25:
      cursorIsVisible = on
      return
    case 7:
      wraps = on
      return
    case 12: return  // whether the cursor blinks
    case 6:
      originMode = on
      move(row: on ? top : 0, column: 0)
    case 47, 1047, 1049:
      if mode == 1049 && on { save() }
      if on != isAlternate {
        swap(&cells, &otherCells)
        isAlternate = on
        if on { for row in cells.indices { erase(row: row, 0..<size.columns) } }
      }
      if mode == 1049 && !on { restore() }
    case 1048: if on { save() } else { restore() }
    case 1, 3, 4, 5, 8, 9, 45, 1000...1006, 1015, 1016, 1034, 2004, 2026, 2027, 2031, 2048: break
    default: note("ESC [?\(mode)\(on ? "h" : "l")")
    }
    if on { privateModes.insert(mode) } else { privateModes.remove(mode) }
  }

  private mutating func selectGraphics(_ parameters: [Int?]) {
    var rest = parameters.map { $0 ?? 0 }[...]
    if rest.isEmpty { rest = [0] }

    func color() -> Color? {
      switch rest.first {
      case 5:
        guard rest.count >= 2 else { return nil }
        let index = rest[rest.startIndex + 1]
        rest = rest.dropFirst(2)
        return .indexed(index)
      case 2:
        guard rest.count >= 4 else { return nil }
        let start = rest.startIndex
        let color = Color.direct(red: rest[start + 1], green: rest[start + 2], blue: rest[start + 3])
        rest = rest.dropFirst(4)
        return color
      default: return nil
      }
    }

    while let code = rest.popFirst() {
      switch code {
      case 0: look = Look()
      case 1: look.bold = true
      case 2: look.dim = true
      case 3: look.italic = true
      case 4, 21: look.underline = true
      case 5, 6: look.blink = true
      case 7: look.reverse = true
      case 8: look.hidden = true
      case 9: look.struck = true
      case 22: (look.bold, look.dim) = (false, false)
      case 23: look.italic = false
      case 24: look.underline = false
      case 25: look.blink = false
      case 27: look.reverse = false
      case 28: look.hidden = false
      case 29: look.struck = false
      case 30...37: look.foreground = .indexed(code - 30)
      case 38: if let color = color() { look.foreground = color } else { note("colour of ESC [38;…m") }
      case 39: look.foreground = .standard
      case 40...47: look.background = .indexed(code - 40)
      case 48: if let color = color() { look.background = color } else { note("colour of ESC [48;…m") }
      case 49: look.background = .standard
      case 90...97: look.foreground = .indexed(code - 90 + 8)
      case 100...107: look.background = .indexed(code - 100 + 8)
      case 10: break
      default: note("ESC [\(code)m")
      }
    }
  }
}
