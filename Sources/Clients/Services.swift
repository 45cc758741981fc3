/// Everything the features may ask for, in one value that is handed in.
///
/// `live` is made by LiveClients, `preview` answers from small literals, and `test` (in TestSupport) fails the test by
/// the name of any closure that the test did not set.
public struct Services: Sendable {
  public var catalogue: CatalogueClient
  public var shelf: ShelfClient
  public var edits: ShelfEditClient
  public var sync: ShelfSyncClient
  public var reports: ShelfReportClient
  public var lists: ListsClient
  public var crates: CrateClient
  public var layout: LayoutClient
  public var filing: FilingClient
  public var bookmarks: BookmarkClient
  public var history: HistoryClient
  public var source: SourceClient
  public var desktop: DesktopClient
  public var log: LogClient
  public var network: NetworkClient
  public var freshness: FreshnessClient
  public var account: AccountClient
  public var community: CommunityClient
  public var market: MarketClient
  public var images: ImageClient

  public init(
    catalogue: CatalogueClient, shelf: ShelfClient, edits: ShelfEditClient, sync: ShelfSyncClient,
    reports: ShelfReportClient, lists: ListsClient, crates: CrateClient, layout: LayoutClient,
    filing: FilingClient, bookmarks: BookmarkClient, history: HistoryClient,
    source: SourceClient, desktop: DesktopClient, log: LogClient, network: NetworkClient, freshness: FreshnessClient,
    account: AccountClient, community: CommunityClient, market: MarketClient, images: ImageClient
  ) {
    self.catalogue = catalogue
    self.shelf = shelf
    self.edits = edits
    self.sync = sync
    self.reports = reports
    self.lists = lists
    self.crates = crates
    self.layout = layout
    self.filing = filing
    self.bookmarks = bookmarks
    self.history = history
    self.source = source
    self.desktop = desktop
    self.log = log
    self.network = network
    self.freshness = freshness
    self.account = account
    self.community = community
    self.market = market
    self.images = images
  }
}
