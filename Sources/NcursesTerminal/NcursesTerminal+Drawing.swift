import CNcurses
public import Terminal

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension NcursesTerminal {
  public func present(_ canvas: Canvas) {
    guard isOpen else { return }
    draw(canvas)
    if styles.hasRunOut {
      // What this frame needs may fit into an empty table. What does not stays without colour.
      styles.startAfresh()
      shown = nil
      draw(canvas)
      styles.hasRunOut = false
    }
  }

  private func draw(_ canvas: Canvas) {
    var isChanged = false
    if let shown, shown.size == canvas.size, canvas.size == size {
      canvas.forEachDifference(from: shown) { row, columns in
        isChanged = true
        draw(canvas, row: row, columns: columns)
      }
    } else {
      isChanged = true
      werase(ncurses_screen())
      let visible = canvas.bounds.intersection(Rect(origin: Point(column: 0, row: 0), size: size))
      for row in 0..<visible.rows { draw(canvas, row: row, columns: 0..<visible.columns) }
    }
    if mustRewrite {
      // Sends every cell without clearing first, which would flicker.
      isChanged = true
      redrawwin(ncurses_screen())
      mustRewrite = false
    }
    guard isChanged || canvas.cursor != shown?.cursor else { return }
    shown = canvas
    place(canvas.cursor)
    wrefresh(ncurses_screen())
    if !isOnScreen {
      isOnScreen = true
      write(NcursesTerminal.pasteOn)
    }
  }

  private func draw(_ canvas: Canvas, row line: Int, columns: Range<Int>) {
    let count = canvas.withCells(row: line) { cells in
      row.withUnsafeMutableBufferPointer { row in
        var count = 0
        for column in columns where !cells[column].isRightHalf {
          let isWide = column + 1 < cells.count && cells[column + 1].isRightHalf
          count += makeCells(&row, at: count, canvas, cells[column], columns: isWide ? 2 : 1)
        }
        return count
      }
    }
    wmove(ncurses_screen(), Int32(line), Int32(columns.lowerBound))
    _ = row.withUnsafeBufferPointer { wadd_wchnstr(ncurses_screen(), $0.baseAddress, Int32(count)) }
  }

  /// Makes what ncurses needs for one sign, and returns how many of its cells that took.
  private func makeCells(
    _ row: inout UnsafeMutableBufferPointer<cchar_t>, at index: Int, _ canvas: Canvas, _ cell: Cell, columns: Int
  ) -> Int {
    let look = styles.look(cell.style)
    let (base, marks) = canvas.content(of: cell)
    // ncurses asks the C library for widths. Where that one disagrees, ASCII is better than a row that is shifted
    // from here on.
    if base >= 0x80, isASCII || ncurses_width(wchar_t(bitPattern: base)) != columns {
      make(&row[index], wchar_t(Transliteration.ascii(base)), look)
      if columns == 2 { make(&row[index + 1], 0x20, look) }
      return columns
    }
    make(&row[index], wchar_t(bitPattern: base), marks: isASCII ? .zero : marks, look)
    return 1
  }

  private func make(
    _ cell: inout cchar_t, _ base: wchar_t, marks: SIMD4<UInt32> = .zero, _ look: StyleTable.Look
  ) {
    let marks = SIMD4<wchar_t>(truncatingIfNeeded: marks)
    var content = (base, marks[0], marks[1], marks[2], marks[3], wchar_t(0))
    withUnsafeMutableBytes(of: &content) { bytes in
      ncurses_make_cell(&cell, bytes.assumingMemoryBound(to: wchar_t.self).baseAddress, look.attributes, look.pair)
    }
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
    clearok(ncurses_shown_screen(), true)
    wrefresh(ncurses_screen())
  }

  public func bell() {
    guard isOpen, isOnScreen else { return }
    beep()
  }

  public func writeRaw(_ bytes: [UInt8]) {
    guard isOpen, isOnScreen else { return }
    write(bytes)
  }

  /// Writes to the terminal past ncurses, whose buffer is empty between frames.
  func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { SystemCall.write(STDOUT_FILENO, $0) }
      if written > 0 {
        rest.removeFirst(written)
      } else if errno != EINTR {
        return
      }
    }
  }
}
