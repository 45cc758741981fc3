/// A colour of the terminal's palette, or the terminal's own default for text or background.
///
/// The palette belongs to the user: `.red` is what the terminal calls red. Where the terminal has fewer colours, the
/// driver picks the nearest; where it has none, weight and reversal must carry the meaning.
public struct Colour: Hashable, Sendable {
  /// 0 for the default, else the palette index plus one.
  let code: UInt16

  init(code: UInt16) {
    self.code = code
  }

  public static let `default` = Colour(code: 0)

  /// One of the 256 colours: 0–7 plain, 8–15 bright, then a cube of 6×6×6 and 24 greys.
  public static func palette(_ index: UInt8) -> Colour { Colour(code: UInt16(index) + 1) }

  public static let black = palette(0)
  public static let red = palette(1)
  public static let green = palette(2)
  public static let yellow = palette(3)
  public static let blue = palette(4)
  public static let magenta = palette(5)
  public static let cyan = palette(6)
  public static let white = palette(7)
  public static let brightBlack = palette(8)
  public static let brightRed = palette(9)
  public static let brightGreen = palette(10)
  public static let brightYellow = palette(11)
  public static let brightBlue = palette(12)
  public static let brightMagenta = palette(13)
  public static let brightCyan = palette(14)
  public static let brightWhite = palette(15)

  /// The palette index; nil for the default.
  public var index: UInt8? { code == 0 ? nil : UInt8(code - 1) }
}

/// How a cell looks: `.plain.bold.on(.blue)`. Four bytes, compared as one number.
public struct CellStyle: Hashable, Sendable {
  public struct Attributes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    public static let bold = Attributes(rawValue: 1 << 0)
    public static let dim = Attributes(rawValue: 1 << 1)
    public static let italic = Attributes(rawValue: 1 << 2)
    public static let underline = Attributes(rawValue: 1 << 3)
    public static let reverse = Attributes(rawValue: 1 << 4)
  }

  /// Foreground in the low 9 bits, background in the next 9, attributes in the 8 above them.
  var bits: UInt32

  init(bits: UInt32) {
    self.bits = bits
  }

  public init(
    foreground: Colour = .default, background: Colour = .default, attributes: Attributes = []
  ) {
    bits = UInt32(foreground.code) | UInt32(background.code) << 9 | UInt32(attributes.rawValue) << 18
  }

  public static let plain = CellStyle(bits: 0)

  public var foreground: Colour {
    get { Colour(code: UInt16(bits & 0x1FF)) }
    set { bits = bits & ~0x1FF | UInt32(newValue.code) }
  }

  public var background: Colour {
    get { Colour(code: UInt16(bits >> 9 & 0x1FF)) }
    set { bits = bits & ~(0x1FF << 9) | UInt32(newValue.code) << 9 }
  }

  public var attributes: Attributes {
    get { Attributes(rawValue: UInt8(bits >> 18 & 0xFF)) }
    set { bits = bits & ~(0xFF << 18) | UInt32(newValue.rawValue) << 18 }
  }

  public func with(_ attributes: Attributes) -> CellStyle {
    CellStyle(bits: bits | UInt32(attributes.rawValue) << 18)
  }

  public func without(_ attributes: Attributes) -> CellStyle {
    CellStyle(bits: bits & ~(UInt32(attributes.rawValue) << 18))
  }

  public func colour(_ foreground: Colour) -> CellStyle {
    CellStyle(bits: bits & ~0x1FF | UInt32(foreground.code))
  }

  public func on(_ background: Colour) -> CellStyle {
    CellStyle(bits: bits & ~(0x1FF << 9) | UInt32(background.code) << 9)
  }

  public var bold: CellStyle { with(.bold) }
  public var dim: CellStyle { with(.dim) }
  public var italic: CellStyle { with(.italic) }
  public var underlined: CellStyle { with(.underline) }
  public var reversed: CellStyle { with(.reverse) }
}
