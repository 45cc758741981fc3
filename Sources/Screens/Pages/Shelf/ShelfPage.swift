import Features
import RunoutModel
import Terminal
import Wording

/// The collection or want list, with the pane of its parts at the left and the info pane at the right.
@MainActor protocol ShelfPage: ListPage where Model: ShelfPageModel, Row == Model.Row {
  /// The commands that change a row, for the hints.
  var rowHints: [Command] { get }
  /// Whether there are prices of wants or limits.
  var hasPrices: Bool { get }
  /// The text of a column that differs between the two lists.
  var text: (Row, ShelfColumn) -> String { get }
}

extension ShelfPage {
  var shelf: ShelfListModel<Row> { model.shelf }
  var list: ListModel<Row> { shelf.rows }
  var hasPrices: Bool { false }

  /// The part that is shown, if any, and the order of the rows.
  var partAndOrder: (part: String?, order: String) {
    (shelf.parts.shown.map(Wording.part), Wording.sort(list.order.sort, relevance: ScreenWords.shelfOrder))
  }

  /// A filter that finds nothing may have been misspelt.
  var emptyText: [String] {
    let nothing = style.emptyText(of: list, else: noRows)
    guard !shelf.nearest.isEmpty else { return nothing }
    return nothing + [ScreenWords.didYouMean(filter: shelf.nearest, key: style.store.key(.open))]
  }

  func draw(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    var rect = rect
    let parts = ShelfPartsPane(model: shelf.parts, isFocused: shelf.arePartsFocused, style: style)
    if shelf.arePartsVisible, shelf.panes.split.isWide {
      parts.draw(in: rect.takeLeft(SplitLayout.sideColumns), hasFocus: hasFocus, on: &canvas)
      let gap = rect.takeLeft(SplitLayout.gapBesideSide)
      canvas.verticalLine(at: Point(column: gap.column + 1, row: gap.row), rows: gap.rows, style: style.theme.rule)
    } else if shelf.arePartsVisible {
      return parts.draw(in: rect, hasFocus: hasFocus, on: &canvas)
    }
    drawPanes(in: rect, hasFocus: hasFocus, on: &canvas)
  }

  func drawList(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    let hasFocus = hasFocus && !shelf.arePartsFocused
    if list.isWall, !list.list.isEmpty {
      return WallDrawing(style: style, hasFocus: hasFocus).draw(list, in: rect, on: &canvas)
    }
    let (shelf, theme, text) = (shelf, style.theme, text)
    let columns = ShelfColumns(
      of: shelf.parts.list, in: rect, chosen: shelf.columns.choice, sort: list.order.sort.field,
      hasPrices: hasPrices)
    let rows = list.list
    style.list(emptyText, hasFocus: hasFocus).draw(list, columns.layout, in: rect, on: &canvas) {
      index, row, place, canvas in
      // Where one looks first, nothing is left to a row above, which may be out of sight.
      let last = index == rows.top || index == rows.cursor ? nil : rows[index - 1]
      let marks = shelf.marks.marks[row.reference]
      columns.draw(row, after: last, marks: marks, in: place, theme: theme, on: &canvas) { text(row, $0) }
      if shelf.isDivided, index == rows.top || rows[index - 1]?.letter != row.letter {
        let margin = Rect(column: rect.column, row: place.row, columns: 1, rows: 1)
        canvas.write(String(row.letter), in: margin, style: theme.caption)
      }
    }
    if !list.list.isEmpty { columns.addEnds(shelf.columns.choice, in: rect, on: &canvas) }
  }

  var hints: [Command] {
    guard shelf.arePartsFocused else {
      return listHints(also: rowHints + [.nextPane]).uniqued()
    }
    let own = ShelfPartsPane(model: shelf.parts, isFocused: true, style: style).hints
    return [.open, .nextType] + own + [.nextPane, .commandLine, .openHelp]
  }

  /// The hints' words for the pane of the parts and for the shelf's own order.
  var words: [HintWord] {
    let parts = shelf.parts
    let nameOfParts = parts.list == .collection ? ScreenWords.folders : ScreenWords.crates
    if shelf.arePartsFocused {
      let next = parts.nextGrouping.map { ScreenWords.group(by: GroupWording.grouping($0)) }
      return [HintWord(.nextType, next ?? ScreenWords.show(nameOfParts))]
    }
    var words = [HintWord(.sort(by: .relevance), ScreenWords.shelfOrder)]
    if list.list.selected?.refusal == .row { words.append(HintWord(.remove, ScreenWords.takeBack)) }
    guard shelf.panes.nextPlace == .side else { return words }
    return words + [HintWord(.nextPane, parts.grouping == nil ? nameOfParts : ScreenWords.groups)]
  }

  /// Of the pane that has the keys.
  var position: String {
    guard shelf.arePartsFocused else { return positionInList }
    return ScreenWords.row(shelf.parts.cursor + 1, of: Wording.number(shelf.parts.all.count + 1))
  }

  var changesFilter: String { ScreenWords.changesFilter(key: style.store.key(.edit)) }
}
