/// One cell of a canvas, content and style, in sixteen bytes.
public struct Cell: Hashable, Sendable {
  /// Bits 0–20: the scalar, or the number of a cluster in its canvas; 21–22: the width; 23: whether it is a cluster.
  var content: UInt32
  /// Defines the padding bytes, because rows are compared as memory.
  private let filler: UInt32 = 0
  public var style: CellStyle

  @inline(__always)
  init(scalar: UInt32, kind: UInt32 = Cell.narrow, style: CellStyle) {
    content = scalar | kind
    self.style = style
  }

  static let scalarMask: UInt32 = 0x1F_FFFF
  static let narrow: UInt32 = 0
  /// The left half of a wide character.
  static let wide: UInt32 = 1 << 21
  /// The right half of a wide character, without content of its own.
  static let rightHalf: UInt32 = 2 << 21
  static let widthMask: UInt32 = 3 << 21
  /// A character with marks, kept in the canvas by its number.
  static let cluster: UInt32 = 1 << 23

  static let blank = Cell(scalar: 0x20, style: .plain)

  var isCluster: Bool { content & Cell.cluster != 0 }
  var scalar: UInt32 { content & Cell.scalarMask }

  /// Whether it is the left half of a wide character, which holds the scalar.
  public var isWide: Bool { content & Cell.widthMask == Cell.wide }

  public var isRightHalf: Bool { content & Cell.widthMask == Cell.rightHalf }
}
