import Clients
public import Observation
public import RunoutModel
import Wording

/// The collection in figures: counted by one thing at a time, each row a way to the copies behind it.
@Observable
public final class StatsModel: PageModel {
  public let groups: SmallListPane<ShelfGroup>
  public let panes: Panes
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
    groups = SmallListPane(context: context, text: \.name)
    panes = Panes(groups, context: context, scope: scope)
    groups.list.replace(cursor: memento.list.cursor, top: memento.list.top)
    groups.onReload = { [weak self] in self?.reload() }
    load()
  }

  public var list: PagedList<ShelfGroup> { groups.list }

  private func reload() {
    groups.list.replace(cursor: list.cursor, top: list.top)
    load()
  }

  private func load() {
    groups.list.begin()
    loading?.cancel()
    let (reports, shelf, grouping) = (context.services.reports, context.services.shelf, grouping)
    loading = scope.run { [weak self] in
      do throws(ClientError) {
        let groups = try await reports.groups(grouping, .collection, CollectionRequest())
        let copies = try await shelf.copyCount(CollectionRequest())
        let values = try await reports.values()
        guard let self, grouping == self.grouping else { return }
        self.groups.list.append(Page(rows: groups, next: nil))
        self.groups.list.total = .exactly(groups.count)
        self.copies = copies
        self.values = values
      } catch {
        guard let self, grouping == self.grouping, !Task.isCancelled else { return }
        self.groups.list.fail(error, keepsOldRows: false)
      }
    }
  }

  public func hear(_ event: Event) {
    switch event {
    case .shelfChanged, .shelfFiled, .shelfTakenBack: reload()
    default: panes.hear(event)
    }
  }

  public var route: Route { .stats }

  public var memento: PageMemento {
    var memento = panes.memento
    memento.query = grouping.rawValue
    return memento
  }

  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    switch command {
    case .nextType, .nextPane: show(step: 1)
    case .previousType, .previousPane: show(step: -1)
    case .open:
      guard let group = list.selected else { return .refused(PageWords.nothingToCount) }
      context.follow(.shelf(group.query))
    default: return panes.perform(command, argument)
    }
    return .done
  }

  private func show(step: Int) {
    let all = ShelfGrouping.allCases
    let place = all.firstIndex(of: grouping) ?? 0
    show(all[(place + step + all.count) % all.count])
  }

  func show(_ grouping: ShelfGrouping) {
    self.grouping = grouping
    groups.list.replace(cursor: 0, top: 0)
    load()
  }
}
