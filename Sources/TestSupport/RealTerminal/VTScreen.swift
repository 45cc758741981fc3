/// What a terminal of the xterm family shows after the bytes it was sent.
///
/// Enough of one for what ncurses sends to xterm-256color, tmux-256color and their poorer relatives. It also keeps a
/// record of everything else that went by, since a program under test must send nothing that it does not mean to:
///
///     var screen = VTScreen(size: .standard)
///     screen.feed(Array("\u{1B}[2;3Hhello\u{7}".utf8))
///     screen.line(1)         // "  hello"
///     screen.bells           // 1
///     screen.oddities        // []: control functions it does not know, raw C1, broken UTF-8, invisible characters
public struct VTScreen: Sendable {
  public enum Color: Sendable, Hashable {
    case standard
    case indexed(Int)
    case direct(red: Int, green: Int, blue: Int)
  }

  public struct Look: Sendable, Hashable {
    public var foreground = Color.standard
    public var background = Color.standard
    public var bold = false
    public var dim = false
    public var italic = false
    public var underline = false
    public var blink = false
    public var reverse = false
    public var hidden = false
    public var struck = false

    public init() {}
  }

  public struct Cell: Sendable, Hashable {
    /// A character with its combining marks; empty in the right half of a wide one.
    public var text = " "
    /// 2 in the left half of a wide character, 0 in its right half.
    public var width = 1
    public var look = Look()
  }

  public private(set) var size: ScreenSize
  public private(set) var cursorRow = 0
  public private(set) var cursorColumn = 0
  public private(set) var isAlternate = false
  public private(set) var cursorIsVisible = true
  /// The private modes (`ESC [ ? n h`) that are on, other than the cursor's visibility (25) and wrapping (7), which are
  /// on from the start: 1 application cursor keys, 1000…1006 mouse, 1004 focus, 1049 alternate screen, 2004 paste.
  public private(set) var privateModes: Set<Int> = []
  /// ESC = was sent last, not ESC >.
  public private(set) var keypadIsApplication = false
  public private(set) var bells = 0
  /// Operating system commands (ESC ]), without their frame: titles, colours, OSC 52 clipboards, OSC 8 links.
  public private(set) var operatingSystemCommands: [String] = []
  /// Device control strings and their like (ESC P, ESC _, ESC ^, ESC X), with the introducing letter.
  public private(set) var controlStrings: [String] = []
  /// Questions to which a terminal sends an answer: `[c`, `[6n`, `[?u` …
  public private(set) var questions: [String] = []
  /// What a well-behaved program never sends, readable and in order.
  public private(set) var oddities: [String] = []
  /// How often the whole screen was erased.
  public private(set) var clears = 0

  private var cells: [[Cell]]
  private var otherCells: [[Cell]]
  private var look = Look()
  private var wrapPending = false
  private var wraps = true
  private var inserts = false
  private var originMode = false
  private var top = 0
  private var bottom: Int
  private var tabStops: Set<Int>
  private var charsets: [Character] = ["B", "B"]
  private var shiftedOut = false
  private var lastPrinted: Unicode.Scalar?

  private struct Saved {
    var row = 0
    var column = 0
    var look = Look()
    var charsets: [Character] = ["B", "B"]
    var shiftedOut = false
    var originMode = false
  }
  private var saved = Saved()

  private enum State {
    case ground, escape, escapeIntermediate, control, string
  }
  private var state = State.ground
  private var collected = ""
  private var stringKind: Character = "]"
  private var stringEscape = false
  private var utf8: [UInt8] = []
  private var utf8Needed = 0

  public init(size: ScreenSize) {
    self.size = size
    bottom = max(0, size.rows - 1)
    let blank = [[Cell]](repeating: [Cell](repeating: Cell(), count: size.columns), count: size.rows)
    cells = blank
    otherCells = blank
    tabStops = Set(stride(from: 8, to: 1024, by: 8))
  }

  // MARK: Looking

