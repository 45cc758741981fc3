public import Clients
import Wording

/// The pages on the number keys.
nonisolated public enum RootPage: Int, CaseIterable, Hashable, Sendable {
  case home = 1
  case search = 2
  case collection = 3
  case wantList = 4
  case lists = 5
  case market = 6
  case stats = 7
  case tasks = 8
  case log = 9

  public init(_ start: Settings.Start) { self = Self.allCases.first { $0.facts.start == start } ?? .home }

  private var facts: (start: Settings.Start, route: Route, command: Command, title: String) {
    switch self {
    case .home: (.home, .home, .openHome, TitleWords.home)
    case .search: (.search, .search, .openSearch, ScreenWords.search)
    case .collection: (.collection, .collection, .openCollection, FieldWords.collection)
    case .wantList: (.wants, .wantList, .openWantList, FieldWords.wants)
    case .lists: (.lists, .lists(of: nil), .openLists, FieldWords.lists)
    case .market: (.market, .market, .openMarket, FieldWords.market)
    case .stats: (.stats, .stats, .openStats, TitleWords.stats)
    case .tasks: (.tasks, .tasks, .openTasks, TitleWords.tasks)
    case .log: (.log, .log, .openLog, TitleWords.log)
    }
  }

  public var route: Route { facts.route }
  var command: Command { facts.command }
  public var title: String { facts.title }

  /// Whether the page shows the user's shelf: opening it may start a sync.
  var isOfTheShelf: Bool {
    switch self {
    case .home, .collection, .wantList, .lists, .market, .stats: true
    case .search, .tasks, .log: false
    }
  }
}
