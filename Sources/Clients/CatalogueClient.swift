public import DiscogsModel
public import RunoutModel

/// A list that belongs to a page: sorted and narrowed as a whole, never one page of it.
public struct BrowseRequest: Hashable, Sendable {
  public enum List: Hashable, Sendable {
    case versions(Master.ID)
    /// What an artist took part in, a master standing for its releases, section by section. `section` is nil for all
    /// of it, or one of those that `CatalogueClient.sections` counts.
    case discography(Artist.ID, section: DiscographySection?)
    case labelReleases(Discogs.Label.ID)
    /// What a user owns, and what they want: only Discogs itself knows.
    case collection(of: String)
    case wants(of: String)
    /// What is in a list that a user has made.
    case entries(UserList.ID)
  }

  public var list: List
  public var sort: SortOrder
  /// Words that must all occur in a row's title, artist, label, catalogue number, format, country or year.
  public var narrowing: String
  /// Of a master's versions.
  public var filters: ListFilters

  public init(
    _ list: List, sort: SortOrder = .relevance, narrowing: String = "", filters: ListFilters = ListFilters()
  ) {
    self.list = list
    self.sort = sort
    self.narrowing = narrowing
    self.filters = filters
  }
}

/// Reads the records of the source that is on: demo or an imported catalogue.
public struct CatalogueClient: Client {
  /// One page of search results, best first unless sorted otherwise. An empty query lists the best-known records.
  /// `limit` is how many rows at the most; the cursor is the one of the page before, nil for the first.
  @Call() public var search:
    @Sendable (_ request: SearchRequest, _ after: PageCursor?, _ limit: Int)
      async throws(ClientError) -> Page<CatalogueRow>
  /// How many rows a search has; counts up to a cap.
  @Call() public var count: @Sendable (SearchRequest) async throws(ClientError) -> RowCount
  /// The queries that a search with typing errors, which finds little, was probably meant to be: the likeliest first, each
  /// with something to find. Empty where nothing is near, and where the source corrects errors itself or does not know.
  @Call() public var nearest: @Sendable (SearchRequest) async throws(ClientError) -> [SearchQuery]
  @Call() public var release: @Sendable (Release.ID) async throws(ClientError) -> Release
  @Call() public var master: @Sendable (Master.ID) async throws(ClientError) -> Master
  @Call() public var artist: @Sendable (Artist.ID) async throws(ClientError) -> Artist
  @Call() public var label: @Sendable (Discogs.Label.ID) async throws(ClientError) -> Discogs.Label
  /// One page of a list that belongs to a page.
  @Call() public var browse:
    @Sendable (_ request: BrowseRequest, _ after: PageCursor?, _ limit: Int)
      async throws(ClientError) -> Page<CatalogueRow>
  @Call() public var browseCount: @Sendable (BrowseRequest) async throws(ClientError) -> RowCount
  /// What a list can be filtered by, with how many rows of the list as it is have each value; empty where it cannot be.
  @Call() public var facets: @Sendable (BrowseRequest) async throws(ClientError) -> [Facet]
  /// How many works each section of an artist's discography has; sections without any are absent. Empty where the
  /// source does not count them.
  @Call() public var sections: @Sendable (Artist.ID) async throws(ClientError) -> [DiscographySection: Int]
  /// The page with exactly this name (homonym number included), for markup such as `[a=Name]`; nil where there is none.
  @Call() public var named: @Sendable (_ name: String, _ kind: EntityKind) async throws(ClientError) -> EntityReference?
  /// The names of pages, for markup such as `[a123]`; those that do not exist are absent.
  @Call() public var names: @Sendable ([EntityReference]) async throws(ClientError) -> [EntityReference: String]

  public init() {}
}
