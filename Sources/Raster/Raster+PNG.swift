internal import CZlib

extension Raster {
  /// The picture as a PNG file, eight bits a channel, with opacity.
  ///
  /// - Note: Source: Portable Network Graphics, third edition (W3C).
  public var png: [UInt8] {
    var rows: [UInt8] = []
    rows.reserveCapacity((4 * width + 1) * height)
    for row in 0..<height {
      // Each row as the differences from the one above, which deflates best of what costs nothing to choose.
      rows.append(row == 0 ? 0 : 2)
      let start = 4 * width * row
      for place in start..<start + 4 * width {
        rows.append(row == 0 ? bytes[place] : bytes[place] &- bytes[place - 4 * width])
      }
    }
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    file += Raster.chunk("IHDR", Raster.big(UInt32(width)) + Raster.big(UInt32(height)) + [8, 6, 0, 0, 0])
    file += Raster.chunk("IDAT", Raster.deflated(rows))
    file += Raster.chunk("IEND", [])
    return file
  }

  /// Bytes in zlib's format.
  public static func deflated(_ bytes: [UInt8]) -> [UInt8] {
    var size = compressBound(uLong(bytes.count))
    var deflated = [UInt8](repeating: 0, count: Int(size))
    // There is always room: that is what `compressBound` says.
    let status = compress2(&deflated, &size, bytes, uLong(bytes.count), 6)
    precondition(status == Z_OK, "zlib: \(status)")
    deflated.removeLast(deflated.count - Int(size))
    return deflated
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + content
    return big(UInt32(content.count)) + named + big(UInt32(truncatingIfNeeded: crc32(0, named, uInt(named.count))))
  }

  private static func big(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
