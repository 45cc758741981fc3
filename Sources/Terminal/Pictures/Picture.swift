public import Raster
internal import Synchronization

public enum PictureMode: String, CaseIterable, Hashable, Sendable {
  case none
  /// Block characters in two colours each.
  case symbols
  /// kitty's protocol with placeholders: cells for parts of a picture that scroll and vanish like text.
  case kitty
  /// kitty's protocol, pictures laid over cells.
  case kittyOverlay = "kitty-overlay"
  case iTerm2 = "iterm2"
  case sixel

  /// Whether pictures lie over the cells, independent of them.
  public var isOverlay: Bool { self == .kittyOverlay || self == .iTerm2 || self == .sixel }
}

public final class Picture: Sendable {
  /// The terminal's number for the picture, from 2^8 to 2^24 - 1; as a colour, lower ones would be of the palette.
  public let id: Int
  public let raster: Raster
  /// The symbols for the last four sizes.
  private let symbols = Mutex<[(size: Size, symbols: [PictureSymbol])]>([])

  /// - Parameter number: a number of its own among the pictures on the screen.
  public init(_ raster: Raster, number: Int) {
    self.raster = raster
    id = 1 << 8 + number % (1 << 24 - 1 << 8)
  }

  /// The blocks in two colours that look most like the picture, row by row.
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
  /// Compares by identity, as pictures never change.
  public static func == (one: Picture, other: Picture) -> Bool { one === other }
}

/// A picture, or a part of it, on a canvas.
public struct PlacedPicture: Equatable, Sendable {
  public let picture: Picture
  /// The size of the whole picture, in cells.
  public let size: Size
  /// The visible part, in cells from the picture's top left.
  public internal(set) var rows: Range<Int>
  public internal(set) var columns: Range<Int>
  /// The canvas' cell at the top left of that part.
  public internal(set) var origin: Point

  public var area: Rect { Rect(column: origin.column, row: origin.row, columns: columns.count, rows: rows.count) }

  /// The part of it in an area of the canvas, which must lie within ``area``.
  func part(in area: Rect) -> PlacedPicture {
    var part = self
    let (row, column) = (rows.lowerBound + area.row - origin.row, columns.lowerBound + area.column - origin.column)
    part.rows = row..<row + area.rows
    part.columns = column..<column + area.columns
    part.origin = area.origin
    return part
  }
}
