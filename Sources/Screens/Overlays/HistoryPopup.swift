import DiscogsModel
import Features
import RunoutModel
import Terminal
import Wording

extension HistoryModel: DrawnOverlay {
  var hints: [Command] {
    let entry: [Command] = selected == nil ? [] : [.submit, .editEntry, .deleteEntry]
    return entry + (hasJustDeleted ? [.undoDelete] : []) + [.cancel]
  }

  var position: String { Wording.position(list) }

  private enum Fact { case query, kind, source, found, runs, age }

  private static let columns: [ListColumn<Fact>] = [
    .init(.query, ScreenWords.search, share: 1), .init(.kind, ColumnWords.type, 9, from: 70),
    .init(.source, ColumnWords.source, 10, from: 70), .init(.found, ColumnWords.found, 7, alignment: .trailing),
    .init(.runs, ColumnWords.runs, 5, from: 70, alignment: .trailing),
    .init(.age, ColumnWords.last, 7, below: 70, alignment: .trailing),
    .init(.age, ColumnWords.last, 13, from: 70, alignment: .trailing),
  ]

  func draw(in rect: Rect, style: PageStyle, on canvas: inout Canvas) {
    canvas.fill(rect)
    canvas.addRegion(rect, Hit.overlay)
    let (quiet, store) = (style.theme.quiet, style.store)
    var area = rect
    let top = area.takeTop(1)
    let emptyText =
      field.isEmpty
      ? [ScreenWords.noSearchYet, ScreenWords.searchesRemembered(key: store.key(.submit))]
      : [ScreenWords.noSearchLike(field.text)]
    let drawing = ListDrawing(theme: style.theme, emptyText: { emptyText }, hasFocus: true, place: nil)
    drawing.draw(list, ColumnLayout(Self.columns, in: area), in: area, on: &canvas) { entry, cell, canvas in
      switch cell.fact {
      case .query where entry.savedAs != nil:
        let name = "\(canvas.glyphs.star) \(entry.savedAs ?? "")"
        let used = canvas.write(name, in: cell.area, style: style.theme.accent)
        canvas.write("  \(entry.query)", in: cell.area.dropLeft(used), style: quiet)
      case _ where entry.savedAs != nil: break
      case .query:
        let used = canvas.write(entry.query, in: cell.area)
        let how = Wording.arrangement(of: entry)
        if !how.isEmpty { canvas.write("  \(how)", in: cell.area.dropLeft(used), style: quiet) }
      case .kind: canvas.write(entry.kind?.rawValue ?? "all", in: cell, style: quiet)
      case .source: canvas.write(entry.source.rawValue, in: cell, style: quiet)
      case .found: if let results = entry.results { canvas.write(Wording.total(results), in: cell, style: quiet) }
      case .runs: canvas.write("\(entry.runs)×", in: cell, style: quiet)
      case .age: canvas.write(Wording.age(store.now - entry.lastRun), in: cell, style: quiet)
      }
    }
    style.draw(field, hint: ScreenWords.narrowHistory, in: top, on: &canvas)
  }
}
