import Clients
import DiscogsModel
import Features
import Terminal
import Wording

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
    let level = model.level == .trace ? "everything" : ScreenWords.andWorse(model.level.rawValue)
    return [ScreenWords.newestFirst, level]
  }
  var position: String { model.shown.map(style.position) ?? Wording.position(model.rows.list) }

  func draw(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    if let view = model.shown {
      DocumentDrawing(theme: style.theme, hasFocus: hasFocus, place: .cover)
        .draw(view, in: style.textArea(rect), on: &canvas)
      return
    }
    // Narrow screens show the time of day alone.
    let isWide = rect.columns >= 70
    let time = isWide ? 20 : 8
    let captions = [
      ListColumn(caption: "Time", columns: time), ListColumn(caption: "Level", columns: 8),
      ListColumn(caption: ScreenWords.whatHappened, columns: max(8, rect.columns - time - 12)),
    ]
    let list: ListDrawing<LogEntry> = style.list(
      [ScreenWords.logEmpty, ScreenWords.logHolds], hasFocus: hasFocus)
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
