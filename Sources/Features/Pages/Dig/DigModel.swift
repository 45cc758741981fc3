public import Clients
public import DiscogsModel
public import Observation
public import RunoutModel
import Wording

/// A list computed from the catalogue and the shelf, such as what is missing of a label.
@Observable
public final class DigModel: PageModel {
  public let subject: DigRequest.List
  public let list: CatalogueListModel
  public let panes: Panes
  public let heading: DigHeading

  public init(_ subject: DigRequest.List, context: PageContext, memento: PageMemento = PageMemento()) {
    self.subject = subject
    let digging = context.services.digging
    let news = context.services.news
    let lookAgain: @Sendable () async throws -> Void = { try await news.look(true) { _ in } }
    let source = ListSource<CatalogueRow>(
      load: { try await digging.rows(DigRequest(subject, $0), $1, $2) },
      count: { .exactly(try await digging.count(DigRequest(subject, $0)).rows) }, text: \.searchText,
      isSame: CatalogueRow.isSame, sorts: subject.sorts, followsShelf: true,
      renew: subject.isNews ? lookAgain : nil)
    list = CatalogueListModel(source, context: context, memento: memento.list)
    heading = DigHeading(of: subject, context: context)
    panes = Panes(list.rows, hasPreview: true, parts: [list, heading], context: context)
    list.rows.loadMoreIfNeeded()
  }

  public var route: Route { .dig(subject) }
}

/// The heading of a dig page: the names of the records it is about, and its counts.
@Observable
public final class DigHeading: PageContent, Loader {
  /// The names of the records that the list is about, as far as known.
  public private(set) var names: [EntityReference: String] = [:]
  /// The names of what is followed, on the page of news.
  public private(set) var followed: [String] = []
  /// Nil until counted.
  public private(set) var count: DigCount?
  /// The plays by day, on their page.
  public private(set) var tally: PlayTally?

  @ObservationIgnored private let subject: DigRequest.List
  @ObservationIgnored let context: PageContext

  init(of subject: DigRequest.List, context: PageContext) {
    (self.subject, self.context) = (subject, context)
    for reference in subject.references { names[reference] = context.title(of: reference) }
    reload()
  }

  public func reload() {
    // The rows say why there are none.
    load(orLog: "Could not count what was dug out") { [weak self, subject] in
      let found = try await $0.catalogue.names(subject.references)
      self?.names.merge(found.mapValues { Homonym.strip($0) }) { $1 }
      if subject == .plays { self?.tally = try await $0.playTally() }
      if subject.isNews { self?.followed = try await $0.news.followed().map(\.name) }
      return try await $0.digging.count(DigRequest(subject))
    } then: {
      $0.count = $1
    }
  }

  public func hear(_ event: Event) { if event.isOfTheShelf || event == .followedChanged { reload() } }
}

extension DigRequest {
  nonisolated fileprivate init(_ list: List, _ order: ListOrder) {
    self.init(list, sort: order.sort, narrowing: order.narrowing)
  }
}

extension DigRequest.List {
  public nonisolated var references: [EntityReference] {
    switch self {
    case .gaps(let owner), .company(let owner), .years(let owner, _): [owner]
    case .path(let start, let end): [.artist(start), .artist(end)]
    case .alike(let id): [.release(id)]
    case .cameOut, .news, .plays: []
    }
  }

  fileprivate nonisolated var isNews: Bool { if case .news = self { true } else { false } }

  fileprivate nonisolated var sorts: Set<SortOrder.Field> {
    switch self {
    case .gaps, .years, .alike, .cameOut, .news, .plays:
      [.relevance, .artist, .title, .year, .format, .label, .catalogueNumber]
    // A path, or people above records, makes sense in its own order alone.
    case .path, .company: [.relevance]
    }
  }
}
