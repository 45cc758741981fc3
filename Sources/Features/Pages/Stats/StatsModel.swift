import Clients
public import Observation
public import RunoutModel
import Wording

/// The collection in figures: all panels on one screen, or one grouping in full.
@Observable
public final class StatsModel: PageModel {
  public let overview: StatsPane
  /// Every group of ``grouping``.
  public let groups: SmallListPane<ShelfGroup>
  public let panes: Panes
  /// The grouping shown in full; nil for the panels.
  public private(set) var grouping: ShelfGrouping?
  /// The number of copies; nil until counted.
  public private(set) var copies: Int?
  /// The worth of the collection, oldest first.
  public private(set) var values: [ValueOnDay] = []

  @ObservationIgnored private let context: PageContext
  @ObservationIgnored private let scope: TaskScope
  @ObservationIgnored private var counts: [ShelfGrouping: StatsCount] = [:]
  @ObservationIgnored private var failures: [ShelfGrouping: ClientError] = [:]
  @ObservationIgnored private var loading: [ShelfGrouping: Task<Void, Never>] = [:]
  @ObservationIgnored private var counting: Task<Void, Never>?
  @ObservationIgnored private var keys: [Command: [String]]

  public init(context: PageContext, keys: [Command: [String]], memento: PageMemento = PageMemento()) {
    self.context = context
    self.keys = keys
    scope = TaskScope(context.tasks)
    let shown = ShelfGrouping(rawValue: memento.query)
    overview = StatsPane(context)
    groups = SmallListPane(context: context, text: \.name)
    panes = Panes(shown == nil ? overview : groups, context: context, scope: scope)
    grouping = shown
    groups.list.replace(cursor: memento.list.cursor, top: memento.list.top)
    groups.onReload = { [weak self] in self?.load() }
    overview.onReload = { [weak self] in self?.load() }
    overview.onRetry = { [weak self] in self?.retry() ?? false }
    overview.onLayOut = { [weak self] in self?.layOut() }
    overview.onUnfold = { [weak self] in self?.show($0.grouping) }
    load()
  }

  public var list: PagedList<ShelfGroup> { groups.list }
  public var view: PanelView<StatsPart> { overview.view }
  public var route: Route { .stats }

  // MARK: Loading

  private func load() {
    if grouping != nil { groups.list.begin() }
    for grouping in StatsPart.counted + [self.grouping].compactMap({ $0 }).filter({ !StatsPart.counted.contains($0) }) {
      load(grouping)
    }
    let (reports, shelf) = (context.services.reports, context.services.shelf)
    counting?.cancel()
    counting = scope.run { [weak self] in
      do throws(ClientError) {
        let copies = try await shelf.copyCount(CollectionRequest())
        let values = try await reports.values()
        guard let self, !Task.isCancelled else { return }
        (self.copies, self.values) = (copies, values)
        layOut()
      } catch {
        guard let self, !Task.isCancelled, error != .cancelled else { return }
        failures[.folder] = error
        layOut()
      }
    }
    layOut()
  }

  /// The old count stays until the new one is here.
  private func load(_ grouping: ShelfGrouping) {
    loading[grouping]?.cancel()
    failures[grouping] = nil
    let reports = context.services.reports
    loading[grouping] = scope.run { [weak self] in
      do throws(ClientError) {
        let groups = try await reports.groups(grouping, .collection, CollectionRequest())
        guard let self, !Task.isCancelled else { return }
        counts[grouping] = StatsCount(groups)
        if grouping == self.grouping { show(groups) }
      } catch {
        guard let self, !Task.isCancelled, error != .cancelled else { return }
        failures[grouping] = error
        if grouping == self.grouping { self.groups.list.fail(error, keepsOldRows: false) }
      }
      self?.layOut()
    }
  }

  /// Fills the list of groups.
  private func show(_ rows: [ShelfGroup]) {
    guard list.isStale || list.isEmpty else {
      return groups.show(rows, total: rows.count) { $0.name == $1.name }
    }
    groups.list.append(Page(rows: rows, next: nil))
    groups.list.total = .exactly(rows.count)
  }

  private func layOut() {
    // As many bars as let all columns but the first, whose panels are low, end with the screen.
    let panels = max(1, StatsPart.arrangements[view.count - 1].dropFirst().map(\.count).max() ?? 1)
    let most = view.isWide ? max(5, (view.height + 1) / panels - 3) : 5
    var lines = StatsLines(
      counts: counts, failures: failures, copies: copies, values: values, most: most,
      retryKey: keys[.refreshView]?.first ?? "",
      builder: PanelBuilder(.totals, columns: view.textColumns, measure: context.measure))
    overview.view.show(lines.lay())
  }

  private func retry() -> Bool {
    guard !failures.isEmpty else { return false }
    load()
    return true
  }

  // MARK: Events and commands

  public func hear(_ event: Event) {
    switch event {
    case .shelfChanged, .shelfFiled, .shelfTakenBack: load()
    case .keysChanged(let keys):
      self.keys = keys
      layOut()
    default: panes.hear(event)
    }
  }

  public var memento: PageMemento {
    var memento = panes.memento
    memento.query = grouping?.rawValue ?? ""
    return memento
  }

  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    guard let grouping else {
      switch command {
      case .nextType, .previousType: show(view.selected?.part.grouping ?? .decade)
      case .leaveWall: return .refused(AppWords.firstPage(key: keys[.quit]?.first ?? ""))
      default: return panes.perform(command, argument)
      }
      return .done
    }
    switch command {
    case .nextType, .nextPane: show(self.grouping(after: 1, grouping))
    case .previousType, .previousPane: show(self.grouping(after: -1, grouping))
    case .back, .cancel: showOverview()
    case .open:
      guard let group = list.selected else { return .refused(PageWords.nothingToCount) }
      context.follow(.shelf(group.query))
    default: return panes.perform(command, argument)
    }
    return .done
  }

  /// The grouping that the next-type key shows.
  public var nextGrouping: ShelfGrouping {
    grouping.map { self.grouping(after: 1, $0) } ?? view.selected?.part.grouping ?? .decade
  }

  private func grouping(after step: Int, _ grouping: ShelfGrouping) -> ShelfGrouping {
    let all = ShelfGrouping.allCases
    let place = all.firstIndex(of: grouping) ?? 0
    return all[(place + step + all.count) % all.count]
  }

  /// Shows a grouping in full.
  func show(_ grouping: ShelfGrouping) {
    self.grouping = grouping
    groups.list.replace(cursor: 0, top: 0)
    groups.list.begin()
    panes.main = groups
    load(grouping)
  }

  private func showOverview() {
    grouping = nil
    panes.main = overview
  }
}
