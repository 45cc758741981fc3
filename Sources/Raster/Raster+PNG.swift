internal import CZlib

extension Raster {
  /// The trade-off between time and length of a PNG file.
  public enum Effort: Sendable {
    /// A short file, for a program that keeps it.
    case short
    /// A quick one, for a terminal that waits for it.
    case quick
  }

  /// Returns the picture as a PNG file, eight bits a channel, with an opacity channel unless it is opaque.
  ///
  /// - Note: Source: Portable Network Graphics, third edition (W3C).
  public func png(_ effort: Effort = .short) -> [UInt8] {
    let isOpaque = isOpaque
    let rows = rowsByDifference(channels: isOpaque ? 3 : 4)
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let sides = Raster.big(UInt32(width)) + Raster.big(UInt32(height))
    file += Raster.chunk("IHDR", sides + [8, isOpaque ? 2 : 6, 0, 0, 0])
    file += Raster.chunk("IDAT", Raster.deflated(rows, effort))
    file += Raster.chunk("IEND", [])
    return file
  }

  private var isOpaque: Bool {
    bytes.withUnsafeBufferPointer { bytes in
      stride(from: 3, to: bytes.count, by: 4).allSatisfy { bytes[$0] == 255 }
    }
  }

  /// Each row as differences from the one above (filter 2), the best of the filters for all rows alike.
  private func rowsByDifference(channels: Int) -> [UInt8] {
    let length = channels * width + 1
    return [UInt8](unsafeUninitializedCapacity: length * height) { rows, count in
      bytes.withUnsafeBufferPointer { bytes in
        for row in 0..<height {
          var place = row * length
          rows[place] = row == 0 ? 0 : 2
          for column in 0..<width {
            let pixel = 4 * (row * width + column)
            for channel in 0..<channels {
              place += 1
              let above = row == 0 ? 0 : bytes[pixel + channel - 4 * width]
              rows[place] = bytes[pixel + channel] &- above
            }
          }
        }
      }
      count = length * height
    }
  }

  private static func deflated(_ rows: [UInt8], _ effort: Effort) -> [UInt8] {
    var stream = z_stream()
    // In a photograph hardly a pixel equals the one above, so there are no longer repetitions to find.
    let isDrawn = rows.count { $0 == 0 } > rows.count / 2
    let (level, strategy) =
      switch (effort, isDrawn) {
      case (.short, _): (Int32(6), Z_DEFAULT_STRATEGY)
      case (.quick, true): (3, Z_DEFAULT_STRATEGY)
      case (.quick, false): (1, Z_RLE)
      }
    let started = deflateInit2_(
      &stream, level, Z_DEFLATED, MAX_WBITS, 8, strategy, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    precondition(started == Z_OK, "zlib: \(started)")
    defer { deflateEnd(&stream) }
    // `deflateBound` guarantees the room.
    let bound = Int(deflateBound(&stream, uLong(rows.count)))
    return [UInt8](unsafeUninitializedCapacity: bound) { deflated, count in
      rows.withUnsafeBufferPointer { rows in
        stream.next_in = UnsafeMutablePointer(mutating: rows.baseAddress)
        stream.avail_in = uInt(rows.count)
        stream.next_out = deflated.baseAddress
        stream.avail_out = uInt(bound)
        let status = deflate(&stream, Z_FINISH)
        precondition(status == Z_STREAM_END, "zlib: \(status)")
      }
      count = bound - Int(stream.avail_out)
    }
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + content
    return big(UInt32(content.count)) + named + big(UInt32(truncatingIfNeeded: crc32(0, named, uInt(named.count))))
  }

  private static func big(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
