import Clients
import DiscogsModel
import Features
import RunoutModel
import Terminal
import Wording

/// The search history over the page.
struct HistoryPopup {
  let model: HistoryModel
  let style: PageStyle

  private var theme: Theme { style.theme }

  private enum Fact { case query, kind, source, found, runs, age }

  private static let columns: [ListColumn<Fact>] = [
    .init(.query, ColumnWords.search, share: 1), .init(.kind, ColumnWords.type, 9, from: 70),
    .init(.source, ColumnWords.source, 10, from: 70), .init(.found, ColumnWords.found, 7, alignment: .trailing),
    .init(.runs, ColumnWords.runs, 5, from: 70, alignment: .trailing),
    .init(.age, ColumnWords.last, 7, below: 70, alignment: .trailing),
    .init(.age, ColumnWords.last, 13, from: 70, alignment: .trailing),
  ]

  func draw(in rect: Rect, on canvas: inout Canvas) {
    canvas.fill(rect)
    canvas.addRegion(rect, Hit.overlay)
    var area = rect
    let field = area.takeTop(1)
    let list = ListDrawing<HistoryEntry>(
      theme: theme,
      emptyText: model.field.isEmpty
        ? [ScreenWords.noSearchYet, ScreenWords.searchesRemembered(key: style.store.key(.submit))]
        : [ScreenWords.noSearchLike(model.field.text)],
      retryKey: "", hasFocus: true, place: nil)
    list.draw(model.list, ColumnLayout(Self.columns, in: area), in: area, on: &canvas) { entry, cell, canvas in
      switch cell.fact {
      case .query:
        var area = cell.area
        _ = area.takeLeft(canvas.write(entry.query, in: area))
        let how = Wording.arrangement(of: entry)
        if !how.isEmpty { canvas.write("  \(how)", in: area, style: theme.quiet) }
      case .kind: canvas.write(entry.kind?.rawValue ?? "all", in: cell, style: theme.quiet)
      case .source: canvas.write(entry.source.rawValue, in: cell, style: theme.quiet)
      case .found: if let results = entry.results { canvas.write(Wording.total(results), in: cell, style: theme.quiet) }
      case .runs: canvas.write("\(entry.runs)×", in: cell, style: theme.quiet)
      case .age: canvas.write(Wording.age(style.store.now - entry.lastRun), in: cell, style: theme.quiet)
      }
    }
    style.draw(model.field, hint: ScreenWords.typeToNarrow, in: field, on: &canvas)
  }
}
