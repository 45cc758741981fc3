import Clients
import DiscogsModel
public import Observation
public import RunoutModel
import Wording

/// The collection in figures: all panels on one screen, or one grouping in full.
@Observable
public final class StatsModel: PageModel, Loader {
  public let overview: StatsPane
  public let groups: SmallListPane<ShelfGroup>
  public let panes: Panes
  /// The grouping shown in full; nil for the panels.
  public private(set) var grouping: ShelfGrouping?
  /// The number of copies; nil until counted.
  public private(set) var copies: Int?
  /// The worth of the collection, oldest first.
  public private(set) var values: [ValueOnDay] = []
  public private(set) var plays = PlayTally(days: [], today: 0)
  /// The sums paid for copies, next to their worth.
  public private(set) var paid = PaidReport(field: "", of: [])
  /// The chart above the panels; nil where there is too little room for it.
  @ObservationIgnored public private(set) var course: StatsCourse?
  /// The column at which it begins.
  @ObservationIgnored public private(set) var courseColumn = 0
  /// The covers above the panels; nil where there is too little room for them.
  @ObservationIgnored public private(set) var band: CoverBand?
  public private(set) var covers: [PictureSubject] = []

  /// The copies with the highest ratings, the highest first.
  @ObservationIgnored private var topRated: [CollectionCopy] = []
  @ObservationIgnored private(set) var counts: [ShelfGrouping: StatsCount] = [:]
  @ObservationIgnored private(set) var failures: [ShelfGrouping: ClientError] = [:]
  @ObservationIgnored private var loading: [ShelfGrouping: Task<Void, Never>] = [:]
  @ObservationIgnored private var counting: Task<Void, Never>?
  @ObservationIgnored private var addingUp: Task<Void, Never>?
  @ObservationIgnored private var rating: Task<Void, Never>?
  @ObservationIgnored private(set) var keys: [Command: [String]]

  public init(context: PageContext, keys: [Command: [String]], memento: PageMemento = PageMemento()) {
    self.keys = keys
    let shown = ShelfGrouping(rawValue: memento.query)
    overview = StatsPane(context)
    groups = SmallListPane(context: context, text: \.name)
    panes = Panes(shown == nil ? overview : groups, context: context)
    grouping = shown
    groups.list.replace(cursor: memento.list.cursor, top: memento.list.top)
    groups.onReload = { [weak self] in self?.load() }
    overview.model = self
    load()
  }

  public var list: PagedList<ShelfGroup> { groups.list }
  public var view: PanelView<StatsPart> { overview.view }
  public var route: Route { .stats }

  // MARK: Loading

  func load() {
    if grouping != nil { groups.list.begin() }
    for grouping in (StatsPart.counted + [grouping].compactMap { $0 }).uniqued() { load(grouping) }
    counting?.cancel()
    counting = load {
      (
        try await $0.shelf.copyCount(CollectionRequest()), try await $0.reports.values(), try await $0.playTally()
      )
    } then: { model, found in
      guard !Task.isCancelled else { return }
      (model.copies, model.values, model.plays) = found
      model.layOut()
    } else: { model, error in
      guard !Task.isCancelled, error != .cancelled else { return }
      model.failures[.folder] = error
      model.layOut()
    }
    rating?.cancel()
    rating = load(orLog: "Could not find the top rated copies") {
      try await $0.shelf.copies(CollectionRequest(sort: SortOrder(.rating)), nil, Self.mostCovers).rows
    } then: {
      $0.topRated = $1.filter { ($0.rating ?? 0) > 0 }
      $0.layOut()
    }
    addingUp?.cancel()
    addingUp = load {
      try await $0.reports.paid(CollectionRequest(), "", .all)
    } then: { model, paid in
      guard !Task.isCancelled else { return }
      model.paid = paid
      model.layOut()
    } else: { model, error in
      guard !Task.isCancelled, error != .cancelled else { return }
      model.failures[.folder] = error
      model.layOut()
    }
    layOut()
  }

