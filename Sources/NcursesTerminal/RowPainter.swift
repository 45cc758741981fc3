import CNcurses
import Terminal

/// Hands rows of a canvas to ncurses.
///
/// A value of its own, so that the compiler need not check at every cell who else has the terminal in hand: of a page
/// of changed rows that was a tenth of the cost.
struct RowPainter {
  var styles: StyleTable
  private let isASCII: Bool
  /// Whether the terminal has its placeholders drawn as parts of pictures; where a picture lies over them they are
  /// hard spaces, which ncurses never writes by clearing to the end of the row.
  var hasPlaceholders = false
  /// One row as ncurses takes it.
  private var row: [cchar_t] = []

  init(styles: StyleTable, isASCII: Bool) {
    self.styles = styles
    self.isASCII = isASCII
  }

  mutating func paint(_ canvas: Canvas, row line: Int, columns: Range<Int>) {
    row.removeAll(keepingCapacity: true)
    var column = columns.lowerBound
    while column < columns.upperBound {
      let cell = canvas[Point(column: column, row: line)]
      let isWide = cell.isWide
      add(canvas, cell, columns: isWide ? 2 : 1)
      column += isWide ? 2 : 1
    }
    wmove(ncurses_screen(), Int32(line), Int32(columns.lowerBound))
    wadd_wchnstr(ncurses_screen(), row, Int32(row.count))
  }

  private mutating func add(_ canvas: Canvas, _ cell: Cell, columns: Int) {
    let (base, marks) = canvas.content(of: cell)
    if base == Placeholder.scalar, !hasPlaceholders { return add(0xA0, styles.look(.plain)) }
    let look = styles.look(cell.style)
    if base < 0x80 || !isASCII && ncurses_width(wchar_t(bitPattern: base)) == columns {
      add(wchar_t(bitPattern: base), marks: isASCII ? .zero : marks, look)
    } else {
      // ncurses asks the C library for widths. Where that one disagrees, ASCII is better than a row that is shifted
      // from here on.
      add(wchar_t(Transliteration.ascii(base)), look)
      if columns == 2 { add(0x20, look) }
    }
  }

  private mutating func add(_ base: wchar_t, marks: SIMD4<UInt32> = .zero, _ look: StyleTable.Look) {
    let marks = SIMD4<wchar_t>(truncatingIfNeeded: marks)
    let content = (base, marks[0], marks[1], marks[2], marks[3], wchar_t(0))
    row.append(
      withUnsafeBytes(of: content) { bytes in
        ncurses_cell(bytes.assumingMemoryBound(to: wchar_t.self).baseAddress, look.attributes, look.pair)
      })
  }
}
