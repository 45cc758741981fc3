import DiscogsModel

extension Route {
  /// Every page, by its route: what a new page adds here is its one row.
  ///
  /// - Parameter memento: how it was left, where it was open before.
  public func page(
    _ context: PageContext, keys: [Command: [String]], memento: PageMemento = PageMemento()
  ) -> any PageModel {
    switch self {
    case .home: HomeModel(context: context, keys: keys)
    case .search: SearchModel(context: context, memento: memento)
    case .collection: CollectionModel(context: context, memento: memento)
    case .wantList: WantListModel(context: context, memento: memento)
    case .stats: StatsModel(context: context, keys: keys, memento: memento)
    case .tasks: TasksModel(context: context)
    case .log: LogModel(context: context, memento: memento)
    case .release(let id): ReleaseModel(id, context: context, memento: memento)
    case .compare(let ids): CompareModel(ids, context: context, memento: memento)
    case .master(let id): BrowseModel(.master(id), context: context, memento: memento)
    case .artist(let id): ArtistModel(id, context: context, memento: memento)
    case .label(let id): BrowseModel(.label(id), context: context, memento: memento)
    case .user(let name): UserModel(name, context: context, memento: memento)
    case .lists(let user): ListsModel(of: user, context: context, memento: memento)
    case .market: MarketModel(context: context, memento: memento)
    case .seller(let name): SellerModel(name, context: context, memento: memento)
    case .records(let list): RecordListModel(list, context: context, memento: memento)
    case .dig(let list): DigModel(list, context: context, memento: memento)
    case .timeline(let owner): TimelineModel(owner, context: context, memento: memento)
    case .notifications: NotificationsModel(context: context)
    }
  }
}