  /// The old count stays until the new one is here.
  private func load(_ grouping: ShelfGrouping) {
    loading[grouping]?.cancel()
    failures[grouping] = nil
    loading[grouping] = load {
      try await $0.reports.groups(grouping, .collection, CollectionRequest())
    } then: { model, groups in
      guard !Task.isCancelled else { return }
      // A large shelf has tens of thousands of artists, but only some hundreds of months.
      model.counts[grouping] = (Array(groups.prefix(600)), groups.count)
      if grouping == model.grouping { model.groups.show(groups, total: groups.count) { $0.name == $1.name } }
      model.layOut()
    } else: { model, error in
      guard !Task.isCancelled, error != .cancelled else { return }
      model.failures[grouping] = error
      if grouping == model.grouping { model.groups.list.fail(error, keepsOldRows: false) }
      model.layOut()
    }
  }

  func layOut() {
    (band, course, courseColumn) = (nil, nil, 0)
    // Lower, they would take the panels' room.
    if view.count > 2, view.height >= 31, context.pictures.isOn {
      band = CoverBand(of: topRated.count, on: (view.width, view.height))
    }
    // A failure is said by the panel of months.
    if view.isWide, view.height >= 31, failures[.added] == nil, let months = counts[.added]?.groups {
      // Beside covers where there is room for both.
      let half = band == nil ? nil : CoverBand(of: topRated.count, on: (view.width / 2, view.height))
      if half != nil { courseColumn = view.width / 2 + CoverBand.gap }
      if band == nil || half != nil {
        course = StatsCourse(months, columns: view.allColumns - courseColumn, rows: half?.height)
      }
      if course != nil, let half { band = half }
    }
    let cells = topRated.prefix(band?.count ?? 0).map { PanelLine($0, of: StatsPart.rated) }
    let covers = cells.compactMap(\.picture)
    if covers != self.covers { self.covers = covers }
    if grouping == nil { for cover in covers { context.pictures.want(cover, .cover, in: context.scope) } }
    let head = band?.height ?? course?.rows ?? 0
    // As many bars as let all columns but the first, whose panels are low, end with the screen; below covers, two panels
    // of each.
    let panels = band == nil ? StatsPart.arrangements[view.count - 1].dropFirst().map(\.count).max() ?? 1 : 2
    let most = view.isWide ? max(5, (view.height - head + 1) / panels - 3) : 5
    var lines = StatsLines(
      model: self, most: most, rows: head > 0 ? view.height - head : nil, hasCourse: course != nil,
      builder: PanelBuilder(.totals, columns: view.textColumns, measure: context.measure))
    overview.view.show(lines.lay(), cells: cells, headRows: head)
  }

  private static let mostCovers = 16

  func retry() -> Bool {
    guard !failures.isEmpty else { return false }
    load()
    return true
  }

  // MARK: Events and commands

  public func hear(_ event: Event) {
    switch event {
    case .shelfChanged, .shelfFiled, .shelfTakenBack: load()
    // Covers that made room for others meanwhile are wanted again.
    case .picturesChanged, .reappeared: layOut()
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
    case .nextType, .nextPane: show(ShelfGrouping.allCases.element(1, after: grouping))
    case .previousType, .previousPane: show(ShelfGrouping.allCases.element(-1, after: grouping))
    case .back, .cancel:
      self.grouping = nil
      panes.main = overview
    case .open:
      guard let group = list.selected else { return .refused(PageWords.nothingToCount) }
      context.follow(.shelf(group.query))
    default: return panes.perform(command, argument)
    }
    return .done
  }

  public var nextGrouping: ShelfGrouping {
    grouping.map { ShelfGrouping.allCases.element(1, after: $0) } ?? view.selected?.part.grouping ?? .decade
  }

  func show(_ grouping: ShelfGrouping) {
    self.grouping = grouping
    groups.list.replace(cursor: 0, top: 0)
    groups.list.begin()
    panes.main = groups
    load(grouping)
  }
}
