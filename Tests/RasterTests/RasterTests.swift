import CZlib
import Raster
import Testing

struct RasterTests {
  /// A picture in which every pixel is another colour.
  private func picture(_ width: Int, _ height: Int) throws -> Raster {
    var bytes: [UInt8] = []
    for row in 0..<height {
      for column in 0..<width {
        bytes += [UInt8(column * 7 % 256), UInt8(row * 11 % 256), UInt8((column + row) % 256), row % 3 == 0 ? 90 : 255]
      }
    }
    return try #require(Raster(width: width, height: height, bytes: bytes))
  }

  @Test func `a picture is trimmed to what is drawn of it`() {
    var bytes = [UInt8](repeating: 0, count: 4 * 4 * 3)
    for place in [1 * 4 + 1, 1 * 4 + 2] { bytes[4 * place + 3] = 255 }
    let trimmed = Raster(4, 3, bytes).trimmed()
    #expect((trimmed.width, trimmed.height) == (2, 1))
    #expect(trimmed[0, 0].opacity == 255)
    let nothing = Raster(2, 2, [UInt8](repeating: 0, count: 16))
    #expect(nothing.trimmed() == nothing)
  }

  @Test func `bytes that are too many or too few are no picture`() {
    #expect(Raster(width: 2, height: 2, bytes: [UInt8](repeating: 0, count: 15)) == nil)
    #expect(Raster(width: 2, height: 2, bytes: [UInt8](repeating: 0, count: 17)) == nil)
    #expect(Raster(width: 0, height: 2, bytes: []) == nil)
    #expect(Raster(width: -1, height: -2, bytes: [UInt8](repeating: 0, count: 8)) == nil)
  }

  @Test func `made smaller, each pixel is the mean of those it stands for`() throws {
    let four = try #require(
      Raster(width: 2, height: 2, bytes: [0, 0, 0, 255, 100, 0, 0, 255, 0, 200, 0, 255, 100, 200, 40, 255]))
    #expect(four.scaled(width: 1, height: 1).bytes == [50, 100, 10, 255])
  }

  @Test func `what shines through adds no colour to its neighbours`() throws {
    let two = try #require(Raster(width: 2, height: 1, bytes: [255, 255, 255, 0, 10, 20, 30, 255]))
    #expect(two.scaled(width: 1, height: 1).bytes == [10, 20, 30, 128])
  }

  @Test func `made coarse, an edge within a pixel is on one of its sides`() throws {
    // Three columns in red, a soft one and two in blue, of which two pixels are made.
    let (red, soft, blue): ([UInt8], [UInt8], [UInt8]) = ([250, 0, 0, 255], [120, 0, 120, 255], [0, 0, 250, 255])
    let row = red + red + red + soft + blue + blue
    let raster = try #require(Raster(width: 6, height: 2, bytes: row + row))
    #expect(raster.coarse(width: 2, height: 1).bytes == red + blue)
    #expect(raster.scaled(width: 2, height: 1).bytes != raster.coarse(width: 2, height: 1).bytes)
  }

  @Test func `made coarse, what has no usual colour is the mean`() throws {
    let bytes: [UInt8] = [0, 0, 0, 255, 80, 0, 0, 255, 160, 0, 0, 255, 240, 0, 0, 255]
    let raster = try #require(Raster(width: 2, height: 2, bytes: bytes))
    #expect(raster.coarse(width: 1, height: 1).bytes == [120, 0, 0, 255])
    let enlarged = raster.coarse(width: 4, height: 4)
    #expect((0..<4).map { enlarged[$0, 3].red } == [160, 160, 240, 240])
  }

  @Test(arguments: [(40, 43), (44, 40), (40, 40), (1, 9), (9, 1)])
  func `a square stays one in a box of another shape, in its middle`(width: Int, height: Int) throws {
    let square = try #require(
      Raster(width: 20, height: 20, bytes: (0..<400).flatMap { _ in [12, 200, 77, 255] as [UInt8] }))
    let fitted = square.fitted(width: width, height: height)
    #expect((fitted.width, fitted.height) == (width, height))
    let side = min(width, height)
    let columns = (0..<width).filter { fitted[$0, height / 2].opacity == 255 }
    let rows = (0..<height).filter { fitted[width / 2, $0].opacity == 255 }
    #expect((columns.count, rows.count) == (side, side))
    #expect((columns.first, rows.first) == ((width - side) / 2, (height - side) / 2))
  }

  @Test(arguments: [(1, 1), (3, 5), (10, 10), (33, 2), (7, 40)])
  func `any size can be had, and one of even colour stays so`(width: Int, height: Int) throws {
    let even = try #require(
      Raster(width: 9, height: 6, bytes: (0..<54).flatMap { _ in [12, 200, 77, 255] as [UInt8] }))
    let scaled = even.scaled(width: width, height: height)
    #expect((scaled.width, scaled.height) == (width, height))
    #expect(scaled.bytes == (0..<width * height).flatMap { _ in [12, 200, 77, 255] as [UInt8] })
  }

  @Test func `the largest sides in a box keep the shape, for cells twice as high as wide too`() throws {
    let wide = try picture(40, 20)
    #expect(wide.sides(in: 100, 100) == (100, 50))
    #expect(wide.sides(in: 22, 11, aspect: 2) == (22, 6))
    let square = try picture(30, 30)
    #expect(square.sides(in: 22, 11, aspect: 2) == (22, 11))
    #expect(square.sides(in: 60, 11, aspect: 2) == (22, 11))
    #expect(square.sides(in: 0, 0) == (1, 1))
  }

  @Test func `a part is a picture of its own`() throws {
    let whole = try picture(3, 8)
    let part = try #require(whole.part(columns: 1..<3, rows: 2..<5))
    #expect((part.width, part.height) == (2, 3))
    #expect(part[0, 0] == whole[1, 2] && part[1, 2] == whole[2, 4])
    #expect(whole.part(columns: 0..<3, rows: 8..<12) == nil)
    #expect(whole.part(columns: 3..<4, rows: 0..<8) == nil)
    #expect(whole.part(columns: 0..<3, rows: 0..<8) == whole)
  }

  @Test(arguments: [Raster.Effort.short, .quick], [false, true])
  func `a PNG file holds the very pixels`(effort: Raster.Effort, isOpaque: Bool) throws {
    let noise = try picture(37, 23)
    let drawn = try #require(
      Raster(width: 37, height: 23, bytes: (0..<37 * 23).flatMap { [10, 20, $0 % 37 < 9 ? 30 : 90, 200] as [UInt8] }))
    for picture in [noise, drawn] {
      var bytes = picture.bytes
      if isOpaque { for place in stride(from: 3, to: bytes.count, by: 4) { bytes[place] = 255 } }
      let picture = try #require(Raster(width: 37, height: 23, bytes: bytes))
      let read = try PNGReader(picture.png(effort))
      #expect(read.width == 37)
      #expect(read.height == 23)
      #expect(read.channels == (isOpaque ? 3 : 4))
      #expect(read.pixels == picture.bytes)
    }
  }
}

