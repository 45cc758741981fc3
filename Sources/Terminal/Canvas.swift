import LibC

/// An area of a canvas that means something to the mouse.
public struct Region: Sendable {
  public var area: Rect
  /// The value passed to ``Canvas/addRegion(_:_:)``.
  public var meaning: any Hashable & Sendable
}

/// A screenful of cells, drawn again for every frame and handed to a ``TerminalDriver``.
///
///     var canvas = Canvas(size: terminal.size)
///     canvas.write("Miles Davis – Kind Of Blue", at: Point(column: 2, row: 4), style: .plain.bold, columns: 40)
///     canvas.restyle(row) { $0 = $0.reversed }
///     terminal.present(canvas)
///
/// Text stays within the canvas and its columns, and holds printable characters only (see ``Harmless``). A wide
/// character is never split: half of one becomes a space.
public struct Canvas: Sendable {
  public let size: Size
  public let glyphs: Glyphs
  /// The place of the hardware cursor, which screen readers follow; nil hides it.
  public var cursor: Point?
  /// The style of cells without a colour of their own; `plain` leaves the terminal's.
  public var base = CellStyle.plain

  public var pictureMode = PictureMode.none
  /// The pictures that the terminal itself draws, in the order they were drawn here.
  public internal(set) var placed: [PlacedPicture] = []

  /// The areas that mean something to the mouse, the topmost last.
  public private(set) var regions: [Region] = []

  var cells: [Cell]
  /// Characters with combining marks, by the number in their cell.
  var clusters: [Cluster] = []

  /// A character and up to four marks; 0 for none.
  struct Cluster: Hashable, Sendable {
    var base: UInt32
    var marks: SIMD4<UInt32>
  }

  public enum Truncation: Hashable, Sendable {
    /// The text is cut and ends in an ellipsis.
    case ellipsis
    case clip
    /// Nothing is written.
    case none
  }

  public init(size: Size, glyphs: Glyphs = .unicode) {
    self.size = size
    self.glyphs = glyphs
    let columns = size.columns
    cells = Array(unsafeUninitializedCapacity: columns * size.rows) { cells, count in
      guard let first = cells.baseAddress, columns > 0, size.rows > 0 else { return }
      first.initialize(repeating: .blank, count: columns)
      // Copied as memory: four times as fast as cell by cell.
      for row in 1..<size.rows { (first + row * columns).initialize(from: first, count: columns) }
      count = columns * size.rows
    }
  }

  public var bounds: Rect { Rect(column: 0, row: 0, columns: size.columns, rows: size.rows) }

  // MARK: Drawing

  /// Writes one line of text over what is there.
  ///
  /// - Parameters:
  ///   - columns: the room for the text; nil for all up to the edge of the canvas.
  ///   - alignment: the place of a shorter text within that room.
  /// - Returns: the columns the text took, of a cut one up to the end of its ellipsis.
  @discardableResult
  public mutating func write(
    _ text: String, at point: Point, style: CellStyle = .plain, columns: Int? = nil,
    truncation: Truncation = .ellipsis, alignment: TextAlignment = .leading
  ) -> Int {
    guard 0..<size.rows ~= point.row, 0..<size.columns ~= point.column else { return 0 }
    let room = min(columns ?? Int.max, size.columns - point.column)
    guard room > 0 else { return 0 }
    var offset = 0
    if alignment != .leading || truncation == .none {
      let needed = TextWidth.columns(text, glyphs: glyphs)
      if needed > room, truncation == .none { return 0 }
      if alignment == .trailing { offset = max(0, room - needed) }
    }
    let start = point.row * size.columns + point.column + offset
    return text.scan(ambiguous: glyphs.ambiguousWidth) { scanner in
      lay(&scanner, from: start, room: room - offset, style: style, ellipsis: truncation == .ellipsis)
    }
  }

  /// Writes one line of text on the first row of an area.
  @discardableResult
  public mutating func write(
    _ text: String, in rect: Rect, style: CellStyle = .plain, truncation: Truncation = .ellipsis,
    alignment: TextAlignment = .leading
  ) -> Int {
    guard !rect.isEmpty else { return 0 }
    return write(
      text, at: rect.origin, style: style, columns: rect.columns, truncation: truncation, alignment: alignment)
  }

