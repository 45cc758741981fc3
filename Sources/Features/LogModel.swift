public import Clients
import DiscogsModel
public import Observation

/// The log, newest line first.
@Observable
public final class LogModel: PageModel {
  public let rows: ListModel<LogEntry>
  /// The least important lines shown.
  public private(set) var level: LogEntry.Level = .trace

  @ObservationIgnored private let context: PageContext
  @ObservationIgnored private let scope: TaskScope

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
        $0.level >= level && (words.isEmpty || TextFolding.fold($0.searchText).contains(words))
      }
    }
    return ListSource(
      load: { order, _, _ throws(ClientError) in Page(rows: try await entries(order), next: nil) },
      count: { order throws(ClientError) in .exactly(try await entries(order).count) },
      text: \.searchText)
  }

  public var route: Route { .log }

  public var memento: PageMemento {
    var memento = PageMemento()
    memento.list = rows.memento
    return memento
  }

  public var subjects: [Subject] { [] }

  public func handle(_ command: Command) -> Bool {
    switch command {
    case .nextType: changeLevel(by: 1)
    case .previousType: changeLevel(by: -1)
    default: return rows.handle(command)
    }
    return true
  }

  private func changeLevel(by step: Int) {
    let levels = LogEntry.Level.allCases
    let index = levels.firstIndex(of: level) ?? 0
    level = levels[(index + step + levels.count) % levels.count]
    rows.reload(Self.source(level, context.services.log))
  }

  public func disabledReason(_ command: Command) -> String? {
    command == .open ? "A line of the log opens nothing" : nil
  }

  public var narrowing: String { rows.order.narrowing }
  public func narrow(_ text: String) { rows.narrow(text) }
  public func find(_ text: String) { rows.find(text) }
  public func cancel() -> Bool { rows.cancel() }
  public func close() { scope.close() }
  public func go(toRow row: Int) { rows.select(row: max(0, row - 1)) }
  public func retry() -> Bool { rows.retry() }
  public func reload() { rows.reload() }
  public func resize(columns: Int, rows height: Int) { rows.resize(height: max(1, height - 1)) }
}

extension LogEntry {
  nonisolated public var details: String {
    metadata.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
  }

  nonisolated var searchText: String { "\(time) \(level.rawValue) \(message) \(details)" }
}
