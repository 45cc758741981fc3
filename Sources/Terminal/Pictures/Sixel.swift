public import Raster

/// Writes sixels: bands of six rows of pixels, one colour after the other.
///
/// - Note: Source: VT330/VT340 Programmer Reference Manual, chapter 14.
public enum Sixel {
  /// The most colours that a terminal is sure to have.
  static let colours = 255

  /// Draws a picture over the cells from the cursor on; transparent pixels leave them as they are.
  public static func show(_ raster: Raster) -> [UInt8] {
    let palette = Palette(raster)
    // `1` leaves uncovered pixels as they are, and `"1;1` makes pixels square.
    var bytes = Array("\u{1B}P0;1;0q\"1;1;\(raster.width);\(raster.height)".utf8)
    for (number, colour) in palette.colours.enumerated() {
      let parts = [colour.x, colour.y, colour.z].map { ($0 * 100 + 127) / 255 }
      bytes += Array("#\(number);2;\(parts[0]);\(parts[1]);\(parts[2])".utf8)
    }
    for top in stride(from: 0, to: raster.height, by: 6) { band(raster, palette, from: top, to: &bytes) }
    bytes += Array("\u{1B}\\".utf8)
    return bytes
  }

  /// Writes six rows, drawing each of their colours over the whole width.
  private static func band(_ raster: Raster, _ palette: Palette, from top: Int, to bytes: inout [UInt8]) {
    let width = raster.width
    var planes = [UInt8](repeating: 0, count: palette.colours.count * width)
    var isUsed = [Bool](repeating: false, count: palette.colours.count)
    raster.bytes.withUnsafeBufferPointer { pixels in
      for row in top..<min(top + 6, raster.height) {
        let bit = UInt8(1) << UInt8(row - top)
        for column in 0..<width {
          let number = palette.number(pixels, at: 4 * (row * width + column))
          guard number >= 0 else { continue }
          planes[number * width + column] |= bit
          isUsed[number] = true
        }
      }
    }
    var isFirst = true
    for number in isUsed.indices where isUsed[number] {
      if !isFirst { bytes.append(UInt8(ascii: "$")) }
      isFirst = false
      bytes += Array("#\(number)".utf8)
      appendRuns(planes[number * width..<(number + 1) * width], to: &bytes)
    }
    bytes.append(UInt8(ascii: "-"))
  }

  private static func appendRuns(_ row: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
    var start = row.startIndex
    // Empty sixels at the end are left out.
    let end = (row.lastIndex { $0 != 0 } ?? start - 1) + 1
    while start < end {
      var next = start + 1
      while next < end, row[next] == row[start] { next += 1 }
      let sign = 0x3F + row[start]
      if next - start > 3 {
        bytes += Array("!\(next - start)".utf8)
        bytes.append(sign)
      } else {
        bytes += repeatElement(sign, count: next - start)
      }
      start = next
    }
  }

  /// The most frequent colours, counted in steps of eight; each other colour is replaced by the nearest of them.
  private struct Palette {
    var colours: [SIMD3<Int32>] = []
    /// The colours' numbers by ``key(_:at:)``; -1 for one that does not occur.
    private var numbers = [Int16](repeating: -1, count: 1 << 15)

    init(_ raster: Raster) {
      var counts = [Int32](repeating: 0, count: 1 << 15)
      var sums = [SIMD3<Int32>](repeating: .zero, count: 1 << 15)
      raster.bytes.withUnsafeBufferPointer { pixels in
        for place in stride(from: 0, to: pixels.count, by: 4) where pixels[place + 3] >= 128 {
          let key = Palette.key(pixels, at: place)
          counts[key] += 1
          sums[key] &+= SIMD3(Int32(pixels[place]), Int32(pixels[place + 1]), Int32(pixels[place + 2]))
        }
      }
      let ordered = counts.indices.filter { counts[$0] > 0 }.sorted { (counts[$0], $1) > (counts[$1], $0) }
      for key in ordered {
        let value = sums[key] / SIMD3(repeating: counts[key])
        if colours.count < Sixel.colours {
          numbers[key] = Int16(colours.count)
          colours.append(value)
        } else {
          numbers[key] = Int16(nearest(to: value))
        }
      }
    }

    /// The number of a pixel's colour; -1 for a transparent pixel.
    func number(_ pixels: UnsafeBufferPointer<UInt8>, at place: Int) -> Int {
      pixels[place + 3] < 128 ? -1 : Int(numbers[Palette.key(pixels, at: place)])
    }

    private static func key(_ pixels: UnsafeBufferPointer<UInt8>, at place: Int) -> Int {
      Int(pixels[place] >> 3) << 10 | Int(pixels[place + 1] >> 3) << 5 | Int(pixels[place + 2] >> 3)
    }

    private func nearest(to value: SIMD3<Int32>) -> Int {
      var best = (number: 0, distance: Int32.max)
      for (number, colour) in colours.enumerated() {
        let difference = colour &- value
        let distance = (difference &* difference).wrappedSum()
        if distance < best.distance { best = (number, distance) }
      }
      return best.number
    }
  }
}
