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
    // A wall has no info pane.
    return first + [.open, .newSearch, .narrow] + also + (list.isWall ? [] : [paneHint])
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

  /// Draws the covers beside groups of rows, and the rows.
  func drawList(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    guard rows.covers.areShown else { return drawRows(in: rect, hasFocus: hasFocus, on: &canvas) }
    var list = rect
    var covers = list.takeLeft(GroupCovers.columns)
    drawRows(in: list, hasFocus: hasFocus, on: &canvas)
    // The rows begin below their captions.
    covers.takeTop(1)
    canvas.addRegion(covers, Hit.pane(.main))
    drawCovers(in: covers, on: &canvas)
  }

  private func drawCovers(in area: Rect, on canvas: inout Canvas) {
    for cover in rows.covers.inSight {
      let (height, columns) = (RowCover.rows, RowCover.columns)
      let shown = (0..<height).clamped(to: -cover.line..<area.rows - cover.line)
      // One that is cut by the end of the screen says nothing yet.
      guard shown.upperBound == height else { continue }
      let place = Rect(
        column: area.column + GroupCovers.margin, row: area.row + cover.line + shown.lowerBound, columns: columns,
        rows: shown.count)
      canvas.addRegion(place, Hit.row(cover.row, in: .main))
      style.parts.pictures.draw(
        cover.picture, .thumbnail, in: Size(columns: columns, rows: height), rows: shown, at: place.origin,
        on: &canvas)
    }
  }

  /// Draws the rows; those that have not changed are copied from the last frame.
  private func drawRows(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    let (kept, marks, theme) = (style.parts.rows, rows.shelfMarks, style.theme)
    // A master's pressings are in the order of their dates.
    let hasDates = list.order.sort.field == .year || columns == .versions
    let columns = kept.columns(
      columns, of: list.list, in: rect, hasDates: hasDates, besideCovers: rows.covers.areShown, matched: matched,
      glyphs: canvas.glyphs)
    kept.begin(columns, list.list.revision, on: canvas)
    var drawing = style.list(emptyText, hasFocus: hasFocus)
    drawing.loadingText = loadingText
    let rows = list.list
    drawing.more = { first, hidden, place, canvas in
      // Of a group that is shown whole, Discogs may have versions that were not found.
      let others = hidden > 0 ? 0 : rows[first]?.count.map { $0 - rows.countOfGroup(below: first) } ?? 0
      let text = hidden > 0 ? RecordWords.morePressings(hidden) : others > 0 ? RecordWords.otherVersions(others) : ""
      columns.drawMore(text, in: place, theme: theme, on: &canvas)
    }
    drawing.draw(list, columns.layout, in: rect, on: &canvas) { index, row, place, canvas in
      let marks = marks[row.reference]
      let repeats = {
        // Of the group above, its first row says the artist. Beside covers each record stands by itself.
        guard !columns.besideCovers, let last = rows[index - 1], !row.isPressing(of: last) else { return false }
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
