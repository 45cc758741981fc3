import Terminal
import Testing

struct CanvasTests {
  private func canvas(_ columns: Int, _ rows: Int = 1, glyphs: Glyphs = .unicode) -> Canvas {
    Canvas(size: Size(columns: columns, rows: rows), glyphs: glyphs)
  }

  private let origin = Point(column: 0, row: 0)

  @Test func `beyond its edges there is no text`() {
    var canvas = Canvas(size: Size(columns: 4, rows: 2))
    canvas.write("abcd", at: Point(column: 0, row: 1))
    #expect(canvas.text(row: 1, columns: 2..<9) == "cd" && canvas.text(row: 1, columns: -3..<1) == "a")
    #expect(canvas.text(row: 2) == "" && canvas.text(row: -1, columns: 0..<2) == "")
  }

  @Test func `text is written where it is asked for`() {
    var canvas = canvas(10, 2)
    #expect(canvas.write("Björk", at: Point(column: 2, row: 1)) == 5)
    #expect(canvas.lines == ["          ", "  Björk   "])
  }

  @Test func `text that does not fit ends in an ellipsis`() {
    var canvas = canvas(10)
    #expect(canvas.write("Kind Of Blue", at: origin) == 10)
    #expect(canvas.lines == ["Kind Of B…"])
    #expect(canvas.write("坂本龍一", at: Point(column: 4, row: 0), columns: 4) == 3)
    #expect(canvas.lines == ["Kind坂… B…"])
  }

  @Test func `an ellipsis stands right behind the last wide character that fits`() {
    var canvas = canvas(5)
    #expect(canvas.write("坂本龍一", at: origin) == 5)
    #expect(canvas.lines == ["坂本…"])
  }

  @Test func `text that is clipped fills the room to its end`() {
    var canvas = canvas(6)
    #expect(canvas.write("Kind Of Blue", at: origin, columns: 4, truncation: .clip) == 4)
    #expect(canvas.lines == ["Kind  "])
    #expect(canvas.write("Kind Of Blue", at: Point(column: 2, row: 0), truncation: .clip) == 4)
    #expect(canvas.lines == ["KiKind"])
  }

  @Test func `a text that was cut ends with its ellipsis, and the rest of its room is blank`() {
    var canvas = canvas(8)
    canvas.write("xxxxxxxx", at: origin)
    #expect(canvas.write("山下達郎", at: origin, columns: 6) == 5)
    #expect(canvas.lines == ["山下… xx"])
    #expect(canvas.write("abcdefgh", at: origin, columns: 6) == 6)
  }

  @Test func `a wide character on the last column becomes a space`() {
    var canvas = canvas(5)
    canvas.write("xxxxx", at: origin)
    #expect(canvas.write("坂本龍", at: origin, truncation: .clip) == 5)
    #expect(canvas.lines == ["坂本 "])
  }

  @Test func `text that must be whole is left out where it does not fit`() {
    var canvas = canvas(10)
    #expect(canvas.write("own", at: origin, columns: 2, truncation: .none) == 0)
    #expect(canvas.write("own", at: origin, columns: 3, truncation: .none) == 3)
    #expect(canvas.lines == ["own       "])
  }

  @Test func `text can stand at the end of its room`() {
    var canvas = canvas(12)
    canvas.write("1959", at: origin, columns: 6, alignment: .trailing)
    #expect(canvas.lines == ["  1959      "])
  }

  @Test func `nothing is written outside the canvas`() {
    var canvas = canvas(3, 2)
    for point in [(-1, 0), (3, 0), (0, -1), (0, 2), (Int.max, Int.max), (Int.min, 0)] {
      #expect(canvas.write("abc", at: Point(column: point.0, row: point.1)) == 0)
    }
    canvas.fill(Rect(column: -5, row: -5, columns: 100, rows: 100), with: "x")
    #expect(canvas.lines == ["xxx", "xxx"])
    var nothing = self.canvas(0, 0)
    #expect(nothing.write("abc", at: origin) == 0)
    nothing.fill(nothing.bounds)
    nothing.border(nothing.bounds)
    #expect(nothing.lines == [])
  }

