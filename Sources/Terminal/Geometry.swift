/// Columns and rows, never negative.
public struct Size: Hashable, Sendable {
  public var columns: Int
  public var rows: Int

  public init(columns: Int, rows: Int) { (self.columns, self.rows) = (max(0, columns), max(0, rows)) }

  /// The part that is drawn: the top left 1,000×500 of a screen beyond any real one.
  public var drawn: Size { Size(columns: min(columns, 1_000), rows: min(rows, 500)) }
}

/// A cell, counted from 0 at the top left.
public struct Point: Hashable, Sendable {
  public var column: Int
  public var row: Int

  public init(column: Int, row: Int) { (self.column, self.row) = (column, row) }
}

/// An area of cells. A layout takes strips off one until nothing is left:
///
///     var area = canvas.bounds
///     let header = area.takeTop(1)
///     let preview = area.takeRight(area.columns / 3)
///     drawList(in: area)
///
/// A strip is never larger than the rest of the area, so a layout works in a terminal of one cell.
public struct Rect: Hashable, Sendable {
  public var column: Int
  public var row: Int
  public var columns: Int
  public var rows: Int

  public init(column: Int, row: Int, columns: Int, rows: Int) {
    (self.column, self.row) = (column, row)
    (self.columns, self.rows) = (max(0, columns), max(0, rows))
  }

  public init(origin: Point, size: Size) {
    self.init(column: origin.column, row: origin.row, columns: size.columns, rows: size.rows)
  }

  public var origin: Point { Point(column: column, row: row) }
  public var size: Size { Size(columns: columns, rows: rows) }
  public var isEmpty: Bool { columns == 0 || rows == 0 }
  /// The first column to the right of the area.
  public var endColumn: Int { column + columns }
  /// The first row below the area.
  public var endRow: Int { row + rows }

  public func contains(_ point: Point) -> Bool {
    (column..<endColumn).contains(point.column) && (row..<endRow).contains(point.row)
  }

  public func contains(_ other: Rect) -> Bool { intersection(other) == other }

  /// The area without `columns` at its left and right and `rows` at its top and bottom.
  public func inset(columns: Int = 0, rows: Int = 0) -> Rect {
    let (columns, rows) = (min(columns, self.columns / 2), min(rows, self.rows / 2))
    return Rect(
      column: column + columns, row: row + rows, columns: self.columns - 2 * columns, rows: self.rows - 2 * rows)
  }

  /// The common part of two areas; empty where they do not meet.
  public func intersection(_ other: Rect) -> Rect {
    let (column, row) = (max(self.column, other.column), max(self.row, other.row))
    return Rect(
      column: column, row: row, columns: min(endColumn, other.endColumn) - column,
      rows: min(endRow, other.endRow) - row)
  }

  /// One row of the area, counted from its top; empty if there is no such row.
  public func line(_ index: Int) -> Rect {
    Rect(column: column, row: row + index, columns: columns, rows: (0..<rows).contains(index) ? 1 : 0)
  }

  public func top(_ rows: Int) -> Rect { Rect(column: column, row: row, columns: columns, rows: min(rows, self.rows)) }

  @discardableResult
  public mutating func takeTop(_ rows: Int) -> Rect {
    let taken = top(max(0, rows))
    row += taken.rows
    self.rows -= taken.rows
    return taken
  }

  @discardableResult
  public mutating func takeLeft(_ columns: Int) -> Rect {
    let taken = min(max(0, columns), self.columns)
    defer {
      column += taken
      self.columns -= taken
    }
    return Rect(column: column, row: row, columns: taken, rows: rows)
  }

  @discardableResult
  public mutating func takeRight(_ columns: Int) -> Rect {
    let taken = min(max(0, columns), self.columns)
    self.columns -= taken
    return Rect(column: endColumn, row: row, columns: taken, rows: rows)
  }

  public func dropLeft(_ columns: Int) -> Rect {
    var rest = self
    rest.takeLeft(columns)
    return rest
  }
}
