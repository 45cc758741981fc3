import Raster
import Testing

@testable import Terminal

/// The bytes that pictures are sent in, read by parsers that take nothing but what the protocols say.
struct PictureProtocolTests {
  private func picture(_ width: Int, _ height: Int) throws -> Raster {
    var state: UInt64 = 88_172_645_463_325_252
    let bytes = (0..<width * height).flatMap { place -> [UInt8] in
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return [
        UInt8(truncatingIfNeeded: state), UInt8(truncatingIfNeeded: state >> 8), UInt8(place % 251),
        place % 5 == 0 ? 0 : 255,
      ]
    }
    return try #require(Raster(width: width, height: height, bytes: bytes))
  }

  // MARK: kitty

  @Test(arguments: [(1, 1), (17, 9), (120, 90)])
  func `kitty gets a PNG file, in pieces it takes`(width: Int, height: Int) throws {
    let raster = try picture(width, height)
    let size = Size(columns: 22, rows: 11)
    for (bytes, expected) in [
      (KittyGraphics.virtual(raster, id: 70_000, size: size), ["a": "T", "U": "1", "c": "22", "r": "11"]),
      (KittyGraphics.keep(raster, id: 70_000), ["a": "t"]),
    ] {
      let sent = try KittyParser(bytes)
      let first = try #require(sent.commands.first)
      let always = ["i": "70000", "f": "100", "t": "d", "q": "2"]
      #expect(first.keys.filter { $0.key != "m" } == expected.merging(always) { $1 })
      #expect(sent.commands.dropFirst().allSatisfy { Set($0.keys.keys) == ["m", "q"] })
      #expect(sent.commands.dropLast().allSatisfy { $0.keys["m"] == "1" && $0.data.count % 4 == 0 })
      #expect(sent.commands.last?.keys["m"] == "0")
      #expect(sent.commands.allSatisfy { $0.data.count <= 4096 })
      #expect(try base64(sent.commands.flatMap(\.data)) == raster.png(.quick))
    }
  }

