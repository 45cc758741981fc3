/// Sentences of pages: captions, empty parts, and reasons a key does nothing.
public enum PageWords {
  // MARK: Why a key does nothing

  public static let releaseHasNoMaster = "This release has no master"
  public static let onlyArtistsHaveSections = "Only artist pages have sections"
  public static let artistHasNoPage = "This release's artist has no page"
  public static let labelHasNoPage = "This release's label has no page"
  public static let openForArtist = "Open the row first, then go to its artist"
  public static let openForLabel = "Open the row first, then go to its label"
  public static let listsSortBy = "Lists sort by title or date changed"
  public static let cannotSort = "This list does not sort by that"
  public static let notificationOpensNothing = "Notifications have no page to open"
  public static let noTaskToCancel = "Nothing to cancel"
  public static let taskOpensNothing = "Tasks have no page to open"
  public static let homeHasNoFacets = "Home has no facets"
  public static let noSellerToRemove = "No seller to remove"
  public static func rowsHaveNoPreview(_ rows: String) -> String { "There is no preview of \(rows)" }
  public static let addedOnWants = "Only your want list sorts by date added"
  public static let listingsHaveNoRating = "Listings do not sort by rating"
  public static let latestOrdersFirst = "Orders come latest first"
  public static let sellersByName = "Sellers are sorted by name"
  public static let groupsHere = "Press it in the pane at the left, which is divided by it"
  public static let typeASearch = "Type a search"

  // MARK: Done

  public static func searchCleared(_ query: String, history: String) -> String {
    "Search cleared · \(history) has “\(query)”"
  }
  public static func rated(_ stars: Int) -> String { "Rated \(stars) of 5" }
  public static let ratingCleared = "Rating cleared"
  public static func cancelled(_ title: String) -> String { "Cancelled: \(title)" }
  public static func opened(_ url: String) -> String { "Opened \(url)" }
  public static let catalogueImported = "New catalogue imported"

  // MARK: Errors

  public static let noCopyToPick = "No copy to pick"
  public static let pickCopyFailed = "Could not pick a copy"
  public static let noWantToPick = "No want to pick"
  public static let pickWantFailed = "Could not pick a want"
  public static let pendingFailed = "Could not read pending changes"
  public static let figuresFailed = "Could not refresh the figures"
  public static let ratingFailed = "Could not save the rating"
  public static let columnsReadFailed = "Could not read your columns"
  public static let columnsSaveFailed = "Could not save your columns"
  public static func partsFailed(_ what: String) -> String { "Could not read your \(what)" }
  public static let comparedInPart = "Could not load all there is to compare"
  public static let pageFailed = "Could not load this page"
  public static let pageReloadFailed = "Could not reload this page"
  public static let pageRefreshFailed = "Could not refresh this page"
  public static let listFailed = "Could not reload the list"
  public static let moreFailed = "Could not load more rows"
  public static let listRefreshFailed = "Could not refresh the list"
  public static let listStale = "Could not update the list"
  public static let releaseFailed = "Could not read this release"
  public static func lookupFailed(_ kind: String) -> String { "Could not look up the \(kind)" }
  public static func noneCalled(_ kind: String, _ name: String) -> String { "No \(kind) “\(name)” in this source" }
  public static let playingFailed = "Could not play"
  public static let noVideos = "The selection has no videos"
  public static func playing(_ number: Int) -> String { "Playing " + counted(number, "video") }
  public static let browserFailed = "Could not open the page in your browser"
  public static let nothingSelected = "Nothing here to open"
  public static let demoHasNoPage = "Demo records have no Discogs page"
  public static let notLookedFor = "Find or filter something first"
  public static func filtersAll(key: String) -> String { "These are the rows loaded so far · \(key) filters all" }
  public static func notFound(_ text: String) -> String { "“\(text)” not found" }
  public static let sourceFailed = "Could not switch the source"

  // MARK: The store

