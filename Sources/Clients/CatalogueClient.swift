public import DiscogsModel
public import RunoutModel

/// A list of a record, an artist, a label or a user, sorted and narrowed as a whole.
public struct BrowseRequest: Hashable, Sendable {
  public enum List: Hashable, Sendable {
    case versions(Master.ID)
    /// An artist's works, a master standing for its releases, section by section; `section` is nil for all, or one that
    /// `CatalogueClient.sections` counts.
    case discography(Artist.ID, section: DiscographySection?)
    case labelReleases(Discogs.Label.ID)
    /// The collection and the want list of another user; only Discogs has them.
    case collection(of: String)
    case wants(of: String)
    case entries(UserList.ID)

    /// Whether it is another user's shelf, which can be compared with one's own: `ShelfComparison`.
    public var isOtherShelf: Bool {
      switch self {
      case .collection, .wants: true
      case .versions, .discography, .labelReleases, .entries: false
      }
    }
  }

  public var list: List
  public var sort: SortOrder
  /// Words that must all occur in a row's title, artist, label, catalogue number, format, country or year.
  public var narrowing: String
  /// Discogs filters only a master's versions, by the facets it sends with them.
  public var filters: ListFilters

  public init(
    _ list: List, sort: SortOrder = .relevance, narrowing: String = "", filters: ListFilters = ListFilters()
  ) {
    (self.list, self.sort, self.narrowing, self.filters) = (list, sort, narrowing, filters)
  }
}

/// Reads the records of the source in use.
public struct CatalogueClient: Client {
  /// One page of search results, best first unless sorted otherwise. An empty query lists popular records, with Discogs
  /// those seen lately. The cursor comes from the page before, nil for the first.
  @Call() public var search:
    @Sendable (_ request: SearchRequest, _ after: PageCursor?, _ limit: Int)
      async throws(ClientError) -> Page<CatalogueRow>
  /// The number of results, counted up to a limit.
  @Call() public var count: @Sendable (SearchRequest) async throws(ClientError) -> RowCount
  /// Corrections of a misspelt search with few results, the likeliest first, each with results. Empty where nothing is
  /// near, or the source has no corrections.
  @Call() public var nearest: @Sendable (SearchRequest) async throws(ClientError) -> [SearchQuery]
  @Call() public var release: @Sendable (Release.ID) async throws(ClientError) -> Release
  @Call() public var master: @Sendable (Master.ID) async throws(ClientError) -> Master
  @Call() public var artist: @Sendable (Artist.ID) async throws(ClientError) -> Artist
  @Call() public var label: @Sendable (Discogs.Label.ID) async throws(ClientError) -> Discogs.Label
  @Call() public var browse:
    @Sendable (_ request: BrowseRequest, _ after: PageCursor?, _ limit: Int)
      async throws(ClientError) -> Page<CatalogueRow>
  @Call() public var browseCount: @Sendable (BrowseRequest) async throws(ClientError) -> RowCount
  /// The facets of a list, with the number of its rows for each value; empty where it cannot be filtered.
  @Call() public var facets: @Sendable (BrowseRequest) async throws(ClientError) -> [Facet]
  /// The number of works in each section of an artist's discography, without empty sections. Empty where the source
  /// does not count them.
  @Call() public var sections: @Sendable (Artist.ID) async throws(ClientError) -> [DiscographySection: Int]
  /// The page with exactly this name, homonym number included, for markup such as `[a=Name]`; nil where there is none.
  @Call() public var named: @Sendable (_ name: String, _ kind: EntityKind) async throws(ClientError) -> EntityReference?
  /// The names of pages, for markup such as `[a123]`; unknown ones are absent.
  @Call() public var names: @Sendable ([EntityReference]) async throws(ClientError) -> [EntityReference: String]

  public init() {}
}
