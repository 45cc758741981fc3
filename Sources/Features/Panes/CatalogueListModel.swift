public import Clients
public import DiscogsModel
public import Observation
import RunoutModel
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
  public let covers: RowCovers
  @ObservationIgnored private let marks: RowMarks

  init(_ source: ListSource<CatalogueRow>, context: PageContext, memento: ListMemento) {
    rows = ListModel(source, context: context, memento: memento)
    marks = RowMarks(of: rows) { try await $0.marks($1) }
    covers = RowCovers(of: rows)
    rows.onPage = { [weak self] in self?.rowsCame(after: $0) }
    rows.onWall = { [covers] in covers.want($0, inSight: $1) }
  }

  convenience init(
    browsing list: BrowseRequest.List, context: PageContext, memento: ListMemento,
    sorts: Set<SortOrder.Field> = [.relevance, .artist, .title, .year, .format, .label, .catalogueNumber]
  ) {
    let catalogue = context.services.catalogue
    var source = ListSource<CatalogueRow>(
      load: { try await catalogue.browse(BrowseRequest(list, $0), $1, $2) },
      count: { try await catalogue.browseCount(BrowseRequest(list, $0)) }, text: \.searchText,
      shown: { .list(BrowseRequest(list, $0)) }, isSame: CatalogueRow.isSame, sorts: sorts,
      knowsEnd: !context.can(.refresh))
    if list.hasFacets { source.facets = { FacetCounts(try await catalogue.facets(BrowseRequest(list, $0))) } }
    self.init(source, context: context, memento: memento)
  }

  private func rowsCame(after before: Int) {
    let all = rows.list.rows
    let isWhole = before == 0 && rows.list.status == .complete && all.count <= PagedList<CatalogueRow>.leastPage
    let isOfOneType = isWhole && Set(all.map(\.reference.kind)).count == 1
    if isOfOneType != self.isOfOneType { self.isOfOneType = isOfOneType }
    marks.load(from: before)
    onRows()
  }

  public var shelfMarks: [EntityReference: ShelfMarks] { marks.marks }

  public func reload() { covers.reload() }

  public func hear(_ event: Event) {
    marks.hear(event)
    covers.hear(event)
  }
}

extension CatalogueRow {
  /// Whether it is a pressing, of the same title, of the record in the row above, a master or another pressing.
  nonisolated public func isPressing(of above: CatalogueRow) -> Bool {
    guard reference.kind == .release else { return false }
    guard let master else { return !artist.isEmpty && artist == above.artist && title == above.title }
    let isOfMaster = above.reference == .master(master) || above.reference.kind == .release && above.master == master
    return isOfMaster && sharesTitle(with: above)
  }

  /// Whether both have a title in common, of which one may have several: `Kind Of Blue = カインド・オブ・ブルー`.
  nonisolated func sharesTitle(with other: CatalogueRow) -> Bool {
    title == other.title || otherTitles(than: other).count < titles.count
  }

  /// The titles that another row does not have, of one title the same in other languages.
  nonisolated public func otherTitles(than other: CatalogueRow) -> [Substring] {
    guard title != other.title else { return [] }
    let known = other.titles
    return titles.filter { !known.contains($0) }
  }

  nonisolated private var titles: [Substring] { title.split(separator: " = ") }
}

extension RowFacet {
  /// The filters as terms of a query.
  nonisolated static func terms(_ filters: ListFilters) -> [SearchQuery.Term] {
    allCases.flatMap { $0.terms(filters) }
  }

  nonisolated private func terms(_ filters: ListFilters) -> [SearchQuery.Term] {
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

extension BrowseRequest.List {
  fileprivate nonisolated var hasFacets: Bool { if case .versions = self { true } else { isOtherShelf } }
}

extension BrowseRequest {
  nonisolated init(_ list: List, _ order: ListOrder) {
    self.init(list, sort: order.sort, narrowing: order.narrowing, filters: order.filters)
  }
}

extension CatalogueRow: PaneRow {
  nonisolated public var destination: LinkTarget? { .entity(reference) }
  nonisolated public var record: Subject? { Subject(self) }
  nonisolated public var recordReference: EntityReference? { reference }
  nonisolated public var shelfItem: ShelfItem? { ShelfItem(self) }
  nonisolated public var recordFacts: RowFacts? { RowFacts(self) }

  /// Returns whether two rows show the same record in the same role.
  nonisolated static func isSame(_ row: CatalogueRow, _ other: CatalogueRow) -> Bool {
    row.reference == other.reference && row.role == other.role
  }

  nonisolated public var searchText: String {
    [artist, title, year.map(String.init) ?? "", country, format, label, catalogueNumber, role]
      .joined(separator: " ")
  }
}