  @Test func `half of a wide character that is drawn over becomes a space`() {
    var canvas = canvas(6)
    canvas.write("坂本龍", at: origin)
    canvas.write("x", at: Point(column: 1, row: 0), columns: 1)
    #expect(canvas.lines == [" x本龍"])
    canvas.write("y", at: Point(column: 4, row: 0), columns: 1)
    #expect(canvas.lines == [" x本y "])
    canvas.fill(Rect(column: 3, row: 0, columns: 1, rows: 1), with: "z")
    #expect(canvas.lines == [" x zy "])
  }

  @Test func `marks are drawn over their letter`() {
    var canvas = canvas(8)
    #expect(canvas.write("Bjo\u{308}rk", at: origin) == 5)
    #expect(canvas.lines[0].unicodeScalars.elementsEqual("Bjo\u{308}rk   ".unicodeScalars))
  }

  @Test func `hostile text cannot reach the terminal`() {
    var canvas = canvas(30)
    canvas.write("a\u{1B}]52;c;eA==\u{7}b\u{202E}c\u{9B}2J\r\nd", at: origin)
    #expect(canvas.lines == [TextWidth.pad("a]52;c;eA==bc2J d", to: 30)])
  }

  @Test func `a wide character fills an area in pairs`() {
    var canvas = canvas(5, 2)
    canvas.fill(canvas.bounds, with: "本", style: .plain.dim)
    #expect(canvas.lines == ["本本 ", "本本 "])
  }

  @Test func `a strip looks on another canvas as it did on its own`() throws {
    var canvas = canvas(8, 2)
    canvas.write("坂本 LP", at: Point(column: 1, row: 1), style: .plain.bold)
    let strip = try #require(canvas.strip(Rect(column: 1, row: 1, columns: 7, rows: 1)))
    var other = self.canvas(8, 2)
    other.write("龍龍龍龍", at: Point(column: 0, row: 1))
    other.lay(strip, at: Point(column: 1, row: 1))
    #expect(other.lines == ["        ", " 坂本 LP"])
    #expect(other[Point(column: 1, row: 1)].style == .plain.bold)
    other.lay(strip, at: Point(column: 2, row: 0))
    other.lay(strip, at: Point(column: 1, row: 2))
    #expect(other.lines == ["        ", " 坂本 LP"])
  }

  @Test func `only cells that look the same on every canvas become a strip`() {
    var canvas = canvas(8, 2)
    canvas.write("坂本Bjo\u{308}", at: origin)
    for (column, columns) in [(1, 3), (0, 3), (5, 3), (4, 5), (-1, 3), (0, 0)] {
      #expect(canvas.strip(Rect(column: column, row: 0, columns: columns, rows: 1)) == nil)
    }
    #expect(canvas.strip(Rect(column: 0, row: 2, columns: 4, rows: 1)) == nil)
    #expect(canvas.strip(Rect(column: 0, row: 0, columns: 6, rows: 1)) != nil)
  }

  @Test func `a sign of the screen takes the columns the terminal gives it`() {
    var narrow = canvas(3)
    narrow.put("│", at: origin)
    #expect(narrow.lines == ["│  "])
    var wide = canvas(3, glyphs: .ambiguousWide)
    wide.put("│", at: origin)
    #expect(wide[origin].isWide)
    wide.put("\u{7}", at: origin)
    #expect(wide[origin].isWide)
  }

  @Test func `lines and borders take the signs of the canvas`() {
    var canvas = canvas(4, 3)
    canvas.border(canvas.bounds)
    #expect(canvas.lines == ["┌──┐", "│  │", "└──┘"])
    var plain = self.canvas(4, 3, glyphs: .ascii)
    plain.border(plain.bounds)
    #expect(plain.lines == ["+--+", "|  |", "+--+"])
  }