  @Test func `what takes pictures away, and what asks, is well formed`() throws {
    #expect(
      try KittyParser(KittyGraphics.delete(id: 300)).commands.map(\.keys) == [
        ["a": "d", "d": "I", "i": "300", "q": "2"]
      ])
    #expect(
      try KittyParser(KittyGraphics.lift(id: 300, place: 7)).commands.map(\.keys) == [
        ["a": "d", "d": "i", "i": "300", "p": "7", "q": "2"]
      ])
    let part = KittyGraphics.lay(
      id: 300, place: 7, size: Size(columns: 4, rows: 2), pixels: (x: 10, y: 20, width: 40, height: 40))
    #expect(
      try KittyParser(part).commands.map(\.keys) == [
        [
          "a": "p", "i": "300", "p": "7", "x": "10", "y": "20", "w": "40", "h": "40", "c": "4", "r": "2", "C": "1",
          "q": "2",
        ]
      ])
    #expect(try KittyParser(KittyGraphics.deleteAll).commands.map(\.keys) == [["a": "d", "d": "A", "q": "2"]])
    let question = try KittyParser(KittyGraphics.question).commands
    #expect(question.map { $0.keys["a"] } == ["q"])
    #expect(question.first?.data == Array("AAAA".utf8), "one pixel")
  }

  @Test func `for tmux each command is wrapped by itself, its escapes doubled`() throws {
    let bytes = KittyGraphics.virtual(try picture(60, 60), id: 300, size: Size(columns: 4, rows: 2))
    let wrapped = String(decoding: KittyGraphics.throughTmux(bytes), as: UTF8.self)
    let start = "\u{1B}Ptmux;\u{1B}\u{1B}_G"
    let end = "\u{1B}\u{1B}\\\u{1B}\\"
    #expect(wrapped.hasPrefix(start) && wrapped.hasSuffix(end))
    let unwrapped = wrapped.replacing(end, with: "\u{1B}\\").replacing("\u{1B}Ptmux;\u{1B}\u{1B}", with: "\u{1B}")
    #expect(Array(unwrapped.utf8) == bytes)
  }

  // MARK: iTerm2

  @Test func `iTerm2 gets a PNG file and its size`() throws {
    let raster = try picture(12, 8)
    let text = String(decoding: InlinePicture.show(raster, size: Size(columns: 6, rows: 3)), as: UTF8.self)
    let start =
      "\u{1B}]1337;File=inline=1;size=\(raster.png(.quick).count);width=6;height=3;preserveAspectRatio=0;doNotMoveCursor=1:"
    #expect(text.hasPrefix(start))
    #expect(text.hasSuffix("\u{7}"))
    #expect(try base64(Array(text.dropFirst(start.count).dropLast().utf8)) == raster.png(.quick))
  }

  // MARK: Sixel

  @Test(arguments: [(1, 1), (5, 6), (9, 13), (40, 30)])
  func `sixels are the pixels again, as near as the palette is`(width: Int, height: Int) throws {
    let raster = try picture(width, height)
    let shown = try SixelParser(Sixel.show(raster))
    #expect((shown.width, shown.height) == (width, height))
    #expect(shown.colours <= 255)
    var worst = 0
    for row in 0..<height {
      for column in 0..<width {
        let (pixel, drawn) = (raster[column, row], shown.pixels[row * width + column])
        guard pixel.opacity > 0 else {
          #expect(drawn == nil, "what shines through is not drawn")
          continue
        }
        let colour = try #require(drawn)
        for (want, got) in zip([pixel.red, pixel.green, pixel.blue], [colour.x, colour.y, colour.z]) {
          worst = max(worst, abs(Int(want) - got))
        }
      }
    }
    // Noise has more colours than there are registers, and is the worst there is.
    #expect(worst <= (width * height < 255 ? 8 : 110), "off by \(worst)")
  }

  @Test func `an even picture is short`() throws {
    let even = try #require(
      Raster(width: 200, height: 198, bytes: (0..<200 * 198).flatMap { _ in [10, 20, 30, 255] as [UInt8] }))
    #expect(Sixel.show(even).count < 400)
  }

  // MARK: What terminals answer

  private func mode(_ answers: TerminalAnswers.Answer...) -> PictureMode? {
    var said = TerminalAnswers()
    for answer in answers { said.take(answer) }
    return said.mode
  }

  @Test func `the mode follows from what the terminal says of itself`() {
    #expect(mode() == nil)
    #expect(mode(.kittyGraphics, .name("kitty(0.32.1)")) == nil, "the last answer is still to come")
    #expect(mode(.kittyGraphics, .name("kitty(0.32.1)"), .attributes([62, 52])) == .kitty)
    #expect(mode(.kittyGraphics, .name("kitty(0.26.5)"), .attributes([62])) == .kittyOverlay)
    #expect(mode(.kittyGraphics, .name("ghostty 1.1.0"), .attributes([62])) == .kitty)
    #expect(mode(.kittyGraphics, .name("Konsole 23.04"), .attributes([62])) == .kittyOverlay)
    #expect(mode(.name("iTerm2 3.5.0"), .attributes([62, 4])) == .iTerm2)
    #expect(mode(.name("XTerm(379)"), .attributes([63, 1, 2, 4, 6])) == .sixel)
    #expect(mode(.name("XTerm(379)"), .attributes([64, 1, 2, 6])) == .symbols)
    #expect(mode(.attributes([1, 2])) == .symbols)
  }

  @Test func `answers are read, however they come apart, and are no keys`() {
    let bytes = Array("\u{1B}_Gi=16777215;OK\u{1B}\\\u{1B}P>|kitty(0.32.1)\u{1B}\\\u{1B}[6;18;9t\u{1B}[?62;4;52c".utf8)
    let wanted: [InputEvent] = [
      .answer(.kittyGraphics), .answer(.name("kitty(0.32.1)")), .answer(.cell(width: 9, height: 18)),
      .answer(.attributes([62, 4, 52])),
    ]
    for cut in 0...bytes.count {
      var parser = KeyParser()
      let now = ContinuousClock.now
      #expect(parser.feed(bytes[..<cut], at: now) + parser.feed(bytes[cut...], at: now) == wanted)
    }
  }

  @Test func `an attribute that is left out is none, and the others count`() {
    // kitty 0.26.5, word for word.
    var parser = KeyParser()
    #expect(parser.feed(Array("\u{1B}[?62;c".utf8), at: .now) == [.answer(.attributes([62]))])
  }

  @Test(arguments: [
    "\u{1B}_Gi=16777215;ENOTSUP\u{1B}\\", "\u{1B}_Gi=1;OK\u{1B}\\", "\u{1B}[6;0;9t", "\u{1B}[6;9999;9t",
    "\u{1B}[8;24;80t",
    "\u{1B}P1$r0m\u{1B}\\",
  ])
  func `other replies are neither answers nor keys`(reply: String) {
    var parser = KeyParser()
    #expect(parser.feed(Array(reply.utf8), at: .now) == [])
  }
}

private struct Malformed: Error {
  var what: String
}

