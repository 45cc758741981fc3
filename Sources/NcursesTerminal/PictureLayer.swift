import CNcurses
import Raster
import Terminal

/// The pictures on the terminal, besides its cells.
///
/// With placeholders a picture is sent once and the cells do the rest. In the overlay modes the cells under a picture
/// must not be written while it is there, and must all be written once it is gone, which erases it. Without placeholders
/// kitty drops pictures that it does not show, whenever one is deleted or lines scroll (0.26.5 does), so each is sent
/// when it is laid.
struct PictureLayer {
  var mode = PictureMode.none
  /// The size of a cell in pixels.
  var cell: (width: Int, height: Int) = (10, 20)
  /// Whether commands must be wrapped for tmux to pass on.
  var isThroughTmux = false
  /// The pictures that placeholders stand for, oldest first, each with its size.
  private var sent: [(id: Int, size: Size)] = []
  /// The pictures over the cells; `place` is kitty's number for the part.
  private var laid: [(part: PlacedPicture, place: Int)] = []
  private var lastPlace = 0
  /// The bytes of recent pictures: scrolling shows the same ones again.
  private var encoded: [(picture: PlacedPicture, bytes: [UInt8])] = []

  private static let most = 64

  /// Returns the bytes that remove all pictures, and forgets them: the cells may have another size now.
  mutating func clear() -> [UInt8] {
    let isKept = isKitty && !(sent.isEmpty && laid.isEmpty)
    (sent, laid, encoded) = ([], [], [])
    return isKept ? wrapped(KittyGraphics.deleteAll) : []
  }

  private var isKitty: Bool { mode == .kitty || mode == .kittyOverlay }

  /// Returns the bytes of new pictures, to be written before the cells.
  mutating func sendMissing(_ canvas: Canvas) -> [UInt8] {
    guard mode == .kitty else { return [] }
    var bytes: [UInt8] = []
    for placed in canvas.placed {
      let id = placed.picture.id
      guard !sent.contains(where: { $0.id == id && $0.size == placed.size }) else { continue }
      sent.removeAll { $0.id == id }
      sent.append((id, placed.size))
      bytes += wrapped(KittyGraphics.virtual(raster(of: placed), id: id, size: placed.size))
    }
    while sent.count > Self.most,
      let old = sent.firstIndex(where: { sent in !canvas.placed.contains { $0.picture.id == sent.id } })
    {
      bytes += wrapped(KittyGraphics.delete(id: sent.remove(at: old).id))
    }
    return bytes
  }

  /// Kitty's number for a picture over cells. It depends on the size, as a picture may be shown in two at a time.
  private func number(of placed: PlacedPicture) -> Int {
    placed.picture.id | ((placed.size.columns &* 31 &+ placed.size.rows) & 0x7F) << 24
  }

  /// The rows of pictures that ncurses would scroll away with the lines in which they stand: it moves lines that it finds
  /// again elsewhere, and what is between them. Nil where there are none.
  func scrolled(from old: Canvas, to new: Canvas, changed rows: [Int]) -> Range<Int>? {
    guard mode.isOverlay, let first = rows.min(), let last = rows.max(), first < last else { return nil }
    let inReach = laid.map(\.part.area).filter { $0.row <= last && first < $0.endRow }
    guard !inReach.isEmpty else { return nil }
    func lines(_ canvas: Canvas) -> [String: [Int]] {
      Dictionary(grouping: 0..<canvas.size.rows) { canvas.text(row: $0) }
    }
    let before = lines(old)
    let isFound = lines(new).contains { line, places in
      places.count == 1 && before[line]?.count == 1 && before[line] != places
    }
    guard isFound else { return nil }
    return inReach.reduce(first..<last + 1) { min($0.lowerBound, $1.row)..<max($0.upperBound, $1.endRow) }
  }

