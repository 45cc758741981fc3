public import Clients
public import DiscogsModel
public import RunoutModel
import Wording

/// A place in the program.
nonisolated public enum Route: Hashable, Sendable {
  case home
  case search
  case collection
  case wantList
  case stats
  case tasks
  case log
  case release(Release.ID)
  /// Pressings side by side.
  case compare([Release.ID])
  case master(Master.ID)
  case artist(Artist.ID)
  case label(Discogs.Label.ID)
  case user(String)
  /// The public lists of a user; nil for the account's own.
  case lists(of: String?)
  case market
  /// What a seller has of the want list.
  case seller(String)
  /// A list of records that belongs to no record.
  case records(RecordList)
  /// What was worked out of the catalogue and the shelf.
  case dig(DigRequest.List)
  /// How a label's or an artist's records spread over the years.
  case timeline(EntityReference)
  case notifications

  public init(_ reference: EntityReference) {
    self =
      switch reference {
      case .release(let id): .release(id)
      case .master(let id): .master(id)
      case .artist(let id): .artist(id)
      case .label(let id): .label(id)
      }
  }
}

/// The pages on the number keys. Those that are not built yet are absent; the others keep their numbers.
nonisolated public enum RootPage: Int, CaseIterable, Hashable, Sendable {
  case home = 1
  case search = 2
  case collection = 3
  case wantList = 4
  case lists = 5
  case market = 6
  case stats = 7
  case tasks = 8
  case log = 9

  /// The page that a setting names.
  public init(_ start: Settings.Start) {
    self =
      switch start {
      case .home: .home
      case .search: .search
      case .collection: .collection
      case .wants: .wantList
      case .lists: .lists
      case .market: .market
      case .stats: .stats
      case .tasks: .tasks
      case .log: .log
      }
  }

  public var route: Route {
    switch self {
    case .home: .home
    case .search: .search
    case .collection: .collection
    case .wantList: .wantList
    case .lists: .lists(of: nil)
    case .market: .market
    case .stats: .stats
    case .tasks: .tasks
    case .log: .log
    }
  }

  /// What goes there.
  var command: Command {
    switch self {
    case .home: .openHome
    case .search: .openSearch
    case .collection: .openCollection
    case .wantList: .openWantList
    case .lists: .openLists
    case .market: .openMarket
    case .stats: .openStats
    case .tasks: .openTasks
    case .log: .openLog
    }
  }

  /// Whether the page shows what is on the user's shelf.
  var isOfTheShelf: Bool {
    switch self {
    case .home, .collection, .wantList, .lists, .market, .stats: true
    case .search, .tasks, .log: false
    }
  }

  /// In four letters, for screens with room for no more.
  public var shortTitle: String {
    switch self {
    case .home: TitleWords.home
    case .search: TitleWords.shortSearch
    case .collection: TitleWords.shortCollection
    case .wantList: TitleWords.shortWants
    case .lists: TitleWords.shortLists
    case .market: TitleWords.shortMarket
    case .stats: TitleWords.shortStats
    case .tasks: TitleWords.shortTasks
    case .log: TitleWords.log
    }
  }

  public var title: String {
    switch self {
    case .home: TitleWords.home
    case .search: TitleWords.search
    case .collection: TitleWords.collection
    case .wantList: TitleWords.wants
    case .lists: TitleWords.lists
    case .market: TitleWords.market
    case .stats: TitleWords.stats
    case .tasks: TitleWords.tasks
    case .log: TitleWords.log
    }
  }
}

/// What brings a page back as it was left.
nonisolated public struct PageMemento: Hashable, Sendable {
  public var list = ListMemento()
  /// The search page's prompt and type; what the stats count by; the part of the market.
  public var query = ""
  public var kind: EntityKind?
  /// The section of an artist's page that is shown alone, and the masters whose versions are shown.
  public var section: DiscographySection?
  public var unfolded: Set<Master.ID> = []
  /// The part of a list of the shelf, and what the list was divided by; nil for folders and crates.
  public var part: ShelfPart?
  public var grouping: ShelfGrouping?
  /// The selected line and scroll of a page of text.
  public var line = 0
  public var top = 0

  public init() {}
}

/// Something on a page that can be followed.
nonisolated public enum LinkTarget: Hashable, Sendable {
  case entity(EntityReference)
  /// A page known by name only, from markup such as `[a=Name]`.
  case named(EntityKind, String)
  case url(String)
  /// A user by name.
  case user(String)
  /// Runs this search.
  case search(String)
  /// Makes a remembered search again, as it was.
  case again(HistoryEntry)
  case page(RootPage)
  case route(Route)
  /// The copies of the collection that this leaves.
  case shelf(String)
}

/// The record a command such as "copy" is about.
nonisolated public struct Subject: Hashable, Sendable {
  public var reference: EntityReference
  public var artist: String
  public var title: String
  public var catalogueNumber: String
  public var master: Master.ID?

  public init(
    reference: EntityReference, artist: String = "", title: String, catalogueNumber: String = "",
    master: Master.ID? = nil
  ) {
    self.reference = reference
    self.artist = artist
    self.title = title
    self.catalogueNumber = catalogueNumber
    self.master = master
  }

  public init(_ row: CatalogueRow) {
    self.init(
      reference: row.reference, artist: row.artist, title: row.title, catalogueNumber: row.catalogueNumber,
      master: row.master)
  }

  /// `Artist – Title`, or the name alone.
  public var name: String { artist.isEmpty ? Homonym.strip(title) : "\(artist) – \(title)" }
}

extension Route {
  /// The record this is the page of; nil for any other page.
  nonisolated public var reference: EntityReference? {
    switch self {
    case .release(let id): .release(id)
    case .master(let id): .master(id)
    case .artist(let id): .artist(id)
    case .label(let id): .label(id)
    default: nil
    }
  }
}
