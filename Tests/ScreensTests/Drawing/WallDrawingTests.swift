import Terminal
import Testing

@testable import Screens

struct WallDrawingTests {
  @Test(arguments: [
    (PictureMode.symbols, "▌"), (.kitty, "▌"), (.none, "▌"), (.sixel, "┃"), (.iTerm2, "┃"), (.kittyOverlay, "┃"),
  ])
  func `the bar beside a cover is of blocks only where no picture lies over its row`(
    mode: PictureMode, bar: String
  ) {
    var canvas = Canvas(size: Size(columns: 10, rows: 3))
    canvas.pictureMode = mode
    canvas.drawBar(beside: Rect(column: 3, row: 0, columns: 4, rows: 2), style: .plain)
    #expect((0..<3).map { canvas.text(row: $0, columns: 2..<3) } == [bar, bar, " "])
  }
}
