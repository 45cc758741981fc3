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
  enum Width {
    case columns(Int)
    /// A proportion of the columns that the fixed ones leave.
    case share(Int)
  }

  var fact: Fact
  var caption: String
  var width: Width
  /// The row widths, in columns, at which it is shown.
  var rooms: Range<Int>
  var alignment: TextAlignment
  /// The fields a click on the caption sorts by; of two, the second is for the words after the dash.
  var sorts: [SortOrder.Field]

  /// - Parameters:
  ///   - from: the least row width at which it is shown, in columns.
  ///   - below: the row width from which it is hidden.
  init(
    _ fact: Fact, _ caption: String, _ columns: Int, from: Int = 0, below: Int = .max,
    alignment: TextAlignment = .leading, sorts: SortOrder.Field...
  ) {
    self.init(fact, caption, .columns(columns), from..<below, alignment, sorts)
  }

  init(
    _ fact: Fact, _ caption: String, share: Int, from: Int = 0, below: Int = .max, sorts: SortOrder.Field...
  ) {
    self.init(fact, caption, .share(share), from..<below, .leading, sorts)
  }

  private init(
    _ fact: Fact, _ caption: String, _ width: Width, _ rooms: Range<Int>, _ alignment: TextAlignment,
    _ sorts: [SortOrder.Field]
  ) {
    self.sorts = sorts
    self.fact = fact
    self.caption = caption
    self.width = width
    self.rooms = rooms
    self.alignment = alignment
  }
}

/// The part of a row that belongs to one column.
struct ColumnCell<Fact> {
  var fact: Fact
  var area: Rect
  var alignment: TextAlignment
}

/// The columns of a list, fitted into its width, with one column free after each.
///
/// Equal layouts draw the same facts at the same places, so drawn rows can be kept by their layout.
struct ColumnLayout<Fact: Equatable>: Equatable {
  private struct Place: Equatable {
    var fact: Fact
    /// In columns from the start of a row.
    var start: Int
    var columns: Int
    var alignment: TextAlignment
  }

  private let places: [Place]
  /// Separate from the places, so that drawing a row touches no text but the row's.
  private let captions: [ColumnCaption]

  /// The columns of a list in this area, less the margin of its rows.
  init(_ columns: [ListColumn<Fact>], in list: Rect, least: Int = 8) {
    self.init(columns, room: list.columns - ListMargin.columns, least: least)
  }

  /// - Parameters:
  ///   - room: the columns of a row.
  ///   - least: the columns that the sharing ones need together; the last fixed ones are left out for it.
  init(_ columns: [ListColumn<Fact>], room: Int, least: Int = 8) {
    var shown = columns.filter { $0.rooms.contains(room) }
    var rest = room + 1 - shown.reduce(0) { $0 + $1.fixedColumns + 1 }
    while rest < least, let last = shown.lastIndex(where: { $0.parts == 0 }) {
      rest += shown.remove(at: last).fixedColumns + 1
    }
    rest = max(0, rest)
    let parts = shown.reduce(0) { $0 + $1.parts }
    let taken = shown.reduce(0) { $0 + ($1.parts == 0 ? 0 : rest * $1.parts / parts) }
    // The remainder of the division goes to the first of the largest shares.
    let largest = shown.indices.max { (shown[$0].parts, $1) < (shown[$1].parts, $0) }
    var start = 0
    places = shown.indices.map { index in
      let column = shown[index]
      var columns = column.fixedColumns
      if column.parts > 0 { columns = rest * column.parts / parts + (index == largest ? rest - taken : 0) }
      defer { start += columns + 1 }
      return Place(fact: column.fact, start: start, columns: columns, alignment: column.alignment)
    }
    captions = shown.map { ColumnCaption($0.caption, sorts: $0.sorts) }
  }

  /// Whether a column of this fact has found room.
  func shows(_ fact: Fact) -> Bool { places.contains { $0.fact == fact } }

  /// Draws the captions on the first row of an area with the same left edge as the rows' cells.
  ///
  /// - Parameters:
  ///   - sort: the order of the list; nil for one that is not sorted by clicks.
  ///   - isFocused: whether the captions show that this pane has the keys.
  func drawHeading(
    in area: Rect, sort: SortOrder?, isFocused: Bool = false, theme: Theme, on canvas: inout Canvas
  ) {
    let style = isFocused ? theme.caption : theme.quiet
    for (place, caption) in zip(places, captions) {
      let cell = Self.cell(place, in: area)
      caption.draw(in: cell.area, alignment: cell.alignment, sort: sort, style: style, theme: theme, on: &canvas)
    }
  }

  /// Calls `draw` with each cell of a row, from left to right.
  func draw(in row: Rect, on canvas: inout Canvas, cell draw: (ColumnCell<Fact>, inout Canvas) -> Void) {
    for place in places { draw(Self.cell(place, in: row), &canvas) }
  }

  private static func cell(_ place: Place, in row: Rect) -> ColumnCell<Fact> {
    ColumnCell(
      fact: place.fact,
      area: Rect(column: row.column + place.start, row: row.row, columns: place.columns, rows: row.rows),
      alignment: place.alignment)
  }
}

extension ListColumn {
  fileprivate var fixedColumns: Int { if case .columns(let columns) = width { columns } else { 0 } }
  fileprivate var parts: Int { if case .share(let parts) = width { parts } else { 0 } }
}

/// The columns before the cells of every row: the marker of the selected one, the tick of a marked one.
enum ListMargin {
  static let columns = 2
}

extension Canvas {
  /// Writes one line of text in a cell, aligned as its column.
  ///
  /// - Returns: the columns the text took.
  @discardableResult
  mutating func write<Fact>(_ text: String, in cell: ColumnCell<Fact>, style: CellStyle = .plain) -> Int {
    write(text, in: cell.area, style: style, alignment: cell.alignment)
  }
}
