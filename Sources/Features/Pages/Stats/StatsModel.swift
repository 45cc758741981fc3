import Clients
public import DiscogsModel
public import Observation

/// The collection in figures: counted by one thing at a time, each row a way to the copies behind it.
@Observable
public final class StatsModel: PageModel {
  public private(set) var list = PagedList<ShelfGroup>()
  public private(set) var grouping: ShelfGrouping
  /// How many copies there are; nil until they are counted.
  public private(set) var copies: Int?
  /// What the collection was worth, oldest first.
  public private(set) var values: [ValueOnDay] = []

  @ObservationIgnored private let context: PageContext
  @ObservationIgnored private let scope: TaskScope
  @ObservationIgnored private var loading: Task<Void, Never>?

  public init(context: PageContext, memento: PageMemento = PageMemento()) {
    self.context = context
    scope = TaskScope(context.tasks)
    grouping = ShelfGrouping(rawValue: memento.query) ?? .decade
    list.replace(cursor: memento.list.cursor, top: memento.list.top)
    load()
  }

  private func load() {
    list.begin()
    loading?.cancel()
    let (reports, shelf, grouping) = (context.services.reports, context.services.shelf, grouping)
    loading = scope.run { [weak self] in
      do throws(ClientError) {
        let groups = try await reports.groups(grouping, .collection, CollectionRequest())
        let copies = try await shelf.copyCount(CollectionRequest())
        let values = try await reports.values()
        guard let self, grouping == self.grouping else { return }
        list.append(Page(rows: groups, next: nil))
        list.total = .exactly(groups.count)
        self.copies = copies
        self.values = values
      } catch {
        guard let self, grouping == self.grouping, !Task.isCancelled else { return }
        list.fail(error, keepsOldRows: false)
      }
    }
  }

  public func hear(_ event: Event) {
    switch event {
    case .shelfChanged, .shelfFiled: reload()
    default: break
    }
  }

  public var route: Route { .stats }

  public var memento: PageMemento {
    var memento = PageMemento()
    memento.query = grouping.rawValue
    memento.list = ListMemento(order: ListOrder(), cursor: list.cursor, top: list.top)
    return memento
  }

  public var subjects: [Subject] { [] }
  public var isReady: Bool { list.status == .complete || list.hasFailed }

  public func handle(_ command: Command) -> Bool {
    switch command {
    case .nextType, .nextPane: show(step: 1)
    case .previousType, .previousPane: show(step: -1)
    case .open:
      guard let group = list.selected else { return false }
      context.follow(.shelf(group.query))
    default: return list.handle(command)
    }
    return true
  }

  private func show(step: Int) {
    let all = ShelfGrouping.allCases
    let place = all.firstIndex(of: grouping) ?? 0
    show(all[(place + step + all.count) % all.count])
  }

  func show(_ grouping: ShelfGrouping) {
    self.grouping = grouping
    list.replace(cursor: 0, top: 0)
    load()
  }

  public func disabledReason(_ command: Command) -> String? {
    command == .open ? "There is nothing to count yet" : nil
  }

  public func find(_ text: String) { context.say(text, ifNotFound: list.find(text, in: \.name)) }
  public var canBeNarrowed: Bool { false }
  public func cancel() -> Bool { false }
  public func close() { scope.close() }
  public func go(toRow row: Int) { list.moveCursor(to: row - 1) }

  public func retry() -> Bool {
    guard list.hasFailed else { return false }
    list.retry()
    load()
    return true
  }

  public func reload() {
    list.replace(cursor: list.cursor, top: list.top)
    load()
  }

  public func resize(columns: Int, rows: Int) { list.resize(height: max(1, rows - 1)) }
}
