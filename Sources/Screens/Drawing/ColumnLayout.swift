import Features
import RunoutModel
import Terminal

/// A column of a list: what it shows, what stands above it, how wide it is, and in which room.
///
///     static let columns: [ListColumn<Fact>] = [
///       .init(.name, ColumnWords.list, share: 1),
///       .init(.changed, ColumnWords.changed, 10, from: 50, sorts: .added),
///     ]
///
/// Two columns may show the same fact, the one below a room and the other from there on.
struct ListColumn<Fact> {
  enum Width {
    case columns(Int)
    /// So many parts of what the other columns leave.
    case share(Int)
  }

  var fact: Fact
  var caption: String
  var width: Width
  /// The columns a row has to have for it.
  var rooms: Range<Int>
  var alignment: TextAlignment
  /// What a click on its caption sorts by; of two, the second is that of the words behind the dash.
  var sorts: [SortOrder.Field]

  /// - Parameters:
  ///   - from: the least room it is shown in, in columns of a row.
  ///   - below: the room from which on it is not.
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

/// The part of a row that one column has.
struct ColumnCell<Fact> {
  var fact: Fact
  var area: Rect
  var alignment: TextAlignment
}

/// The columns of a list, fitted into its width, with one column free after each.
///
/// Equal ones draw the same facts at the same places, so rows can be kept by their layout.
struct ColumnLayout<Fact: Equatable>: Equatable {
  private struct Place: Equatable {
    var fact: Fact
    /// From where a row begins.
    var start: Int
    var columns: Int
    var alignment: TextAlignment
  }

  private let places: [Place]
  /// Apart from the places, so that drawing a row touches no text but the row's.
  private let captions: [ColumnCaption]

  /// The columns of a list in this area, of which the markers of its rows take the first two columns.
  init(_ columns: [ListColumn<Fact>], in list: Rect, least: Int = 8) {
    self.init(columns, room: list.columns - ListMargin.columns, least: least)
  }

  /// - Parameters:
  ///   - room: the columns of a row.
  ///   - least: what the columns that share the rest need together. For that, the last of the others are left out.
  init(_ columns: [ListColumn<Fact>], room: Int, least: Int = 8) {
    var shown = columns.filter { $0.rooms.contains(room) }
    var rest = room + 1 - shown.reduce(0) { $0 + $1.fixedColumns + 1 }
    while rest < least, let last = shown.lastIndex(where: { $0.parts == 0 }) {
      rest += shown.remove(at: last).fixedColumns + 1
    }
    rest = max(0, rest)
    let parts = shown.reduce(0) { $0 + $1.parts }
    let taken = shown.reduce(0) { $0 + ($1.parts == 0 ? 0 : rest * $1.parts / parts) }
    // What cannot be divided goes to the first of those with the largest share.
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

  /// Whether there is room for a column.
  func shows(_ fact: Fact) -> Bool { places.contains { $0.fact == fact } }

  /// Draws the captions on the first row of an area, whose left edge is that of the rows' cells.
  ///
  /// - Parameters:
  ///   - sort: how the list is sorted; nil for one that cannot be clicked.
  ///   - isFocused: whether the captions show that the list has the keys, and not another pane.
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

/// What stands in front of the cells of every row: the marker of the selected one, the tick of a marked one.
enum ListMargin {
  static let columns = 2
}

extension Canvas {
  /// Writes one line of text in a cell, as its column is aligned.
  ///
  /// - Returns: the columns the text took.
  @discardableResult
  mutating func write<Fact>(_ text: String, in cell: ColumnCell<Fact>, style: CellStyle = .plain) -> Int {
    write(text, in: cell.area, style: style, alignment: cell.alignment)
  }
}
