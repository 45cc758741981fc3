import LibC

extension Colour {
  public static let trueColour = 1 << 24

  /// The nearest colour of a terminal with `count` colours: 24-bit, 256, 16 or 8; the default below that.
  ///
  /// Terminals choose the first 16 themselves, so with 256 none of those is taken; with fewer, xterm's are assumed.
  /// Nearness is that to the eye (``distance(_:_:)``).
  public func reduced(to count: Int) -> Colour {
    guard count >= 8 else { return .default }
    if let rgb {
      guard count < Colour.trueColour else { return self }
      return Colour.nearest(to: rgb, in: count >= 256 ? 16..<256 : 0..<(count >= 16 ? 16 : 8))
    }
    guard let index = index.map(Int.init), index >= count else { return self }
    if index < 16 { return .palette(UInt8(index - 8)) }
    return Colour.nearest(to: Colour.xterm[index], in: 0..<(count >= 16 ? 16 : 8))
  }

  /// Whether dark letters are easier to read on it than light ones; false unless it is a 24-bit colour.
  public var isLight: Bool {
    guard let rgb else { return false }
    // Light grows roughly with the square of the bytes.
    let (red, green, blue) = (Int(rgb.red), Int(rgb.green), Int(rgb.blue))
    return (213 * red * red + 715 * green * green + 72 * blue * blue) / 1_000 > 255 * 255 * 18 / 100
  }

  /// The contrast to another colour, from 1 for none to 21 for black on white; nil for the terminal's default colours.
  /// For the palette, xterm's colours are assumed.
  ///
  /// Source: WCAG 2.2, “contrast ratio”.
  public func contrast(with other: Colour) -> Double? {
    guard let first = luminance, let second = other.luminance else { return nil }
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)
  }

  /// A colour between this one and another; the other one where either is no 24-bit colour.
  ///
  /// - Parameter share: of the other one, from 0 to 1.
  public func mixed(with other: Colour, share: Double) -> Colour {
    guard let rgb, let ends = other.rgb else { return other }
    func mixed(_ one: UInt8, _ other: UInt8) -> UInt8 {
      UInt8((Double(one) + (Double(other) - Double(one)) * share).rounded())
    }
    return .rgb(mixed(rgb.red, ends.red), mixed(rgb.green, ends.green), mixed(rgb.blue, ends.blue))
  }

  private var luminance: Double? {
    guard let parts = rgb ?? index.map({ Colour.xterm[Int($0)] }) else { return nil }
    func light(_ part: UInt8) -> Double {
      let part = Double(part) / 255
      return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * light(parts.red) + 0.7152 * light(parts.green) + 0.0722 * light(parts.blue)
  }

  private typealias Components = (red: UInt8, green: UInt8, blue: UInt8)

  private static func nearest(to wanted: Components, in candidates: Range<Int>) -> Colour {
    // A loop without an array: pictures in symbols have two new colours in nearly every cell.
    var (nearest, least) = (candidates.lowerBound, Int.max)
    for candidate in candidates {
      let distance = distance(wanted, xterm[candidate])
      // Of two equally near, the first.
      if distance < least { (nearest, least) = (candidate, distance) }
    }
    return .palette(UInt8(nearest))
  }

  /// The square of the visible difference of two colours: the more red they have, the more red weighs and the less
  /// blue. Source: “Colour metric”, Thiadmer Riemersma, CompuPhase.
  private static func distance(_ one: Components, _ other: Components) -> Int {
    let red = Int(one.red) - Int(other.red)
    let green = Int(one.green) - Int(other.green)
    let blue = Int(one.blue) - Int(other.blue)
    // Twice the mean of both reds: 0 to 510.
    let reds = Int(one.red) + Int(other.red)
    return (1_024 + reds) * red * red + 2_048 * green * green + (1_534 - reds) * blue * blue
  }

  /// The palette as xterm shows it: 16 colours, a cube of 6×6×6, and 24 greys.
  private static let xterm: [Components] = {
    let first16: [Components] = [
      (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
      (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255), (0, 255, 255),
      (255, 255, 255),
    ]
    let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
    let cube = (0..<216).map { place -> Components in
      (levels[place / 36], levels[place / 6 % 6], levels[place % 6])
    }
    let greys = (0..<24).map { step -> Components in
      let level = UInt8(8 + 10 * step)
      return (level, level, level)
    }
    return first16 + cube + greys
  }()
}
