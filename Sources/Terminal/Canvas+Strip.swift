/// Part of one drawn row with its regions, to be laid on another canvas without being drawn again.
public struct Strip: Sendable {
  fileprivate let cells: [Cell]
  /// Their columns count from the start of the strip.
  fileprivate let regions: [Region]
}

extension Canvas {
  /// The first row of an area as a strip.
  ///
  /// - Returns: nil if it would look different on another canvas: beyond the edge of this one, cut through a wide
  ///   character, or with combining marks, which each canvas keeps for itself.
  public func strip(_ rect: Rect) -> Strip? {
    guard !rect.isEmpty, holds(rect.origin, columns: rect.columns) else { return nil }
    let start = rect.row * size.columns + rect.column
    let strip = Array(cells[start..<start + rect.columns])
    guard !strip[0].isRightHalf, !strip[strip.count - 1].isWide, !strip.contains(where: \.isCluster) else { return nil }
    var kept: [Region] = []
    for index in regions.indices where rect.line(0).contains(regions[index].area) {
      var region = regions[index]
      region.area.column -= rect.column
      region.area.row = 0
      kept.append(region)
    }
    return Strip(cells: strip, regions: kept)
  }

  /// Lays a strip over what is there; nothing if it does not fit as a whole.
  public mutating func lay(_ strip: Strip, at point: Point) {
    guard holds(point, columns: strip.cells.count) else { return }
    let start = point.row * size.columns + point.column
    let columns = size.columns
    cells.withUnsafeMutableBufferPointer { cells in
      Canvas.sever(cells, before: start, columns: columns)
      strip.cells.withUnsafeBufferPointer { strip in
        guard let first = strip.baseAddress, let place = cells.baseAddress else { return }
        (place + start).update(from: first, count: strip.count)
      }
      Canvas.sever(cells, after: start + strip.cells.count, columns: columns)
    }
    for var region in strip.regions {
      region.area.column += point.column
      region.area.row = point.row
      add(region)
    }
  }

  private func holds(_ point: Point, columns: Int) -> Bool {
    0..<size.rows ~= point.row && point.column >= 0 && point.column + columns <= size.columns
  }
}
