import Features
import Raster
import Terminal

/// The pictures on the screen, as the terminal knows them.
final class DrawnPictures {
  private let board: PictureBoard
  private var drawn: [Int: Picture] = [:]
  /// How many are remembered: more than any screen has.
  private static let most = 120

  init(_ board: PictureBoard) { self.board = board }

  /// Draws a picture within a box, as large as it gets there, in the middle; nothing while it is on its way.
  ///
  /// - Parameter rows: those of the box that are drawn, at `point`.
  func draw(
    _ subject: PictureSubject, _ detail: PictureDetail = .page, in box: Size, rows: Range<Int>, at point: Point,
    on canvas: inout Canvas
  ) {
    // A small one stands in for a large one that is on its way.
    guard let ready = board.picture(of: subject, detail) ?? board.picture(of: subject) else { return }
    // A cell is twice as high as wide.
    let sides = ready.raster.sides(in: box.columns, box.rows, aspect: 2)
    let size = Size(columns: sides.width, rows: sides.height)
    let top = (box.rows - size.rows) / 2
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
  /// How fine pictures have to be; nil for none.
  var pictureResolution: PictureResolution? {
    switch pictureMode {
    case .none: nil
    case .symbols: .blocks
    case .kitty, .kittyOverlay, .iTerm2, .sixel: .pixels(height: cellHeight)
    }
  }
}
