/// Sentences of the frame: loading, counting, the state of the network, key hints.
public enum ScreenWords {
  // MARK: Loading

  public static let rowsFromBefore = "Loading… showing the old rows"
  public static let loading = "Loading…"
  public static let loadingMore = "loading more…"
  public static func searching(_ query: String) -> String { "Searching for “\(query)”…" }
  public static let searching = "searching…"
  public static func loading(cancel: String) -> String { "Loading… \(cancel) to cancel" }
  public static func copying(_ done: Int, of total: Int, stop: String) -> String {
    "Copying: \(grouped(done)) of \(grouped(total)) records · \(stop) to stop"
  }
  public static func changing(_ total: String) -> String { "Changing \(total) records…" }
  public static func lookingAt(_ done: Int, of total: String, stop: String) -> String {
    "Reading \(total) records: \(grouped(done)) so far · \(stop) to stop"
  }
  public static func finding(_ text: String) -> String { "Finding “\(text)”" }
  public static let goingThere = "Going there"
  public static func scanned(_ what: String, rows: Int, stop: String) -> String {
    "\(what): \(grouped(rows)) rows so far · \(stop) to stop"
  }

  // MARK: Lists

  public static func only(_ values: String) -> String { "only \(values)" }
  public static func loaded(_ rows: Int, of total: String) -> String { "\(grouped(rows)) of \(total) loaded" }
  public static func row(_ row: Int, of total: String) -> String { "row \(grouped(row)) of \(total)" }
  public static func line(_ line: Int, of total: Int) -> String { "line \(grouped(line)) of \(grouped(total))" }
  public static func reversed(_ name: String) -> String { "\(name), reversed" }
  public static func sorted(by order: String) -> String { "by \(order)" }
  public static let shelfOrder = "shelf order"
  public static func filtered(_ words: String) -> String { "filtered by \(plain(words))" }
  /// For narrow screens.
  public static func filteredShort(_ words: String) -> String { plain(words) }
  public static func clears(_ key: String) -> String { "\(key) clears" }
  public static func showsAll(key: String) -> String { "\(key) to show them all" }
  public static func noMatch(_ words: String) -> String { "Nothing matches \(plain(words))" }
  /// A group's filter in plain words: `style:"=Ambient"` is `style “Ambient”`; any other in quotes.
  private static func plain(_ words: String) -> String {
    let parts = words.split(separator: ":\"=", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].hasSuffix("\""), parts[1].dropLast().allSatisfy({ $0 != "\"" }) else {
      return "“\(words)”"
    }
    return "\(parts[0]) “\(parts[1].dropLast())”"
  }
  public static func found(_ total: String) -> String { "\(total) found" }
  public static func bestSorted(_ most: Int) -> String { "the best \(grouped(most)) sorted" }

  // MARK: Sources

  public static let demoCatalogue = "the demo catalogue"
  public static let importedCatalogue = "the imported catalogue"
  public static func notFound(_ kind: String, _ number: Int, in source: String) -> String {
    "No \(kind) \(number) in \(source)"
  }
  public static func signIn(key: String) -> String { "\(key) to sign in" }
  public static func retry(key: String) -> String { "\(key) to try again" }
  public static func failed(_ sentence: String, retry: String) -> String { "\(sentence) · \(retry) to try again" }

  // MARK: Names

  public static let relevance = "relevance"
  public static let catalogueNumber = "cat#"
  public static let or = " or "
  public static let allTypes = "all types"
  public static let releases = "releases"
  public static let masters = "masters"
  public static let artists = "artists"
  public static let labels = "labels"
  public static let monthAdded = "month added"
  public static let mediaCondition = "media grade"
  public static let lastPlayed = "last played"

  // MARK: Age and network

