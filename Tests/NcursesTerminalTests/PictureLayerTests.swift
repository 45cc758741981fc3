import Raster
import Terminal
import Testing

@testable import NcursesTerminal

/// The pictures that kitty is told to keep, show and drop, followed as kitty does.
struct PictureLayerTests {
  /// The pictures in a terminal's memory, each with the numbers of its places on the screen.
  private struct Kitty {
    /// Whether deleting one picture, or scrolling lines, drops all that are not shown, as in kitty 0.26.5.
    let dropsUnshown: Bool
    var kept: [Int: Set<Int>] = [:]

    mutating func scroll() { if dropsUnshown { kept = kept.filter { !$0.value.isEmpty } } }

    mutating func take(_ bytes: [UInt8]) throws {
      let text = String(decoding: bytes, as: UTF8.self)
      for command in text.matches(of: /\x1B_G(?<keys>[^;\x1B]*)/) {
        let pairs = command.keys.split(separator: ",").map { $0.split(separator: "=") }
        let keys = Dictionary(uniqueKeysWithValues: pairs.map { (String($0[0]), String($0[1])) })
        guard let action = keys["a"], let id = keys["i"].flatMap({ Int($0) }) else { continue }
        let place = keys["p"].flatMap { Int($0) } ?? 0
        switch action + (keys["d"] ?? "") {
        case "t": kept[id] = []
        // A picture for placeholders is shown wherever they are.
        case "T": kept[id] = [0]
        case "p": #expect(kept[id]?.insert(place) != nil, "\(id) is shown and is not there")
        case "di": kept[id]?.remove(place)
        case "dI":
          kept[id] = nil
          scroll()
        case let other: Issue.record("\(other) of \(command.keys)")
        }
      }
    }
  }

  @Test(arguments: [PictureMode.kittyOverlay, .kitty], [true, false])
  func `pictures go on appearing however many there have been`(mode: PictureMode, dropsUnshown: Bool) throws {
    var layer = PictureLayer()
    layer.mode = mode
    var kitty = Kitty(dropsUnshown: dropsUnshown)
    let raster = try #require(Raster(width: 8, height: 8, bytes: Array(repeating: 200, count: 8 * 8 * 4)))
    let pictures = (0..<300).map { Picture(raster, number: $0) }
    // Screens of 24 pictures, each half a screen further down, then up again.
    for start in Array(stride(from: 0, through: 276, by: 12)) + [264, 252, 240, 120, 0] {
      var canvas = Canvas(size: Size(columns: 60, rows: 20))
      canvas.pictureMode = mode
      for (place, picture) in pictures[start..<start + 24].enumerated() {
        let point = Point(column: place % 12 * 5, row: place / 12 * 3)
        canvas.draw(picture, size: Size(columns: 4, rows: 2), rows: 0..<2, at: point)
      }
      #expect(canvas.placed.count == 24)
      try kitty.take(layer.sendMissing(canvas) + layer.uncover(canvas))
      // The cells come between.
      kitty.scroll()
      try kitty.take(layer.lay(canvas))
      #expect(kitty.kept.values.count { !$0.isEmpty } >= 24, "from \(start)")
      #expect(kitty.kept.count <= (mode == .kitty ? 64 + 24 : 24))
    }
  }

  @Test(arguments: [true, false]) func `no cursor is seen while pictures are laid`(hasCursor: Bool) throws {
    var layer = PictureLayer()
    layer.mode = .sixel
    var canvas = Canvas(size: Size(columns: 20, rows: 6))
    canvas.pictureMode = .sixel
    let raster = try #require(Raster(width: 8, height: 8, bytes: Array(repeating: 200, count: 8 * 8 * 4)))
    canvas.draw(Picture(raster, number: 1), size: Size(columns: 4, rows: 2), rows: 0..<2, at: Point(column: 2, row: 1))
    if hasCursor { canvas.cursor = Point(column: 1, row: 1) }
    let bytes = String(decoding: layer.lay(canvas), as: UTF8.self)
    #expect(bytes.hasPrefix("\u{1B}[?25l") && bytes.hasSuffix("\u{1B}[?25h") == hasCursor)
    #expect(layer.lay(canvas).isEmpty, "what lies there already needs nothing")
  }
}