  public static func answerFirst(key: String) -> String { "Answer the question first · \(key) to close" }
  public static func pasteIntoPrompt(search: String, open: String) -> String {
    "Paste into a prompt: \(search) to search, \(open) to open a link"
  }
  public static func notHere(_ key: String, help: String) -> String {
    "\(key) does nothing on this page · \(help) for help"
  }
  public static let onceMore = "C-c again to quit"
  public static func notAKey(_ key: String, help: String) -> String { "\(key) isn't a key here · \(help) for help" }
  public static let tooManyKeys = "Too many keys at once; dropped the last ones"
  public static func undoesForADay(key: String) -> String { "\(key) undoes this for a day" }

  // MARK: Tasks

  public static let toDecide = "To decide"
  public static let toSend = "To send"
  public static let requests = "Requests"

  // MARK: Search help

  public static func pickPressings(key: String) -> String {
    "Select two to six releases with \(key), then compare them"
  }
  public static func onlyReleasesCompared(leftOut number: Int) -> String {
    "Only releases are compared · \(number) left out"
  }
  public static let onThisPage = "On this page"
  public static func nextPane(_ name: String) -> String { "Next pane: \(name)" }
  public static let searching = "Searching"
  public static let idsAndURLs = "r123  [m45]  a Discogs URL"
  public static let allWordsTheLast = "all words; the last may be incomplete"
  public static let thisExactPhrase = "this exact phrase"
  public static let artistOnlyAlsoTitle = "artist only; also title: label: catno: track:"
  public static let aPhraseInA = "a phrase in a field"
  public static let aYearOrRange = "a year or range; either end may be open"
  public static let aBarcodeDigitsAre = "a barcode, digits are enough"
  public static let matrixOrRunoutAs = "matrix or runout, as etched"
  public static let withoutThese = "without these"
  public static let opensThatPage = "opens that page"
  public static let releaseMasterArtistOr = "release, master, artist or label"
  public static let genreAndStyle = "genre and style"
  public static let formatAndCountry = "format and country"

  public static let filteringShelf = "Filtering your shelf"
  public static let folderAndRating = "in a folder; by your rating"
  public static let gradesAndBetter = "VG+ or better; without a grade"
  public static let addedAndPlayed = "when you added it; never played"
  public static let notYoursOrOther = "not yours; another pressing yours (offline)"
  public static let onWantListOrNot = "on your want list or not (offline)"
  public static let otherPressingOrWanted = "another pressing is yours; wanted too"
  public static let severalOfOne = "several copies; several pressings of one master"

  public static let marksOnRows = "Marks on rows"
  public static let ownThis = "you own this pressing"
  public static let ownAnother = "you own another pressing"
  public static let ownOne = "you own a pressing"
  public static let wantThis = "you want this pressing, or any"
  public static let wantAnother = "you want another pressing"
  public static let wantOne = "you want a pressing"
  public static let typesOfRows = "release, master, artist, label"
  public static let gradesOfRows = "grades of disc and sleeve; Gen: a generic one"
  public static let onlyThere = "Works only where text is typed"

  // MARK: Panes

  public static let noLinkHere = "No link on this line"
  public static let noOtherLink = "No other link"
  public static let nothingToOpen = "Nothing to open"
  public static let noMasterKnown = "No master known for this row"
  public static func cannotSort(by field: String) -> String { "This list does not sort by \(field)" }
  public static func noPage(of kind: String) -> String { "This release's \(kind) has no page" }
  public static let masterArtistHasNoPage = "This master's artist has no page"
  public static let newestFirst = "The log lists the newest line first"
  public static let nothingToCount = "Nothing to count yet"
  public static let notYours = "You can't change someone else's shelf"
  public static let offersDoNotSort = "Offers do not sort by rating"
  public static func facetsElsewhere(key: String) -> String {
    "Facets are for search results and versions · \(key) filters any list"
  }
  public static func switched(to source: String) -> String { "Switched to \(source)" }
  public static func removeRows(_ number: Int, of rows: String) -> String { "Remove \(grouped(number)) of \(rows)?" }
  public static func inFolders(_ number: Int) -> String { " in \(counted(number, "folder"))" }
  public static func records(_ number: Int) -> String { counted(number, "record") }
  public static func releases(_ number: Int) -> String { counted(number, "release") }
}