  public static let refreshing = "refreshing"
  public static let readOnly = "read-only"
  public static let online = "online"
  public static let waiting = "waiting"
  public static let isLoading = "loading"
  public static let sending = "sending"
  public static let refused = "refused"
  public static let takeBack = "take back"
  public static func tasks(_ number: Int) -> String { counted(number, "task") }

  public static func old(_ age: String) -> String { "\(age) old" }
  public static let notDiscogs = "not Discogs"
  public static let proxyFails = "proxy fails"
  public static let noAnswer = "no answer"
  public static let outOfBudget = "rate limit"
  public static let signedOut = "signed out"
  public static let discogsTrouble = "Discogs down"
  public static let notRenewed = "not refreshed"
  public static let seenBefore = "seen before"
  public static let fromShelf = "from your shelf only"
  public static let fromCatalogue = "from the catalogue"
  public static let local = "works offline"
  public static let slow = "slow"
  public static let offline = "offline"
  public static let waitsForTurn = "queued"
  public static func attemptShort(_ attempt: Int, seconds: Int) -> String { "try \(attempt) in \(seconds) s" }
  public static func attempt(_ attempt: Int, seconds: Int) -> String { "attempt \(attempt) in \(seconds) s" }
  public static func upToDate(_ age: String) -> String { age == AgeWords.now ? "up to date" : "synced \(age) ago" }
  public static func syncing(_ done: Int, of total: Int?) -> String {
    guard let total else { return done == 0 ? "syncing" : "syncing \(grouped(done))" }
    return "syncing \(grouped(done)) of \(grouped(total))"
  }
  public static let waitsToBeSent = "waiting to be sent"
  public static func tried(_ attempts: Int, _ reason: String) -> String { tried(attempts) + because(reason) }
  public static func tried(_ attempts: Int) -> String { "tried \(attempts)×" }
  public static func refused(_ sentence: String) -> String { refused + because(sentence) }
  public static let conflictShort = "conflict"
  public static let conflict = "changed on Discogs too"
  public static let tokenRefused = "token rejected"
  public static func waiting(seconds: Int) -> String { "waiting \(seconds) s" }
  public static func toSend(_ number: Int) -> String { "\(grouped(number)) to send" }
  public static func unread(_ number: Int, key: String) -> String { "\(grouped(number)) new · \(key)" }
  public static let tooSmall = "Too small: 40×8 at least. Nothing is lost"

  // MARK: Banners and hints

  public static func alert(read: String, _ separator: String, dismiss: String) -> String {
    "\(read) to read \(separator) \(dismiss) to dismiss"
  }
  public static let signsIn = "sign in"
  public static let triesAgain = "try again"
  public static let dismiss = "dismiss"
  public static let log = "log"
  public static let nextField = "next field"
  public static func selected(_ number: Int) -> String { "\(grouped(number)) selected" }
  public static let deselect = "deselect"
  public static let close = "close"
  public static let copy = "copy"
  public static let list = "list"
  public static let preview = "preview"
  public static let about = "about"
  public static let pickToCompare = "pick to compare"
  public static let groups = "groups"
  public static let folders = "folders"
  public static let crates = "crates"
  public static func show(_ what: String) -> String { "show \(what)" }
  public static func inFull(_ what: String) -> String { "\(what) in full" }
  public static func group(by what: String) -> String { "group by \(what)" }
  public static func andMore(_ number: Int) -> String { "and \(grouped(number)) more" }

  // MARK: Overlays

  public static let no = "no"
  public static let choose = "choose"
  public static let next = "next"
  public static let save = "save"
  public static let change = "change"

