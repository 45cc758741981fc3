import Raster
import Testing

@testable import Terminal

/// Pictures on a canvas.
struct PictureTests {
  /// Four squares: red, green, blue, and one through which the background shines.
  private func picture(number: Int = 0, side: Int = 8) throws -> Picture {
    var bytes: [UInt8] = []
    for row in 0..<side {
      for column in 0..<side {
        switch (row < side / 2, column < side / 2) {
        case (true, true): bytes += [200, 0, 0, 255]
        case (true, false): bytes += [0, 200, 0, 255]
        case (false, true): bytes += [0, 0, 200, 255]
        case (false, false): bytes += [0, 0, 0, 0]
        }
      }
    }
    return Picture(try #require(Raster(width: side, height: side, bytes: bytes)), number: number)
  }

  private func canvas(_ mode: PictureMode, _ columns: Int = 12, _ rows: Int = 6) -> Canvas {
    var canvas = Canvas(size: Size(columns: columns, rows: rows))
    canvas.pictureMode = mode
    return canvas
  }

  @Test func `as symbols, a picture is blocks in its colours`() throws {
    var canvas = canvas(.symbols)
    canvas.draw(try picture(), size: Size(columns: 2, rows: 2), at: Point(column: 3, row: 1))
    #expect(canvas.lines[1...2] == ["            ", "            "], "a font's blocks may leave gaps")
    #expect(canvas[Point(column: 3, row: 1)].style == .plain.with(.solid).on(.rgb(200, 0, 0)))
    #expect(canvas[Point(column: 4, row: 2)].style == .plain, "what shines through has the terminal's background")
    #expect(canvas.placed.isEmpty)
  }

  @Test func `a cell of two colours is a block of one on the other`() throws {
    var canvas = canvas(.symbols)
    canvas.draw(try picture(), size: Size(columns: 1, rows: 1), at: Point(column: 0, row: 0))
    #expect(canvas.lines[0].first == "▛")
    var bytes: [UInt8] = []
    for _ in 0..<4 { bytes += [0, 0, 0, 255, 252, 252, 252, 255] }
    let halves = Picture(try #require(Raster(width: 2, height: 4, bytes: bytes)), number: 1)
    canvas.draw(halves, size: Size(columns: 1, rows: 1), at: Point(column: 0, row: 0))
    #expect(canvas.lines[0].first == "▌")
    let style = canvas[Point(column: 0, row: 0)].style
    #expect(style == .plain.with(.solid).colour(.rgb(0, 0, 0)).on(.rgb(252, 252, 252)))
  }

  /// Its last line of pixels would be another colour where a font's block ends above the foot of its cell.
  @Test(arguments: 0..<16) func `a block fills a foot only where both its quarters differ`(quarters: Int) throws {
    let bytes = (0..<4).flatMap { quarters & 1 << $0 == 0 ? [0, 0, 0, 255] : [252, 252, 252, 255] as [UInt8] }
    var canvas = canvas(.symbols)
    let picture = Picture(try #require(Raster(width: 2, height: 2, bytes: bytes)), number: 1)
    canvas.draw(picture, size: Size(columns: 1, rows: 1), at: Point(column: 0, row: 0))
    let isSplit = (quarters & 4 == 0) != (quarters & 8 == 0)
    #expect((isSplit ? "▖▗▌▐▚▞▙▟▛▜" : " ▘▝▀").contains(canvas.lines[0].first ?? "?"))
    if isSplit { #expect(canvas[Point(column: 0, row: 0)].style.foreground == .rgb(0, 0, 0)) }
  }

  @Test func `some rows of a picture are as they are in the whole`() throws {
    let picture = try picture()
    var (whole, part) = (canvas(.symbols), canvas(.symbols))
    whole.draw(picture, size: Size(columns: 4, rows: 4), at: Point(column: 0, row: 0))
    part.draw(picture, size: Size(columns: 4, rows: 4), rows: 2..<4, at: Point(column: 0, row: 0))
    #expect(part.lines[0] == whole.lines[2])
    #expect(part.lines[1] == whole.lines[3])
    #expect(part.lines[2] == "            ")
  }

  @Test(arguments: [
    Point(column: -1, row: 0), Point(column: 9, row: 0), Point(column: 0, row: -1), Point(column: 0, row: 6),
  ])
  func `what would stand out at a side is not drawn`(point: Point) throws {
    for mode in PictureMode.allCases {
      var canvas = canvas(mode)
      canvas.draw(try picture(), size: Size(columns: 4, rows: 2), at: point)
      #expect(canvas.lines == Canvas(size: canvas.size).lines, "\(mode)")
      #expect(canvas.placed.isEmpty)
    }
  }

  @Test func `what would stand out below is cut`() throws {
    var canvas = canvas(.kitty)
    canvas.draw(try picture(), size: Size(columns: 2, rows: 4), at: Point(column: 0, row: 4))
    #expect(canvas.placed.map(\.rows) == [0..<2])
  }

  @Test func `drawn row by row, a picture is one`() throws {
    let picture = try picture()
    var (rows, whole) = (canvas(.kitty), canvas(.kitty))
    for row in 1..<4 {
      rows.draw(
        picture, size: Size(columns: 3, rows: 4), rows: row..<row + 1, at: Point(column: 2, row: row))
    }
    whole.draw(picture, size: Size(columns: 3, rows: 4), rows: 1..<4, at: Point(column: 2, row: 1))
    #expect(rows.placed == whole.placed)
    #expect(rows.placed.count == 1)
    #expect(rows == whole)
  }

  @Test func `a placeholder says which picture it is of, which row and which column`() throws {
    var canvas = canvas(.kitty)
    let picture = try picture(number: 4_711)
    canvas.draw(picture, size: Size(columns: 3, rows: 2), at: Point(column: 0, row: 0))
    let cell = canvas[Point(column: 2, row: 1)]
    let (base, marks) = canvas.content(of: cell)
    #expect(base == 0x10EEEE)
    #expect([marks[0], marks[1], marks[2]] == [0x30D, 0x30E, 0], "row 1, column 2")
    let rgb = try #require(cell.style.foreground.rgb)
    #expect(Int(rgb.red) << 16 | Int(rgb.green) << 8 | Int(rgb.blue) == picture.id)
  }

  @Test func `numbers of pictures are no colours of the palette, and go round`() throws {
    #expect(try picture(number: 0).id == 256)
    #expect(try picture(number: 1 << 24).id >= 256)
    #expect(try picture(number: (1 << 24) - 257).id < 1 << 24)
  }

  @Test(arguments: [PictureMode.sixel, .iTerm2, .kittyOverlay, .kitty])
  func `of a picture that something was drawn over, what is around that is seen`(mode: PictureMode) throws {
    var canvas = Canvas(size: Size(columns: 20, rows: 9))
    canvas.pictureMode = mode
    canvas.draw(try picture(number: 1), size: Size(columns: 6, rows: 5), at: Point(column: 1, row: 1))
    canvas.draw(try picture(number: 2), size: Size(columns: 3, rows: 2), at: Point(column: 12, row: 0))
    #expect(canvas.visiblePictures == canvas.placed)
    // A box over its middle, from the second row to the fourth and two columns in.
    canvas.fill(Rect(column: 3, row: 2, columns: 3, rows: 3))
    let parts = canvas.visiblePictures.filter { $0.picture == canvas.placed[0].picture }
    #expect(
      Set(parts.map(\.area)) == [
        Rect(column: 1, row: 1, columns: 6, rows: 1), Rect(column: 1, row: 2, columns: 2, rows: 3),
        Rect(column: 6, row: 2, columns: 1, rows: 3), Rect(column: 1, row: 5, columns: 6, rows: 1),
      ])
    #expect(parts.allSatisfy { $0.size == Size(columns: 6, rows: 5) })
    // What a part shows is what was there before.
    for part in parts {
      #expect(part.area.row - part.rows.lowerBound == 1 && part.area.column - part.columns.lowerBound == 1)
    }
    #expect(canvas.visiblePictures.contains(canvas.placed[1]), "another one is as it was")
    canvas.fill(Rect(column: 0, row: 0, columns: 8, rows: 9))
    #expect(canvas.visiblePictures == [canvas.placed[1]])
  }

  @Test func `text from elsewhere has no placeholders`() {
    #expect(Harmless.text("a\u{10EEEE}\u{305}\u{305}b") == "a\u{305}\u{305}b")
    #expect(TextWidth.columns("\u{10EEEE}") == 0)
    var canvas = canvas(.kitty)
    canvas.write("x\u{10EEEE}y", at: Point(column: 0, row: 0))
    canvas.fill(Rect(column: 0, row: 1, columns: 3, rows: 1), with: "\u{10EEEE}")
    #expect(canvas.lines[0].hasPrefix("xy"))
    #expect(canvas.lines[1] == "            ")
  }

  @Test func `two canvases with another picture in the same place differ`() throws {
    var (one, other) = (canvas(.sixel), canvas(.sixel))
    one.draw(try picture(number: 1), size: Size(columns: 3, rows: 2), at: Point(column: 0, row: 0))
    other.draw(try picture(number: 2), size: Size(columns: 3, rows: 2), at: Point(column: 0, row: 0))
    #expect(one != other)
  }
}