private func base64(_ text: [UInt8]) throws -> [UInt8] {
  let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  guard text.count % 4 == 0 else { throw Malformed(what: "length \(text.count)") }
  var bytes: [UInt8] = []
  for start in stride(from: 0, to: text.count, by: 4) {
    let group = text[start..<start + 4]
    let padding = group.count { $0 == UInt8(ascii: "=") }
    guard padding == 0 || start + 4 == text.count, padding < 3 else { throw Malformed(what: "padding") }
    var bits = 0
    for letter in group {
      guard letter != UInt8(ascii: "=") else {
        bits <<= 6
        continue
      }
      guard let value = letters.firstIndex(of: letter) else { throw Malformed(what: "letter \(letter)") }
      bits = bits << 6 | value
    }
    bytes += [UInt8(bits >> 16 & 0xFF), UInt8(bits >> 8 & 0xFF), UInt8(bits & 0xFF)].dropLast(padding)
  }
  return bytes
}

/// Commands of kitty's protocol, and nothing between them.
private struct KittyParser {
  var commands: [(keys: [String: String], data: [UInt8])] = []

  init(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard rest.starts(with: Array("\u{1B}_G".utf8)), let end = rest.firstIndex(of: 0x5C), rest[end - 1] == 0x1B else {
        throw Malformed(what: "no command at \(rest.startIndex)")
      }
      let body = rest[(rest.startIndex + 3)..<(end - 1)]
      guard !body.contains(0x1B) else { throw Malformed(what: "an escape within a command") }
      let parts = body.split(separator: UInt8(ascii: ";"), maxSplits: 1, omittingEmptySubsequences: false)
      var keys: [String: String] = [:]
      for pair in parts[0].split(separator: UInt8(ascii: ",")) {
        let text = String(decoding: pair, as: UTF8.self)
        let sides = text.split(separator: "=", omittingEmptySubsequences: false)
        guard sides.count == 2, sides[0].count == 1, !sides[1].isEmpty, keys[String(sides[0])] == nil else {
          throw Malformed(what: text)
        }
        keys[String(sides[0])] = String(sides[1])
      }
      commands.append((keys, parts.count > 1 ? Array(parts[1]) : []))
      rest = rest[(end + 1)...]
    }
  }
}

/// One picture of sixels.
private struct SixelParser {
  var width = 0
  var height = 0
  var colours = 0
  var pixels: [SIMD3<Int>?] = []

  init(_ bytes: [UInt8]) throws {
    let start = Array("\u{1B}P0;1;0q\"1;1;".utf8)
    guard bytes.starts(with: start), bytes.suffix(2) == [0x1B, 0x5C] else { throw Malformed(what: "frame") }
    var place = start.count
    func numbers() throws -> [Int] {
      var numbers: [Int] = []
      repeat {
        if !numbers.isEmpty { place += 1 }
        let begin = place
        while 0x30...0x39 ~= bytes[place] { place += 1 }
        guard let number = Int(String(decoding: bytes[begin..<place], as: UTF8.self)) else {
          throw Malformed(what: "number")
        }
        numbers.append(number)
      } while bytes[place] == UInt8(ascii: ";")
      return numbers
    }
    let sides = try numbers()
    guard sides.count == 2 else { throw Malformed(what: "sides") }
    (width, height) = (sides[0], sides[1])
    pixels = Array(repeating: nil, count: width * height)
    var palette: [Int: SIMD3<Int>] = [:]
    var colour: Int?
    var (column, top) = (0, 0)
    func draw(_ sign: UInt8, times: Int) throws {
      guard 0x3F...0x7E ~= sign else { throw Malformed(what: "sign \(sign)") }
      guard let colour, let value = palette[colour] else { throw Malformed(what: "no colour") }
      for _ in 0..<times {
        for bit in 0..<6 where (sign - 0x3F) & 1 << UInt8(bit) != 0 {
          guard column < width, top + bit < height else { throw Malformed(what: "outside") }
          pixels[(top + bit) * width + column] = value
        }
        column += 1
      }
    }
    while place < bytes.count - 2 {
      let byte = bytes[place]
      place += 1
      switch byte {
      case UInt8(ascii: "#"):
        let parts = try numbers()
        colour = parts[0]
        if parts.count == 5 {
          guard parts[1] == 2, parts[2...].allSatisfy({ 0...100 ~= $0 }) else {
            throw Malformed(what: "colour \(parts)")
          }
          palette[parts[0]] = SIMD3(parts[2] * 255 / 100, parts[3] * 255 / 100, parts[4] * 255 / 100)
        } else if parts.count != 1 {
          throw Malformed(what: "colour \(parts)")
        }
      case UInt8(ascii: "!"):
        let times = try numbers()[0]
        try draw(bytes[place], times: times)
        place += 1
      case UInt8(ascii: "$"): column = 0
      case UInt8(ascii: "-"): (column, top) = (0, top + 6)
      default: try draw(byte, times: 1)
      }
    }
    colours = palette.count
  }
}
