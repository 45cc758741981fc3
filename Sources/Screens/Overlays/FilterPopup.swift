import Clients
import DiscogsModel
import Features
import Terminal
import Wording

/// The facets of a list: values of the filter are ticked, and each is followed by the number of its rows.
extension FilterModel: DrawnOverlay {
  private static let columns = 44

  var hints: [Command] { list.selected == nil ? [.submit, .cancel] : [.mark, .submit, .complete, .cancel] }

  func word(for command: Command) -> String? {
    switch command {
    case .mark: ScreenWords.tick
    case .submit: list.hasFailed ? ScreenWords.triesAgain : ScreenWords.done
    case .complete: ScreenWords.nextFacet
    default: nil
    }
  }

  func draw(in rect: Rect, style: PageStyle, on canvas: inout Canvas) {
    let width = min(Self.columns, rect.columns)
    let height = min(rect.rows, max(4, list.isEmpty ? 0 : list.rows.count) + 3)
    let box = Rect(column: rect.endColumn - width, row: rect.row, columns: width, rows: height)
    canvas.drawBox(box, caption: ScreenWords.facets(first: first), theme: style.theme)
    var inside = box.inset(columns: 1, rows: 1)
    style.draw(field, hint: ScreenWords.typeToNarrow, in: inside.takeTop(1), on: &canvas)
    guard !list.isEmpty else {
      canvas.writeLines(emptyText(style), in: inside.inset(columns: 1), style: style.theme.quiet)
      return
    }
    for (index, line, place) in list.shown(in: inside) {
      canvas.addRegion(place, Hit.overlayRow(index))
      draw(line, in: place, theme: style.theme, on: &canvas)
      if index == list.cursor { canvas.drawSelection(place, theme: style.theme) }
    }
    style.scrollMarks(top: list.top, lines: list.rows.count, in: inside, on: &canvas)
  }

  private func draw(_ line: Line, in place: Rect, theme: Theme, on canvas: inout Canvas) {
    var area = place.dropLeft(2)
    switch line {
    case .facet(let title): canvas.write(title, in: area, style: theme.quiet)
    case .value(let facet, let value):
      let isChosen = filters.contains(value.value, of: facet.id)
      area.takeRight(1)
      let count = Wording.number(value.count)
      canvas.write(count, in: area.takeRight(TextWidth.columns(count)), style: theme.quiet)
      area.takeRight(1)
      if isChosen { canvas.put(canvas.glyphs.tick, at: area.origin, style: theme.accent) }
      canvas.write(value.title, in: area.dropLeft(2), style: isChosen ? theme.strong : theme.text)
    }
  }

  private func emptyText(_ style: PageStyle) -> String {
    switch list.status {
    case .loading, .ready: ScreenWords.loading
    case .failed(let error):
      Wording.sentence(error, then: style.help(for: error), held: style.store.network.heldSeconds)
    case .complete: field.isEmpty ? ScreenWords.noFacets : ScreenWords.noMatch(field.text)
    }
  }
}
