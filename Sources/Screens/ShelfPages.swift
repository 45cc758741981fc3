import Clients
import DiscogsModel
import Features
import Terminal

/// The columns of the shelf's lists: those that were chosen, or as many as the width has room for.
struct ShelfColumns {
  private let columns: [(column: ShelfColumn, width: Int)]

  /// - Parameter chosen: the columns that the user wants, in their order; empty for the usual ones.
  init(width: Int, isCollection: Bool, chosen: [ShelfColumn] = []) {
    let room = width - 2
    var columns = chosen.isEmpty ? Self.usual(room, isCollection) : (chosen.contains(.name) ? chosen : [.name] + chosen)
    func used() -> Int { columns.filter { $0 != .name }.map { Self.width(of: $0) + 1 }.reduce(0, +) }
    // What was chosen last goes first where there is no room; the name never does.
    while room - used() < 16, let last = columns.lastIndex(where: { $0 != .name }) { columns.remove(at: last) }
    let name = max(8, room - used())
    self.columns = columns.map { ($0, $0 == .name ? name : Self.width(of: $0)) }
  }

  private static func usual(_ room: Int, _ isCollection: Bool) -> [ShelfColumn] {
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

  /// - Parameter text: what stands in a column that only one of the two lists has.
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

struct CollectionPage: DrawnPage {
  let model: CollectionModel
  let style: PageStyle

  var title: String { "Collection" }

  var progress: String? { style.progress(model.copies.rows) }
  var hints: [Command] {
    if model.arePartsFocused {
      return [.open, .nextType] + partHints + [.nextPane, .commandLine, .openHelp]
    }
    return style.hints(
      model.copies.rows.list, model.copies.panes, also: [.edit, .moveToFolder, .remove, .nextPane]
    ).uniqued()
  }

  var facts: [String] {
    let rows = model.copies.rows
    var parts = [
      model.part.map(Wording.part) ?? "all folders", "by \(Wording.sort(rows.order.sort, relevance: "shelf order"))",
    ]
    if !rows.order.narrowing.isEmpty { parts.append("narrowed to “\(rows.order.narrowing)”") }
    parts.append(Wording.count(rows.list.total, "copy", "copies"))
    return parts
  }

  var position: String {
    model.copies.panes.isInfoFocused
      ? style.position(model.copies.preview.view) : Wording.position(model.copies.rows.list)
  }

  func draw(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    var rect = rect
    if model.arePartsVisible, model.copies.panes.split.isWide {
      drawParts(in: rect.takeLeft(20), hasFocus: hasFocus && model.arePartsFocused, on: &canvas)
      let gap = rect.takeLeft(2)
      canvas.verticalLine(at: Point(column: gap.column + 1, row: gap.row), rows: gap.rows, style: style.theme.rule)
    } else if model.arePartsVisible {
      drawParts(in: rect, hasFocus: hasFocus && model.arePartsFocused, on: &canvas)
      return
    }
    let copies = model.copies
    let areas = style.split(copies.panes.split, isInfoVisible: copies.panes.isInfoVisible, in: rect, on: &canvas)
    let isListFocused = hasFocus && !copies.panes.isInfoFocused && !model.arePartsFocused
    if copies.panes.isListVisible {
      let columns = ShelfColumns(width: areas.list.columns, isCollection: true, chosen: model.columns)
      let list: ListDrawing<CollectionCopy> = style.list(emptyText, hasFocus: isListFocused)
      list.draw(copies.rows, captions: columns.captions, in: areas.list, on: &canvas) { _, copy, place, canvas in
        columns.draw(copy, in: place, theme: style.theme, on: &canvas) { copy.text(of: $0) }
      }
    }
    if copies.panes.isInfoVisible {
      style.info(copies.preview, in: areas.info, hasFocus: hasFocus && copies.panes.isInfoFocused, on: &canvas)
    }
  }

  /// What can be done with the part that is selected.
  private var partHints: [Command] {
    switch model.selectedPart {
    case .folder(let folder)?: [.makeFolder] + (folder.isProtected ? [] : [.edit, .remove])
    case .crate?: [.edit, .remove]
    case .group?: []
    case nil: model.grouping == nil ? [.makeFolder] : []
    }
  }

  private func drawParts(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    let caption = model.grouping.map(Wording.groupingCaption) ?? "Folders"
    canvas.write(caption, at: Point(column: rect.column + 2, row: rect.row), style: style.theme.quiet)
    let height = rect.rows - 1
    let count = model.parts.count + 1
    let top = max(0, min(model.partCursor - height + 1, count - height))
    for line in 0..<max(0, min(height, count - top)) {
      let place = rect.line(line + 1)
      var area = place
      let margin = area.takeLeft(2)
      let row = line + top
      let part = row == 0 ? nil : model.parts[row - 1]
      let copies = (row == 0 ? model.total : part?.copies).map(Wording.number) ?? "–"
      canvas.write(copies, in: area.takeRight(TextWidth.columns(copies)), style: style.theme.quiet)
      _ = area.takeRight(1)
      // A crate is told by its sign from a folder of the same name.
      if case .crate? = part {
        canvas.write("#", in: area.takeLeft(1), style: style.theme.accent)
      }
      canvas.write(
        part.map(Wording.part) ?? "All", in: area,
        style: part?.name.isEmpty == true ? style.theme.quiet : style.theme.text)
      if row == model.partCursor {
        canvas.put(canvas.glyphs.marker, at: margin.origin, style: style.theme.accent)
        let chosen = hasFocus ? style.theme.selected : style.theme.selectedElsewhere
        canvas.restyle(place) { $0 = $0.with(chosen.attributes) }
        if hasFocus { canvas.cursor = place.origin }
      }
    }
  }

  private var emptyText: [String] {
    if !model.narrowing.isEmpty {
      return ["No copy has all of “\(model.narrowing)”.", "\(style.store.key(.cancel)) shows them all again."]
    }
    switch model.part {
    case .folder(let folder)?: return ["The folder “\(folder.name)” is empty."]
    case .crate(let crate, _)?:
      return [
        "No copy is in the crate “\(crate.name)”: \(crate.query)",
        "In its pane, \(style.store.key(.edit)) changes the filter.",
      ]
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

struct WantListPage: DrawnPage {
  let model: WantListModel
  let style: PageStyle

  var title: String { "Want list" }

  var progress: String? { style.progress(model.wants.rows) }
  var hints: [Command] { style.hints(model.wants.rows.list, model.wants.panes, also: [.gotIt, .edit, .remove]) }

  var facts: [String] {
    let rows = model.wants.rows
    var parts = ["by \(Wording.sort(rows.order.sort, relevance: "shelf order"))"]
    if !rows.order.narrowing.isEmpty { parts.append("narrowed to “\(rows.order.narrowing)”") }
    parts.append(Wording.count(rows.list.total, "record", "records"))
    return parts
  }

  var position: String {
    model.wants.panes.isInfoFocused ? style.position(model.wants.preview.view) : Wording.position(model.wants.rows.list)
  }

  func draw(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    let wants = model.wants
    let areas = style.split(wants.panes.split, isInfoVisible: wants.panes.isInfoVisible, in: rect, on: &canvas)
    if wants.panes.isListVisible {
      let columns = ShelfColumns(width: areas.list.columns, isCollection: false)
      let list: ListDrawing<WantListEntry> = style.list(emptyText, hasFocus: hasFocus && !wants.panes.isInfoFocused)
      list.draw(wants.rows, captions: columns.captions, in: areas.list, on: &canvas) { _, entry, place, canvas in
        columns.draw(entry, in: place, theme: style.theme, on: &canvas) { column in
          column == .added ? String(entry.added.prefix(10)) : ""
        }
      }
    }
    if wants.panes.isInfoVisible {
      style.info(wants.preview, in: areas.info, hasFocus: hasFocus && wants.panes.isInfoFocused, on: &canvas)
    }
  }

  private var emptyText: [String] {
    if !model.narrowing.isEmpty {
      return ["No entry has all of “\(model.narrowing)”.", "\(style.store.key(.cancel)) shows them all again."]
    }
    return [
      "Your want list is empty.",
      style.store.source.source == .live
        ? ":sync fetches it from Discogs." : "“runout wantlist import FILE.csv” reads the file that Discogs exports.",
    ]
  }
}

extension CollectionCopy {
  fileprivate func text(of column: ShelfColumn) -> String {
    switch column {
    case .condition: grades
    case .media: Condition.shortName(mediaCondition)
    case .sleeve: Condition.shortName(sleeveCondition)
    case .added: String(added.prefix(10))
    case .folder: folder
    case .notes:
      fields.first { !$0.value.isEmpty }?.value.split(whereSeparator: \.isNewline).joined(separator: " ") ?? ""
    case .name, .year, .format, .label, .catalogueNumber, .rating: ""
    }
  }
}