  public static func facets(first: Int?) -> String {
    first.map { " Facets, counted in the first \(grouped($0)) rows " } ?? " Facets "
  }
  public static let noFacets = "No facets here"
  public static let carriesOut = "run"
  public static let tick = "tick"
  public static let done = "done"
  public static let nextFacet = "next facet"
  public static let noSearchYet = "No searches yet"
  public static func searchesRemembered(key: String) -> String { "\(key) in the prompt runs a search and remembers it" }
  public static func noSearchLike(_ text: String) -> String { "No search matches “\(text)”" }
  public static let search = "Search"
  public static let popularRecords = "Popular records"
  public static let recentlySeen = "Recently seen"
  public static func toSearch(_ order: String, key: String) -> String { "\(order) · \(key) to search" }
  public static func toSearch(key: String) -> String { "\(key) to search" }
  public static let findFolder = "Type to find or create a folder"
  public static let typeToNarrow = "Type to filter"
  public static let narrowHistory = "Type to filter · source:live type:artist found:yes"
  public static let nothingHere = "Nothing here"
  public static func nothingHas(_ text: String) -> String { "Nothing matches “\(text)”" }
  public static let changedOnBoth = "Changed here and on Discogs"
  public static let sendMine = "send mine"
  public static let takeTheirs = "take theirs"
  public static let decideLater = "decide later"

  // MARK: Artists, labels and masters

  public static let noVersions = "This source has no version of this master"
  public static let noReleasesByArtist = "This source has no releases by this artist"
  public static func profileOnPane(key: String) -> String { "\(key) for the artist's profile" }
  public static let noReleasesOnLabel = "This source has no releases on this label"
  public static func aboutLabel(key: String) -> String { "\(key) for more about the label" }

  // MARK: Collection and want list

  public static let allFolders = "all folders"
  public static func folderEmpty(_ name: String) -> String { "Folder “\(name)” is empty" }
  public static func noCopyInCrate(_ name: String, _ query: String) -> String {
    "No copies in crate “\(name)”: \(query)"
  }
  public static func noWantInCrate(_ name: String, _ query: String) -> String {
    "No wants in crate “\(name)”: \(query)"
  }
  public static let collectionEmpty = "Your collection is empty"
  public static let syncFetches = ":sync fetches it from Discogs"
  public static let collectionImport = "“runout collection import FILE.csv” imports a Discogs export"
  public static let wantListEmpty = "Your want list is empty"
  public static let wantListImport = "“runout wantlist import FILE.csv” imports a Discogs export"
  public static func changesFilter(key: String) -> String { "In its pane, \(key) edits the filter" }
  public static func divides(key: String) -> String { "\(key) changes the groups; :crate saves a filter here" }

  // MARK: Lists of releases

  public static func by(_ user: String) -> String { "by \(user)" }

  public static func listsOf(_ user: String) -> String { "\(user)'s lists" }
  public static func noLists(_ user: String) -> String { "\(user) has no public lists" }
  public static let listsNeedSignIn = "Your lists are on Discogs"
  public static let loginForLists = "“runout login” signs you in, then they work offline too"
  public static let youHaveNoLists = "You have no lists on Discogs"
  public static let syncForLists = ":sync looks for new ones (automatic once a day)"
  public static func collectionOf(_ user: String) -> String { "\(user)'s collection" }
  public static func wantsOf(_ user: String) -> String { "\(user)'s wants" }
  public static let listEmpty = "This list is empty"
  public static func hasNoCollection(_ user: String) -> String { "\(user)'s collection is empty" }
  public static func wantsNothing(_ user: String) -> String { "\(user)'s want list is empty" }

  // MARK: Log, notifications and tasks

  public static let everything = "everything"
  public static let warningsAndErrors = "warnings and errors"
  public static let errors = "errors"
  public static func andWorse(_ level: String) -> String { "\(level) and worse" }
  public static let newestFirst = "newest first"
  public static let logEmpty = "The log is empty"
  public static let logHolds = "Errors, warnings and imports appear here"
  public static let noNotifications = "No notifications"
  public static let notificationsHold = "News from Runout and tasks for you appear here until you quit"
  public static func everythingWaits(seconds: Int) -> String { "all requests wait \(seconds) s" }
  public static func budget(_ remaining: Int, of limit: Int) -> String {
    "\(remaining) of \(limit) requests left this minute"
  }
  public static let goneAtDiscogs = "gone from Discogs"
  public static let goneThere = "gone there"
  public static func sourceIsHere(_ source: String) -> String {
    "The \(source) source is on this machine and needs no requests"
  }
  public static let tasksHold = "Requests to Discogs appear here while they run; you can cancel them"
  public static let noTasks = "No requests running"

