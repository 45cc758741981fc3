import Clients
import DiscogsModel
import Features
import Terminal

/// The columns of the shelf's lists, as many as the width has room for.
struct ShelfColumns {
  private let name: Int
  private let year = 4
  private let format: Int
  private let label: Int
  private let condition: Int
  private let rating: Int
  private let added: Int
  private let folder: Int

  init(width: Int, isCollection: Bool) {
    let width = width - 2
    format = width >= 60 ? 14 : 0
    condition = isCollection && width >= 72 ? 9 : 0
    rating = width >= 50 ? 5 : 0
    added = width >= 84 ? 10 : 0
    folder = isCollection && width >= 100 ? 14 : 0
    label = width >= (isCollection ? 124 : 101) ? 24 : 0
    let used = [year, format, label, condition, rating, added, folder].filter { $0 > 0 }.map { $0 + 1 }.reduce(0, +)
    name = max(8, width - used)
  }

  var captions: [ListColumn] {
    [
      ("Artist – Title", name), ("Year", year), ("Format", format), ("Label · Cat#", label), ("Media/Slv", condition),
      ("Rated", rating), ("Added", added), ("Folder", folder),
    ].filter { $0.1 > 0 }.map { ListColumn(caption: $0.0, columns: $0.1) }
  }

  func draw(
    _ row: some ShelfRow, condition grade: String = "", added day: String = "", folder name: String = "", in rect: Rect,
    theme: Theme, on canvas: inout Canvas
  ) {
    var column = rect.column
    func write(_ text: String, _ width: Int, _ style: CellStyle) {
      guard width > 0 else { return }
      if !text.isEmpty { canvas.write(text, at: Point(column: column, row: rect.row), style: style, columns: width) }
      column += width + 1
    }
    let artist = canvas.write(row.artist, at: rect.origin, columns: self.name)
    if self.name > artist + 3 {
      let dash = canvas.write(" – ", at: Point(column: rect.column + artist, row: rect.row), style: theme.quiet)
      canvas.write(
        row.title, at: Point(column: rect.column + artist + dash, row: rect.row), columns: self.name - artist - dash)
    }
    column += self.name + 1
    write(row.year.map(String.init) ?? "", year, theme.text)
    write(Wording.format(row.format), format, theme.text)
    write(row.catalogueNumber.isEmpty ? row.label : "\(row.label) · \(row.catalogueNumber)", label, theme.quiet)
    write(grade, condition, theme.text)
    write(row.rating.map { String(repeating: Character(canvas.glyphs.star), count: $0) } ?? "", rating, theme.accent)
    write(day, added, theme.quiet)
    write(name, folder, theme.quiet)
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
      let columns = ShelfColumns(width: areas.list.columns, isCollection: true)
      let list: ListDrawing<CollectionCopy> = style.list(emptyText, hasFocus: isListFocused)
      list.draw(copies.rows, captions: columns.captions, in: areas.list, on: &canvas) { _, copy, place, canvas in
        columns.draw(
          copy, condition: copy.grades, added: String(copy.added.prefix(10)), folder: copy.folder, in: place,
          theme: style.theme, on: &canvas)
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
        columns.draw(entry, added: String(entry.added.prefix(10)), in: place, theme: style.theme, on: &canvas)
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
