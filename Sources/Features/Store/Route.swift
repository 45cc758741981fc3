public import Clients
public import DiscogsModel

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
  case master(Master.ID)
  case artist(Artist.ID)
  case label(Label.ID)
  case user(String)
  /// The public lists of a user; nil for the account's own.
  case lists(of: String?)
  case market
  /// What a seller has of the want list.
  case seller(String)
  /// A list of records that belongs to no record.
  case records(RecordList)
  case help
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

  public var title: String {
    switch self {
    case .home: "Home"
    case .search: "Search"
    case .collection: "Collection"
    case .wantList: "Wants"
    case .lists: "Lists"
    case .market: "Market"
    case .stats: "Stats"
    case .tasks: "Tasks"
    case .log: "Log"
    }
  }
}

/// What brings a page back as it was left.
nonisolated public struct PageMemento: Hashable, Sendable {
  public var list = ListMemento()
  /// The search page's prompt and type; the artist page's role; what the stats count by; the part of the market.
  public var query = ""
  public var kind: EntityKind?
  public var role: ArtistRole?
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

/// What a page does for the store: everything else is its own affair.
public protocol PageModel: AnyObject {
  var route: Route { get }
  /// Carries out a command; false for one this page has no use for.
  func handle(_ command: Command) -> Bool
  /// Why a command cannot run here, in one sentence; nil where it can or where there is nothing to say.
  func disabledReason(_ command: Command) -> String?
  /// What brings the page back as it is.
  var memento: PageMemento { get }
  /// Undoes one thing, such as a selection or narrowing; false when there was nothing to undo.
  func cancel() -> Bool
  func close()
  /// Takes in what has changed behind it.
  func hear(_ event: Event)
  /// Shows something that was asked for elsewhere; false where it has nothing of the kind.
  func show(_ request: PageRequest) -> Bool
  /// Whether letters are typed into a field of its own.
  var takesText: Bool { get }
  func insert(_ text: String)
  /// Whether the keys go to text with links rather than to a list of rows.
  var isText: Bool { get }
  /// Whether its rows have prices to sort by.
  var hasPrices: Bool { get }
  func resize(columns: Int, rows: Int)
  /// Gives the keys back from a pane beside the list; false where the list has them.
  func leavePane() -> Bool
  /// Asks again for what failed; false when nothing did.
  func retry() -> Bool
  func find(_ text: String)
  func narrow(_ text: String)
  var narrowing: String { get }
  /// What the list can be filtered by; nil where it cannot be.
  var facets: FacetSource? { get }
  var filters: ListFilters { get }
  func filter(_ filters: ListFilters)
  /// Goes to a row, counted from 1.
  func go(toRow row: Int)
  /// Loads everything anew; with another source the old rows mean nothing.
  func reload()
  /// Asks anew for what is shown, `.refresh` for the part that has the keys, `.refreshView` for the whole page.
  func refresh(_ command: Command)
  /// Whether there is a list that can be narrowed.
  var canBeNarrowed: Bool { get }
  /// Whether a list can be narrowed at every letter, because that costs nothing.
  var narrowsWhileTyping: Bool { get }
  /// What a copy command puts on the clipboard here, besides the records that are selected; nil for nothing.
  func text(toCopy command: Command) -> String?
  /// What is selected here and can be opened, copied, badged; nil on a page of text without.
  var subjects: [Subject] { get }
  /// What a bookmark is made of here: what is selected, or the record that the page is about.
  var subjectsToBookmark: [Subject] { get }
  /// What of the shelf, or for it, is marked or selected here; empty where there is nothing of the kind.
  var shelfItems: [ShelfItem] { get }
  /// Takes the marks away: what they were made for is done.
  func unmark()
  /// The address that is selected, such as a video's; nil where none is.
  var selectedURL: String? { get }
  /// The page's own address, for one that is no record's.
  var webURL: String? { get }
  /// Whether there is something to show: the first rows, a record, or why there is none.
  var isReady: Bool { get }
}

extension PageModel {
  public func hear(_ event: Event) {}
  public func show(_ request: PageRequest) -> Bool { false }
  public var takesText: Bool { false }
  public func insert(_ text: String) {}
  public var isText: Bool { false }
  public var hasPrices: Bool { false }
  public var isReady: Bool { true }
  public func disabledReason(_ command: Command) -> String? { nil }
  public func text(toCopy command: Command) -> String? { nil }
  public func leavePane() -> Bool { false }
  public func retry() -> Bool { false }
  public func narrow(_ text: String) {}
  public var narrowing: String { "" }
  public var facets: FacetSource? { nil }
  public var filters: ListFilters { ListFilters() }
  public func filter(_ filters: ListFilters) {}
  public func refresh(_ command: Command) { reload() }
  public var subjectsToBookmark: [Subject] { subjects }
  public var shelfItems: [ShelfItem] { [] }
  public func unmark() {}
  public var selectedURL: String? { nil }
  public var webURL: String? { nil }
  public var canBeNarrowed: Bool { true }
  public var narrowsWhileTyping: Bool { true }
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