  public mutating func put(_ glyph: Unicode.Scalar, at point: Point, style: CellStyle = .plain) {
    let columns = ScalarClass(of: glyph.value).columns(glyphs.ambiguousWidth)
    fill(Rect(column: point.column, row: point.row, columns: columns, rows: 1), with: glyph, style: style)
  }

  /// Fills an area with one sign; with spaces if it has no width.
  public mutating func fill(_ rect: Rect, with glyph: Unicode.Scalar = " ", style: CellStyle = .plain) {
    let area = rect.intersection(bounds)
    guard !area.isEmpty else { return }
    let blank = Cell(scalar: 0x20, style: style)
    let columns = ScalarClass(of: glyph.value).columns(glyphs.ambiguousWidth)
    let left =
      columns == 0 ? blank : Cell(scalar: glyph.value, kind: columns == 2 ? Cell.wide : Cell.narrow, style: style)
    let right = Cell(scalar: 0, kind: Cell.rightHalf, style: style)
    for row in area.row..<area.endRow {
      let start = row * size.columns + area.column
      let end = start + area.columns
      cells.withUnsafeMutableBufferPointer { cells in
        Canvas.sever(cells, before: start, columns: size.columns)
        if left.isWide {
          var index = start
          while index + 1 < end {
            cells[index] = left
            cells[index + 1] = right
            index += 2
          }
          if index < end { cells[index] = blank }
        } else {
          UnsafeMutableBufferPointer(rebasing: cells[start..<end]).update(repeating: left)
        }
        Canvas.sever(cells, after: end, columns: size.columns)
      }
    }
  }

  public mutating func horizontalLine(at point: Point, columns: Int, style: CellStyle = .plain) {
    fill(Rect(column: point.column, row: point.row, columns: columns, rows: 1), with: glyphs.horizontal, style: style)
  }

  public mutating func verticalLine(at point: Point, rows: Int, style: CellStyle = .plain) {
    fill(Rect(column: point.column, row: point.row, columns: 1, rows: rows), with: glyphs.vertical, style: style)
  }

  /// Draws a frame along the inside of an area's edge; nothing in an area below 2×2.
  public mutating func border(_ rect: Rect, style: CellStyle = .plain) {
    guard rect.columns >= 2, rect.rows >= 2 else { return }
    let (right, bottom) = (rect.endColumn - 1, rect.endRow - 1)
    for row in [rect.row, bottom] {
      horizontalLine(at: Point(column: rect.column, row: row), columns: rect.columns, style: style)
    }
    for column in [rect.column, right] {
      verticalLine(at: Point(column: column, row: rect.row), rows: rect.rows, style: style)
    }
    let corners = [
      (rect.column, rect.row, glyphs.topLeft), (right, rect.row, glyphs.topRight),
      (rect.column, bottom, glyphs.bottomLeft), (right, bottom, glyphs.bottomRight),
    ]
    for (column, row, glyph) in corners {
      fill(Rect(column: column, row: row, columns: 1, rows: 1), with: glyph, style: style)
    }
  }

  /// Changes the style of an area and leaves its text. `change` is called once for each run of one style.
  public mutating func restyle(_ rect: Rect, _ change: (inout CellStyle) -> Void) {
    let area = rect.intersection(bounds)
    guard !area.isEmpty else { return }
    var last: (old: CellStyle, new: CellStyle)?
    for row in area.row..<area.endRow {
      for index in row * size.columns + area.column..<row * size.columns + area.endColumn {
        let old = cells[index].style
        if last?.old != old {
          var style = old
          change(&style)
          last = (old, style)
        }
        cells[index].style = last!.new  // set just above
      }
    }
  }

  /// The topmost area that means something to the mouse at a cell; nil outside all of them.
  public func region(at point: Point) -> Region? { regions.last { $0.area.contains(point) } }

  /// Adds an area that means something to the mouse, on top of those added before.
  ///
  /// - Parameter meaning: the caller's value; up to three words are kept without an allocation.
  public mutating func addRegion(_ area: Rect, _ meaning: some Hashable & Sendable) {
    add(Region(area: area, meaning: meaning))
  }

