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
  public let preview: InfoPane
  public let panes: Panes
  /// The list's title; nil for a collection or want list.
  public let title: ListTitle?

  public init(_ subject: RecordList, context: PageContext, memento: PageMemento = PageMemento()) {
    self.subject = subject
    let scope = TaskScope(context.tasks)
    preview = InfoPane(context, scope: scope, isPreview: true)
    list = CatalogueListModel(
      CatalogueListModel.source(browsing: subject.list, context.services.catalogue, sorts: subject.sorts),
      context: context, scope: scope, memento: memento.list)
    let title: ListTitle? =
      if case .entries(let id) = subject { ListTitle(of: id, context: context, scope: scope) } else { nil }
    self.title = title
    let parts: [any PageContent] = [list] + (title.map { [$0] } ?? [])
    panes = Panes(list.rows, info: preview, parts: parts, context: context, scope: scope)
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

/// The name and owner of a list.
@Observable
public final class ListTitle: PageContent {
  /// Nil until known.
  public private(set) var name: String?
  public private(set) var owner: String?

  @ObservationIgnored private let list: UserList.ID
  @ObservationIgnored private let context: PageContext
  @ObservationIgnored private let scope: TaskScope

  init(of list: UserList.ID, context: PageContext, scope: TaskScope) {
    (self.list, self.context, self.scope) = (list, context, scope)
    reload()
  }

  public func reload() {
    let (lists, list) = (context.services.lists, list)
    scope.run { [weak self] in
      do throws(ClientError) {
        guard let found = try await lists.list(list), let self else { return }
        (name, owner) = (found.name, found.owner?.name)
      } catch {
        // The rows say why there are none.
        guard error != .cancelled else { return }
        self?.context.services.log.write(.warning, "Could not read the name of a list", ["error": "\(error)"])
      }
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
