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

  private var facts: (start: Settings.Start, route: Route, command: Command, title: String, shortTitle: String) {
    switch self {
    case .home: (.home, .home, .openHome, TitleWords.home, TitleWords.home)
    case .search: (.search, .search, .openSearch, ScreenWords.search, TitleWords.shortSearch)
    case .collection: (.collection, .collection, .openCollection, FieldWords.collection, TitleWords.shortCollection)
    case .wantList: (.wants, .wantList, .openWantList, FieldWords.wants, TitleWords.shortWants)
    case .lists: (.lists, .lists(of: nil), .openLists, FieldWords.lists, ColumnWords.list)
    case .market: (.market, .market, .openMarket, FieldWords.market, TitleWords.shortMarket)
    case .stats: (.stats, .stats, .openStats, TitleWords.stats, TitleWords.shortStats)
    case .tasks: (.tasks, .tasks, .openTasks, TitleWords.tasks, TitleWords.shortTasks)
    case .log: (.log, .log, .openLog, TitleWords.log, TitleWords.log)
    }
  }

  public var route: Route { facts.route }
  var command: Command { facts.command }
  public var title: String { facts.title }
  /// In four letters, for screens with room for no more.
  public var shortTitle: String { facts.shortTitle }

  /// Whether the page shows the user's shelf: opening it may start a sync.
  var isOfTheShelf: Bool {
    switch self {
    case .home, .collection, .wantList, .lists, .market, .stats: true
    case .search, .tasks, .log: false
    }
  }
}
