/// A colour of the terminal's palette, a 24-bit one, or the terminal's default for text or background.
///
/// The palette is the user's: `.red` is whatever the terminal shows as red. Where the terminal has fewer colours, the
/// driver picks the nearest; where it has none, weight and reversal must carry the meaning.
public struct Colour: Hashable, Sendable {
  /// 0 for the default, the palette index plus one, or 24 bits of red, green and blue with bit 24 set.
  let code: UInt32

  private static let direct: UInt32 = 1 << 24

  init(code: UInt32) { self.code = code }

  public static let `default` = Colour(code: 0)

  /// One of 256 colours: 0–7 plain, 8–15 bright, then a cube of 6×6×6 and 24 greys.
  public static func palette(_ index: UInt8) -> Colour { Colour(code: UInt32(index) + 1) }

  /// A 24-bit colour in sRGB.
  public static func rgb(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Colour {
    Colour(code: direct | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
  }

  /// A 24-bit colour as `0xRRGGBB`.
  public init(hex: UInt32) {
    self = .rgb(
      UInt8(truncatingIfNeeded: hex >> 16), UInt8(truncatingIfNeeded: hex >> 8), UInt8(truncatingIfNeeded: hex))
  }

  public static let red = palette(1)
  public static let green = palette(2)
  public static let blue = palette(4)

  /// The palette index; nil for the default and for 24-bit colours.
  public var index: UInt8? { 1...256 ~= code ? UInt8(code - 1) : nil }

  /// The parts of a 24-bit colour; nil for the palette and the default.
  public var rgb: (red: UInt8, green: UInt8, blue: UInt8)? {
    guard code & Colour.direct != 0 else { return nil }
    return (UInt8(code >> 16 & 0xFF), UInt8(code >> 8 & 0xFF), UInt8(code & 0xFF))
  }
}

/// Colours and attributes of a cell: `.plain.bold.on(.blue)`. Eight bytes, compared as one number.
public struct CellStyle: Hashable, Sendable {
  public struct Attributes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let bold = Attributes(rawValue: 1 << 0)
    public static let dim = Attributes(rawValue: 1 << 1)
    public static let italic = Attributes(rawValue: 1 << 2)
    public static let underline = Attributes(rawValue: 1 << 3)
    public static let reverse = Attributes(rawValue: 1 << 4)
    /// Block characters, whose two colours are the content: both stay, even if the terminal reduces them to one.
    public static let solid = Attributes(rawValue: 1 << 5)
  }

  /// Foreground in the low 25 bits, background in the next 25, attributes in the 8 above them.
  private let bits: UInt64

  private static let colour: UInt64 = (1 << 25) - 1
  private static let backgroundShift: UInt64 = 25
  private static let attributesShift: UInt64 = 50

  init(bits: UInt64) { self.bits = bits }

  public static let plain = CellStyle(bits: 0)

  public var foreground: Colour { Colour(code: UInt32(bits & CellStyle.colour)) }
  public var background: Colour { Colour(code: UInt32(bits >> CellStyle.backgroundShift & CellStyle.colour)) }
  public var attributes: Attributes { Attributes(rawValue: UInt8(bits >> CellStyle.attributesShift & 0xFF)) }

  public func with(_ attributes: Attributes) -> CellStyle { CellStyle(bits: bits | CellStyle.bits(attributes)) }
  public func without(_ attributes: Attributes) -> CellStyle { CellStyle(bits: bits & ~CellStyle.bits(attributes)) }

  private static func bits(_ attributes: Attributes) -> UInt64 { UInt64(attributes.rawValue) << attributesShift }

  public func colour(_ foreground: Colour) -> CellStyle {
    CellStyle(bits: bits & ~CellStyle.colour | UInt64(foreground.code))
  }

  public func on(_ background: Colour) -> CellStyle {
    let others = bits & ~(CellStyle.colour << CellStyle.backgroundShift)
    return CellStyle(bits: others | UInt64(background.code) << CellStyle.backgroundShift)
  }

  public var bold: CellStyle { with(.bold) }
  public var dim: CellStyle { with(.dim) }
  public var italic: CellStyle { with(.italic) }
  public var underlined: CellStyle { with(.underline) }
  public var reversed: CellStyle { with(.reverse) }
}
