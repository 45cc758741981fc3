public import Clients
public import DiscogsModel
public import Observation
public import RunoutModel
import Wording

/// A list of catalogue rows with the shelf's marks: search results, versions, discographies.
@Observable
public final class CatalogueListModel: PageContent {
  public let rows: ListModel<CatalogueRow>
  /// Whether all rows are of one type. False for a list longer than its first page, so that its rows look the same all
  /// the way down.
  public private(set) var isOfOneType = false
  /// Called after each page of rows, an empty one included.
  @ObservationIgnored var onRows: () -> Void = {}
  @ObservationIgnored private let marks: RowMarks

  public init(
    _ source: ListSource<CatalogueRow>, context: PageContext, scope: TaskScope, memento: ListMemento = ListMemento()
  ) {
    let rows = ListModel(source, context: context, scope: scope, memento: memento)
    let marks = RowMarks(context: context, scope: scope) { [weak rows] in rows?.list.rows ?? [] }
    (self.rows, self.marks) = (rows, marks)
    rows.onPage = { [weak self] before in
      guard let self else { return }
      let fresh = self.rows.list.rows.dropFirst(before)
      let isWhole =
        before == 0 && self.rows.list.status == .complete && fresh.count <= PagedList<CatalogueRow>.leastPage
      let isOfOneType = isWhole && Set(fresh.map(\.reference.kind)).count == 1
      if isOfOneType != self.isOfOneType { self.isOfOneType = isOfOneType }
      marks.load(Array(fresh))
      onRows()
    }
  }

  public var shelfMarks: [EntityReference: ShelfMarks] { marks.marks }

  /// Nothing to do: reloaded rows ask for their marks.
  public func reload() {}
  public func hear(_ event: Event) { marks.hear(event) }

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

  /// A list computed from the catalogue and the shelf, which follows changes of the shelf.
  public static func source(
    digging list: DigRequest.List, _ digging: DiggingClient, sorts: Set<SortOrder.Field>
  ) -> ListSource<CatalogueRow> {
    var source = ListSource<CatalogueRow>(
      load: { order, after, limit throws(ClientError) in try await digging.rows(DigRequest(list, order), after, limit)
      },
      count: { order throws(ClientError) in .exactly(try await digging.count(DigRequest(list, order)).rows) },
      text: \.searchText, isSame: CatalogueRow.isSame)
    source.sorts = sorts
    source.followsShelf = true
    return source
  }
}

extension DigRequest {
  nonisolated init(_ list: List, _ order: ListOrder) {
    self.init(list, sort: order.sort, narrowing: order.narrowing)
  }
}

extension RowFacet {
  /// The query terms for the chosen values.
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

extension CatalogueRow: PaneRow {
  nonisolated public var destination: LinkTarget? { .entity(reference) }
  nonisolated public var record: Subject? { Subject(self) }
  nonisolated public var shelfItem: ShelfItem? { ShelfItem(self) }
  nonisolated public var recordFacts: RowFacts? { RowFacts(self) }

  /// Returns whether two rows show the same record in the same role.
  nonisolated static func isSame(_ row: CatalogueRow, _ other: CatalogueRow) -> Bool {
    row.reference == other.reference && row.role == other.role
  }

  /// The text that find searches.
  nonisolated public var searchText: String {
    [artist, title, year.map(String.init) ?? "", country, format, label, catalogueNumber, role]
      .joined(separator: " ")
  }
}