  @Test func `restyling changes the look and leaves the text`() {
    var canvas = canvas(6)
    canvas.write("ab", at: origin, style: .plain.bold)
    canvas.restyle(Rect(column: 1, row: 0, columns: 2, rows: 9)) { $0 = $0.reversed }
    #expect(canvas.lines == ["ab    "])
    #expect(canvas[Point(column: 1, row: 0)].style == .plain.bold.reversed)
    #expect(canvas[Point(column: 2, row: 0)].style == .plain.reversed)
    #expect(canvas[Point(column: 3, row: 0)].style == .plain)
  }

  @Test func `a dump shows text, styles and the cursor`() {
    var canvas = canvas(12, 2)
    canvas.write("Search", at: origin, style: .plain.bold)
    canvas.write("▸ 坂本", at: Point(column: 0, row: 1), style: .plain.colour(.palette(12)).on(.palette(236)))
    canvas.cursor = Point(column: 0, row: 1)
    #expect(
      canvas.styledDump == """
        12x2 cursor 0,1
        |Search      |
          0-5 bold
        |▸ 坂本      |
          0-5 fg 12 bg 236

        """)
  }

  @Test func `two canvases differ by the colours of a cell alone`() {
    var one = canvas(10)
    one.write("Kind", at: origin, style: .plain.colour(.rgb(1, 2, 3)))
    var other = canvas(10)
    other.write("Kind", at: origin, style: .plain.colour(.rgb(1, 2, 3)))
    #expect(one == other)
    other.restyle(Rect(column: 2, row: 0, columns: 1, rows: 1)) { $0 = $0.on(.rgb(1, 2, 3)) }
    var found: [Range<Int>] = []
    other.forEachDifference(from: one) { found.append($1) }
    #expect(found == [2..<3])
  }

  @Test func `two canvases differ only where they would look different`() {
    var one = canvas(10, 3)
    one.write("本 Kind", at: Point(column: 0, row: 1))
    var other = one
    #expect(one == other)
    other.write("x", at: Point(column: 1, row: 1), columns: 1)
    other.write("X", at: Point(column: 6, row: 1), columns: 1)
    var found: [(Int, Range<Int>)] = []
    other.forEachDifference(from: one) { found.append(($0, $1)) }
    #expect(found.map(\.0) == [1])
    #expect(found.map(\.1) == [0..<7])
    other = one
    other.cursor = origin
    #expect(one != other)
  }

  @Test func `marks made in another order make no difference`() {
    var one = canvas(4, 2)
    var other = canvas(4, 2)
    one.write("e\u{301}", at: Point(column: 0, row: 0))
    one.write("o\u{308}", at: Point(column: 0, row: 1))
    other.write("o\u{308}", at: Point(column: 0, row: 1))
    other.write("e\u{301}", at: Point(column: 0, row: 0))
    #expect(one == other)
    other.write("a\u{301}", at: Point(column: 0, row: 0))
    #expect(one != other)
  }

  @Test(arguments: [1, 2, 3, 7, 20])
  func `every row has exactly the columns of the canvas, whatever is written`(columns: Int) {
    let texts = ["坂本龍一", "Bjo\u{308}rk", "👨‍👩‍👧", "plain", "\u{1B}[2J", "—…", "한국", "\u{301}"]
    for glyphs in [Glyphs.unicode, .ascii, .ambiguousWide] {
      for column in 0..<columns {
        for truncation in [Canvas.Truncation.ellipsis, .clip, .none] {
          var canvas = canvas(columns, glyphs: glyphs)
          for text in texts {
            let used = canvas.write(text, at: Point(column: column, row: 0), truncation: truncation)
            #expect(used <= columns - column)
            #expect(TextWidth.columns(canvas.text(row: 0), glyphs: glyphs) == columns)
          }
        }
      }
    }
  }
}

struct RegionTests {
  private func canvas() -> Canvas { Canvas(size: Size(columns: 10, rows: 4)) }
  private func meaning(_ canvas: Canvas, _ column: Int, _ row: Int) -> String? {
    canvas.region(at: Point(column: column, row: row))?.meaning as? String
  }

