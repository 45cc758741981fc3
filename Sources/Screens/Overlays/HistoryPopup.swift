import Clients
import DiscogsModel
import Features
import Terminal
import Wording

/// The search history over the page.
struct HistoryPopup {
  let model: HistoryModel
  /// Seconds since 1970.
  let now: Double
  let theme: Theme

  func draw(in rect: Rect, on canvas: inout Canvas) {
    canvas.fill(rect)
    var area = rect
    var title = area.takeTop(1)
    canvas.write(ScreenWords.historyCaption, in: title.takeLeft(16), style: theme.strong)
    let column = FieldDrawing(field: model.field, style: theme.text).draw(in: title, on: &canvas)
    let width = area.columns - 2
    let wide = width >= 70
    let columns = [
      ListColumn(caption: ScreenWords.search, columns: width - (wide ? 49 : 16)),
      wide ? ListColumn(caption: "Type", columns: 9) : nil, wide ? ListColumn(caption: "Source", columns: 10) : nil,
      ListColumn(caption: "Found", columns: 7, alignment: .trailing),
      wide ? ListColumn(caption: "Runs", columns: 5, alignment: .trailing) : nil,
      ListColumn(caption: "Last", columns: wide ? 13 : 7, alignment: .trailing),
    ].compactMap { $0 }
    let list = ListDrawing<HistoryEntry>(
      theme: theme,
      emptyText: model.field.isEmpty
        ? [ScreenWords.noSearchYet, ScreenWords.searchesRemembered]
        : [ScreenWords.noSearchLike(model.field.text)],
      retryKey: "", hasFocus: true, place: nil)
    list.draw(model.list, captions: columns, in: area, on: &canvas) { _, entry, place, canvas in
      var texts = [entry.query]
      if wide { texts += [entry.kind?.rawValue ?? "all", entry.source.rawValue] }
      texts.append(entry.results.map { Wording.total($0) } ?? "")
      if wide { texts.append("\(entry.runs)×") }
      texts.append(Wording.age(now - entry.lastRun))
      var x = place.column
      for (index, (text, column)) in zip(texts, columns).enumerated() {
        canvas.write(
          text, at: Point(column: x, row: place.row), style: index == 0 ? theme.text : theme.quiet,
          columns: column.columns, alignment: column.alignment)
        x += column.columns + 1
      }
    }
    canvas.cursor = Point(column: column, row: rect.row)
  }
}
