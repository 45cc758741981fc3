import Clients
import DiscogsModel
import Features
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

extension CollectionModel: DrawablePage {
  func drawing(_ style: PageStyle) -> any DrawnPage { CollectionPage(model: self, style: style) }
}

struct CollectionPage: DrawnPage {
  let model: CollectionModel
  let style: PageStyle

  var title: String { "Collection" }

  var progress: String? { style.progress(model.copies.rows) }
  var hints: [Command] { style.hints(model.copies, also: [.edit, .moveToFolder, .remove]) }
  var position: String { style.position(model.copies) }

  var facts: [String] {
    let rows = model.copies.rows
    return [model.parts.shown.map(Wording.part) ?? "all folders"] + style.facts(rows)
      + [Wording.count(rows.list.total, "copy", "copies")]
  }

  func draw(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    style.draw(model.copies, in: rect, hasFocus: hasFocus, empty: emptyText, on: &canvas) { $0.text(of: $1) }
  }

  private var emptyText: [String] {
    if !model.narrowing.isEmpty {
      return ["No copy has all of “\(model.narrowing)”.", "\(style.store.key(.cancel)) shows them all again."]
    }
    switch model.parts.shown {
    case .folder(let folder)?: return ["The folder “\(folder.name)” is empty."]
    case .crate(let crate, _)?: return ["No copy is in the crate “\(crate.name)”: \(crate.query)", style.changesFilter]
    case .group?, nil: break
    }
    return [
      "Your collection is empty.",
      style.store.source.source == .live
        ? ":sync fetches it from Discogs."
        : "“runout collection import FILE.csv” reads the file that Discogs exports.",
    ]
  }
}

extension WantListModel: DrawablePage {
  func drawing(_ style: PageStyle) -> any DrawnPage { WantListPage(model: self, style: style) }
}

struct WantListPage: DrawnPage {
  let model: WantListModel
  let style: PageStyle

  var title: String { "Want list" }

  var progress: String? { style.progress(model.wants.rows) }
  var hints: [Command] { style.hints(model.wants, also: [.gotIt, .edit, .remove]) }
  var position: String { style.position(model.wants) }

  var facts: [String] {
    let rows = model.wants.rows
    return [model.parts.shown.map(Wording.part) ?? ""] + style.facts(rows)
      + [Wording.count(rows.list.total, "record", "records")]
  }

  func draw(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    style.draw(model.wants, in: rect, hasFocus: hasFocus, empty: emptyText, on: &canvas) { $0.text(of: $1) }
  }

  private var emptyText: [String] {
    if !model.narrowing.isEmpty {
      return ["No entry has all of “\(model.narrowing)”.", "\(style.store.key(.cancel)) shows them all again."]
    }
    if case .crate(let crate, _)? = model.parts.shown {
      return ["No want is in the crate “\(crate.name)”: \(crate.query)", style.changesFilter]
    }
    return [
      "Your want list is empty.",
      style.store.source.source == .live
        ? ":sync fetches it from Discogs." : "“runout wantlist import FILE.csv” reads the file that Discogs exports.",
    ]
  }
}

// MARK: - What the two have in common

extension PageStyle {
  /// Draws a list of the shelf with the pane of its parts at the left and the info pane at the right.
  ///
  /// - Parameter text: what stands in a column that is not alike on the two lists.
  fileprivate func draw<Row>(
    _ shelf: ShelfListModel<Row>, in rect: Rect, hasFocus: Bool, empty: [String], on canvas: inout Canvas,
    text: (Row, ShelfColumn) -> String
  ) {
    var rect = rect
    let parts = ShelfPartsPane(model: shelf.parts, style: self)
    if shelf.arePartsVisible, shelf.panes.split.isWide {
      parts.draw(in: rect.takeLeft(ShelfPartsPane.columns), hasFocus: hasFocus, on: &canvas)
      let gap = rect.takeLeft(2)
      canvas.verticalLine(at: Point(column: gap.column + 1, row: gap.row), rows: gap.rows, style: theme.rule)
    } else if shelf.arePartsVisible {
      return parts.draw(in: rect, hasFocus: hasFocus, on: &canvas)
    }
    let panes = shelf.panes
    let areas = split(panes.split, isInfoVisible: panes.isInfoVisible, in: rect, on: &canvas)
    if panes.isListVisible {
      let columns = ShelfColumns(of: shelf.parts.list, width: areas.list.columns, chosen: shelf.columns.columns)
      let list: ListDrawing<Row> = self.list(
        empty, hasFocus: hasFocus && !panes.isInfoFocused && !shelf.parts.isFocused)
      list.draw(shelf.rows, captions: columns.captions, in: areas.list, on: &canvas) { _, row, place, canvas in
        columns.draw(row, in: place, theme: theme, on: &canvas) { text(row, $0) }
      }
    }
    if panes.isInfoVisible {
      info(shelf.preview, in: areas.info, hasFocus: hasFocus && panes.isInfoFocused, on: &canvas)
    }
  }

  fileprivate func hints<Row>(_ shelf: ShelfListModel<Row>, also: [Command]) -> [Command] {
    guard shelf.parts.isFocused else { return hints(shelf.rows.list, shelf.panes, also: also + [.nextPane]).uniqued() }
    let own = ShelfPartsPane(model: shelf.parts, style: self).hints
    return [.open, .nextType] + own + [.nextPane, .commandLine, .openHelp]
  }

  fileprivate func position<Row>(_ shelf: ShelfListModel<Row>) -> String {
    shelf.panes.isInfoFocused ? position(shelf.preview.view) : Wording.position(shelf.rows.list)
  }

  /// In which order the rows are, and what is typed to narrow them.
  fileprivate func facts<Row>(_ rows: ListModel<Row>) -> [String] {
    let narrowing = rows.order.narrowing
    return ["by \(Wording.sort(rows.order.sort, relevance: "shelf order"))"]
      + (narrowing.isEmpty ? [] : ["narrowed to “\(narrowing)”"])
  }

  fileprivate var changesFilter: String { "In its pane, \(store.key(.edit)) changes the filter." }
}

extension CollectionCopy {
  fileprivate func text(of column: ShelfColumn) -> String {
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
  fileprivate func text(of column: ShelfColumn) -> String {
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
