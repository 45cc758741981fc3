import DiscogsModel

/// A page with its view model. The exhaustive switches over it name what a new page still lacks.
public enum OpenPage {
  case home(HomeModel)
  case search(SearchModel)
  case collection(CollectionModel)
  case wantList(WantListModel)
  case stats(StatsModel)
  case tasks(TasksModel)
  case log(LogModel)
  case release(ReleaseModel)
  case browse(BrowseModel)
  case user(UserModel)
  case lists(ListsModel)
  case records(RecordListModel)
  case market(MarketModel)
  case seller(SellerModel)
  case help(HelpModel)
  case notifications(NotificationsModel)

  public init(_ route: Route, context: PageContext, keys: [Command: [String]], memento: PageMemento = PageMemento()) {
    self =
      switch route {
      case .home: .home(HomeModel(context: context, keys: keys))
      case .search: .search(SearchModel(context: context, memento: memento))
      case .collection: .collection(CollectionModel(context: context, memento: memento))
      case .wantList: .wantList(WantListModel(context: context, memento: memento))
      case .stats: .stats(StatsModel(context: context, memento: memento))
      case .tasks: .tasks(TasksModel(context: context))
      case .log: .log(LogModel(context: context, memento: memento))
      case .release(let id): .release(ReleaseModel(id, context: context, memento: memento))
      case .master(let id): .browse(BrowseModel(.master(id), context: context, memento: memento))
      case .artist(let id): .browse(BrowseModel(.artist(id), context: context, memento: memento))
      case .label(let id): .browse(BrowseModel(.label(id), context: context, memento: memento))
      case .user(let name): .user(UserModel(name, context: context, memento: memento))
      case .lists(let user): .lists(ListsModel(of: user, context: context, memento: memento))
      case .market: .market(MarketModel(context: context, memento: memento))
      case .seller(let name): .seller(SellerModel(name, context: context, memento: memento))
      case .records(let list): .records(RecordListModel(list, context: context, memento: memento))
      case .notifications: .notifications(NotificationsModel(context: context))
      case .help: .help(HelpModel(keys: keys, context: context, memento: memento))
      }
  }

  public var model: any PageModel {
    switch self {
    case .home(let model): model
    case .search(let model): model
    case .collection(let model): model
    case .wantList(let model): model
    case .stats(let model): model
    case .tasks(let model): model
    case .log(let model): model
    case .release(let model): model
    case .browse(let model): model
    case .user(let model): model
    case .lists(let model): model
    case .records(let model): model
    case .market(let model): model
    case .seller(let model): model
    case .help(let model): model
    case .notifications(let model): model
    }
  }

  /// Whether the keys go to text with links rather than to a list of rows.
  public var isText: Bool {
    switch self {
    case .release, .user, .help: true
    case .browse(let model): model.panes.isInfoFocused
    case .search(let model): model.panes.isInfoFocused
    case .records(let model): model.panes.isInfoFocused
    case .collection(let model): model.copies.isText
    case .wantList(let model): model.wants.isText
    case .log(let model): model.shown != nil
    case .market(let model): model.panes.isInfoFocused
    case .seller(let model): model.panes.isInfoFocused
    case .home, .lists, .stats, .tasks, .notifications: false
    }
  }
}
