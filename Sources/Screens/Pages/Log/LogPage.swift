import Clients
import Features
import Terminal
import Wording

extension LogModel: DrawablePage { typealias Drawing = LogPage }

struct LogPage: ListPage {
  let model: LogModel
  let style: PageStyle

  var list: ListModel<LogEntry> { model.rows }
  var title: String { TitleWords.log }
  var facts: [String] { [ScreenWords.newestFirst, Self.name(model.level)] }
  var progress: String? { nil }

  var hints: [Command] {
    guard model.shown == nil else { return [.back, .find, .pageDown, .commandLine, .openHelp] }
    return (list.list.isEmpty ? [] : [.open]) + [.narrow, .nextType, .refreshView, .newSearch, .commandLine, .openHelp]
  }

  var words: [HintWord] {
    let next = Self.name(model.nextLevel)
    return [HintWord(.nextType, model.nextLevel == .trace ? ScreenWords.show(next) : ScreenWords.only(next))]
  }

  private static func name(_ level: LogEntry.Level) -> String {
    switch level {
    case .trace: ScreenWords.everything
    case .warning: ScreenWords.warningsAndErrors
    case .error: ScreenWords.errors
    default: ScreenWords.andWorse(level.rawValue)
    }
  }

  private enum Fact { case time, timeOfDay, level, event }

  private static let columns: [ListColumn<Fact>] = [
    .init(.timeOfDay, ColumnWords.time, 8, below: 68), .init(.time, ColumnWords.time, 19, from: 68),
    .init(.level, ColumnWords.level, 8), .init(.event, ColumnWords.whatHappened, share: 1),
  ]

  func draw(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    guard let view = model.shown else { return drawList(in: rect, hasFocus: hasFocus, on: &canvas) }
    DocumentDrawing(theme: style.theme, hasFocus: hasFocus, place: .cover)
      .draw(view, in: style.textArea(rect), on: &canvas)
  }

  func drawList(in rect: Rect, hasFocus: Bool, on canvas: inout Canvas) {
    let (theme, drawing) = (style.theme, style.list(noRows, hasFocus: hasFocus))
    drawing.draw(list, ColumnLayout(Self.columns, in: rect), in: rect, on: &canvas) { entry, cell, canvas in
      switch cell.fact {
      case .time: canvas.write(entry.shownTime, in: cell, style: theme.quiet)
      case .timeOfDay: canvas.write(String(entry.shownTime.dropFirst(11).prefix(8)), in: cell, style: theme.quiet)
      case .level:
        canvas.write(entry.level.rawValue, in: cell, style: entry.level >= .warning ? theme.warning : theme.quiet)
      case .event:
        var area = cell.area
        area.takeLeft(canvas.write(entry.message, in: area) + 2)
        canvas.write(entry.details, in: area, style: theme.quiet)
      }
    }
  }

  // Also of a log that is narrowed to nothing.
  var noRows: [String] { [ScreenWords.logEmpty, ScreenWords.logHolds] }
}
