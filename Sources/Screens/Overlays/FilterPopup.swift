import Clients
import DiscogsModel
import Features
import Terminal
import Wording

/// The facets of a list: values of the filter are ticked, and each is followed by the number of its rows.
struct FilterPopup {
  let model: FilterModel
  let style: PageStyle

  private static let columns = 44

  func draw(in rect: Rect, on canvas: inout Canvas) {
    let width = min(Self.columns, rect.columns)
    let rows = model.list.isEmpty ? 4 : max(4, model.list.rows.count)
    let height = min(rect.rows, rows + 3)
    let box = Rect(column: rect.endColumn - width, row: rect.row, columns: width, rows: height)
    canvas.fill(box)
    canvas.addRegion(box, Hit.overlay)
    canvas.border(box, style: style.theme.frame)
    let caption = ScreenWords.facets(first: model.first)
    canvas.write(caption, in: box.line(0).inset(columns: 1), style: style.theme.strong)
    var inside = box.inset(columns: 1, rows: 1)
    style.draw(model.field, hint: ScreenWords.typeToNarrow, in: inside.takeTop(1), on: &canvas)
    guard !model.list.isEmpty else { return drawEmpty(in: inside.inset(columns: 1), on: &canvas) }
    for line in 0..<inside.rows where model.list.rows.indices.contains(model.list.top + line) {
      let index = model.list.top + line
      draw(
        model.list.rows[index], number: index, isSelected: index == model.list.cursor, in: inside.line(line),
        on: &canvas)
    }
    style.scrollMarks(top: model.list.top, lines: model.list.rows.count, in: inside, on: &canvas)
  }

  private func draw(
    _ line: FilterModel.Line, number: Int, isSelected: Bool, in place: Rect, on canvas: inout Canvas
  ) {
    canvas.addRegion(place, Hit.overlayRow(number))
    var area = place
    let margin = area.takeLeft(2)
    switch line {
    case .facet(let title): canvas.write(title, in: area, style: style.theme.quiet)
    case .value(let facet, let value):
      let isChosen = model.filters.contains(value.value, of: facet.id)
      _ = area.takeRight(1)
      let count = Wording.number(value.count)
      canvas.write(count, in: area.takeRight(TextWidth.columns(count)), style: style.theme.quiet)
      _ = area.takeRight(1)
      if isChosen { canvas.put(canvas.glyphs.tick, at: area.origin, style: style.theme.accent) }
      _ = area.takeLeft(2)
      canvas.write(value.title, in: area, style: isChosen ? style.theme.strong : style.theme.text)
    }
    guard isSelected else { return }
    canvas.put(canvas.glyphs.marker, at: margin.origin, style: style.theme.accent)
    canvas.restyle(place) { $0 = style.theme.selected($0) }
  }

  private func drawEmpty(in rect: Rect, on canvas: inout Canvas) {
    let text =
      switch model.list.status {
      case .loading, .ready: ScreenWords.loading
      case .failed(let error):
        Wording.sentence(error, then: style.help(for: error), held: style.store.network.heldSeconds)
      case .complete: model.field.isEmpty ? ScreenWords.noFacets : ScreenWords.noMatch(model.field.text)
      }
    for (line, words) in TextWidth.wrap(text, columns: rect.columns).enumerated() where line < rect.rows {
      canvas.write(words, in: rect.line(line), style: style.theme.quiet)
    }
  }
}