  /// Makes ncurses rewrite the cells under pictures that are gone.
  ///
  /// - Parameter scrolled: rows to write whole, with the pictures in them.
  /// - Returns: the bytes that remove those pictures first.
  mutating func uncover(_ canvas: Canvas, scrolled: Range<Int>? = nil) -> [UInt8] {
    guard mode.isOverlay || !laid.isEmpty else { return [] }
    let wanted = mode.isOverlay ? canvas.visiblePictures : []
    if let scrolled { wredrawln(ncurses_screen(), Int32(scrolled.lowerBound), Int32(scrolled.count)) }
    func isGone(_ part: PlacedPicture) -> Bool {
      !wanted.contains(part) || scrolled?.overlaps(part.area.row..<part.area.endRow) == true
    }
    let gone = laid.filter { isGone($0.part) }
    laid.removeAll { isGone($0.part) }
    var bytes: [UInt8] = []
    for (part, place) in gone {
      if mode == .kittyOverlay {
        let isShown = laid.contains { number(of: $0.part) == number(of: part) }
        bytes += wrapped(
          isShown ? KittyGraphics.lift(id: number(of: part), place: place) : KittyGraphics.delete(id: number(of: part)))
        continue
      }
      bytes += Self.blank(part.area)
      wredrawln(ncurses_screen(), Int32(part.area.row), Int32(part.area.rows))
      // Its rows are written whole, which erases pictures beside it.
      laid.removeAll { $0.part.area.row < part.area.endRow && part.area.row < $0.part.area.endRow }
    }
    return bytes
  }

  /// Returns spaces to erase a picture. ncurses may clear to the end of a row instead, which in xterm leaves pictures.
  private static func blank(_ area: Rect) -> [UInt8] {
    var text = "\u{1B}7\u{1B}[0m"
    for row in area.row..<area.endRow {
      text += "\u{1B}[\(row + 1);\(area.column + 1)H" + String(repeating: " ", count: area.columns)
    }
    return Array((text + "\u{1B}8").utf8)
  }

  /// Returns the bytes that draw pictures over the cells, to be written after those.
  mutating func lay(_ canvas: Canvas) -> [UInt8] {
    guard mode.isOverlay else { return [] }
    var bytes: [UInt8] = []
    for part in canvas.visiblePictures where !laid.contains(where: { $0.part == part }) {
      lastPlace = lastPlace % 1_000_000 + 1
      if mode == .kittyOverlay, !laid.contains(where: { number(of: $0.part) == number(of: part) }) {
        bytes += wrapped(KittyGraphics.keep(raster(of: part), id: number(of: part)))
      }
      laid.append((part, lastPlace))
      bytes += Array("\u{1B}[\(part.origin.row + 1);\(part.origin.column + 1)H".utf8)
      bytes += encode(part, place: lastPlace)
    }
    guard !bytes.isEmpty else { return [] }
    // The cursor returns to where ncurses left it, unseen: where it was drawn meanwhile, the cell comes back without its
    // part of the picture.
    let shown = canvas.cursor == nil ? "" : "\u{1B}[?25h"
    return Array("\u{1B}[?25l\u{1B}7".utf8) + bytes + Array("\u{1B}8\(shown)".utf8)
  }

  private mutating func encode(_ part: PlacedPicture, place: Int) -> [UInt8] {
    if mode == .kittyOverlay {
      let pixels = (
        part.columns.lowerBound * cell.width, part.rows.lowerBound * cell.height, part.columns.count * cell.width,
        part.rows.count * cell.height
      )
      return wrapped(KittyGraphics.lay(id: number(of: part), place: place, size: part.area.size, pixels: pixels))
    }
    let known = encoded.first {
      $0.picture.picture == part.picture && $0.picture.size == part.size && $0.picture.rows == part.rows
        && $0.picture.columns == part.columns
    }
    if let known { return known.bytes }
    let bytes =
      switch mode {
      case .iTerm2: InlinePicture.show(visible(part), size: part.area.size)
      case .sixel: Sixel.show(visible(part))
      case .none, .symbols, .kitty, .kittyOverlay: [UInt8]()
      }
    if encoded.count >= Self.most { encoded.removeFirst(Self.most / 4) }
    encoded.append((part, bytes))
    return bytes
  }

  /// The picture in the pixels of its cells. Those are seldom exactly twice as high as wide, so it is fitted, not
  /// stretched.
  private func raster(of placed: PlacedPicture) -> Raster {
    placed.picture.raster.fitted(width: placed.size.columns * cell.width, height: placed.size.rows * cell.height)
  }

  private func visible(_ placed: PlacedPicture) -> Raster {
    let whole = raster(of: placed)
    func pixels(_ cells: Range<Int>, _ side: Int) -> Range<Int> { cells.lowerBound * side..<cells.upperBound * side }
    return whole.part(columns: pixels(placed.columns, cell.width), rows: pixels(placed.rows, cell.height)) ?? whole
  }

  private func wrapped(_ bytes: [UInt8]) -> [UInt8] { isThroughTmux ? KittyGraphics.throughTmux(bytes) : bytes }
}
