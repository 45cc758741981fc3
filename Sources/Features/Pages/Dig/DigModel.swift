public import Clients
public import DiscogsModel
public import Observation
import RunoutModel
import Wording

/// A list that is worked out of the catalogue and the shelf, such as what is missing of a label.
@Observable
public final class DigModel: PageModel {
  public let subject: DigRequest.List
  public let list: CatalogueListModel
  public let preview: InfoPane
  public let panes: Panes
  /// What the records are called that the list is about, and how much of it there is.
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

/// What a page that was dug out is about.
@Observable
public final class DigHeading: PageContent {
  /// Of the records that the list is about, as far as they are known.
  public private(set) var names: [EntityReference: String] = [:]
  /// Nil until it is counted.
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
        // The rows say themselves why there are none.
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
  /// The records that it is about.
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
    // What stands for a way, or people above records, makes sense in its order alone.
    case .path, .company: [.relevance]
    }
  }
}
