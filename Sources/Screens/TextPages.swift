import Clients
import DiscogsModel
import Features
import Terminal

extension HelpModel: DrawablePage {
  func drawing(_ style: PageStyle) -> any DrawnPage { HelpPage(model: self, style: style) }
}

struct HelpPage: DrawnPage {
  let model: HelpModel
  let style: PageStyle

  var title: String { "Keys and commands" }
  var facts: [String] { ["\(style.store.key(.find)) finds", "\(style.store.key(.back)) goes back"] }
  var hints: [Command] { [.find, .findNext, .back, .pageDown, .commandLine] }
  var position: String { style.position(model.view) }

  func draw(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    DocumentDrawing(theme: style.theme, hasFocus: hasFocus).draw(model.view, in: style.textArea(rect), on: &canvas)
  }
}

extension LogModel: DrawablePage {
  func drawing(_ style: PageStyle) -> any DrawnPage { LogPage(model: self, style: style) }
}

struct LogPage: DrawnPage {
  let model: LogModel
  let style: PageStyle

  var title: String { "Log" }
  var hints: [Command] {
    guard model.shown == nil else { return [.back, .find, .pageDown, .commandLine, .openHelp] }
    return (model.rows.list.isEmpty ? [] : [.open])
      + [.narrow, .find, .nextType, .refreshView, .newSearch, .commandLine, .openHelp]
  }
  var facts: [String] {
    let level = model.level == .trace ? "everything" : "\(model.level.rawValue) and worse"
    return ["newest first", level]
  }
  var position: String { model.shown.map(style.position) ?? Wording.position(model.rows.list) }

  func draw(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    if let view = model.shown {
      DocumentDrawing(theme: style.theme, hasFocus: hasFocus).draw(view, in: style.textArea(rect), on: &canvas)
      return
    }
    // Narrow screens show the time of day alone.
    let isWide = rect.columns >= 70
    let time = isWide ? 20 : 8
    let captions = [
      ListColumn(caption: "Time", columns: time), ListColumn(caption: "Level", columns: 8),
      ListColumn(caption: "What happened", columns: max(8, rect.columns - time - 12)),
    ]
    let list: ListDrawing<LogEntry> = style.list(
      ["Nothing has been logged.", "Errors, imports and what was coped with are written here."], hasFocus: hasFocus)
    list.draw(model.rows, captions: captions, in: rect, on: &canvas) { _, entry, place, canvas in
      var area = place
      let clock = isWide ? entry.time : String(entry.time.drop { $0 != "T" }.dropFirst().prefix(8))
      canvas.write(clock, in: area.takeLeft(time + 1), style: style.theme.quiet)
      let isBad = entry.level >= .warning
      canvas.write(entry.level.rawValue, in: area.takeLeft(9), style: isBad ? style.theme.warning : style.theme.quiet)
      let used = canvas.write(entry.message, in: area)
      _ = area.takeLeft(used + 2)
      canvas.write(entry.details, in: area, style: style.theme.quiet)
    }
  }
}

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
    canvas.write("Search history  ", in: title.takeLeft(16), style: theme.strong)
    let column = FieldDrawing(field: model.field, style: theme.text).draw(in: title, on: &canvas)
    let width = area.columns - 2
    let wide = width >= 70
    let columns = [
      ListColumn(caption: "Search", columns: width - (wide ? 49 : 16)),
      wide ? ListColumn(caption: "Type", columns: 9) : nil, wide ? ListColumn(caption: "Source", columns: 10) : nil,
      ListColumn(caption: "Found", columns: 7, alignment: .trailing),
      wide ? ListColumn(caption: "Runs", columns: 5, alignment: .trailing) : nil,
      ListColumn(caption: "Last", columns: wide ? 13 : 7, alignment: .trailing),
    ].compactMap { $0 }
    let list = ListDrawing<HistoryEntry>(
      theme: theme,
      emptyText: model.field.isEmpty
        ? ["No search has been made yet.", "Searches are remembered when Enter runs them."]
        : ["No search is like “\(model.field.text)”."],
      retryKey: "", hasFocus: true)
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
