import Features
import Raster
import Sleeves
import Terminal

/// Draws pictures, and remembers them by number, as the terminal does; sleeves in blocks by their size as well.
final class DrawnPictures {
  private let board: PictureBoard
  private var drawn: [Key: Picture] = [:]

  private struct Key: Hashable {
    var number: Int
    /// The box of a sleeve in blocks; nil for what is shown in any size.
    var box: Size?
  }

  /// The number of remembered pictures, more than fit on any screen; beyond it all are forgotten.
  private static let most = 120

  init(_ board: PictureBoard) { self.board = board }

  /// Where a picture that is lower than its box stands in it.
  enum Alignment { case top, middle, bottom }

  /// Draws a picture as large as fits into a box; nothing until it has been loaded.
  ///
  /// - Parameter rows: the rows of the box to draw, the first of them at `point`.
  func draw(
    _ subject: PictureSubject, _ detail: PictureDetail = .page, in box: Size, rows: Range<Int>, at point: Point,
    alignment: Alignment = .top, on canvas: inout Canvas
  ) {
    // The small picture is shown until the large one has been loaded.
    guard let ready = board.picture(of: subject, detail) ?? board.picture(of: subject) else { return }
    let (picture, size) = picture(ready, in: box)
    // A sleeve in blocks begins where the text below it does; one that stands alone is in the middle.
    let left = if case .sleeve = ready.content, detail == .page { 0 } else { (box.columns - size.columns) / 2 }
    let spare = box.rows - size.rows
    let top = alignment == .top ? 0 : alignment == .middle ? spare / 2 : spare
    let shown = max(rows.lowerBound, top)..<max(rows.lowerBound, top, min(rows.upperBound, top + size.rows))
    guard !shown.isEmpty else { return }
    canvas.draw(
      picture, size: size, rows: shown.lowerBound - top..<shown.upperBound - top,
      at: Point(column: point.column + left, row: point.row + shown.lowerBound - rows.lowerBound))
  }

  /// - Returns: the picture with its size in cells.
  private func picture(_ ready: ReadyPicture, in box: Size) -> (Picture, Size) {
    switch ready.content {
    case .raster(let raster):
      // A cell is twice as high as wide.
      let sides = raster.sides(in: box.columns, box.rows, aspect: 2)
      return (keep(Key(number: ready.number)) { raster }, Size(columns: sides.width, rows: sides.height))
    case .sleeve(let sleeve):
      let picture = keep(Key(number: ready.number, box: box)) {
        Sleeve.draw(sleeve, columns: box.columns, rows: box.rows)
      }
      return (picture, Size(columns: picture.raster.width / 2, rows: picture.raster.height / 2))
    }
  }

  private func keep(_ key: Key, _ draw: () -> Raster) -> Picture {
    if let known = drawn[key] { return known }
    if drawn.count >= Self.most { drawn.removeAll() }
    let picture = Picture(draw(), number: key.number)
    drawn[key] = picture
    return picture
  }
}

extension TerminalDriver {
  /// The resolution that pictures need; nil where none are shown.
  var pictureResolution: PictureResolution? {
    switch pictureMode {
    case .none: nil
    case .symbols: .blocks
    case .kitty, .kittyOverlay, .iTerm2, .sixel: .pixels(height: cellHeight)
    }
  }
}
