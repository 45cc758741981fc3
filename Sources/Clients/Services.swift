/// All clients of the features, in one value that is handed in.
///
/// LiveClients makes the program's. In TestSupport, `preview` answers from small literals, and `test` fails the test by
/// the name of any call that the test did not set.
public struct Services: Client {
  public var catalogue = CatalogueClient()
  public var digging = DiggingClient()
  public var shelf = ShelfClient()
  public var edits = ShelfEditClient()
  public var sync = ShelfSyncClient()
  public var reports = ShelfReportClient()
  public var intake = IntakeClient()
  public var news = NewsClient()
  public var lists = ListsClient()
  public var crates = CrateClient()
  public var layout = LayoutClient()
  public var filing = FilingClient()
  public var bookmarks = BookmarkClient()
  public var history = HistoryClient()
  public var source = SourceClient()
  public var desktop = DesktopClient()
  public var log = LogClient()
  public var network = NetworkClient()
  public var freshness = FreshnessClient()
  public var account = AccountClient()
  public var community = CommunityClient()
  public var market = MarketClient()
  public var selling = SellingClient()
  public var images = ImageClient()
  public var settings = SettingsClient()

  public init() {}
}
