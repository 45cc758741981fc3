/// A picture in memory: rows of pixels from the top, each four bytes: red, green, blue in sRGB, and opacity.
public struct Raster: Hashable, Sendable {
  public let width: Int
  public let height: Int
  /// `4 * width * height` bytes; colours are not multiplied by the opacity.
  public let bytes: [UInt8]

  /// - Returns: nil unless both sides are positive and there are `4 * width * height` bytes.
  public init?(width: Int, height: Int, bytes: [UInt8]) {
    guard width > 0, height > 0, bytes.count == 4 * width * height else { return nil }
    self.init(width, height, bytes)
  }

  /// - Parameter bytes: `4 * width * height` of them, which is not checked.
  package init(_ width: Int, _ height: Int, _ bytes: [UInt8]) {
    (self.width, self.height, self.bytes) = (width, height, bytes)
  }

  public struct Pixel: Hashable, Sendable {
    public var red: UInt8
    public var green: UInt8
    public var blue: UInt8
    /// 0 for transparent, 255 for opaque.
    public var opacity: UInt8

    package init(red: UInt8, green: UInt8, blue: UInt8, opacity: UInt8 = 255) {
      (self.red, self.green, self.blue, self.opacity) = (red, green, blue, opacity)
    }
  }

  public subscript(_ column: Int, _ row: Int) -> Pixel {
    let place = 4 * (row * width + column)
    return Pixel(red: bytes[place], green: bytes[place + 1], blue: bytes[place + 2], opacity: bytes[place + 3])
  }

  /// Returns the picture in another size, in which each pixel is the mean of those it replaces.
  ///
  /// Sides are at least 1. The picture is stretched if the proportions differ.
  public func scaled(width newWidth: Int, height newHeight: Int) -> Raster {
    let newWidth = max(1, newWidth)
    let newHeight = max(1, newHeight)
    if newWidth == width, newHeight == height { return self }
    let columns = Raster.shares(of: width, among: newWidth)
    let rows = Raster.shares(of: height, among: newHeight)
    var scaled = [UInt8](repeating: 0, count: 4 * newWidth * newHeight)
    bytes.withUnsafeBufferPointer { bytes in
      for (newRow, rows) in rows.enumerated() {
        for (newColumn, columns) in columns.enumerated() {
          var mean = Mean()
          for row in rows {
            for column in columns { mean.add(bytes, row.place * width + column.place, row.weight * column.weight) }
          }
          mean.write(to: &scaled, newRow * newWidth + newColumn)
        }
      }
    }
    return Raster(newWidth, newHeight, scaled)
  }

  /// Returns the picture in a size at which its pixels are seen one by one.
  ///
  /// Where nearly half of those that a pixel stands for have about the same colour, it has that one, so that edges and
  /// letters are sharp; elsewhere it has the mean of all.
  public func coarse(width newWidth: Int, height newHeight: Int) -> Raster {
    let newWidth = max(1, newWidth)
    let newHeight = max(1, newHeight)
    var coarse = [UInt8](repeating: 0, count: 4 * newWidth * newHeight)
    var counts = [Int](repeating: 0, count: 1 << 10)
    bytes.withUnsafeBufferPointer { bytes in
      // The colour of each pixel in eight steps, and whether it is opaque.
      let kinds = (0..<width * height).map { place in
        (0..<3).reduce(Int(bytes[4 * place + 3] >> 7)) { $0 << 3 | Int(bytes[4 * place + $1] >> 5) }
      }
      for new in 0..<newWidth * newHeight {
        let columns = Raster.places(new % newWidth, of: newWidth, in: width)
        let places = Raster.places(new / newWidth, of: newHeight, in: height).flatMap { row in
          columns.map { row * width + $0 }
        }
        for place in places { counts[kinds[place]] += 1 }
        let usual = places.lazy.map { kinds[$0] }.max { counts[$0] < counts[$1] } ?? 0
        let isUsual = 20 * counts[usual] >= 9 * places.count
        var mean = Mean()
        for place in places {
          counts[kinds[place]] = 0
          if !isUsual || kinds[place] == usual { mean.add(bytes, place, 1) }
        }
        mean.write(to: &coarse, new)
      }
    }
    return Raster(newWidth, newHeight, coarse)
  }

