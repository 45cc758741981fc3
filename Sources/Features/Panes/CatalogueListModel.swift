public import Clients
public import DiscogsModel
public import Observation
public import RunoutModel
import Wording

/// A list of catalogue rows with the shelf's marks: search results, versions, discographies.
@Observable
public final class CatalogueListModel: PageContent {
  public let rows: ListModel<CatalogueRow>
  public private(set) var shelfMarks: [EntityReference: ShelfMarks] = [:]

  @ObservationIgnored private let shelf: ShelfClient
  @ObservationIgnored private let scope: TaskScope
  @ObservationIgnored private let context: PageContext

  public init(
    _ source: ListSource<CatalogueRow>, context: PageContext, scope: TaskScope, memento: ListMemento = ListMemento()
  ) {
    rows = ListModel(source, context: context, scope: scope, memento: memento)
    shelf = context.services.shelf
    self.scope = scope
    self.context = context
    rows.onPage = { [weak self] before in self?.loadShelfMarks(from: before) }
  }

  private func loadShelfMarks(from row: Int) {
    let fresh = Array(rows.list.rows[min(row, rows.list.rows.count)...])
    guard !fresh.isEmpty else { return }
    let shelf = shelf
    scope.run { [weak self] in
      do throws(ClientError) {
        let found = try await shelf.marks(fresh)
        if !found.isEmpty { self?.shelfMarks.merge(found) { $1 } }
      } catch {
        self?.context.report(PageWords.shelfFailed, error)
      }
    }
  }

  /// Rows that are loaded again ask for theirs.
  public func reload() {}

  /// Asks for all marks again: some may be gone.
  public func hear(_ event: Event) {
    guard [.shelfChanged, .shelfFiled, .shelfTakenBack].contains(event) else { return }
    let all = rows.list.rows
    guard !all.isEmpty else { return }
    let shelf = shelf
    scope.run { [weak self] in
      do throws(ClientError) {
        let found = try await shelf.marks(all)
        guard let self, found != shelfMarks else { return }
        shelfMarks = found
      } catch {
        self?.context.report(PageWords.shelfFailed, error)
      }
    }
  }

  public static func source(
    browsing list: BrowseRequest.List, _ catalogue: CatalogueClient,
    sorts: Set<SortOrder.Field> = [.relevance, .artist, .title, .year, .format, .label, .catalogueNumber]
  ) -> ListSource<CatalogueRow> {
    var source = ListSource<CatalogueRow>(
      load: { order, after, limit throws(ClientError) in
        try await catalogue.browse(BrowseRequest(list, order), after, limit)
      },
      count: { order throws(ClientError) in try await catalogue.browseCount(BrowseRequest(list, order)) },
      text: \.searchText, shown: { .list(BrowseRequest(list, $0)) }, isSame: CatalogueRow.isSame)
    source.sorts = sorts
    if case .versions = list {
      source.facets = { order throws(ClientError) in FacetCounts(try await catalogue.facets(BrowseRequest(list, order)))
      }
    }
    return source
  }
}

extension RowFacet {
  /// The terms of a query that finds rows with the values chosen.
  nonisolated func terms(_ filters: ListFilters) -> [SearchQuery.Term] {
    filters[rawValue].compactMap { value in
      switch self {
      case .format: .init(field: .format, value: .text(value, isPhrase: true))
      case .label: .init(field: .label, value: .text(value, isPhrase: true))
      case .country: .init(field: .country, value: .text(value, isPhrase: true))
      case .year: Int(value).map { .init(field: .year, value: .years(from: $0, to: $0)) }
      }
    }
  }
}

extension BrowseRequest {
  nonisolated init(_ list: List, _ order: ListOrder) {
    self.init(list, sort: order.sort, narrowing: order.narrowing, filters: order.filters)
  }
}

extension CatalogueRow: ListRow {
  nonisolated public var destination: LinkTarget? { .entity(reference) }
  nonisolated public var record: Subject? { Subject(self) }
  nonisolated public var shelfItem: ShelfItem? { ShelfItem(self) }
  nonisolated public var recordFacts: RowFacts? { RowFacts(self) }

  /// Whether two rows are about the same record in the same part.
  nonisolated static func isSame(_ row: CatalogueRow, _ other: CatalogueRow) -> Bool {
    row.reference == other.reference && row.role == other.role
  }

  /// What find looks through.
  nonisolated public var searchText: String {
    [artist, title, year.map(String.init) ?? "", country, format, label, catalogueNumber, role]
      .joined(separator: " ")
  }
}