  mutating func add(_ region: Region) {
    var region = region
    region.area = region.area.intersection(bounds)
    if !region.area.isEmpty { regions.append(region) }
  }

  // MARK: Reading

  public subscript(_ point: Point) -> Cell { cells[point.row * size.columns + point.column] }

  public func withCells<Result>(row: Int, _ body: (UnsafeBufferPointer<Cell>) -> Result) -> Result {
    cells.withUnsafeBufferPointer { cells in
      body(UnsafeBufferPointer(rebasing: cells[row * size.columns..<(row + 1) * size.columns]))
    }
  }

  /// The scalar in a cell of this canvas, and its combining marks.
  public func content(of cell: Cell) -> (base: UInt32, marks: SIMD4<UInt32>) {
    guard cell.isCluster else { return (cell.scalar, .zero) }
    let cluster = clusters[Int(cell.scalar)]
    return (cluster.base, cluster.marks)
  }

  /// Calls `body` with each row in which the two canvases differ, and the columns from the first difference to the
  /// last. Both must have the same size.
  ///
  /// The range never begins or ends within a wide character of either canvas.
  public func forEachDifference(from other: Canvas, _ body: (_ row: Int, _ columns: Range<Int>) -> Void) {
    let comparesAsMemory = clusters == other.clusters
    cells.withUnsafeBufferPointer { ours in
      other.cells.withUnsafeBufferPointer { theirs in
        for row in 0..<size.rows {
          let range = row * size.columns..<(row + 1) * size.columns
          let mine = UnsafeBufferPointer(rebasing: ours[range])
          let yours = UnsafeBufferPointer(rebasing: theirs[range])
          let columns = difference(mine, yours, of: other, comparesAsMemory: comparesAsMemory)
          if let columns { body(row, columns) }
        }
      }
    }
  }

  private func difference(
    _ ours: UnsafeBufferPointer<Cell>, _ theirs: UnsafeBufferPointer<Cell>, of other: Canvas, comparesAsMemory: Bool
  ) -> Range<Int>? {
    // Most rows are equal.
    if comparesAsMemory, let mine = ours.baseAddress, let yours = theirs.baseAddress,
      memcmp(mine, yours, ours.count * MemoryLayout<Cell>.stride) == 0
    {
      return nil
    }
    func isSame(_ column: Int) -> Bool {
      let (mine, yours) = (ours[column], theirs[column])
      if comparesAsMemory || !mine.isCluster || !yours.isCluster { return mine == yours }
      // Equal clusters may have different numbers in the two canvases.
      return mine.style == yours.style && (mine.content ^ yours.content) & ~Cell.scalarMask == 0
        && clusters[Int(mine.scalar)] == other.clusters[Int(yours.scalar)]
    }
    var first = 0
    var end = ours.count
    while first < end, isSame(first) { first += 1 }
    if first == end { return nil }
    while isSame(end - 1) { end -= 1 }
    while first > 0, ours[first].isRightHalf || theirs[first].isRightHalf { first -= 1 }
    while end < ours.count, ours[end].isRightHalf || theirs[end].isRightHalf { end += 1 }
    return first..<end
  }

  /// A row, or some columns of it, as text, one space for each empty cell. A wide character is left out if its left
  /// half lies before the columns.
  public func text(row: Int, columns: Range<Int>? = nil) -> String {
    guard 0..<size.rows ~= row else { return "" }
    return withCells(row: row) { cells in
      var text = String.UnicodeScalarView()
      let all = 0..<size.columns
      for cell in cells[columns?.clamped(to: all) ?? all] where !cell.isRightHalf {
        let (base, marks) = content(of: cell)
        text.append(Unicode.Scalar(base)!)  // cells are made from scalars
        for index in marks.indices where marks[index] != 0 { text.append(Unicode.Scalar(marks[index])!) }
      }
      return String(text)
    }
  }

  public var lines: [String] { (0..<size.rows).map { text(row: $0) } }

  // MARK: Cells

