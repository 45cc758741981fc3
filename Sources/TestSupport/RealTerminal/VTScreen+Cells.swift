// From control functions to cells.
extension VTScreen {
  mutating func print(_ given: Unicode.Scalar, translated: Bool = false) {
    var scalar = given
    if !translated, charsets[shiftedOut ? 1 : 0] == "0", let drawn = Self.lineDrawing[given] { scalar = drawn }
    let width = Self.width(of: scalar)
    if scalar.properties.generalCategory == .format { note("invisible \(Self.name(of: scalar))") }
    guard width > 0 else {
      // A mark belongs to the character before it: under the cursor if a wrap is pending, else to its left.
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
      // Without wrapping, xterm drops a wide character in the last column; other terminals cut it in two.
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

  /// Blanks the other half of a wide character, one half of which is to be overwritten.
  private mutating func clearHalves(_ row: Int, _ column: Int) {
    switch cells[row][column].width {
    case 0 where column > 0: cells[row][column - 1] = Cell(look: cells[row][column - 1].look)
    case 2 where column + 1 < size.columns: cells[row][column + 1] = Cell(look: cells[row][column + 1].look)
    default: break
    }
  }

  mutating func move(row: Int, column: Int) {
    wrapPending = false
    cursorRow = min(max(0, row), max(0, size.rows - 1))
    cursorColumn = min(max(0, column), max(0, size.columns - 1))
  }

  mutating func save() {
    saved = Saved(
      row: cursorRow, column: cursorColumn, look: look, charsets: charsets, shiftedOut: shiftedOut,
      originMode: originMode)
  }

  mutating func restore() {
    (look, charsets, shiftedOut, originMode) = (saved.look, saved.charsets, saved.shiftedOut, saved.originMode)
    move(row: saved.row, column: saved.column)
  }

  mutating func lineFeed() {
    wrapPending = false
    if cursorRow == bottom {
      scrollUp(1, from: top)
    } else {
      cursorRow = min(cursorRow + 1, max(0, size.rows - 1))
    }
  }

  mutating func reverseLineFeed() {
    wrapPending = false
    if cursorRow == top { scrollDown(1, from: top) } else { cursorRow = max(0, cursorRow - 1) }
  }

  /// An erased cell, with the current background, as in all terminals of this family.
  var blank: Cell {
    var look = Look()
    look.background = self.look.background
    return Cell(look: look)
  }

  private var blankRow: [Cell] { [Cell](repeating: blank, count: size.columns) }

  mutating func scrollUp(_ count: Int, from first: Int) {
    guard first <= bottom, cells.indices.contains(bottom) else { return }
    for _ in 0..<min(count, bottom - first + 1) {
      cells.remove(at: first)
      cells.insert(blankRow, at: bottom)
    }
  }

  mutating func scrollDown(_ count: Int, from first: Int) {
    guard first <= bottom, cells.indices.contains(bottom) else { return }
    for _ in 0..<min(count, bottom - first + 1) {
      cells.remove(at: bottom)
      cells.insert(blankRow, at: first)
    }
  }

  mutating func erase(row: Int, _ columns: Range<Int>) {
    guard cells.indices.contains(row) else { return }
    for column in columns.clamped(to: 0..<size.columns) {
      clearHalves(row, column)
      cells[row][column] = blank
    }
  }

  mutating func eraseInLine(_ part: Int) {
    switch part {
    case 0: erase(row: cursorRow, cursorColumn..<max(cursorColumn, size.columns))
    case 1: erase(row: cursorRow, 0..<cursorColumn + 1)
    case 2: erase(row: cursorRow, 0..<size.columns)
    default: note("ESC [\(part)K")
    }
  }

  mutating func eraseInDisplay(_ part: Int) {
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

  mutating func deleteCharacters(_ count: Int) {
    guard cells.indices.contains(cursorRow), cells[cursorRow].indices.contains(cursorColumn) else { return }
    clearHalves(cursorRow, cursorColumn)
    let count = min(count, size.columns - cursorColumn)
    cells[cursorRow].removeSubrange(cursorColumn..<cursorColumn + count)
    cells[cursorRow] += [Cell](repeating: blank, count: count)
  }

  mutating func insertCharacters(_ count: Int) {
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

  /// The columns of a character. Independent of the program's table, so that it can reveal mistakes there.
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
