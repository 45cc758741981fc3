internal import Raster

/// Paints a picture with shapes that are given as distances to their edge (``Shape``).
///
/// Places and lengths are fractions of the height: (0, 0) is the top left, (1, 1) the bottom right of a square.
struct Painter {
  typealias Place = SIMD2<Float>

  /// The pixels of the height.
  let side: Int
  private let columns: Int
  /// The pixels of the height, across and down.
  private let scale: Place
  /// Whether pixels are blocks of a terminal: then edges are hard.
  let isInBlocks: Bool
  /// Whether they are so few that patterns have few and large parts.
  var isInFewBlocks: Bool { isInBlocks && side < Pattern.leastBlocks }
  /// Whether blocks are painted in squares, half a cell high and a cell wide: then no cell has more than two colours, one
  /// above the other, and rounds have even steps.
  var isInSquares = false
  /// The area to paint on; the rest of the picture is left as it is.
  var clip: (from: Place, to: Place) = (Place(0, 0), Place(1, 1))
  /// Red, green and blue, each multiplied by the opacity, and the opacity.
  private var pixels: [SIMD4<Float>]

  init(side: Int) {
    self.side = max(1, side)
    (columns, scale, isInBlocks) = (self.side, Place(Float(self.side), Float(self.side)), false)
    pixels = Array(repeating: .zero, count: columns * self.side)
  }

  /// A painter for a terminal's blocks, four to a cell, so that pixels are twice as high as wide.
  init(inBlocks size: (columns: Int, rows: Int)) {
    (columns, side) = (2 * size.columns, 2 * size.rows)
    (scale, isInBlocks) = (Place(2 * Float(side), Float(side)), true)
    clip.to.x = Float(columns) / scale.x
    pixels = Array(repeating: .zero, count: columns * side)
  }

  /// The nearest place at which no edge falls into a block, or across the width of a cell.
  func snapped(_ place: Place) -> Place {
    isInBlocks ? (place * Float(side)).rounded(.toNearestOrAwayFromZero) / Float(side) : place
  }

  /// The radius of a round that squares of blocks make without a point at each of its four ends.
  func rounded(_ radius: Float) -> Float {
    isInBlocks ? ((radius * Float(side)).rounded(.down) + 0.9) / Float(side) : radius
  }

  /// Paints a shape in one colour.
  ///
  /// - Parameter distance: the distance from a place to the shape's edge, negative within the shape.
  mutating func fill(_ ink: Ink, opacity: Float = 1, _ distance: (Place) -> Float) {
    paint { place, coverage in
      let share = coverage(distance(place)) * opacity
      return share > 0 ? (ink, share) : nil
    }
  }

  /// Paints each place in the colour that `colour` returns; nil leaves it alone.
  mutating func shade(_ colour: (Place) -> (ink: Ink, opacity: Float)?) { paint { place, _ in colour(place) } }

  /// The mean lightness of an area and its spread, both from 0 to 1.
  func light(from: Place, to: Place) -> (mean: Float, spread: Float) {
    let columns = max(0, Int(from.x * scale.x))..<max(1, min(columns, Int(to.x * scale.x)))
    let rows = max(0, Int(from.y * scale.y))..<max(1, min(side, Int(to.y * scale.y)))
    var (sum, squares, count) = (Float(0), Float(0), Float(0))
    for row in rows {
      for column in columns {
        let pixel = pixels[row * self.columns + column]
        let light = Ink(pixel.x, pixel.y, pixel.z).light
        sum += light
        squares += light * light
        count += 1
      }
    }
    guard count > 0 else { return (0, 0) }
    let mean = sum / count
    return (mean, max(0, squares / count - mean * mean).squareRoot())
  }

  mutating func clear(outside distance: (Place) -> Float) {
    for index in pixels.indices {
      let place = Self.place(index % columns, index / columns, scale, isInSquares: isInSquares)
      pixels[index] *= coverage(distance(place))
    }
  }

