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
    ListSource(
      load: { order, _, _ throws(ClientError) in
        let all = if let user { try await lists.of(user) } else { try await lists.own() }
        return Page(rows: arranged(all, order), next: nil)
      }, count: nil, text: \.searchText, isSame: { $0.id == $1.id })
  }

  private nonisolated static func arranged(_ lists: [UserList], _ order: ListOrder) -> [UserList] {
    let words = TextFolding.fold(order.narrowing).split(separator: " ")
    let left = lists.filter { list in
      let text = TextFolding.fold(list.searchText)
      return words.allSatisfy { text.contains($0) }
    }
    let isReversed = order.sort.isReversed
    return switch order.sort.field {
    case .title: left.sorted { ($0.searchText < $1.searchText) != isReversed }
    // The latest first, as everywhere.
    case .added: left.sorted { ($0.changed > $1.changed) != isReversed }
    default: left
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
  public func shelfChanged() { if user == nil { rows.update() } }
  public func resize(columns: Int, rows height: Int) { rows.resize(height: max(1, height - 1)) }
}

extension UserList {
  nonisolated var searchText: String { "\(name) \(description)" }
}
