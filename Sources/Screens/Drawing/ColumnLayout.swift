import Features
import RunoutModel
import Terminal

/// A column of a list: its fact and caption, its width, and the list widths that show it.
///
///     static let columns: [ListColumn<Fact>] = [
///       .init(.name, ColumnWords.list, share: 1),
///       .init(.changed, ColumnWords.changed, 10, from: 50, sorts: .added),
///     ]
///
/// Two columns may show the same fact, one below a width and the other from there on.
struct ListColumn<Fact> {
  var fact: Fact
  var caption: String
  /// Its width; 0 for one that has a share instead.
  var columns: Int
  /// A proportion of the columns that the fixed ones leave.
  var share: Int
  /// The most columns that its share is worth; with 0 it is left out.
  var need: Int
  /// The row widths, in columns, at which it is shown.
  var rooms: Range<Int>
  var alignment: TextAlignment
  /// The fields a click on the caption sorts by; of two, the second is for the words after the dash.
  var sorts: [SortOrder.Field]

  /// - Parameters:
  ///   - from: the least row width at which it is shown, in columns.
  ///   - below: the row width from which it is hidden.
  init(
    _ fact: Fact, _ caption: String, _ columns: Int = 0, share: Int = 0, need: Int = .max, from: Int = 0,
    below: Int = .max, alignment: TextAlignment = .leading, sorts: SortOrder.Field...
  ) {
    (self.fact, self.caption, self.columns, self.share, self.need) = (fact, caption, columns, share, need)
    (rooms, self.alignment, self.sorts) = (from..<below, alignment, sorts)
  }
}

/// The part of a row that belongs to one column.
struct ColumnCell<Fact: Equatable>: Equatable {
  var fact: Fact
  var area: Rect
  var alignment: TextAlignment
}

/// The columns of a list, fitted into its width, with one column free after each.
///
/// Equal layouts draw the same facts at the same places, so drawn rows can be kept by their layout.
struct ColumnLayout<Fact: Equatable>: Equatable {
  /// The cells of a row at the top left.
  private let cells: [ColumnCell<Fact>]
  /// Separate from the cells, so that drawing a row touches no text but the row's.
  private let captions: [ColumnCaption]

  /// The columns of a list in this area, less the margin of its rows.
  init(_ columns: [ListColumn<Fact>], in list: Rect, least: Int = 8) {
    self.init(columns, room: list.columns - ListMargin.columns, least: least)
  }

  /// - Parameters:
  ///   - room: the columns of a row.
  ///   - least: the columns that the sharing ones need together; the last fixed ones are left out for it.
  init(_ columns: [ListColumn<Fact>], room: Int, least: Int = 8) {
    var shown = columns.filter { $0.rooms.contains(room) && $0.need > 0 }
    var rest = room + 1 - shown.reduce(0) { $0 + $1.columns + 1 }
    while rest < least, let last = shown.lastIndex(where: { $0.share == 0 }) {
      rest += shown.remove(at: last).columns + 1
    }
    Self.share(max(0, rest), among: &shown)
    var start = 0
    cells = shown.map { column in
      defer { start += column.columns + 1 }
      let area = Rect(column: start, row: 0, columns: column.columns, rows: 1)
      return ColumnCell(fact: column.fact, area: area, alignment: column.alignment)
    }
    captions = shown.map { ColumnCaption($0.caption, sorts: $0.sorts) }
  }

  /// Gives each sharing column its part, or what it needs where that is less.
  private static func share(_ columns: Int, among shown: inout [ListColumn<Fact>]) {
    let sharing = shown.indices.filter { shown[$0].share > 0 }
    var (open, rest, isSettled) = (sharing, columns, false)
    while !isSettled {
      let shares = max(1, open.reduce(0) { $0 + shown[$1].share })
      for index in open { shown[index].columns = rest * shown[index].share / shares }
      let content = open.filter { shown[$0].need <= shown[$0].columns }
      for index in content { shown[index].columns = shown[index].need }
      rest -= content.reduce(0) { $0 + shown[$1].columns }
      open.removeAll(where: content.contains)
      isSettled = content.isEmpty
    }
    // The remainder goes to the first of the largest shares.
    let last = open.isEmpty ? sharing : open
    if let largest = last.max(by: { (shown[$0].share, $1) < (shown[$1].share, $0) }) {
      shown[largest].columns += columns - sharing.reduce(0) { $0 + shown[$1].columns }
    }
  }

  /// The cell of a fact in a row; nil if its column has found no room.
  func area(of fact: Fact, in row: Rect) -> Rect? { cells.first { $0.fact == fact }.map { Self.area($0, in: row) } }

  /// Draws the captions on the first row of an area with the same left edge as the rows' cells.
  ///
  /// - Parameters:
  ///   - sort: the order of the list; nil for one that is not sorted by clicks.
  ///   - isFocused: whether the captions show that this pane has the keys.
  func drawHeading(in area: Rect, sort: SortOrder?, isFocused: Bool = false, theme: Theme, on canvas: inout Canvas) {
    let style = isFocused ? theme.caption : theme.quiet
    for (cell, caption) in zip(cells, captions) {
      caption.draw(
        in: Self.area(cell, in: area), alignment: cell.alignment, sort: sort, style: style, theme: theme, on: &canvas)
    }
  }

  /// Calls `draw` with each cell of a row, from left to right.
  func draw(in row: Rect, on canvas: inout Canvas, cell draw: (ColumnCell<Fact>, inout Canvas) -> Void) {
    for var cell in cells {
      cell.area = Self.area(cell, in: row)
      draw(cell, &canvas)
    }
  }

  private static func area(_ cell: ColumnCell<Fact>, in row: Rect) -> Rect {
    Rect(column: row.column + cell.area.column, row: row.row, columns: cell.area.columns, rows: row.rows)
  }
}

/// The columns before the cells of every row: the marker of the selected one, the tick of a marked one.
enum ListMargin { static let columns = 2 }

extension Canvas {
  /// Writes one line of text in a cell, aligned as its column.
  ///
  /// - Returns: the columns the text took.
  @discardableResult
  mutating func write<Fact>(_ text: String, in cell: ColumnCell<Fact>, style: CellStyle = .plain) -> Int {
    write(text, in: cell.area, style: style, alignment: cell.alignment)
  }
}
