import CNcurses
import LibC
public import Terminal

extension NcursesTerminal {
  public func present(_ canvas: Canvas) {
    guard isOpen else { return }
    if painter.styles.base != canvas.base {
      painter.styles.base = canvas.base
      painter.styles.reset()
      shown = nil
      mustRewrite = isOnScreen
    }
    draw(canvas)
    if painter.styles.hasRunOut {
      // This frame alone may fit into an empty table. Styles that do not fit stay without colour.
      painter.styles.reset()
      shown = nil
      draw(canvas)
      painter.styles.hasRunOut = false
    }
  }

  private func draw(_ canvas: Canvas) {
    var isChanged = false
    var scrolled: Range<Int>?
    if let shown, shown.size == canvas.size, canvas.size == size {
      var rows: [Int] = []
      canvas.forEachDifference(from: shown) { row, columns in
        isChanged = true
        rows.append(row)
        painter.paint(canvas, row: row, columns: columns)
        // Blocks of some fonts are wider than their cells: what they leave beside them stays until that is written.
        guard painter.rowsWithBlocks.contains(row) else { return }
        for column in columns {
          let place = Point(column: column, row: row)
          guard shown.hasBlock(at: place), !canvas.hasBlock(at: place) else { continue }
          wredrawln(ncurses_screen(), Int32(row), 1)
          break
        }
      }
      scrolled = pictures.scrolled(from: shown, to: canvas, changed: rows)
    } else {
      isChanged = true
      werase(ncurses_screen())
      let visible = canvas.bounds.intersection(Rect(origin: Point(column: 0, row: 0), size: size))
      for row in 0..<visible.rows { painter.paint(canvas, row: row, columns: 0..<visible.columns) }
    }
    let missing = pictures.sendMissing(canvas)
    let gone = pictures.uncover(canvas, scrolled: scrolled)
    if !missing.isEmpty || !gone.isEmpty { isChanged = true }
    if mustRewrite {
      // Sends every cell without clearing first, which would flicker.
      isChanged = true
      redrawwin(ncurses_screen())
      mustRewrite = false
    }
    guard isChanged || canvas.cursor != shown?.cursor else { return }
    shown = canvas
    place(canvas.cursor)
    let isFirst = !isOnScreen
    if !isFirst { write(missing + gone) }
    wrefresh(ncurses_screen())
    isOnScreen = true
    if isFirst { write(missing) }
    write(pictures.lay(canvas))
    if isFirst {
      setModes()
      askBackground()
      askProfile()
    }
  }

  private func askBackground() {
    guard choices.asksBackground, choices.mostColours > 0, description.isAnswering, !hasAskedBackground else { return }
    hasAskedBackground = true
    write(Array("\u{1B}]11;?\u{1B}\\".utf8))
  }

  private func place(_ cursor: Point?) {
    let isVisible = cursor.map { 0..<size.columns ~= $0.column && 0..<size.rows ~= $0.row } ?? false
    if isVisible != isCursorVisible {
      curs_set(isVisible ? 1 : 0)
      // A hidden cursor may stay where drawing left it.
      leaveok(ncurses_screen(), !isVisible)
      isCursorVisible = isVisible
    }
    if let cursor, isVisible { wmove(ncurses_screen(), Int32(cursor.row), Int32(cursor.column)) }
  }

  public func redraw() {
    guard isOpen, isOnScreen else { return }
    write(pictures.clear() + plainLook)
    if let shown { write(pictures.sendMissing(shown)) }
    clearok(ncurses_shown_screen(), true)
    wrefresh(ncurses_screen())
    if let shown { write(pictures.lay(shown)) }
  }

  public func use(_ choices: TerminalChoices) {
    guard isOpen, choices != self.choices else { return }
    let isOtherMouse = choices.hasMouse != self.choices.hasMouse
    self.choices = choices
    parser.escapeTime = choices.escapeTime
    if isOtherMouse { useMouse() }
    if isOnScreen { askBackground() }
    let isASCII = choices.isASCII || !hasUTF8
    glyphs = Self.glyphs(isASCII: isASCII, options, pictures.mode)
    painter = RowPainter(styles: StyleTable(colours: 0, pairs: 0), isASCII: isASCII)
    startColours()
    chooseProfile()
    if isOnScreen { askProfile() }
    // Every cell may look different now.
    shown = nil
    mustRewrite = true
  }

  public func writeRaw(_ bytes: [UInt8]) { if isOpen, isOnScreen { write(bytes) } }

  /// Writes to the terminal, bypassing ncurses, whose buffer is empty between frames.
  func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { LibC.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if written > 0 {
        rest.removeFirst(written)
      } else if errno != EINTR {
        return
      }
    }
  }
}

extension Canvas {
  /// Whether the cell is a part of a picture or a bar.
  fileprivate func hasBlock(at place: Point) -> Bool {
    let cell = self[place]
    return cell.style.attributes.contains(.solid) || RowPainter.blocks ~= content(of: cell).base
  }
}
