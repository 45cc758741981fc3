import Clients
import Features
import RunoutModel
import Terminal
import Wording

extension PageStyle {
  /// Draws the collection or want list with the pane of its parts at the left and the info pane at the right.
  ///
  /// - Parameters:
  ///   - hasPrices: whether there are prices of wants or limits.
  ///   - text: the text of a column that differs between the two lists.
  func draw<Row>(
    _ shelf: ShelfListModel<Row>, in rect: Rect, hasFocus: Bool, hasPrices: Bool = false, empty: [String],
    on canvas: inout Canvas,
    text: (Row, ShelfColumn) -> String
  ) {
    var rect = rect
    let parts = ShelfPartsPane(model: shelf.parts, isFocused: shelf.arePartsFocused, style: self)
    if shelf.arePartsVisible, shelf.panes.split.isWide {
      parts.draw(in: rect.takeLeft(ShelfPartsPane.columns), hasFocus: hasFocus, on: &canvas)
      let gap = rect.takeLeft(2)
      canvas.verticalLine(at: Point(column: gap.column + 1, row: gap.row), rows: gap.rows, style: theme.rule)
    } else if shelf.arePartsVisible {
      return parts.draw(in: rect, hasFocus: hasFocus, on: &canvas)
    }
    let panes = shelf.panes
    if shelf.rows.isWall, !shelf.rows.list.isEmpty {
      return WallDrawing(style: self, hasFocus: hasFocus).draw(shelf.rows, in: rect, on: &canvas)
    }
    let areas = split(panes, hasFocus: hasFocus, in: rect, on: &canvas)
    if panes.isListVisible {
      let columns = ShelfColumns(
        of: shelf.parts.list, in: areas.list, chosen: shelf.columns.columns, hasPrices: hasPrices)
      let list: ListDrawing<Row> = self.list(
        empty, hasFocus: hasFocus && !panes.isInfoFocused && !shelf.arePartsFocused)
      list.draw(shelf.rows, columns.layout, in: areas.list, on: &canvas) { _, row, place, canvas in
        let marks = shelf.marks.marks[row.reference]
        columns.draw(row, marks: marks, in: place, theme: theme, on: &canvas) { text(row, $0) }
      }
    }
    if panes.isInfoVisible {
      info(shelf.preview, in: areas.info, hasFocus: hasFocus && panes.isInfoFocused, on: &canvas)
    }
  }

  func hints<Row>(_ shelf: ShelfListModel<Row>, also: [Command]) -> [Command] {
    guard shelf.arePartsFocused else {
      let covers: [Command] = store.pictures.isOn ? [.toggleWall] : []
      return hints(shelf.rows.list, shelf.panes, also: covers + also + [.nextPane]).uniqued()
    }
    let own = ShelfPartsPane(model: shelf.parts, isFocused: shelf.arePartsFocused, style: self).hints
    return [.open, .nextType] + own + [.nextPane, .commandLine, .openHelp]
  }

  /// The hints' words for the pane of the parts and for the shelf's own order.
  func words<Row>(_ shelf: ShelfListModel<Row>) -> [HintWord] {
    let parts = shelf.parts
    if shelf.arePartsFocused {
      let next =
        parts.nextGrouping.map { ScreenWords.group(by: Wording.grouping($0)) }
        ?? ScreenWords.show(parts.list.nameOfParts)
      return [HintWord(.nextType, next)]
    }
    var words = [HintWord(.sortByRelevance, ScreenWords.shelfOrder)]
    if shelf.rows.list.selected?.refusal == .row { words.append(HintWord(.remove, ScreenWords.takeBack)) }
    guard shelf.panes.nextPlace == .side else { return words }
    return words + [HintWord(.nextPane, parts.grouping == nil ? parts.list.nameOfParts : ScreenWords.groups)]
  }

  func position<Row>(_ shelf: ShelfListModel<Row>) -> String {
    shelf.panes.isInfoFocused ? position(shelf.preview.view) : Wording.position(shelf.rows.list)
  }

  /// The order of the rows.
  func facts<Row>(_ rows: ListModel<Row>) -> [String] {
    [Wording.sort(rows.order.sort, relevance: ScreenWords.shelfOrder)]
  }

  var changesFilter: String { ScreenWords.changesFilter(key: store.key(.edit)) }
}

extension ShelfList {
  fileprivate var nameOfParts: String {
    switch self {
    case .collection: ScreenWords.folders
    case .wantList: ScreenWords.crates
    }
  }
}