  @Test func `a click takes the topmost region of its cell`() {
    var canvas = canvas()
    canvas.addRegion(Rect(column: 0, row: 0, columns: 10, rows: 4), "page")
    canvas.addRegion(Rect(column: 0, row: 2, columns: 10, rows: 1), "row")
    canvas.addRegion(Rect(column: 4, row: 1, columns: 4, rows: 2), "pop-up")
    #expect(meaning(canvas, 0, 0) == "page")
    #expect(meaning(canvas, 3, 2) == "row")
    #expect(meaning(canvas, 4, 2) == "pop-up")
    #expect(meaning(canvas, 8, 2) == "row")
    #expect(meaning(canvas, 10, 2) == nil && meaning(canvas, -1, 0) == nil)
    #expect(meaning(canvas, .max, .max) == nil)
  }

  @Test func `a region ends with the canvas, and an empty one is dropped`() {
    var canvas = canvas()
    canvas.addRegion(Rect(column: 8, row: 3, columns: 100, rows: 100), "corner")
    canvas.addRegion(Rect(column: 0, row: 0, columns: 0, rows: 4), "nothing")
    canvas.addRegion(Rect(column: -20, row: -20, columns: 5, rows: 5), "outside")
    #expect(canvas.regions.map(\.area) == [Rect(column: 8, row: 3, columns: 2, rows: 1)])
  }

  @Test func `a strip that is laid again means the same at its new place`() throws {
    var canvas = canvas()
    canvas.addRegion(canvas.bounds, "page")
    canvas.addRegion(Rect(column: 3, row: 1, columns: 2, rows: 1), "hint")
    let strip = try #require(canvas.strip(Rect(column: 2, row: 1, columns: 6, rows: 1)))
    var other = self.canvas()
    other.lay(strip, at: Point(column: 4, row: 3))
    #expect(other.regions.map(\.area) == [Rect(column: 5, row: 3, columns: 2, rows: 1)])
    #expect(meaning(other, 6, 3) == "hint")
    #expect(meaning(other, 4, 3) == nil)
  }
}

struct CellStyleTests {
  @Test func `a style keeps its values`() {
    let style = CellStyle.plain.colour(.palette(255)).on(.palette(0)).with([.bold, .reverse])
    #expect(style.foreground.index == 255)
    #expect(style.background.index == 0)
    #expect(style.attributes == [.bold, .reverse])
    #expect(style.without(.bold).attributes == .reverse)
    #expect(CellStyle.plain.foreground == .default)
    #expect(MemoryLayout<CellStyle>.size == 8 && MemoryLayout<Cell>.stride == 16)
    let changed = style.colour(.default).on(.red).without([.bold, .reverse]).dim
    #expect(changed == CellStyle.plain.dim.on(.red))
  }

  @Test func `a terminal with fewer colours shows the nearest`() {
    #expect(Colour.palette(196).reduced(to: 256) == .palette(196))
    #expect(Colour.palette(196).reduced(to: 16) == .palette(9))
    #expect(Colour.palette(196).reduced(to: 8) == .red)
    #expect(Colour.palette(255).reduced(to: 8) == .palette(7))
    #expect(Colour.palette(10).reduced(to: 8) == .green)
    #expect(Colour.blue.reduced(to: 8) == .blue)
    #expect(Colour.blue.reduced(to: 0) == .default)
    #expect(Colour.default.reduced(to: 8) == .default)
  }

  @Test func `a style keeps colours in 24 bits beside those of the palette`() {
    let style = CellStyle.plain.colour(.rgb(255, 254, 253)).on(.rgb(0, 0, 1)).with([.dim, .underline])
    #expect(style.foreground.rgb.map { [$0, $1, $2] } == [255, 254, 253])
    #expect(style.background.rgb.map { [$0, $1, $2] } == [0, 0, 1])
    #expect(style.foreground.index == nil && Colour.palette(1).rgb == nil && Colour.default.rgb == nil)
    #expect(style.attributes == [.dim, .underline])
    #expect(style.on(.default).colour(.palette(0)).description == "dim underline fg 0")
    #expect(style.description == "dim underline fg #FFFEFD bg #000001")
    // Black is neither the default nor the first of the palette.
    #expect(Set([Colour.rgb(0, 0, 0), .default, .palette(0)]).count == 3)
  }

