/// One cell of a canvas: what is in it and how it looks, in eight bytes, so that two rows compare as memory does.
public struct Cell: Hashable, Sendable {
  /// Bits 0–20 the scalar, or the number of a cluster in its canvas; 21–22 the kind; 32–57 the style.
  var bits: UInt64

  init(bits: UInt64) {
    self.bits = bits
  }

  @inline(__always)
  init(scalar: UInt32, kind: UInt64 = Cell.narrow, style: UInt64) {
    bits = UInt64(scalar) | kind | style
  }

  static let scalarMask: UInt64 = 0x1F_FFFF
  static let narrow: UInt64 = 0
  /// The left half of a wide sign.
  static let wide: UInt64 = 1 << 21
  /// The right half; there is nothing else in it.
  static let rightHalf: UInt64 = 2 << 21
  static let widthMask: UInt64 = 3 << 21
  /// A sign with marks, found in the canvas by its number.
  static let cluster: UInt64 = 1 << 23
  static let contentMask: UInt64 = 0xFFFF_FFFF

  static let blank = Cell(bits: 0x20)

  static func styleBits(_ style: CellStyle) -> UInt64 { UInt64(style.bits) << 32 }

  var isCluster: Bool { bits & Cell.cluster != 0 }
  var scalar: UInt32 { UInt32(bits & Cell.scalarMask) }

  /// True for the left half of a wide sign, which holds it.
  public var isWide: Bool { bits & Cell.widthMask == Cell.wide }

  /// True for the right half of a wide sign, which has no content of its own.
  public var isRightHalf: Bool { bits & Cell.widthMask == Cell.rightHalf }

  public var style: CellStyle {
    get { CellStyle(bits: UInt32(bits >> 32)) }
    set { bits = bits & Cell.contentMask | Cell.styleBits(newValue) }
  }
}
