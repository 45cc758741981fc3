public import Raster
internal import Synchronization

/// How a terminal shows pictures.
public enum PictureMode: String, CaseIterable, Hashable, Sendable {
  /// Not at all.
  case none
  /// As letters: blocks in two colours each.
  case symbols
  /// kitty's protocol with placeholders: cells that stand for parts of a picture, and scroll and vanish like text.
  case kitty
  /// kitty's protocol, pictures laid over cells.
  case kittyOverlay = "kitty-overlay"
  /// iTerm2's inline pictures, laid over cells.
  case iTerm2 = "iterm2"
  /// Sixel, laid over cells.
  case sixel

  /// Whether the terminal keeps pictures over the cells, which know nothing of them.
  public var isOverlay: Bool { self == .kittyOverlay || self == .iTerm2 || self == .sixel }
}

/// A picture that can be drawn on a ``Canvas`` in any of the modes.
public final class Picture: Sendable {
  /// From 2^8 to 2^24 - 1: the terminal knows the picture by it. Lower numbers are colours of the palette.
  public let id: Int
  public let raster: Raster
  /// The symbols for the sizes it was drawn in lately.
  private let symbols = Mutex<[(size: Size, symbols: [PictureSymbol])]>([])

  /// - Parameter number: another one for each picture that is on the screen at a time.
  public init(_ raster: Raster, number: Int) {
    self.raster = raster
    id = 1 << 8 + number % (1 << 24 - 1 << 8)
  }

  /// Blocks in two colours that look most like the picture, row by row.
  func symbols(in size: Size) -> [PictureSymbol] {
    symbols.withLock { kept in
      if let known = kept.first(where: { $0.size == size }) { return known.symbols }
      let made = PictureSymbol.symbols(for: raster, in: size)
      if kept.count == 4 { kept.removeFirst() }
      kept.append((size, made))
      return made
    }
  }
}

extension Picture: Equatable {
  /// Pictures do not change, so each is only like itself.
  public static func == (one: Picture, other: Picture) -> Bool { one === other }
}

/// A picture, or a part of it, where a canvas has it.
public struct PlacedPicture: Equatable, Sendable {
  public let picture: Picture
  /// How large all of it is, in cells.
  public let size: Size
  /// What can be seen of it, counted in cells from its upper left.
  public internal(set) var rows: Range<Int>
  public internal(set) var columns: Range<Int>
  /// Where the first cell of that is.
  public internal(set) var origin: Point

  /// The cells it takes.
  public var area: Rect { Rect(column: origin.column, row: origin.row, columns: columns.count, rows: rows.count) }

  /// The part that is seen in an area of the canvas, which lies within its own.
  func part(in area: Rect) -> PlacedPicture {
    var part = self
    let (row, column) = (rows.lowerBound + area.row - origin.row, columns.lowerBound + area.column - origin.column)
    part.rows = row..<row + area.rows
    part.columns = column..<column + area.columns
    part.origin = area.origin
    return part
  }
}
