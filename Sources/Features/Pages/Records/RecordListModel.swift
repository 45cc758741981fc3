import Clients
public import DiscogsModel
public import Observation
import RunoutModel
import Wording

/// A list of records that belongs to no record: a user's list, collection or want list.
nonisolated public enum RecordList: Hashable, Sendable {
  case entries(UserList.ID)
  case collection(of: String)
  case wants(of: String)

  var list: BrowseRequest.List {
    switch self {
    case .entries(let id): .entries(id)
    case .collection(let user): .collection(of: user)
    case .wants(let user): .wants(of: user)
    }
  }
}

/// The page of such a list, with the user's own shelf marked on its rows.
@Observable
public final class RecordListModel: PageModel {
  public let subject: RecordList
  public let list: CatalogueListModel
  public let panes: Panes
  /// The list's title; nil for a collection or want list.
  public let title: ListTitle?

  public init(_ subject: RecordList, context: PageContext, memento: PageMemento = PageMemento()) {
    self.subject = subject
    list = CatalogueListModel(browsing: subject.list, context: context, memento: memento.list, sorts: subject.sorts)
    title = if case .entries(let id) = subject { ListTitle(of: id, context: context) } else { nil }
    let parts: [(any PageContent)?] = [list, title]
    panes = Panes(list.rows, hasPreview: true, parts: parts.compactMap { $0 }, context: context)
    list.rows.loadMoreIfNeeded()
  }

  public var route: Route { .records(subject) }

  public var webAddress: String? {
    switch subject {
    case .entries(let id): id.webAddress
    case .collection(let user): "\(UserModel.address(of: user))/collection"
    case .wants(let user): "https://www.discogs.com/wantlist?user=\(user)"
    }
  }

  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    switch command {
    case .edit, .moveToFolder, .remove:
      subject.isShelf ? .refused(PageWords.notYours) : .passed
    default: panes.perform(command, argument)
    }
  }
}

@Observable
public final class ListTitle: PageContent, Loader {
  /// Nil until known.
  public private(set) var name: String?
  public private(set) var owner: String?

  @ObservationIgnored private let list: UserList.ID
  @ObservationIgnored let context: PageContext

  init(of list: UserList.ID, context: PageContext) {
    (self.list, self.context) = (list, context)
    reload()
  }

  public func reload() {
    // The rows say why there are none.
    load(orLog: "Could not read the name of a list") { [list] in
      try await $0.lists.list(list)
    } then: {
      if let found = $1 { ($0.name, $0.owner) = (found.name, found.owner?.name) }
    }
  }
}

extension RecordList {
  fileprivate nonisolated var isShelf: Bool { if case .entries = self { false } else { true } }

  fileprivate nonisolated var sorts: Set<SortOrder.Field> {
    switch self {
    case .entries: [.relevance, .artist, .title]
    case .collection: [.relevance, .artist, .title, .year, .added, .rating, .format, .label, .catalogueNumber]
    case .wants: [.relevance, .artist, .title, .year, .added, .rating, .label]
    }
  }
}