  /// One row, without the blanks at its end.
  public func line(_ row: Int) -> String {
    guard cells.indices.contains(row) else { return "" }
    var text = cells[row].map(\.text).joined()
    while text.last == " " { text.removeLast() }
    return text
  }

  public var lines: [String] { cells.indices.map { line($0) } }

  /// All rows, without the empty ones at the end.
  public var text: String {
    var lines = lines
    while lines.last == "" { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  /// The main screen's text while the alternate one is shown, and the other way round.
  public var otherText: String {
    var other = self
    other.cells = otherCells
    return other.text
  }

  public func cell(_ row: Int, _ column: Int) -> Cell {
    guard cells.indices.contains(row), cells[row].indices.contains(column) else { return Cell() }
    return cells[row][column]
  }

  /// The cells of a row that hold a text, for questions about how it looks.
  public func cells(of text: String, row: Int) -> [Cell]? {
    guard cells.indices.contains(row) else { return nil }
    let printed = cells[row].filter { $0.width > 0 }
    let wanted = text.map(String.init)
    guard !wanted.isEmpty, printed.count >= wanted.count else { return nil }
    for start in 0...(printed.count - wanted.count)
    where zip(printed[start...], wanted).allSatisfy({ $0.0.text == $0.1 }) {
      return Array(printed[start..<start + wanted.count])
    }
    return nil
  }

  /// The first row that holds a text.
  public func row(of text: String) -> Int? {
    lines.firstIndex { $0.contains(text) }
  }

  /// The screen with a frame round it and the cursor's place, for messages.
  public var framed: String {
    let rule = "+" + String(repeating: "-", count: min(size.columns, 200)) + "+"
    let cursor = "cursor at row \(cursorRow), column \(cursorColumn)\(cursorIsVisible ? "" : ", hidden")"
    let modes = "private modes \(privateModes.sorted())\(isAlternate ? ", alternate screen" : "")"
    return ([rule] + lines.map { "|" + $0 } + [rule, "\(size), \(cursor), \(modes)"]).joined(separator: "\n")
  }

  // MARK: Changing

  /// Keeps the upper left part of what was there, as xterm does; lines are not wrapped again.
  public mutating func resize(to size: ScreenSize) {
    func resized(_ old: [[Cell]]) -> [[Cell]] {
      (0..<size.rows).map { row in
        (0..<size.columns).map { column in
          guard old.indices.contains(row), old[row].indices.contains(column) else { return Cell() }
          let cell = old[row][column]
          return cell.width == 2 && column == size.columns - 1 ? Cell() : cell
        }
      }
    }
    cells = resized(cells)
    otherCells = resized(otherCells)
    self.size = size
    top = 0
    bottom = max(0, size.rows - 1)
    cursorRow = min(cursorRow, bottom)
    cursorColumn = min(cursorColumn, max(0, size.columns - 1))
    wrapPending = false
  }

  public mutating func feed(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { take(byte) }
  }

  public mutating func feed(_ text: String) {
    feed(text.utf8)
  }

  // MARK: Bytes to scalars

  private mutating func take(_ byte: UInt8) {
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

  private mutating func note(_ oddity: String) {
    oddities.append(oddity)
  }

  // MARK: Scalars to functions

  private mutating func take(_ scalar: Unicode.Scalar) {
    let value = scalar.value
    if state == .string {
      takeInString(scalar)
      return
    }
    // Control characters act in the midst of a sequence too; cancel and escape end it.
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

  private mutating func control(_ value: UInt32) {
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

  private mutating func escape(_ sequence: String) {
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
    // Sub-parameters (38:2::r:g:b) are read like parameters; an absent one counts as missing.
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
      // 22 and 23 save and bring back the title; others move windows, or ask.
      if ![22, 23].contains(value(0, 0)) { questions.append(sequence) }
    case (nil, "!", "p"):
      (look, inserts, originMode, top, bottom) = (Look(), false, false, 0, max(0, size.rows - 1))
    case (nil, " ", "q"): break  // the cursor's shape
    case (">", "", "m"), ("?", "", "m"), (">", "", "u"), ("<", "", "u"), ("=", "", "u"):
      // How modified keys are sent. To be undone at the end, so it counts as a mode.
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

  // MARK: Functions to cells

  private mutating func print(_ given: Unicode.Scalar, translated: Bool = false) {
    var scalar = given
    if !translated, charsets[shiftedOut ? 1 : 0] == "0", let drawn = Self.lineDrawing[given] { scalar = drawn }
    let width = Self.width(of: scalar)
    if scalar.properties.generalCategory == .format { note("invisible \(Self.name(of: scalar))") }
    guard width > 0 else {
      // It belongs to the character before it: under the cursor when a wrap is pending, else to its left.
      var column = wrapPending ? cursorColumn : cursorColumn - 1
      guard cells.indices.contains(cursorRow), cells[cursorRow].indices.contains(column) else { return }
      if cells[cursorRow][column].width == 0 { column -= 1 }
      if column >= 0 { cells[cursorRow][column].text.unicodeScalars.append(scalar) }
      return
    }
    lastPrinted = scalar
    guard size.columns > 0, size.rows > 0 else { return }
    if wraps && (wrapPending || (width == 2 && cursorColumn + 1 >= size.columns)) {
      cursorColumn = 0
      lineFeed()
    }
    if width == 2 && cursorColumn + 1 >= size.columns {
      // Two columns do not fit: an xterm that does not wrap drops the character, others cut it in two.
      note("wide character \(Self.name(of: scalar)) in the last column")
      return
    }
    if inserts { insertCharacters(width) }
    for column in cursorColumn..<cursorColumn + width { clearHalves(cursorRow, column) }
    cells[cursorRow][cursorColumn] = Cell(text: String(scalar), width: width, look: look)
    if width == 2 { cells[cursorRow][cursorColumn + 1] = Cell(text: "", width: 0, look: look) }
    if cursorColumn + width < size.columns {
      cursorColumn += width
      wrapPending = false
    } else {
      cursorColumn = size.columns - 1
      wrapPending = wraps
    }
  }

  /// When half of a wide character is written over, the other half goes blank.
  private mutating func clearHalves(_ row: Int, _ column: Int) {
    switch cells[row][column].width {
    case 0 where column > 0: cells[row][column - 1] = Cell(look: cells[row][column - 1].look)
    case 2 where column + 1 < size.columns: cells[row][column + 1] = Cell(look: cells[row][column + 1].look)
    default: break
    }
  }

  private mutating func move(row: Int, column: Int) {
    wrapPending = false
    cursorRow = min(max(0, row), max(0, size.rows - 1))
    cursorColumn = min(max(0, column), max(0, size.columns - 1))
  }

  private mutating func save() {
    saved = Saved(
      row: cursorRow, column: cursorColumn, look: look, charsets: charsets, shiftedOut: shiftedOut,
      originMode: originMode)
  }

  private mutating func restore() {
    (look, charsets, shiftedOut, originMode) = (saved.look, saved.charsets, saved.shiftedOut, saved.originMode)
    move(row: saved.row, column: saved.column)
  }

  private mutating func lineFeed() {
    wrapPending = false
    if cursorRow == bottom {
      scrollUp(1, from: top)
    } else {
      cursorRow = min(cursorRow + 1, max(0, size.rows - 1))
    }
  }

  private mutating func reverseLineFeed() {
    wrapPending = false
    if cursorRow == top { scrollDown(1, from: top) } else { cursorRow = max(0, cursorRow - 1) }
  }

  /// Erased cells keep the background that is set, as all these terminals do.
  private var blank: Cell {
    var look = Look()
    look.background = self.look.background
    return Cell(look: look)
  }

  private var blankRow: [Cell] { [Cell](repeating: blank, count: size.columns) }

  private mutating func scrollUp(_ count: Int, from first: Int) {
    guard first <= bottom, cells.indices.contains(bottom) else { return }
    for _ in 0..<min(count, bottom - first + 1) {
      cells.remove(at: first)
      cells.insert(blankRow, at: bottom)
    }
  }

  private mutating func scrollDown(_ count: Int, from first: Int) {
    guard first <= bottom, cells.indices.contains(bottom) else { return }
    for _ in 0..<min(count, bottom - first + 1) {
      cells.remove(at: bottom)
      cells.insert(blankRow, at: first)
    }
  }

  private mutating func erase(row: Int, _ columns: Range<Int>) {
    guard cells.indices.contains(row) else { return }
    for column in columns.clamped(to: 0..<size.columns) {
      clearHalves(row, column)
      cells[row][column] = blank
    }
  }

  private mutating func eraseInLine(_ part: Int) {
    switch part {
    case 0: erase(row: cursorRow, cursorColumn..<max(cursorColumn, size.columns))
    case 1: erase(row: cursorRow, 0..<cursorColumn + 1)
    case 2: erase(row: cursorRow, 0..<size.columns)
    default: note("ESC [\(part)K")
    }
  }

  private mutating func eraseInDisplay(_ part: Int) {
    switch part {
    case 0:
      if cursorRow == 0 && cursorColumn == 0 { clears += 1 }
      eraseInLine(0)
      for row in min(cursorRow + 1, size.rows)..<size.rows { erase(row: row, 0..<size.columns) }
    case 1:
      eraseInLine(1)
      for row in 0..<cursorRow { erase(row: row, 0..<size.columns) }
    case 2, 3:
      if part == 2 { clears += 1 }
      for row in 0..<size.rows { erase(row: row, 0..<size.columns) }
    default: note("ESC [\(part)J")
    }
  }

  private mutating func deleteCharacters(_ count: Int) {
    guard cells.indices.contains(cursorRow), cells[cursorRow].indices.contains(cursorColumn) else { return }
    clearHalves(cursorRow, cursorColumn)
    let count = min(count, size.columns - cursorColumn)
    cells[cursorRow].removeSubrange(cursorColumn..<cursorColumn + count)
    cells[cursorRow] += [Cell](repeating: blank, count: count)
  }

  private mutating func insertCharacters(_ count: Int) {
    guard cells.indices.contains(cursorRow), cells[cursorRow].indices.contains(cursorColumn) else { return }
    let count = min(count, size.columns - cursorColumn)
    cells[cursorRow].insert(contentsOf: [Cell](repeating: blank, count: count), at: cursorColumn)
    cells[cursorRow].removeLast(count)
    if let last = cells[cursorRow].last, last.width == 2 { cells[cursorRow][size.columns - 1] = Cell(look: last.look) }
  }

  // MARK: Characters

  private static func name(of scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// The columns that a terminal gives a character. Of its own making, so that it can tell the program's table wrong.
  public static func width(of scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x20...0x7E: return 1
    case 0xAD: return 1
    case 0x1160...0x11FF: return 0
    case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
      0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
      0x16FE0...0x18CFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x3FFFD:
      return scalar.properties.generalCategory == .nonspacingMark ? 0 : 2
    default:
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format: return 0
      default: return scalar.properties.isEmojiPresentation ? 2 : 1
      }
    }
  }

  private static let lineDrawing: [Unicode.Scalar: Unicode.Scalar] = [
    "`": "◆", "a": "▒", "f": "°", "g": "±", "h": "░", "i": "␋", "j": "┘", "k": "┐", "l": "┌", "m": "└", "n": "┼",
    "o": "⎺", "p": "⎻", "q": "─", "r": "⎼", "s": "⎽", "t": "├", "u": "┤", "v": "┴", "w": "┬", "x": "│", "y": "≤",
    "z": "≥", "{": "π", "|": "≠", "}": "£", "~": "·",
  ]
}
