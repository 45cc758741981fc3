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

  /// The page named by a setting.
  public init(_ start: Settings.Start) {
    self =
      switch start {
      case .home: .home
      case .search: .search
      case .collection: .collection
      case .wants: .wantList
      case .lists: .lists
      case .market: .market
      case .stats: .stats
      case .tasks: .tasks
      case .log: .log
      }
  }

  public var route: Route {
    switch self {
    case .home: .home
    case .search: .search
    case .collection: .collection
    case .wantList: .wantList
    case .lists: .lists(of: nil)
    case .market: .market
    case .stats: .stats
    case .tasks: .tasks
    case .log: .log
    }
  }

  /// The command that opens it.
  var command: Command {
    switch self {
    case .home: .openHome
    case .search: .openSearch
    case .collection: .openCollection
    case .wantList: .openWantList
    case .lists: .openLists
    case .market: .openMarket
    case .stats: .openStats
    case .tasks: .openTasks
    case .log: .openLog
    }
  }

  /// Whether the page shows the user's shelf: opening it may start a sync.
  var isOfTheShelf: Bool {
    switch self {
    case .home, .collection, .wantList, .lists, .market, .stats: true
    case .search, .tasks, .log: false
    }
  }

  /// In four letters, for screens with room for no more.
  public var shortTitle: String {
    switch self {
    case .home: TitleWords.home
    case .search: TitleWords.shortSearch
    case .collection: TitleWords.shortCollection
    case .wantList: TitleWords.shortWants
    case .lists: TitleWords.shortLists
    case .market: TitleWords.shortMarket
    case .stats: TitleWords.shortStats
    case .tasks: TitleWords.shortTasks
    case .log: TitleWords.log
    }
  }

  public var title: String {
    switch self {
    case .home: TitleWords.home
    case .search: TitleWords.search
    case .collection: TitleWords.collection
    case .wantList: TitleWords.wants
    case .lists: TitleWords.lists
    case .market: TitleWords.market
    case .stats: TitleWords.stats
    case .tasks: TitleWords.tasks
    case .log: TitleWords.log
    }
  }
}
