import Features
import Raster
import Terminal

/// Draws pictures, and remembers them by number, as the terminal does.
final class DrawnPictures {
  private let board: PictureBoard
  private var drawn: [Int: Picture] = [:]
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
    // A cell is twice as high as wide.
    let sides = ready.raster.sides(in: box.columns, box.rows, aspect: 2)
    let size = Size(columns: sides.width, rows: sides.height)
    let spare = box.rows - size.rows
    let top = alignment == .top ? 0 : alignment == .middle ? spare / 2 : spare
    let shown = max(rows.lowerBound, top)..<max(rows.lowerBound, top, min(rows.upperBound, top + size.rows))
    guard !shown.isEmpty else { return }
    canvas.draw(
      picture(ready), size: size, rows: shown.lowerBound - top..<shown.upperBound - top,
      at: Point(
        column: point.column + (box.columns - size.columns) / 2, row: point.row + shown.lowerBound - rows.lowerBound))
  }

  private func picture(_ ready: ReadyPicture) -> Picture {
    if let known = drawn[ready.number] { return known }
    if drawn.count >= Self.most { drawn.removeAll() }
    let picture = Picture(ready.raster, number: ready.number)
    drawn[ready.number] = picture
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