  // MARK: Market and sellers

  public static let wantsForSale = "wants for sale"
  public static let myListings = "my listings"
  public static let myOrders = "my orders"
  public static let noOrders = "No one has ordered from you yet"
  public static let ordersNeedLive = "Your orders need Discogs: :source live"
  public static let notOnShelf = "not in your collection"
  public static func copies(_ number: Int) -> String { "\(grouped(number)) copies" }
  public static func checkingPrices(_ done: Int, of total: Int) -> String {
    "Checking prices: \(grouped(done)) of \(grouped(total))"
  }
  public static func readingInventory(_ page: Int, of total: Int) -> String {
    "Reading inventory: page \(grouped(page)) of \(grouped(total))"
  }
  public static func atPrice(_ number: Int) -> String { "\(grouped(number)) at your price" }
  public static let notYet = "not yet"
  public static let noPrices = "No prices watched yet"
  public static func howToWatch(key: String) -> String {
    "On a want, type \(key) 25 EUR to hear when it drops that low"
  }
  public static let listingsNeedLive = "Your listings need Discogs: :source live"
  public static let loginSignsIn = "“runout login” signs you in"
  public static let sellNothing = "You have no listings on Discogs"
  public static let listingsAppear = "Your listings appear here, next to your copies"
  public static let noSellers = "No sellers yet"
  public static func howToFollow(add: String, open: String) -> String {
    "\(add) NAME adds one; \(open) shows which of your wants they sell"
  }
  public static let offersNeedLive = "Inventories need Discogs: :source live"
  public static func soldBy(_ name: String) -> String { "Sold by \(name)" }
  public static let offer = "of your wants"
  public static let atYourPrice = "at your price"
  public static let otherPressing = "other pressing"
  public static func sellsNoWants(_ name: String) -> String { "\(name) has none of your wants right now" }
  public static func restInBrowser(key: String) -> String { "\(key) to see the rest in your browser" }

  // MARK: Search, stats and users

  public static func searchesDiscogs(key: String) -> String { "\(key) to search all of Discogs" }
  public static let seenAppears = "Records you open appear here, latest first"
  public static let sourceEmpty = "This source has no records yet"
  public static let importReads = "“runout import FILE…” imports a Discogs data dump"
  public static func didYouMean(_ queries: [String], key: String) -> String {
    "Did you mean \(quoted(queries))? \(key) to search for \(queries.count == 1 ? "it" : "the first")"
  }
  public static func didYouMean(filter: String, key: String) -> String {
    "Did you mean \(quoted([filter]))? \(key) to show it"
  }
  public static let fewerWords = "Try fewer or shorter words: a record must have all of them"
  public static func onlyType(_ kind: String, key: String) -> String { "Showing only \(kind) · \(key) for other types" }
  public static func holdsOnly(_ query: String) -> String { "Your catalogue holds only \(query)" }
  public static func nothingFound(_ query: String) -> String { "Nothing found for “\(query)”" }
  public static func worth(_ value: String) -> String { "worth \(value)" }
  public static func goesToCollection(key: String) -> String { "\(key) to go there" }
  public static func stars(_ number: String) -> String { number == "1" ? "1 star" : "\(number) stars" }
  public static let notRated = "not rated"
  public static let notGraded = "not graded"
  public static let usersNeedLive = "Users need Discogs: :source live"

  // MARK: Help and keys

  public static let keysAndCommands = "Keys and commands"
  public static func createFolder(_ name: String) -> String { "create folder “\(name)”" }
}
