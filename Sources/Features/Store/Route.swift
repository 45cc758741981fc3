public import Clients
public import DiscogsModel

/// A place in the program.
nonisolated public enum Route: Hashable, Sendable {
  case home
  case search
  case collection
  case wantList
  case stats
  case tasks
  case log
  case release(Release.ID)
  case compare([Release.ID])
  case master(Master.ID)
  case artist(Artist.ID)
  case label(Discogs.Label.ID)
  case user(String)
  /// The public lists of a user; nil for the account's own.
  case lists(of: String?)
  case market
  /// A seller's offers of records on the want list.
  case seller(String)
  /// A list of records that belongs to no record.
  case records(RecordList)
  /// A list computed from the catalogue and the shelf.
  case dig(DigRequest.List)
  /// The records of a label, an artist or a master by year.
  case timeline(EntityReference)
  case notifications

  /// The record whose page this is; nil for any other page.
  public var reference: EntityReference? {
    switch self {
    case .release(let id): .release(id)
    case .master(let id): .master(id)
    case .artist(let id): .artist(id)
    case .label(let id): .label(id)
    default: nil
    }
  }

  public init(_ reference: EntityReference) {
    self =
      switch reference {
      case .release(let id): .release(id)
      case .master(let id): .master(id)
      case .artist(let id): .artist(id)
      case .label(let id): .label(id)
      }
  }
}

extension Route {
  /// Makes the page of a route: a new page adds one row here.
  ///
  /// - Parameter memento: its state when it was last open.
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
    case .master(let id): BrowseModel(.master(id), list: .versions(id), context: context, memento: memento)
    case .artist(let id): ArtistModel(id, context: context, memento: memento)
    case .label(let id): BrowseModel(.label(id), list: .labelReleases(id), context: context, memento: memento)
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