  /// Lays out text from cell `start` on, and returns the columns it took.
  private mutating func lay(
    _ scanner: inout TextScanner, from start: Int, room: Int, style: CellStyle, ellipsis: Bool
  ) -> Int {
    let columns = size.columns
    let end = ellipsis ? glyphs.ellipsisColumns : 0
    return cells.withUnsafeMutableBufferPointer { cells in
      Canvas.sever(cells, before: start, columns: columns)
      var used = 0
      /// The cell of the last character, and the columns that stay if the text is cut for an ellipsis.
      var last = start
      var cut = 0
      while true {
        let ascii = scanner.takeASCII(limit: room - used)
        if !ascii.isEmpty {
          let target = UnsafeMutableBufferPointer(rebasing: cells[start + used..<start + used + ascii.count])
          for index in ascii.indices { target[index] = Cell(scalar: UInt32(ascii[index]), style: style) }
          if used + end <= room { cut = min(used + ascii.count - 1, room - end) }
          used += ascii.count
          last = start + used - 1
        }
        guard let piece = scanner.next() else { break }
        if piece.columns == 0 {
          Canvas.addMark(piece.scalar, to: &cells[last], clusters: &clusters)
          continue
        }
        if used + piece.columns > room {
          if used + end <= room { cut = used }
          if ellipsis, room >= end {
            Canvas.put(glyphs.ellipsis.value, columns: end, in: cells, at: start + cut, style: style)
            used = cut + end
          }
          for index in used..<room { cells[start + index] = Cell(scalar: 0x20, style: style) }
          Canvas.sever(cells, after: start + room, columns: columns)
          return ellipsis ? used : room
        }
        if used + end <= room { cut = used }
        last = start + used
        Canvas.put(piece.scalar, columns: piece.columns, in: cells, at: last, style: style)
        used += piece.columns
      }
      Canvas.sever(cells, after: start + used, columns: columns)
      return used
    }
  }

  @inline(__always)
  private static func put(
    _ scalar: UInt32, columns: Int, in cells: UnsafeMutableBufferPointer<Cell>, at index: Int, style: CellStyle
  ) {
    cells[index] = Cell(scalar: scalar, kind: columns == 2 ? Cell.wide : Cell.narrow, style: style)
    if columns == 2 { cells[index + 1] = Cell(scalar: 0, kind: Cell.rightHalf, style: style) }
  }

  private static func addMark(_ mark: UInt32, to cell: inout Cell, clusters: inout [Cluster]) {
    if !cell.isCluster {
      clusters.append(Cluster(base: cell.scalar, marks: .zero))
      cell.content = cell.content & ~Cell.scalarMask | UInt32(clusters.count - 1) | Cell.cluster
    }
    // The scanner passes at most as many marks as there is room for.
    let number = Int(cell.scalar)
    if let free = clusters[number].marks.indices.first(where: { clusters[number].marks[$0] == 0 }) {
      clusters[number].marks[free] = mark
    }
  }

  /// Call before drawing over the cells from `index` on: a wide character that begins one cell earlier is blanked.
  @inline(__always)
  static func sever(_ cells: UnsafeMutableBufferPointer<Cell>, before index: Int, columns: Int) {
    if index % columns != 0, cells[index].isRightHalf {
      cells[index - 1] = Cell(scalar: 0x20, style: cells[index - 1].style)
    }
  }

  /// Call after drawing over the cells before `index`: a right half that has lost its left one is blanked.
  @inline(__always)
  static func sever(_ cells: UnsafeMutableBufferPointer<Cell>, after index: Int, columns: Int) {
    if index % columns != 0, cells[index].isRightHalf {
      cells[index] = Cell(scalar: 0x20, style: cells[index].style)
    }
  }
}

extension Canvas: Equatable {
  /// Returns whether both look the same, cursor and pictures included; regions do not count.
  public static func == (one: Canvas, other: Canvas) -> Bool {
    guard one.size == other.size, one.cursor == other.cursor, one.base == other.base, one.placed == other.placed
    else { return false }
    var isSame = true
    one.forEachDifference(from: other) { _, _ in isSame = false }
    return isSame
  }
}
