import Clients
import DiscogsModel
import Features
import RunoutModel
import Terminal
import Wording

/// A page of a list, with a text beside it where it has one.
///
/// It says what its rows look like (``drawList(in:hasFocus:on:)``) and what an empty list means; the rest is the same
/// on all such pages, unless one says otherwise.
@MainActor protocol ListPage: DrawnPage {
  associatedtype Row: PaneRow
  var list: ListModel<Row> { get }
  /// The text of a list without rows that nothing narrows or filters, paragraph by paragraph.
  var noRows: [String] { get }
  func drawList(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas)
}

extension ListPage {
  var progress: String? { style.progress(list) }
  var position: String { positionInList }
  var positionInList: String { style.position(inText: model.panes) ?? Wording.position(list.list) }

  /// The text of the list without rows: what narrows or filters it to nothing, or else ``noRows``.
  var emptyText: [String] { style.emptyText(of: list, else: noRows) }

  func draw(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    drawPanes(in: rect, hasFocus: hasFocus, on: &canvas)
  }

  /// Draws the list, and at its right the text beside it.
  func drawPanes(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    let panes = model.panes
    // Beside nothing there is nothing to preview.
    guard let info = panes.info, !(info.isPreview && list.list.isVoid && panes.isListVisible) else {
      return drawList(in: rect, hasFocus: hasFocus, on: &canvas)
    }
    let areas = style.split(panes, hasFocus: hasFocus, in: rect, on: &canvas)
    if panes.isListVisible { drawList(in: areas.list, hasFocus: hasFocus && !panes.isInfoFocused, on: &canvas) }
    if panes.isInfoVisible { style.info(info, in: areas.info, hasFocus: hasFocus && panes.isInfoFocused, on: &canvas) }
  }

  /// The order of the list, unless it is the usual one.
  var sorted: String { Wording.sorted(list.order.sort) }

  /// The number of rows of a list that is loaded whole; nil until it is.
  var wholeCount: RowCount? { list.list.status == .complete ? .exactly(list.list.rows.count) : nil }

  /// The command that shows the text beside the list.
  var paneHint: Command { model.panes.split.isWide ? .nextPane : .toggleInfo }

  /// The keys of a list with a text beside it.
  ///
  /// - Parameter first: the commands more useful here than opening a row.
  func listHints(first: [Command] = [], also: [Command] = []) -> [Command] {
    let panes = model.panes
    if panes.isInfoFocused { return style.textHints }
    if list.list.isEmpty { return first + [.newSearch, .openSearchHistory, .commandLine, .openHelp] }
    let wall: [Command] = list.hasPictures && style.store.pictures.isOn ? [.toggleWall] : []
    return first + [.open, .newSearch, .narrow] + wall + also + [paneHint]
      // Sorted by year already, the way back is the useful one.
      + [list.order.sort.field == .year ? .sort(by: .relevance) : .sort(by: .year)]
      + [.openHelp, .openSearchHistory, .copyURL, .commandLine]
  }
}

/// A list page of catalogue rows, with the shelf's marks on them.
@MainActor protocol CataloguePage: ListPage where Row == CatalogueRow {
  var rows: CatalogueListModel { get }
  var columns: CatalogueColumns.Kind { get }
  /// The words of the search, to be marked in the rows.
  var matched: MatchedWords { get }
  var loadingText: String { get }
}

extension CataloguePage {
  var list: ListModel<CatalogueRow> { rows.rows }
  var matched: MatchedWords { MatchedWords() }
  var loadingText: String { ScreenWords.loading }
  var hints: [Command] { listHints(also: shelfHints) }

  /// The keys that put the selected row on the shelf; empty unless it is a release.
  var shelfHints: [Command] { list.list.selected?.reference.kind == .release ? [.toggleWant, .addToCollection] : [] }

  func drawList(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    guard list.isWall, !list.list.isEmpty else { return drawRows(in: rect, hasFocus: hasFocus, on: &canvas) }
    let (covers, marks) = (rows.covers, rows.shelfMarks)
    let wall = WallDrawing(
      style: style, hasFocus: hasFocus, names: \.namesOnWall, marks: { marks[$0.reference] },
      picture: covers.picture)
    wall.draw(list, in: rect, on: &canvas)
  }

  /// Draws the rows; those that have not changed are copied from the last frame.
  private func drawRows(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    let (kept, marks, theme) = (style.parts.rows, rows.shelfMarks, style.theme)
    // A master's pressings are in the order of their dates.
    let hasDates = list.order.sort.field == .year || columns == .versions
    let columns = kept.columns(
      columns, of: list.list, in: rect, hasDates: hasDates, matched: matched, glyphs: canvas.glyphs)
    kept.begin(columns, list.list.revision, on: canvas)
    var drawing = style.list(emptyText, hasFocus: hasFocus)
    drawing.loadingText = loadingText
    let rows = list.list
    drawing.more = { columns.drawMore(RecordWords.morePressings($0), in: $1, theme: theme, on: &$2) }
    drawing.draw(list, columns.layout, in: rect, on: &canvas) { index, row, place, canvas in
      let marks = marks[row.reference]
      let repeats = {
        // Of the group above, its first row says the artist.
        guard let last = rows[index - 1], !row.isPressing(of: last) else { return false }
        return columns.repeats(row, rows[rows.startOfGroup(index - 1)])
      }
      @MainActor func draw(isArtistSaid: Bool, on canvas: inout Canvas) {
        columns.draw(
          row, after: rows[index - 1], before: rows[index + 1], marks: marks, isArtistSaid: isArtistSaid, in: place,
          theme: theme, on: &canvas)
      }
      // Where one looks first, nothing is left to a row above, which may be out of sight.
      if index == rows.top || index == rows.cursor, repeats() { return draw(isArtistSaid: false, on: &canvas) }
      kept.lay(index, marks, in: place, on: &canvas) { draw(isArtistSaid: repeats(), on: &$0) }
    }
  }
}

extension CatalogueRow {
  fileprivate var namesOnWall: WallNames {
    let names = Subject(self).names
    switch reference.kind {
    case .artist, .label:
      let count = count.map { $0 > 0 ? RecordWords.releases($0) : "" } ?? ""
      return WallNames(first: reference.kind.rawValue, second: count, title: names.title)
    case .master, .release:
      // Its number tells a pressing from others.
      let year = year.map(String.init) ?? ""
      let fact = reference.kind == .master || catalogueNumber.isEmpty ? year : catalogueNumber
      return names.artist.isEmpty
        ? WallNames(first: fact, title: names.title)
        : WallNames(first: names.artist, second: fact, title: names.title)
    }
  }
}
