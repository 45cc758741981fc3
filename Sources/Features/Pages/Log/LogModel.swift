public import Clients
import DiscogsModel
public import Observation
import RunoutModel
import Wording

/// The log, newest line first; a line opens in full.
@Observable
public final class LogModel: PageModel {
  public let rows: ListModel<LogEntry>
  /// The least important level shown.
  public private(set) var level: LogEntry.Level = .trace

  public let panes: Panes

  public init(context: PageContext, memento: PageMemento = PageMemento()) {
    rows = ListModel(Self.source(.trace, context.services), context: context, memento: memento.list)
    panes = Panes(rows, context: context)
    rows.loadMoreIfNeeded()
  }

  private static func source(_ level: LogEntry.Level, _ services: Services) -> ListSource<LogEntry> {
    let (log, secondsFromUTC) = (services.log, services.desktop.secondsFromUTC)
    // The latest thousand lines at most, newest first, as one page.
    return ListSource(
      load: { order, _, _ in
        let words = TextFolding.fold(order.narrowing)
        let entries = try await log.entries(1_000).filter {
          $0.level >= level && (words.isEmpty || TextFolding.fold($0.wholeText).contains(words))
        }
        return Page(rows: entries.map { $0.onClocks(aheadBy: secondsFromUTC) }, next: nil)
      }, text: \.wholeText, sortRule: PageWords.newestFirst)
  }

  public var route: Route { .log }

  /// The line that is open, laid out; nil while the list is shown.
  public var shown: DocumentView? { (panes.cover as? LogEntryPane)?.view }

  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    guard panes.cover == nil else { return panes.perform(command, argument) }
    switch command {
    case .open, .toggleInfo:
      guard let entry = rows.list.selected else { return .refused(PageWords.nothingToOpen) }
      panes.put(over: LogEntryPane(entry, context: context))
    case .nextType, .previousType:
      level = Self.levels.element(command == .nextType ? 1 : -1, after: level)
      rows.reload(Self.source(level, context.services))
    default: return panes.perform(command, argument)
    }
    return .done
  }

  /// The levels that the next-type key steps through.
  private static let levels: [LogEntry.Level] = [.trace, .info, .warning, .error]

  public var nextLevel: LogEntry.Level { Self.levels.element(1, after: level) }
}

final class LogEntryPane: TextPane {
  private let entry: LogEntry

  init(_ entry: LogEntry, context: PageContext) {
    self.entry = entry
    super.init(context)
    layOut(isSameWidth: true)
  }

  override func layOut(isSameWidth: Bool) {
    var builder = DocumentBuilder(columns: columns, measure: context.measure)
    builder.paragraph([Span(TextField.clean(entry.message), .strong)])
    builder.blank()
    builder.fact(FieldWords.time, [Span(entry.shownTime)])
    builder.fact(FieldWords.level, [Span(entry.level.rawValue)])
    for (name, value) in entry.metadata.sorted(by: { $0.key < $1.key }) {
      builder.fact(name, [Span(TextField.clean(value))], leadColumns: max(11, builder.width(of: name) + 2))
    }
    view.show(builder.lines, isSameWidth: isSameWidth)
  }

  override func text(toCopy command: Command) -> String? { entry.text(toCopy: command) }
}

extension LogEntry: PaneRow {
  nonisolated public func text(toCopy command: Command) -> String? {
    command == .copyName ? TextField.clean(wholeText) : nil
  }

  nonisolated fileprivate func onClocks(aheadBy secondsFromUTC: (Double) -> Int) -> LogEntry {
    guard let time = CivilTime(utc: time, secondsAhead: { secondsFromUTC(Double($0)) }) else { return self }
    var entry = self
    entry.shownTime = "\(time.date) \(time.clock)"
    return entry
  }

  nonisolated public var details: String {
    metadata.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
  }

  /// All of it on one line: `2026-03-01T12:00:00Z error Disk full path=/a`.
  nonisolated public var wholeText: String {
    [time, level.rawValue, message, details].filter { !$0.isEmpty }.joined(separator: " ")
  }
}