/// Reads what ``Raster/png(_:)`` writes, as strictly as the standard has it.
private struct PNGReader {
  var width = 0
  var height = 0
  var channels = 4
  var pixels: [UInt8] = []

  struct Malformed: Error {
    var what: String
  }

  init(_ file: [UInt8]) throws {
    guard Array(file.prefix(8)) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] else {
      throw Malformed(what: "sign")
    }
    func number(_ at: Int) -> Int { file[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    var place = 8
    var data: [UInt8] = []
    var names: [String] = []
    while place < file.count {
      let length = number(place)
      let name = Array(file[place + 4..<place + 8])
      let content = Array(file[place + 8..<place + 8 + length])
      let sum = Int(crc32(0, name + content, uInt(4 + length)))
      guard sum == number(place + 8 + length) else { throw Malformed(what: "checksum") }
      names.append(String(decoding: name, as: UTF8.self))
      if names.last == "IHDR" {
        (width, height) = (number(place + 8), number(place + 12))
        guard [[8, 2, 0, 0, 0], [8, 6, 0, 0, 0]].contains(Array(content[8...])) else { throw Malformed(what: "header") }
        channels = content[9] == 2 ? 3 : 4
      }
      if names.last == "IDAT" { data += content }
      place += 12 + length
    }
    guard names.first == "IHDR", names.last == "IEND" else { throw Malformed(what: "order: \(names)") }
    let length = channels * width + 1
    var rows = [UInt8](repeating: 0, count: length * height)
    var size = uLong(rows.count)
    guard uncompress(&rows, &size, data, uLong(data.count)) == Z_OK, Int(size) == rows.count else {
      throw Malformed(what: "data")
    }
    for row in 0..<height {
      let filter = rows[row * length]
      guard filter == 0 || filter == 2 else { throw Malformed(what: "filter") }
      for place in 0..<channels * width {
        let pixel = 4 * (row * width + place / channels) + place % channels
        let above = row > 0 && filter == 2 ? pixels[pixel - 4 * width] : 0
        pixels.append(rows[row * length + 1 + place] &+ above)
        if channels == 3, place % 3 == 2 { pixels.append(255) }
      }
    }
  }
}
