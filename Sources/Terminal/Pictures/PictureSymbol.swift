internal import Raster

/// A cell of a picture: a block that fills some of its quarters, in one colour on another.
struct PictureSymbol: Hashable, Sendable {
  var scalar: UInt32
  var style: CellStyle

  /// Indexed by the sum of the full quarters: 1 top left, 2 top right, 4 bottom left, 8 bottom right.
  private static let blocks: [UInt32] = [
    0x20, 0x2598, 0x259D, 0x2580, 0x2596, 0x258C, 0x259E, 0x259B, 0x2597, 0x259A, 0x2590, 0x259C, 0x2584, 0x2599,
    0x259F, 0x2588,
  ]

  /// The blocks to choose from; the other eight are the same with the colours swapped. A background fills its cell, a
  /// block often ends a pixel above its foot, so a block fills as few quarters as it can, the lower ones last.
  private static let sparest = [6, 5, 3, 8, 4, 2, 1, 0]

  static func symbols(for raster: Raster, in size: Size) -> [PictureSymbol] {
    guard size.columns > 0, size.rows > 0 else { return [] }
    let small = raster.coarse(width: 2 * size.columns, height: 2 * size.rows)
    var symbols: [PictureSymbol] = []
    symbols.reserveCapacity(size.columns * size.rows)
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        symbols.append(symbol([(0, 0), (1, 0), (0, 1), (1, 1)].map { small[2 * column + $0.0, 2 * row + $0.1] }))
      }
    }
    return symbols
  }

  private static func symbol(_ quarters: [Raster.Pixel]) -> PictureSymbol {
    let clear = quarters.indices.filter { quarters[$0].opacity < 128 }
    guard clear.isEmpty else {
      // Transparent quarters have the terminal's background.
      let full = quarters.indices.filter { !clear.contains($0) }
      guard !full.isEmpty else { return PictureSymbol(scalar: 0x20, style: .plain) }
      let mask = full.reduce(0) { $0 | 1 << $1 }
      let style = CellStyle.plain.with(.solid).colour(colour(mean(full.map { quarters[$0] })))
      // With a full foot, the quarters above it are taken away.
      let isFooted = mask & 12 == 12
      return PictureSymbol(scalar: blocks[isFooted ? mask ^ 15 : mask], style: isFooted ? style.reversed : style)
    }
    let values = quarters.map { SIMD3(Int($0.red), Int($0.green), Int($0.blue)) }
    var best = (mask: 0, error: Int.max, front: SIMD3<Int>.zero, back: SIMD3<Int>.zero)
    for mask in sparest {
      var sums = (SIMD3<Int>.zero, SIMD3<Int>.zero)
      for index in 0..<4 { if mask & 1 << index != 0 { sums.0 &+= values[index] } else { sums.1 &+= values[index] } }
      let count = mask.nonzeroBitCount
      let back = sums.1 / SIMD3(repeating: 4 - count)
      let front = count == 0 ? back : sums.0 / SIMD3(repeating: count)
      var error = 0
      for index in 0..<4 {
        let difference = values[index] &- (mask & 1 << index != 0 ? front : back)
        error += (difference &* difference).wrappedSum()
      }
      // Of two equally good ones, the sparer.
      if error <= best.error { best = (mask, error, front, back) }
    }
    // Where the foot has both colours, the block is the darker one: a light dash in it shows less than a dark one in light.
    if (best.mask & 4) << 1 != best.mask & 8, best.front.wrappedSum() > best.back.wrappedSum() {
      best = (best.mask ^ 15, best.error, best.back, best.front)
    }
    let (front, back) = (colour(best.front), colour(best.back))
    guard front != back else { return PictureSymbol(scalar: 0x20, style: .plain.with(.solid).on(back)) }
    return PictureSymbol(scalar: blocks[best.mask], style: .plain.with(.solid).colour(front).on(back))
  }

  private static func mean(_ pixels: [Raster.Pixel]) -> SIMD3<Int> {
    let sum = pixels.reduce(SIMD3<Int>.zero) { $0 &+ SIMD3(Int($1.red), Int($1.green), Int($1.blue)) }
    return sum / SIMD3(repeating: pixels.count)
  }

  /// Rounds to invisible steps, so that neighbours share their colours.
  private static func colour(_ value: SIMD3<Int>) -> Colour {
    func step(_ part: Int) -> UInt8 { UInt8(min(255, (part + 2) / 4 * 4)) }
    return .rgb(step(value.x), step(value.y), step(value.z))
  }
}
