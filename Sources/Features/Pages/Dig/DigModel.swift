public import Clients
public import DiscogsModel
public import Observation
import RunoutModel
import Wording

/// A list computed from the catalogue and the shelf, such as what is missing of a label.
@Observable
public final class DigModel: PageModel {
  public let subject: DigRequest.List
  public let list: CatalogueListModel
  public let preview: InfoPane
  public let panes: Panes
  public let heading: DigHeading

  public init(_ subject: DigRequest.List, context: PageContext, memento: PageMemento = PageMemento()) {
    self.subject = subject
    let scope = TaskScope(context.tasks)
    preview = InfoPane(context, scope: scope, isPreview: true)
    list = CatalogueListModel(
      CatalogueListModel.source(digging: subject, context.services.digging, sorts: subject.sorts), context: context,
      scope: scope, memento: memento.list)
    heading = DigHeading(of: subject, context: context, scope: scope)
    panes = Panes(list.rows, info: preview, parts: [list, heading], context: context, scope: scope)
    list.rows.loadMoreIfNeeded()
  }

  public var route: Route { .dig(subject) }
}

/// The heading of a dig page: the names of the records it is about, and its counts.
@Observable
public final class DigHeading: PageContent {
  /// The names of the records that the list is about, as far as known.
  public private(set) var names: [EntityReference: String] = [:]
  /// Nil until counted.
  public private(set) var count: DigCount?

  @ObservationIgnored private let subject: DigRequest.List
  @ObservationIgnored private let context: PageContext
  @ObservationIgnored private let scope: TaskScope

  init(of subject: DigRequest.List, context: PageContext, scope: TaskScope) {
    (self.subject, self.context, self.scope) = (subject, context, scope)
    for reference in subject.references { names[reference] = context.title(of: reference) }
    reload()
  }

  public func reload() {
    let (catalogue, digging, subject) = (context.services.catalogue, context.services.digging, subject)
    scope.run { [weak self] in
      do throws(ClientError) {
        let found = try await catalogue.names(subject.references)
        self?.names.merge(found.mapValues { Homonym.strip($0) }) { $1 }
        let count = try await digging.count(DigRequest(subject))
        self?.count = count
      } catch {
        // The rows say why there are none.
        guard error != .cancelled else { return }
        self?.context.services.log.write(.warning, "Could not count what was dug out", ["error": "\(error)"])
      }
    }
  }

  public func hear(_ event: Event) {
    if [.shelfChanged, .shelfTakenBack].contains(event) { reload() }
  }
}

extension DigRequest.List {
  /// The records that the list is about.
  public nonisolated var references: [EntityReference] {
    switch self {
    case .gaps(let owner), .company(let owner), .years(let owner, _): [owner]
    case .path(let start, let end): [.artist(start), .artist(end)]
    case .alike(let id): [.release(id)]
    case .cameOut: []
    }
  }

  fileprivate nonisolated var sorts: Set<SortOrder.Field> {
    switch self {
    case .gaps, .years, .alike, .cameOut: [.relevance, .artist, .title, .year, .format, .label, .catalogueNumber]
    // A path, or people above records, makes sense in its own order alone.
    case .path, .company: [.relevance]
    }
  }
}
