import Clients
public import DiscogsModel
public import Observation
import RunoutModel
import Wording

/// The lists of a user on Discogs: the account's own, or another user's public ones.
@Observable
public final class ListsModel: PageModel {
  /// Nil for the account's own.
  public let user: String?
  public let rows: ListModel<UserList>
  public let panes: Panes

  public init(of user: String?, context: PageContext, memento: PageMemento = PageMemento()) {
    self.user = user
    rows = ListModel(Self.source(user, context.services.lists), context: context, memento: memento.list)
    panes = Panes(rows, context: context)
    rows.loadMoreIfNeeded()
  }

  private static func source(_ user: String?, _ lists: ListsClient) -> ListSource<UserList> {
    .whole(
      text: \.searchText, isSame: { $0.id == $1.id }, sorts: [.relevance, .title, .added],
      sortRule: PageWords.listsSortBy, followsShelf: user == nil, sorted: sorted
    ) {
      if let user { try await lists.of(user) } else { try await lists.own() }
    }
  }

  private nonisolated static func sorted(_ lists: [UserList], _ sort: SortOrder) -> [UserList] {
    switch sort.field {
    case .title: lists.sorted(by: { NaturalOrder.key($0.name) }, isReversed: sort.isReversed)
    // The latest first, as everywhere.
    case .added: lists.sorted(by: { $0.changed }, isReversed: !sort.isReversed)
    default: lists
    }
  }

  public var route: Route { .lists(of: user) }

  public var webAddress: String? {
    let name: String? = user ?? rows.list.rows.first.flatMap { $0.webAddress == nil ? nil : $0.owner?.name }
    return name.map { "\(UserModel.address(of: $0))/lists" }
  }
}

extension UserList: PaneRow {
  nonisolated var searchText: String { "\(name) \(description)" }

  nonisolated public var destination: LinkTarget? { .route(.records(.entries(id))) }
  nonisolated public var webAddress: String? { isDemo ? nil : id.webAddress }

  /// Whether it is a list of the demo, without a page on Discogs, which gives its lists smaller numbers.
  nonisolated private var isDemo: Bool { EntityReference.release(Release.ID(id.number)).isDemo }

  nonisolated public func text(toCopy command: Command) -> String? {
    switch command {
    case .copyName: name
    case .copyURL: webAddress
    case .copyID: String(id.number)
    default: nil
    }
  }
}

extension UserList.ID {
  nonisolated var webAddress: String { "https://www.discogs.com/lists/\(self)" }
}
