extension Canvas {
  /// Draws rows of a picture in the canvas' ``pictureMode``.
  ///
  /// A picture may be drawn row by row: rows drawn below earlier ones of it extend the same ``PlacedPicture``.
  ///
  /// - Parameters:
  ///   - size: the size of the whole picture, in cells.
  ///   - rows: the rows to draw, counted from its top.
  ///   - point: the place of the first of them. Rows below the canvas are left out; a picture that does not fit to the
  ///     right is not drawn at all.
  public mutating func draw(_ picture: Picture, size: Size, rows: Range<Int>? = nil, at point: Point) {
    let fitting = (rows ?? 0..<size.rows).clamped(to: 0..<size.rows)
    let rows = fitting.lowerBound..<min(fitting.upperBound, fitting.lowerBound + max(0, self.size.rows - point.row))
    guard pictureMode != .none, !rows.isEmpty, size.columns > 0, point.row >= 0, point.column >= 0,
      point.column + size.columns <= self.size.columns
    else { return }
    let area = Rect(column: point.column, row: point.row, columns: size.columns, rows: rows.count)
    // Half a wide character at the edge becomes a space.
    fill(area)
    let symbols = pictureMode == .symbols ? picture.symbols(in: size) : nil
    for row in rows {
      let start = (point.row + row - rows.lowerBound) * self.size.columns + point.column
      for column in 0..<size.columns {
        if let symbol = symbols?[row * size.columns + column] {
          cells[start + column] = Cell(scalar: symbol.scalar, style: symbol.style)
        } else {
          cells[start + column] = placeholder(picture, row: row, column: column)
        }
      }
    }
    guard symbols == nil else { return }
    if let last = placed.indices.last, placed[last].picture == picture, placed[last].size == size,
      placed[last].rows.upperBound == rows.lowerBound, placed[last].origin.column == point.column,
      placed[last].area.endRow == point.row
    {
      placed[last].rows = placed[last].rows.lowerBound..<rows.upperBound
    } else {
      placed.append(PlacedPicture(picture: picture, size: size, rows: rows, columns: 0..<size.columns, origin: point))
    }
  }

  /// The visible parts of the pictures, without cells that were drawn over since.
  public var visiblePictures: [PlacedPicture] { placed.flatMap(parts) }

  /// The rectangles left of a picture: runs of a row, joined with equal runs above.
  private func parts(of placed: PlacedPicture) -> [PlacedPicture] {
    let area = placed.area
    var parts: [Rect] = []
    /// The rectangles that reach the row before.
    var open: [Rect] = []
    for row in area.row..<area.endRow {
      let above = open
      open = runs(of: placed.picture, in: area.line(row - area.row)).map { run in
        guard var part = above.first(where: { $0.column == run.column && $0.columns == run.columns }) else {
          return run
        }
        part.rows += 1
        return part
      }
      parts += above.filter { part in !open.contains { $0.origin == part.origin } }
    }
    return (parts + open).map(placed.part)
  }

  private func runs(of picture: Picture, in line: Rect) -> [Rect] {
    var runs: [Rect] = []
    for column in line.column..<line.endColumn
    where isPlaceholder(cells[line.row * size.columns + column], of: picture) {
      if let last = runs.indices.last, runs[last].endColumn == column {
        runs[last].columns += 1
      } else {
        runs.append(Rect(column: column, row: line.row, columns: 1, rows: 1))
      }
    }
    return runs
  }

  private func isPlaceholder(_ cell: Cell, of picture: Picture) -> Bool {
    content(of: cell).base == Placeholder.scalar && cell.style.foreground == Placeholder.colour(of: picture)
  }

  /// A cell for a part of a picture. Only ``PictureMode/kitty`` needs row and column; in the overlay modes it shows
  /// nothing, and marks the cells that are not drawn over.
  private mutating func placeholder(_ picture: Picture, row: Int, column: Int) -> Cell {
    let style = CellStyle.plain.colour(Placeholder.colour(of: picture))
    guard pictureMode == .kitty, let row = Placeholder.mark(row), let column = Placeholder.mark(column) else {
      return Cell(scalar: Placeholder.scalar, style: style)
    }
    let cluster = Cluster(base: Placeholder.scalar, marks: SIMD4(row, column, 0, 0))
    clusters.append(cluster)
    return Cell(scalar: UInt32(clusters.count - 1), kind: Cell.narrow | Cell.cluster, style: style)
  }
}

/// The cell for a part of a picture: a private character with marks for row and column, in a colour that is the
/// picture's number.
///
/// - Note: Source: kitty, “Terminal graphics protocol”, “Unicode placeholders”.
public enum Placeholder {
  /// Never part of text: ``Harmless`` leaves it out.
  public static let scalar: UInt32 = 0x10_EEEE

  static func colour(of picture: Picture) -> Colour { Colour(hex: UInt32(picture.id)) }

  /// The mark for a row or a column; nil beyond the number of marks.
  static func mark(_ number: Int) -> UInt32? { number < marks.count ? marks[number] : nil }

  static let marks: [UInt32] = [
    0x305, 0x30D, 0x30E, 0x310, 0x312, 0x33D, 0x33E, 0x33F, 0x346, 0x34A, 0x34B, 0x34C, 0x350, 0x351, 0x352, 0x357,
    0x35B, 0x363, 0x364, 0x365, 0x366, 0x367, 0x368, 0x369, 0x36A, 0x36B, 0x36C, 0x36D, 0x36E, 0x36F, 0x483, 0x484,
    0x485, 0x486, 0x487, 0x592, 0x593, 0x594, 0x595, 0x597, 0x598, 0x599, 0x59C, 0x59D, 0x59E, 0x59F, 0x5A0, 0x5A1,
    0x5A8, 0x5A9, 0x5AB, 0x5AC, 0x5AF, 0x5C4, 0x610, 0x611, 0x612, 0x613, 0x614, 0x615, 0x616, 0x617, 0x657, 0x658,
    0x659, 0x65A, 0x65B, 0x65D, 0x65E, 0x6D6, 0x6D7, 0x6D8, 0x6D9, 0x6DA, 0x6DB, 0x6DC, 0x6DF, 0x6E0, 0x6E1, 0x6E2,
    0x6E4, 0x6E7, 0x6E8, 0x6EB, 0x6EC, 0x730, 0x732, 0x733, 0x735, 0x736, 0x73A, 0x73D, 0x73F, 0x740, 0x741, 0x743,
    0x745, 0x747, 0x749, 0x74A, 0x7EB, 0x7EC, 0x7ED, 0x7EE, 0x7EF, 0x7F0, 0x7F1, 0x7F3, 0x816, 0x817, 0x818, 0x819,
    0x81B, 0x81C, 0x81D, 0x81E, 0x81F, 0x820, 0x821, 0x822, 0x823, 0x825, 0x826, 0x827, 0x829, 0x82A, 0x82B, 0x82C,
    0x82D, 0x951, 0x953, 0x954,
  ]
}