  /// What stands for a colour in 24 bits: of 256, of 16 and of 8.
  static let nearest: [(rgb: (UInt8, UInt8, UInt8), of256: UInt8, of16: UInt8, of8: UInt8)] = [
    ((0, 0, 0), 16, 0, 0), ((255, 255, 255), 231, 15, 7), ((128, 128, 128), 244, 8, 6), ((8, 8, 8), 232, 0, 0),
    ((95, 135, 175), 67, 8, 6), ((255, 128, 0), 208, 3, 3), ((212, 175, 55), 179, 3, 3), ((255, 105, 180), 205, 5, 5),
    ((0, 128, 0), 28, 2, 2), ((200, 0, 0), 160, 1, 1), ((30, 30, 240), 21, 4, 4),
  ]

  @Test(arguments: nearest.indices) func `a colour in 24 bits becomes the nearest to the eye`(_ index: Int) {
    let (rgb, of256, of16, of8) = Self.nearest[index]
    let colour = Colour.rgb(rgb.0, rgb.1, rgb.2)
    #expect(colour.reduced(to: Colour.trueColour) == colour)
    #expect(colour.reduced(to: .max) == colour)
    #expect(colour.reduced(to: 256) == .palette(of256))
    #expect(colour.reduced(to: 16) == .palette(of16))
    #expect(colour.reduced(to: 8) == .palette(of8))
    #expect(colour.reduced(to: 0) == .default)
  }

  @Test func `every colour of the cube and every grey is its own nearest, and never one of the user's own 16`() {
    let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
    for index in 16...255 {
      let place = index - 16
      let grey = UInt8(clamping: 8 + 10 * (index - 232))
      let rgb =
        index >= 232 ? (grey, grey, grey) : (levels[place / 36], levels[place / 6 % 6], levels[place % 6])
      #expect(Colour.rgb(rgb.0, rgb.1, rgb.2).reduced(to: 256) == .palette(UInt8(index)))
    }
  }

  @Test func `the theme's colours become the same as ever on a terminal with fewer`() {
    #expect([37, 71, 172, 160].map { Colour.palette($0).reduced(to: 16).index } == [6, 8, 3, 1])
    #expect([37, 71, 172, 160].map { Colour.palette($0).reduced(to: 8).index } == [6, 2, 3, 1])
  }
}

struct RectTests {
  @Test func `strips are taken until nothing is left`() {
    var area = Rect(column: 0, row: 0, columns: 80, rows: 24)
    #expect(area.takeTop(1) == Rect(column: 0, row: 0, columns: 80, rows: 1))
    #expect(area.takeLeft(20) == Rect(column: 0, row: 1, columns: 20, rows: 23))
    #expect(area.takeRight(10) == Rect(column: 70, row: 1, columns: 10, rows: 23))
    #expect(area == Rect(column: 20, row: 1, columns: 50, rows: 23))
    #expect(area.takeTop(100).rows == 23)
    #expect(area.isEmpty && area.takeTop(1).isEmpty && area.takeTop(-1).isEmpty)
  }

  @Test func `areas are inset and met without going negative`() {
    let area = Rect(column: 2, row: 3, columns: 10, rows: 5)
    #expect(area.inset(columns: 1, rows: 1) == Rect(column: 3, row: 4, columns: 8, rows: 3))
    #expect(area.inset(columns: 99).columns == 0)
    #expect(area.intersection(Rect(column: 50, row: 0, columns: 1, rows: 1)).isEmpty)
    #expect(area.line(4) == Rect(column: 2, row: 7, columns: 10, rows: 1))
    #expect(area.line(5).isEmpty)
    #expect(area.contains(Point(column: 11, row: 7)) && !area.contains(Point(column: 12, row: 7)))
  }
}
