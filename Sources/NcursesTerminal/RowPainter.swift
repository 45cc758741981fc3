import CNcurses
import Terminal

/// Hands rows of a canvas to ncurses.
///
/// A separate value, so that exclusive access to the terminal is not checked at every cell: that was a tenth of the
/// cost of a page of changed rows.
struct RowPainter {
  var styles: StyleTable
  private let isASCII: Bool
  /// Whether placeholders are sent as such; in the overlay modes they are no-break spaces, which ncurses never writes
  /// by clearing to the end of the row.
  var hasPlaceholders = false
  private var row: [cchar_t] = []
  /// The scalars of which pictures and bars are made.
  static let blocks: ClosedRange<UInt32> = 0x2580...0x259F
  private static let fullBlock: UInt32 = 0x2588
  private var hasBlocks = false
  /// The rows in which blocks of pictures and bars have been painted.
  private(set) var rowsWithBlocks: Set<Int> = []

  init(styles: StyleTable, isASCII: Bool) { (self.styles, self.isASCII) = (styles, isASCII) }

  mutating func paint(_ canvas: Canvas, row line: Int, columns: Range<Int>) {
    row.removeAll(keepingCapacity: true)
    hasBlocks = false
    var column = columns.lowerBound
    while column < columns.upperBound {
      let cell = canvas[Point(column: column, row: line)]
      let isWide = cell.isWide
      add(canvas, cell, columns: isWide ? 2 : 1)
      column += isWide ? 2 : 1
    }
    wmove(ncurses_screen(), Int32(line), Int32(columns.lowerBound))
    wadd_wchnstr(ncurses_screen(), row, Int32(row.count))
    if hasBlocks { rowsWithBlocks.insert(line) }
  }

  private mutating func add(_ canvas: Canvas, _ cell: Cell, columns: Int) {
    let (base, marks) = canvas.content(of: cell)
    if base == Placeholder.scalar, !hasPlaceholders { return add(0xA0, styles.look(.plain)) }
    if Self.blocks ~= base {
      hasBlocks = true
      // In many fonts a block ends a pixel above the foot of its cell; a background does not.
      if base == Self.fullBlock, !isASCII {
        let isReversed = cell.style.attributes.contains(.reverse)
        return add(0x20, styles.look(isReversed ? cell.style.without(.reverse) : cell.style.reversed))
      }
    }
    let look = styles.look(cell.style)
    if base < 0x80 || !isASCII && ncurses_width(wchar_t(bitPattern: base)) == columns {
      add(wchar_t(bitPattern: base), marks: isASCII ? .zero : marks, look)
    } else {
      // ncurses asks the C library for widths. If that disagrees, ASCII is better than a shifted rest of the row.
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
