import CNcurses
import Raster
import Terminal

/// The pictures that the terminal has, besides its cells.
///
/// With placeholders a picture is sent once and the cells do the rest. Where it lies over the cells, what is under it
/// must not be written while it is there, and all of that must be written once it is gone, which rubs it out.
struct PictureLayer {
  var mode = PictureMode.none
  /// In pixels.
  var cell: (width: Int, height: Int) = (10, 20)
  /// Whether what is sent has to be wrapped for tmux to hand it on.
  var isThroughTmux = false
  /// By number, the size each was sent in; those that were sent first come first.
  private var sent: [(id: Int, size: Size)] = []
  /// What lies over the cells.
  private var laid: [PlacedPicture] = []
  /// What was sent lately to lay a picture over cells: scrolling brings the same ones again.
  private var encoded: [(picture: PlacedPicture, bytes: [UInt8])] = []

  /// How many pictures the terminal is asked to keep.
  private static let most = 64

  /// The terminal may have lost all it had.
  mutating func forget() {
    sent = []
    laid = []
  }

  /// What takes away all that was shown.
  mutating func clear() -> [UInt8] {
    defer {
      forget()
      // The cells may have another size by now.
      encoded = []
    }
    switch mode {
    case .kitty, .kittyOverlay: return sent.isEmpty && laid.isEmpty ? [] : wrapped(KittyGraphics.deleteAll)
    case .none, .symbols, .iTerm2, .sixel: return []
    }
  }

  /// What has to be sent before the cells: pictures that placeholders stand for.
  mutating func sendMissing(_ canvas: Canvas) -> [UInt8] {
    guard mode == .kitty else { return [] }
    var bytes: [UInt8] = []
    for placed in canvas.placed where !sent.contains(where: { $0.id == placed.picture.id && $0.size == placed.size }) {
      sent.removeAll { $0.id == placed.picture.id }
      sent.append((placed.picture.id, placed.size))
      bytes += wrapped(KittyGraphics.virtual(raster(of: placed), id: placed.picture.id, size: placed.size))
    }
    while sent.count > Self.most,
      let old = sent.firstIndex(where: { sent in !canvas.placed.contains { $0.picture.id == sent.id } })
    {
      bytes += wrapped(KittyGraphics.delete(id: sent.remove(at: old).id))
    }
    return bytes
  }

  /// Has ncurses write again what lay under pictures that are gone.
  ///
  /// - Returns: what takes them away first.
  mutating func uncover(_ canvas: Canvas) -> [UInt8] {
    guard mode.isOverlay || !laid.isEmpty else { return [] }
    let wanted = mode.isOverlay ? canvas.wholePictures : []
    let gone = laid.filter { !wanted.contains($0) }
    laid.removeAll { gone.contains($0) }
    var bytes: [UInt8] = []
    for placed in gone {
      bytes += mode == .kittyOverlay ? wrapped(KittyGraphics.delete(id: placed.picture.id)) : Self.blank(placed.area)
      wredrawln(ncurses_screen(), Int32(placed.area.row), Int32(placed.area.rows))
      // Its rows are written whole, and with them what is under a picture beside it.
      laid.removeAll { $0.area.row < placed.area.endRow && placed.area.row < $0.area.endRow }
    }
    return bytes
  }

  /// Letters in place of a picture rub it out. ncurses may clear to the end of a row instead, which xterm does below
  /// pictures, not through them.
  private static func blank(_ area: Rect) -> [UInt8] {
    var text = "\u{1B}7\u{1B}[0m"
    for row in area.row..<area.endRow {
      text += "\u{1B}[\(row + 1);\(area.column + 1)H" + String(repeating: " ", count: area.columns)
    }
    return Array((text + "\u{1B}8").utf8)
  }

  /// What lays pictures over the cells, once those are written.
  mutating func lay(_ canvas: Canvas) -> [UInt8] {
    guard mode.isOverlay else { return [] }
    var bytes: [UInt8] = []
    for placed in canvas.wholePictures where !laid.contains(placed) {
      laid.append(placed)
      bytes += Array("\u{1B}[\(placed.origin.row + 1);\(placed.origin.column + 1)H".utf8)
      bytes += encode(placed)
    }
    // ncurses believes that the cursor is where it left it.
    return bytes.isEmpty ? [] : Array("\u{1B}7".utf8) + bytes + Array("\u{1B}8".utf8)
  }

  private mutating func encode(_ placed: PlacedPicture) -> [UInt8] {
    let known = encoded.first {
      $0.picture.picture == placed.picture && $0.picture.size == placed.size && $0.picture.rows == placed.rows
    }
    if let known { return known.bytes }
    let bytes =
      switch mode {
      case .kittyOverlay:
        wrapped(KittyGraphics.overlay(visible(placed), id: placed.picture.id, size: placed.area.size))
      case .iTerm2: InlinePicture.show(visible(placed), size: placed.area.size)
      case .sixel: Sixel.show(visible(placed))
      case .none, .symbols, .kitty: [UInt8]()
      }
    if encoded.count >= Self.most { encoded.removeFirst(Self.most / 4) }
    encoded.append((placed, bytes))
    return bytes
  }

  /// The picture in the pixels that its cells have. Those are seldom twice as high as wide, and circles stay round.
  private func raster(of placed: PlacedPicture) -> Raster {
    placed.picture.raster.fitted(width: placed.size.columns * cell.width, height: placed.size.rows * cell.height)
  }

  private func visible(_ placed: PlacedPicture) -> Raster {
    let whole = raster(of: placed)
    guard placed.rows != 0..<placed.size.rows else { return whole }
    return whole.rows(placed.rows.lowerBound * cell.height..<placed.rows.upperBound * cell.height) ?? whole
  }

  private func wrapped(_ bytes: [UInt8]) -> [UInt8] { isThroughTmux ? KittyGraphics.throughTmux(bytes) : bytes }
}
