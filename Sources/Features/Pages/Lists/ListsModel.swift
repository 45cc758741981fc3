import Clients
public import DiscogsModel
public import Observation

/// The lists that a user has made at Discogs: the account's own, or somebody's public ones.
@Observable
public final class ListsModel: PageModel {
  /// Nil for the account's own.
  public let user: String?
  public let rows: ListModel<UserList>

  @ObservationIgnored private let context: PageContext
  @ObservationIgnored private let scope: TaskScope

  public init(of user: String?, context: PageContext, memento: PageMemento = PageMemento()) {
    self.user = user
    self.context = context
    scope = TaskScope(context.tasks)
    rows = ListModel(Self.source(user, context.services.lists), context: context, scope: scope, memento: memento.list)
    rows.loadMoreIfNeeded()
  }

  private static func source(_ user: String?, _ lists: ListsClient) -> ListSource<UserList> {
    .whole(text: \.searchText, isSame: { $0.id == $1.id }, sorted: sorted) { () throws(ClientError) in
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

  public func hear(_ event: Event) {
    switch event {
    case .shelfChanged, .shelfFiled: if user == nil { rows.update() }
    default: break
    }
  }

  public var route: Route { .lists(of: user) }
  public var isReady: Bool { rows.isReady }

  public var memento: PageMemento {
    var memento = PageMemento()
    memento.list = rows.memento
    return memento
  }

  public var subjects: [Subject] { [] }
  public var webURL: String? {
    let name: String? = user ?? rows.list.rows.first?.owner?.name
    return name.map { "\(UserModel.address(of: $0))/lists" }
  }
  public var selectedURL: String? { rows.list.selected.map { Self.address(of: $0.id) } }

  nonisolated static func address(of id: UserList.ID) -> String { "https://www.discogs.com/lists/\(id)" }

  public func handle(_ command: Command) -> Bool {
    switch command {
    case .open where !rows.list.isRetrySelected:
      guard let list = rows.list.selected else { return false }
      context.follow(.route(.records(.entries(list.id))))
    case .sortByTitle, .sortByTitleReversed, .sortByAdded, .sortByAddedReversed, .sortByRelevance:
      guard let sort = SortOrder(command) else { return false }
      rows.sort(sort)
    default: return rows.handle(command)
    }
    return true
  }

  public func text(toCopy command: Command) -> String? {
    guard let list = rows.list.selected else { return nil }
    return switch command {
    case .copyName: list.name
    case .copyURL: Self.address(of: list.id)
    case .copyID: String(list.id.number)
    default: nil
    }
  }

  public func disabledReason(_ command: Command) -> String? {
    switch command {
    case .open: "There is no list to open"
    case _ where SortOrder(command) != nil: "Lists are sorted by title and by when they were changed"
    default: nil
    }
  }

  public var narrowing: String { rows.order.narrowing }
  public func narrow(_ text: String) { rows.narrow(text) }
  public func find(_ text: String) { rows.find(text) }
  public func cancel() -> Bool { rows.cancel() }
  public func close() { scope.close() }
  public func go(toRow row: Int) { rows.select(row: max(0, row - 1)) }
  public func retry() -> Bool { rows.retry() }
  public func reload() { rows.reload(keepingCursor: true) }
  public func resize(columns: Int, rows height: Int) { rows.resize(height: max(1, height - 1)) }
}

extension UserList {
  nonisolated var searchText: String { "\(name) \(description)" }
}
