public import Clients
import DiscogsModel
public import Observation

/// The log, newest line first; one line opens as a whole.
@Observable
public final class LogModel: PageModel {
  public let rows: ListModel<LogEntry>
  /// The least important lines shown.
  public private(set) var level: LogEntry.Level = .trace

  /// The line that is open, laid out; nil while the list is shown.
  public private(set) var shown: DocumentView?

  @ObservationIgnored private let context: PageContext
  @ObservationIgnored private let scope: TaskScope
  @ObservationIgnored private var opened: LogEntry?
  @ObservationIgnored private var size = (columns: 80, rows: 20)

  public init(context: PageContext, memento: PageMemento = PageMemento()) {
    self.context = context
    scope = TaskScope(context.tasks)
    rows = ListModel(
      Self.source(.trace, context.services.log), context: context, scope: scope, memento: memento.list)
    rows.loadMoreIfNeeded()
  }

  private static func source(_ level: LogEntry.Level, _ log: LogClient) -> ListSource<LogEntry> {
    // The file is read from its end, a thousand lines at the most: one page, sorted as written.
    @Sendable func entries(_ order: ListOrder) async throws(ClientError) -> [LogEntry] {
      let words = TextFolding.fold(order.narrowing)
      return try await log.entries(1_000).filter {
        $0.level >= level && (words.isEmpty || TextFolding.fold($0.wholeText).contains(words))
      }
    }
    return ListSource(
      load: { order, _, _ throws(ClientError) in Page(rows: try await entries(order), next: nil) },
      count: nil,
      text: \.wholeText)
  }

  public var route: Route { .log }
  public var isText: Bool { shown != nil }

  public var memento: PageMemento {
    var memento = PageMemento()
    memento.list = rows.memento
    return memento
  }

  public var subjects: [Subject] { [] }

  /// What the lines that the commands are about say, one line each.
  public func text(toCopy command: Command) -> String? {
    guard command == .copyName else { return nil }
    let entries = opened.map { [$0] } ?? rows.markedOrSelected
    return entries.isEmpty ? nil : entries.map { TextField.clean($0.wholeText) }.joined(separator: "\n")
  }

  public func handle(_ command: Command) -> Bool {
    switch command {
    case .open where shown == nil, .toggleInfo where shown == nil:
      guard let entry = rows.list.selected else { return false }
      opened = entry
      layOut()
    case .toggleInfo: return leavePane()
    case .findNext where shown != nil: find(shown?.finding ?? "")
    case .findPrevious where shown != nil: find(shown?.finding ?? "", backwards: true)
    case .nextType where shown == nil: changeLevel(by: 1)
    case .previousType where shown == nil: changeLevel(by: -1)
    default: return shown == nil ? rows.handle(command) : shown?.handle(command) ?? false
    }
    return true
  }

  private func layOut() {
    guard let opened else { return }
    var builder = DocumentBuilder(columns: SplitLayout.pageTextColumns(size.columns), measure: context.measure)
    builder.paragraph([Span(TextField.clean(opened.message), .strong)])
    builder.blank()
    builder.fact("time", [Span(opened.time)])
    builder.fact("level", [Span(opened.level.rawValue)])
    for (name, value) in opened.metadata.sorted(by: { $0.key < $1.key }) {
      builder.fact(name, [Span(TextField.clean(value))], leadColumns: max(11, builder.width(of: name) + 2))
    }
    var view = shown ?? DocumentView()
    view.show(builder.lines)
    view.resize(height: size.rows)
    shown = view
  }

  private func changeLevel(by step: Int) {
    let levels = LogEntry.Level.allCases
    let index = levels.firstIndex(of: level) ?? 0
    level = levels[(index + step + levels.count) % levels.count]
    rows.reload(Self.source(level, context.services.log))
  }

  public func disabledReason(_ command: Command) -> String? {
    switch command {
    case .open: shown == nil ? "There is no line to open" : "A line of the log leads nowhere"
    default: nil
    }
  }

  public var narrowing: String { rows.order.narrowing }
  public func narrow(_ text: String) { rows.narrow(text) }
  public func find(_ text: String) {
    if shown == nil { rows.find(text) } else { find(text, backwards: false) }
  }

  private func find(_ text: String, backwards: Bool) {
    context.say(text, ifNotFound: shown?.find(text, backwards: backwards) ?? false)
  }

  public func leavePane() -> Bool {
    guard shown != nil else { return false }
    (shown, opened) = (nil, nil)
    return true
  }

  public func cancel() -> Bool { leavePane() || rows.cancel() }
  public func close() { scope.close() }

  public func go(toRow row: Int) {
    if shown == nil { rows.select(row: max(0, row - 1)) } else { shown?.move(to: row - 1) }
  }

  public func retry() -> Bool { rows.retry() }
  public func reload() { rows.reload() }

  public func resize(columns: Int, rows height: Int) {
    rows.resize(height: max(1, height - 1))
    guard (columns, height) != size else { return }
    size = (columns, height)
    layOut()
  }
}

extension LogEntry {
  nonisolated public var details: String {
    metadata.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
  }

  /// All of it on one line: `2026-03-01T12:00:00Z error Disk full path=/a`.
  nonisolated public var wholeText: String {
    [time, level.rawValue, message, details].filter { !$0.isEmpty }.joined(separator: " ")
  }
}