  /// The middle of a pixel, or of its square.
  private static func place(_ column: Int, _ row: Int, _ scale: Place, isInSquares: Bool) -> Place {
    let column = isInSquares ? Float(column / 2 * 2) + 1 : Float(column) + 0.5
    return Place(column, Float(row) + 0.5) / scale
  }

  /// The part of a pixel within a shape, from the distance of its middle to the edge.
  private var coverage: (Float) -> Float {
    isInBlocks ? { $0 <= 0 ? 1 : 0 } : { [scale = scale.y] in min(1, max(0, 0.5 - $0 * scale)) }
  }

  private mutating func paint(_ colour: (Place, (Float) -> Float) -> (ink: Ink, opacity: Float)?) {
    let coverage = coverage
    let columns = max(0, Int(clip.from.x * scale.x))..<min(columns, Int((clip.to.x * scale.x).rounded(.up)))
    let rows = max(0, Int(clip.from.y * scale.y))..<min(side, Int((clip.to.y * scale.y).rounded(.up)))
    guard !columns.isEmpty, !rows.isEmpty else { return }
    let (edge, scale, width, isInSquares) = (clip, scale, self.columns, isInSquares)
    pixels.withUnsafeMutableBufferPointer { pixels in
      for row in rows {
        for column in columns {
          let place = Self.place(column, row, scale, isInSquares: isInSquares)
          guard let (ink, opacity) = colour(place, coverage) else { continue }
          let outside = max(
            max(edge.from.x - place.x, place.x - edge.to.x), max(edge.from.y - place.y, place.y - edge.to.y))
          let share = opacity * coverage(outside)
          guard share > 0 else { continue }
          let index = row * width + column
          pixels[index] = pixels[index] * (1 - share) + SIMD4(ink.rgb * share, share)
        }
      }
    }
  }

  var raster: Raster {
    var bytes = [UInt8](repeating: 0, count: 4 * pixels.count)
    for (index, pixel) in pixels.enumerated() where pixel.w > 0 {
      for channel in 0..<3 { bytes[4 * index + channel] = UInt8((min(1, pixel[channel] / pixel.w) * 255).rounded()) }
      bytes[4 * index + 3] = UInt8((min(1, pixel.w) * 255).rounded())
    }
    return Raster(columns, side, bytes)
  }
}

/// Distances to the edges of shapes, negative within them.
enum Shape {
  typealias Place = Painter.Place

  static func disc(_ middle: Place, _ radius: Float) -> (Place) -> Float { { length($0 - middle) - radius } }

  static func ring(_ middle: Place, _ radius: Float, width: Float) -> (Place) -> Float {
    { abs(length($0 - middle) - radius) - width / 2 }
  }

  static func box(_ from: Place, _ to: Place, corner: Float = 0) -> (Place) -> Float {
    let middle = (from + to) / 2
    let half = (to - from) / 2 - Place(repeating: corner)
    return { place in
      let offset = place - middle
      let beyond = Place(abs(offset.x), abs(offset.y)) - half
      return length(Place(max(0, beyond.x), max(0, beyond.y))) + min(0, max(beyond.x, beyond.y)) - corner
    }
  }

  /// The half of the plane beyond a line, in the direction of `normal`, whose length is 1.
  static func half(_ point: Place, _ normal: Place) -> (Place) -> Float { { -(($0 - point) * normal).sum() } }

  static func triangle(_ a: Place, _ b: Place, _ c: Place) -> (Place) -> Float {
    let corners = cross(b - a, c - a) < 0 ? [a, c, b] : [a, b, c]
    return { place in
      var distance = -Float.infinity
      for index in 0..<3 {
        let (from, to) = (corners[index], corners[(index + 1) % 3])
        let edge = to - from
        distance = max(distance, -cross(edge, place - from) / max(0.000_1, length(edge)))
      }
      return distance
    }
  }

  static func length(_ place: Place) -> Float { (place * place).sum().squareRoot() }

  private static func cross(_ a: Place, _ b: Place) -> Float { a.x * b.y - a.y * b.x }
}
