/// One cell of a canvas: what is in it and how it looks, in sixteen bytes.
public struct Cell: Hashable, Sendable {
  /// Bits 0–20 the scalar, or the number of a cluster in its canvas; 21–22 the width; 23 whether it is a cluster.
  var content: UInt32
  /// Bytes that would otherwise be undefined: rows are compared as memory.
  private let filler: UInt32 = 0
  public var style: CellStyle

  @inline(__always)
  init(scalar: UInt32, kind: UInt32 = Cell.narrow, style: CellStyle) {
    content = scalar | kind
    self.style = style
  }

  static let scalarMask: UInt32 = 0x1F_FFFF
  static let narrow: UInt32 = 0
  /// The left half of a wide sign.
  static let wide: UInt32 = 1 << 21
  /// The right half; there is nothing else in it.
  static let rightHalf: UInt32 = 2 << 21
  static let widthMask: UInt32 = 3 << 21
  /// A sign with marks, found in the canvas by its number.
  static let cluster: UInt32 = 1 << 23

  static let blank = Cell(scalar: 0x20, style: .plain)

  var isCluster: Bool { content & Cell.cluster != 0 }
  var scalar: UInt32 { content & Cell.scalarMask }

  /// True for the left half of a wide sign, which holds it.
  public var isWide: Bool { content & Cell.widthMask == Cell.wide }

  /// True for the right half of a wide sign, which has no content of its own.
  public var isRightHalf: Bool { content & Cell.widthMask == Cell.rightHalf }
}
