import Clients
import DiscogsModel
import Features
import RunoutModel
import Terminal

/// The columns of the shelf's lists: those that were chosen, or as many as the width has room for.
struct ShelfColumns {
  private let columns: [(column: ShelfColumn, width: Int)]

  /// - Parameter chosen: the columns that the user wants, in their order; empty for the usual ones.
  init(of list: ShelfList, width: Int, chosen: [ShelfColumn]) {
    let room = width - 2
    var columns =
      chosen.isEmpty
      ? Self.usual(room, isCollection: list == .collection) : (chosen.contains(.name) ? chosen : [.name] + chosen)
    func used() -> Int { columns.filter { $0 != .name }.map { Self.width(of: $0) + 1 }.reduce(0, +) }
    // What was chosen last goes first where there is no room; the name never does.
    while room - used() < 16, let last = columns.lastIndex(where: { $0 != .name }) { columns.remove(at: last) }
    let name = max(8, room - used())
    self.columns = columns.map { ($0, $0 == .name ? name : Self.width(of: $0)) }
  }

  private static func usual(_ room: Int, isCollection: Bool) -> [ShelfColumn] {
    var columns: [ShelfColumn] = [.name, .year]
    if room >= 60 { columns.append(.format) }
    if room >= (isCollection ? 124 : 101) { columns.append(.label) }
    if isCollection, room >= 72 { columns.append(.condition) }
    if room >= 50 { columns.append(.rating) }
    if room >= 84 { columns.append(.added) }
    if isCollection, room >= 100 { columns.append(.folder) }
    return columns
  }

  private static func width(of column: ShelfColumn) -> Int {
    switch column {
    case .name: 0
    case .year: 4
    case .format, .folder, .catalogueNumber: 14
    case .label: 24
    case .condition: 9
    case .media, .rating: 5
    case .sleeve: 6
    case .added: 10
    case .notes: 20
    }
  }

  private static func caption(_ column: ShelfColumn) -> String {
    switch column {
    case .name: "Artist – Title"
    case .label: "Label · Cat#"
    case .catalogueNumber: "Cat#"
    case .condition: "Media/Slv"
    case .rating: "Rated"
    case .year, .format, .media, .sleeve, .added, .folder, .notes: column.rawValue.capitalizedFirst
    }
  }

  var captions: [ListColumn] { columns.map { ListColumn(caption: Self.caption($0.column), columns: $0.width) } }

  /// - Parameter text: what stands in a column that is not alike on the two lists.
  func draw(
    _ row: some ShelfRow, in rect: Rect, theme: Theme, on canvas: inout Canvas, text: (ShelfColumn) -> String
  ) {
    var column = rect.column
    for (fact, width) in columns {
      let place = Point(column: column, row: rect.row)
      column += width + 1
      func write(_ text: String, _ style: CellStyle) {
        if !text.isEmpty { canvas.write(text, at: place, style: style, columns: width) }
      }
      switch fact {
      case .name: drawName(row, at: place, columns: width, theme: theme, on: &canvas)
      case .year: write(row.year.map(String.init) ?? "", theme.text)
      case .format: write(Wording.format(row.format), theme.text)
      case .label:
        write(row.catalogueNumber.isEmpty ? row.label : "\(row.label) · \(row.catalogueNumber)", theme.quiet)
      case .catalogueNumber: write(row.catalogueNumber, theme.quiet)
      case .rating:
        write(row.rating.map { String(repeating: Character(canvas.glyphs.star), count: $0) } ?? "", theme.accent)
      case .condition, .media, .sleeve: write(text(fact), theme.text)
      case .added, .folder, .notes: write(text(fact), theme.quiet)
      }
    }
  }

  private func drawName(
    _ row: some ShelfRow, at place: Point, columns: Int, theme: Theme, on canvas: inout Canvas
  ) {
    let artist = canvas.write(row.artist, at: place, columns: columns)
    guard columns > artist + 3 else { return }
    let dash = canvas.write(" – ", at: Point(column: place.column + artist, row: place.row), style: theme.quiet)
    canvas.write(
      row.title, at: Point(column: place.column + artist + dash, row: place.row), columns: columns - artist - dash)
  }
}

extension CollectionCopy {
  func text(of column: ShelfColumn) -> String {
    switch column {
    case .condition: grades
    case .media: Condition.shortName(mediaCondition)
    case .sleeve: Condition.shortName(sleeveCondition)
    case .added: String(added.prefix(10))
    case .folder: folder
    case .notes: (fields.first { !$0.value.isEmpty }?.value ?? "").onOneLine
    case .name, .year, .format, .label, .catalogueNumber, .rating: ""
    }
  }
}

extension WantListEntry {
  func text(of column: ShelfColumn) -> String {
    switch column {
    case .added: String(added.prefix(10))
    case .notes: notes.onOneLine
    case .name, .year, .format, .label, .catalogueNumber, .rating, .condition, .media, .sleeve, .folder: ""
    }
  }
}

extension String {
  fileprivate var onOneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ") }
}