  /// The `old` places that one of `new` ones stands for.
  private static func places(_ number: Int, of new: Int, in old: Int) -> Range<Int> {
    let from = number * old / new
    return from..<max(from + 1, (number + 1) * old / new)
  }

  /// The mean of pixels, in which what is transparent has no colour.
  private struct Mean {
    private var sum = SIMD4<Float>.zero
    private var total: Float = 0

    mutating func add(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Int, _ weight: Float) {
      let place = 4 * place
      let opacity = Float(bytes[place + 3]) * weight
      sum += SIMD4(
        Float(bytes[place]) * opacity, Float(bytes[place + 1]) * opacity, Float(bytes[place + 2]) * opacity, opacity)
      total += weight
    }

    func write(to bytes: inout [UInt8], _ place: Int) {
      guard sum.w > 0 else { return }
      for channel in 0..<3 { bytes[4 * place + channel] = UInt8((sum[channel] / sum.w).rounded()) }
      bytes[4 * place + 3] = UInt8(min(255, (sum.w / total).rounded()))
    }
  }

  /// The largest sides within a box that keep the proportions, for pixels `aspect` times as high as wide.
  public func sides(in width: Int, _ height: Int, aspect: Double = 1) -> (width: Int, height: Int) {
    let (width, height) = (max(1, width), max(1, height))
    let scale = min(Double(width) / Double(self.width), Double(height) * aspect / Double(self.height))
    return (
      min(width, max(1, Int((Double(self.width) * scale).rounded()))),
      min(height, max(1, Int((Double(self.height) * scale / aspect).rounded())))
    )
  }

  /// Returns the picture in another size, centred between transparent pixels instead of stretched.
  public func fitted(width: Int, height: Int) -> Raster {
    let (width, height) = (max(1, width), max(1, height))
    let sides = sides(in: width, height)
    let picture = scaled(width: sides.width, height: sides.height)
    guard sides != (width, height) else { return picture }
    let (left, top) = ((width - sides.width) / 2, (height - sides.height) / 2)
    var fitted = [UInt8](repeating: 0, count: 4 * width * height)
    for row in 0..<sides.height {
      let start = 4 * ((top + row) * width + left)
      fitted.replaceSubrange(
        start..<start + 4 * sides.width, with: picture.bytes[4 * row * sides.width..<4 * (row + 1) * sides.width])
    }
    return Raster(width, height, fitted)
  }

  /// A part of the picture; nil if the ranges lie outside it.
  public func part(columns: Range<Int>, rows: Range<Int>) -> Raster? {
    let (columns, rows) = (columns.clamped(to: 0..<width), rows.clamped(to: 0..<height))
    if columns == 0..<width, rows == 0..<height { return self }
    var part: [UInt8] = []
    part.reserveCapacity(4 * columns.count * rows.count)
    for row in rows { part += bytes[4 * (row * width + columns.lowerBound)..<4 * (row * width + columns.upperBound)] }
    return Raster(width: columns.count, height: rows.count, bytes: part)
  }

  /// The picture without the margins in which nothing is drawn.
  public func trimmed() -> Raster {
    let rows = (0..<height).filter { row in (0..<width).contains { self[$0, row].opacity >= 128 } }
    let columns = (0..<width).filter { column in (0..<height).contains { self[column, $0].opacity >= 128 } }
    guard let top = rows.first, let bottom = rows.last, let left = columns.first, let right = columns.last else {
      return self
    }
    return part(columns: left..<right + 1, rows: top..<bottom + 1) ?? self
  }

  private struct Share {
    var place: Int
    var weight: Float
  }

  /// For each of `new` pixels, the `old` ones it replaces, and their weights.
  private static func shares(of old: Int, among new: Int) -> [[Share]] {
    let step = Double(old) / Double(new)
    return (0..<new).map { number in
      // When enlarging, a pixel takes the one under its middle.
      guard step > 1 else { return [Share(place: min(old - 1, Int((Double(number) + 0.5) * step)), weight: 1)] }
      let (from, to) = (Double(number) * step, Double(number + 1) * step)
      return (Int(from)..<min(old, Int(to.rounded(.up)))).map { place in
        Share(place: place, weight: Float(min(to, Double(place + 1)) - max(from, Double(place))))
      }
    }
  }
}
