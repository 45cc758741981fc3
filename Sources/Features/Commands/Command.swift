import Clients
import DiscogsModel
import RunoutModel

/// Everything a key or the `:` prompt can ask for. Declared once here, carried out by a page or a desk.
///
/// Help page, hints, completion, key reference and man page are all made from `entry`.
nonisolated public enum Command: String, CaseIterable, Hashable, Sendable {
  // Moving in a list or text.
  case moveDown = "move-down"
  case moveUp = "move-up"
  case moveToTop = "move-to-top"
  case moveToBottom = "move-to-bottom"
  case halfPageDown = "half-page-down"
  case halfPageUp = "half-page-up"
  case pageDown = "page-down"
  case pageUp = "page-up"
  case alignMiddle = "row-to-middle"
  case alignTop = "row-to-top"
  case alignBottom = "row-to-bottom"
  case goToRow = "row"
  case moveLeft = "move-left"
  case moveRight = "move-right"
  case nextPane = "next-pane"
  case previousPane = "previous-pane"
  case nextLink = "next-link"
  case previousLink = "previous-link"
  case previewDown = "scroll-preview-down"
  case previewUp = "scroll-preview-up"

  // Going places.
  case open = "open"
  case back = "back"
  case historyBack = "history-back"
  case historyForward = "history-forward"
  case lastView = "last-view"
  case openHome = "go-to-home"
  case openSearch = "go-to-search"
  case openCollection = "go-to-collection"
  case openWantList = "go-to-want-list"
  case openLists = "go-to-lists"
  case openMarket = "go-to-market"
  case openStats = "go-to-stats"
  case openTasks = "go-to-tasks"
  case openLog = "go-to-log"
  case openArtist = "go-to-artist"
  case openLabel = "go-to-label"
  case openMaster = "go-to-master"
  case unfold
  case openVersions = "go-to-versions"
  case openGaps = "gaps"
  case openPath = "path"
  case openCompany = "who"
  case openAlike = "alike"
  case openYears = "years"
  case openOnThisDay = "today"
  case openBookmark = "go-to-bookmark"
  case bookmark = "bookmark"
  case deleteBookmark = "unbookmark"
  case compare
  case openPasted = "open-pasted"
  case openInBrowser = "open-in-browser"
  case openUser = "user"
  case openSearchHistory = "search-history"
  case openHelp = "help"
  case openNotifications = "open-notifications"
  case closePage = "close-page"
  case quit = "quit"

  // Searching, narrowing, sorting.
  case newSearch = "new-search"
  case find = "find"
  case findNext = "find-next"
  case findPrevious = "find-previous"
  case narrow = "narrow"
  case filter = "filter"
  case showType = "type"
  case nextType = "next-type"
  case previousType = "previous-type"
  case sort = "sort"
  case sortByRelevance = "sort-by-relevance"
  case sortByArtist = "sort-by-artist"
  case sortByTitle = "sort-by-title"
  case sortByYear = "sort-by-year"
  case sortByAdded = "sort-by-added"
  case sortByRating = "sort-by-rating"
  case sortByFormat = "sort-by-format"
  case sortByLabel = "sort-by-label"
  case sortByCatalogueNumber = "sort-by-catalogue-number"
  case sortByPrice = "sort-by-price"
  case sortByArtistReversed = "sort-by-artist-reversed"
  case sortByTitleReversed = "sort-by-title-reversed"
  case sortByYearReversed = "sort-by-year-reversed"
  case sortByAddedReversed = "sort-by-added-reversed"
  case sortByRatingReversed = "sort-by-rating-reversed"
  case sortByFormatReversed = "sort-by-format-reversed"
  case sortByLabelReversed = "sort-by-label-reversed"
  case sortByCatalogueNumberReversed = "sort-by-catalogue-number-reversed"
  case sortByPriceReversed = "sort-by-price-reversed"

  // Selecting and copying.
  case mark = "select"
  case markRange = "select-range"
  case markAll = "select-all"
  case copyName = "copy-name"
  case copyURL = "copy-url"
  case copyID = "copy-id"
  case copyCatalogueNumber = "copy-catalogue-number"
  case copyBarcode = "copy-barcode"
  case copyJSON = "copy-json"

  // The shelf.
  case addToCollection = "add-to-collection"
  case toggleWant = "want"
  case gotIt = "got-it"
  case edit = "edit"
  case moveToFolder = "move-to-folder"
  case undo = "undo"
  case redo = "redo"
  case makeFolder = "make-folder"
  case renameFolder = "rename-folder"
  case deleteFolder = "delete-folder"
  case keepCrate = "crate"
  case group = "group"
  case columns = "columns"
  case filing = "filing"
  case person = "person"
  case duplicates = "duplicates"
  case setLimit = "limit"
  case addSeller = "seller"
  case sync = "sync"
  case pauseSync = "pause"
  case openRemoved = "removed"

  // Rating and prices.
  case rateNone = "rate-none"
  case rateOne = "rate-one"
  case rateTwo = "rate-two"
  case rateThree = "rate-three"
  case rateFour = "rate-four"
  case rateFive = "rate-five"
  case togglePrices = "prices"

  // The program.
  case cancel = "cancel"
  case remove = "remove"
  case removeAll = "remove-all"
  case refresh = "refresh-item"
  case refreshView = "refresh-view"
  case randomPick = "random-pick"
  case markPlayed = "played"
  case toggleWall = "wall"
  case leaveWall = "leave-wall"
  case openPicture = "picture"
  case toggleInfo = "info-pane"
  case commandLine = "command-line"
  case redraw = "redraw"
  case suspend = "suspend"
  case selectSource = "source"
  case toggleMouse = "mouse"
  case theme = "theme"
  case set = "set"
  case editSettings = "config"
  case signIn = "login"
  case signOut = "logout"
  case whoAmI = "whoami"
  case selectProfile = "profile"

  // In a text field.
  case submit = "submit"
  case complete = "complete"
  case olderEntry = "older-entry"
  case newerEntry = "newer-entry"
  case editLineStart = "line-start"
  case editLineEnd = "line-end"
  case editLeft = "cursor-left"
  case editRight = "cursor-right"
  case editWordLeft = "word-left"
  case editWordRight = "word-right"
  case editDeleteLeft = "delete-left"
  case editDeleteRight = "delete-right"
  case editKillWordLeft = "kill-word-left"
  case editKillWordRight = "kill-word-right"
  case editKillToStart = "kill-to-start"
  case editKillToEnd = "kill-to-end"
  case editYank = "yank"
  case editTranspose = "transpose"
  case editLineBreak = "line-break"
  case previousField = "previous-field"

  // In a question.
  case confirm = "confirm"
  case decline = "decline"
  case replace = "replace"
  case keepMine = "keep-mine"
  case takeTheirs = "take-theirs"
  case scrollDown = "scroll-down"
  case scrollUp = "scroll-up"
  case scrollPageDown = "scroll-page-down"
  case scrollPageUp = "scroll-page-up"

  // In the search history.
  case editEntry = "edit-entry"
  case deleteEntry = "delete-entry"
  case undoDelete = "undo-delete"
}

extension Command {
  /// The place where a key runs a command. A key can have different commands only in contexts that never meet.
  nonisolated public enum Context: String, CaseIterable, Hashable, Sendable {
    /// Wherever no text field has the keys.
    case everywhere
    /// A list of rows.
    case lists
    /// A page of text with links.
    case text
    /// Covers and panels, walked with hjkl: its keys go before those of lists.
    case pictures
    /// A text field: the search prompt, find, narrow, `:`.
    case fields
    /// The search history's list and its filter, which has the keys of a text field too.
    case history
    /// A pop-up that asks yes or no, or mine or theirs: its keys are the answers, whatever they do on a page.
    case questions

    /// The contexts in which this one's keys may have no other command.
    public var meeting: Set<Context> {
      switch self {
      case .everywhere: [.everywhere, .lists, .text]
      case .lists, .text: [self, .everywhere]
      case .pictures, .fields, .history, .questions: [self]
      }
    }
  }

  nonisolated public enum Section: String, CaseIterable, Sendable {
    case moving = "Moving"
    case going = "Going places"
    case searching = "Searching, filtering, sorting"
    case copying = "Selecting and copying"
    case shelf = "Your shelf"
    case rating = "Rating and prices"
    case program = "Program"
    case field = "Text fields"
    case history = "Search history"
    case question = "Questions"
  }

  /// A row of the command table.
  nonisolated public struct Entry: Sendable {
    /// One sentence without a full stop, for help and man page.
    public var help: String
    /// Keys in the notation of the help page; a chord is written as its keys in a row: `gg`, `,y`, `<C-d>`.
    public var keys: [String]
    public var contexts: Set<Context>
    public var section: Section
    /// The word of the footer's hint; nil for none.
    public var hint: String?
    /// Its line in the pop-up of a chord, after the caption of the first key; nil for the help.
    public var chord: String?
    /// The argument that it takes on the `:` line.
    public var parameter: Parameter
    /// Its other names on the `:` line.
    public var aliases: [String]
    /// A broader command that it shares keys with; in its own contexts, this one wins.
    public var covered: Command?

    init(
      _ help: String, keys: [String] = [], in contexts: Set<Context> = [.everywhere], _ section: Section,
      hint: String? = nil, chord: String? = nil, takes parameter: Parameter = .none, aliases: [String] = [],
      covers covered: Command? = nil
    ) {
      self.help = help
      self.keys = keys
      self.contexts = contexts
      self.section = section
      self.hint = hint
      self.chord = chord
      self.parameter = parameter
      self.aliases = aliases
      self.covered = covered
    }
  }

  /// The captions of the chords' pop-ups, by first key.
  nonisolated public static let chordCaptions = [
    "g": "Go to", ",": "Sort by", "y": "Copy", "*": "Rate", "z": "Scroll row to",
  ]

  public nonisolated var entry: Entry {
    switch self {
    case .moveDown: Entry("Move down a row", keys: ["j", "<Down>", "<C-n>"], .moving)
    case .moveUp: Entry("Move up a row", keys: ["k", "<Up>", "<C-p>"], .moving)
    case .moveToTop: Entry("Move to the first row", keys: ["gg", "<Home>"], .moving, chord: "first row")
    case .moveToBottom: Entry("Move to the last row of the list", keys: ["G", "<End>"], .moving)
    case .halfPageDown: Entry("Move down half a screen", keys: ["<C-d>"], .moving)
    case .halfPageUp: Entry("Move up half a screen", keys: ["<C-u>"], .moving)
    case .pageDown: Entry("Move down a screen", keys: ["<C-f>", "<PageDown>"], .moving)
    case .pageUp: Entry("Move up a screen", keys: ["<C-b>", "<PageUp>"], .moving)
    case .alignMiddle: Entry("Scroll the row to the middle of the screen", keys: ["zz"], .moving, chord: "middle")
    case .alignTop: Entry("Scroll the row to the top of the screen", keys: ["zt"], .moving, chord: "top")
    case .alignBottom: Entry("Scroll the row to the bottom of the screen", keys: ["zb"], .moving, chord: "bottom")
    case .goToRow: Entry("Go to a row number (the number alone works too)", .moving, takes: .number)
    case .moveLeft: Entry("Move left", keys: ["h", "<Left>"], in: [.pictures], .moving)
    case .moveRight: Entry("Move right", keys: ["l", "<Right>"], in: [.pictures], .moving)
    case .nextPane: Entry("Go to the next pane", keys: ["<Tab>"], in: [.lists], .moving, hint: "next pane")
    case .previousPane: Entry("Go to the previous pane", keys: ["<S-Tab>"], in: [.lists], .moving)
    case .nextLink:
      Entry(
        "Go to the next link, then to the next pane", keys: ["<Tab>"], in: [.text], .moving,
        hint: "next link")
    case .previousLink:
      Entry("Go to the previous link", keys: ["<S-Tab>"], in: [.text], .moving)
    case .previewDown: Entry("Scroll the preview down", keys: ["J"], .moving)
    case .previewUp: Entry("Scroll the preview up", keys: ["K"], .moving)

    case .open: Entry("Open the row or link", keys: ["<Enter>", "l", "<Right>"], .going, hint: "open")
    case .back: Entry("Go back one level", keys: ["h", "<Left>", "<Backspace>"], .going, hint: "back")
    case .historyBack: Entry("Go back in history", keys: ["H", "<A-Left>"], .going)
    case .historyForward: Entry("Go forward in history", keys: ["L", "<A-Right>"], .going)
    case .lastView: Entry("Switch between the last two pages", keys: ["-"], .going)
    case .openHome: Entry("Go to Home: overview and recent activity", keys: ["1", "gh"], .going, chord: "Home")
    case .openSearch: Entry("Go to Search", keys: ["2"], .going)
    case .openCollection: Entry("Go to Collection", keys: ["3", "gc"], .going, chord: "Collection")
    case .openWantList: Entry("Go to Want list", keys: ["4", "gw"], .going, chord: "Want list")
    case .openLists: Entry("Go to Lists: your Discogs lists", keys: ["5"], .going)
    case .openMarket: Entry("Go to Market: wants for sale, your listings, sellers", keys: ["6"], .going)
    case .openStats: Entry("Go to Stats: your collection in numbers", keys: ["7"], .going)
    case .openTasks:
      Entry(
        "Go to Tasks: requests and pending changes", keys: ["8", "gt"], .going, chord: "tasks", aliases: ["pending"])
    case .openLog: Entry("Go to the log", keys: ["9", "go"], .going, chord: "log")
    case .openArtist: Entry("Go to the artist", keys: ["ga"], .going, chord: "its artist")
    case .openLabel: Entry("Go to the label", keys: ["gl"], .going, chord: "its label")
    case .openMaster: Entry("Go to the master", keys: ["gm"], .going, chord: "its master")
    case .openVersions: Entry("Go to all versions", keys: ["gv"], .going, hint: "versions", chord: "all versions")
    case .unfold:
      Entry(
        "Show or hide a master's versions below it", keys: ["E"], in: [.lists], .going, hint: "versions")
    case .openGaps:
      Entry(
        "Show what your shelf lacks of this label, artist or master (catalogue, demo)", keys: ["gx"], .going,
        hint: "gaps", chord: "gaps on your shelf")
    case .openPath:
      Entry(
        "Find a path of records between two artists: path A > B (catalogue, demo)", keys: ["gp"], .going,
        chord: "path to an artist", takes: .text)
    case .openCompany:
      Entry(
        "Show who else played on it; who NAME shows it of an artist (catalogue, demo)", keys: ["ge"], .going,
        hint: "who else", chord: "who else played", takes: .text, aliases: ["who-else"])
    case .openAlike:
      Entry("Show the records most like this one (catalogue, demo)", keys: ["gk"], .going, chord: "akin records")
    case .openYears:
      Entry(
        "Show a label's or artist's records by year (catalogue, demo)", keys: ["gy"], .going, chord: "its years")
    case .openOnThisDay:
      Entry(
        "Show what of your shelf came out on this day (catalogue, demo)", .going, aliases: ["on-this-day"])
    case .openBookmark:
      Entry("Go to a bookmark: ' and its letter", keys: ["'"], .going, hint: "bookmarks", takes: .letter)
    case .bookmark:
      Entry("Bookmark this record: m and a letter", keys: ["m"], .going, takes: .letter)
    case .deleteBookmark: Entry("Delete a bookmark: unbookmark and its letter", .going, takes: .letter)
    case .compare: Entry("Compare the selected pressings, two to six", keys: ["="], .going, hint: "compare")
    case .openPasted: Entry("Open a pasted Discogs URL or id such as r123", keys: ["O"], .going)
    case .openInBrowser: Entry("Open the Discogs page in your browser", keys: ["o"], .going, hint: "browser")
    case .openUser: Entry("Go to a user's page: user NAME; without a name, yours", .going, takes: .name(of: .user))
    case .openSearchHistory:
      Entry("Open the search history", keys: ["<C-r>"], in: [.everywhere, .fields], .going, hint: "history")
    case .openHelp: Entry("Show keys and commands", keys: ["?", "<F1>"], .going, hint: "help")
    case .openNotifications:
      Entry(
        "Show notifications", keys: ["gn"], .going, hint: "read", chord: "notifications",
        aliases: ["notifications"])
    case .closePage: Entry("Close this page", keys: ["q"], .going, aliases: ["q"])
    case .quit: Entry("Quit", keys: ["Q"], .going, aliases: ["qa", "q!"])

    case .newSearch: Entry("New search", keys: ["s"], .searching, hint: "search")
    case .find:
      Entry(
        "Find in a text; find TEXT goes to the next row of a list that has it", keys: ["/", "f"], .searching,
        hint: "find", takes: .text)
    case .findNext: Entry("Next match; in a filtered list, next row", keys: ["n"], .searching)
    case .findPrevious: Entry("Previous match; in a filtered list, previous row", keys: ["N"], .searching)
    case .narrow:
      Entry(
        "Filter this list as you type", keys: ["/", "f"], in: [.lists], .searching, hint: "filter", takes: .text,
        covers: .find)
    case .filter:
      Entry(
        "Choose facets: format, label, country, year", keys: ["F"], in: [.lists], .searching, hint: "facets")
    case .showType:
      Entry(
        "Show one type of record, or all", .searching,
        takes: .choice(["all"] + EntityKind.allCases.map(\.rawValue), isRequired: true))
    case .nextType:
      Entry(
        "Show the next type, section, part or level", keys: ["t"], in: [.lists],
        .searching, hint: "next type")
    case .previousType: Entry("Show the previous type, section, part or level", keys: ["T"], in: [.lists], .searching)
    case .sort:
      Entry(
        "Sort by a column, or by relevance", .searching,
        takes: .choice(SortOrder.Field.allCases.map(\.rawValue), isRequired: true))
    case .sortByRelevance:
      Entry("Sort by relevance or the list's own order", keys: [",,"], in: [.lists], .searching, chord: "relevance")
    case .sortByArtist: Entry("Sort by artist", keys: [",a"], in: [.lists], .searching, chord: "artist")
    case .sortByTitle: Entry("Sort by title", keys: [",t"], in: [.lists], .searching, chord: "title")
    case .sortByYear: Entry("Sort by year", keys: [",y"], in: [.lists], .searching, hint: "sort by year", chord: "year")
    case .sortByAdded: Entry("Sort by date added, latest first", keys: [",d"], in: [.lists], .searching, chord: "added")
    case .sortByRating: Entry("Sort by rating, best first", keys: [",r"], in: [.lists], .searching, chord: "rating")
    case .sortByFormat: Entry("Sort by format", keys: [",f"], in: [.lists], .searching, chord: "format")
    case .sortByLabel: Entry("Sort by label", keys: [",l"], in: [.lists], .searching, chord: "label")
    case .sortByCatalogueNumber:
      Entry("Sort by catalogue number", keys: [",c"], in: [.lists], .searching, chord: "cat#")
    case .sortByPrice:
      Entry(
        "Sort by price (Market)", keys: [",p"], in: [.lists], .searching, hint: "sort by price", chord: "price")
    case .sortByArtistReversed:
      Entry("Sort by artist, Z first", keys: [",A"], in: [.lists], .searching, chord: "artist, Z first")
    case .sortByTitleReversed:
      Entry("Sort by title, Z first", keys: [",T"], in: [.lists], .searching, chord: "title, Z first")
    case .sortByYearReversed:
      Entry("Sort by year, latest first", keys: [",Y"], in: [.lists], .searching, chord: "year, latest first")
    case .sortByAddedReversed:
      Entry(
        "Sort by date added, oldest first", keys: [",D"], in: [.lists], .searching, chord: "added, oldest first")
    case .sortByRatingReversed:
      Entry("Sort by rating, lowest first", keys: [",R"], in: [.lists], .searching, chord: "rating, lowest first")
    case .sortByFormatReversed:
      Entry("Sort by format, Z first", keys: [",F"], in: [.lists], .searching, chord: "format, Z first")
    case .sortByLabelReversed:
      Entry("Sort by label, Z first", keys: [",L"], in: [.lists], .searching, chord: "label, Z first")
    case .sortByCatalogueNumberReversed:
      Entry("Sort by catalogue number, last first", keys: [",C"], in: [.lists], .searching, chord: "cat#, last first")
    case .sortByPriceReversed:
      Entry("Sort by price, highest first", keys: [",P"], in: [.lists], .searching, chord: "price, highest first")

    case .mark: Entry("Select or deselect the row", keys: ["<Space>"], in: [.lists], .copying)
    case .markRange: Entry("Select a range from here", keys: ["v"], in: [.lists], .copying)
    case .markAll: Entry("Select all loaded rows", keys: ["<C-a>"], in: [.lists], .copying)
    case .copyName: Entry("Copy “Artist – Title”", keys: ["yy"], .copying, chord: "Artist – Title")
    case .copyURL: Entry("Copy the Discogs URL", keys: ["yu"], .copying, hint: "copy link", chord: "URL")
    case .copyID: Entry("Copy the id", keys: ["yi"], .copying, chord: "id")
    case .copyCatalogueNumber: Entry("Copy the catalogue number", keys: ["yc"], .copying, chord: "catalogue number")
    case .copyBarcode: Entry("Copy the barcode", keys: ["yb"], .copying, chord: "barcode")
    case .copyJSON: Entry("Copy the record as JSON", keys: ["yj"], .copying, chord: "record as JSON")

    case .addToCollection:
      Entry("Add to your collection; asks for a folder and warns of duplicates", keys: ["a"], .shelf, hint: "add")
    case .toggleWant:
      Entry("Add to or remove from your want list; on a master, any pressing", keys: ["w"], .shelf, hint: "want")
    case .gotIt: Entry("Got it: move from want list to collection", keys: ["W"], .shelf, hint: "got it")
    case .edit:
      Entry("Edit copy, want, folder name or crate filter", keys: ["e"], .shelf, hint: "edit")
    case .moveToFolder: Entry("Move the copy to another folder", keys: ["M"], .shelf, hint: "move")
    case .undo: Entry("Undo the last change (kept for a day)", keys: ["u"], .shelf, hint: "undo")
    case .redo: Entry("Redo the last undone change", keys: ["U"], .shelf, hint: "redo")
    case .makeFolder: Entry("Create a folder", keys: ["+"], in: [.lists], .shelf, hint: "new folder")
    case .renameFolder: Entry("Rename the folder (e in the folders pane)", .shelf)
    case .deleteFolder: Entry("Delete the empty folder (D in the folders pane)", .shelf)
    case .group:
      Entry(
        "Group the shelf; group none: by folders and crates", .shelf,
        takes: .choice(ShelfGrouping.allCases.map(\.rawValue) + ["none"], isRequired: true))
    case .columns:
      Entry(
        "Choose columns; columns default: as many as fit", .shelf,
        takes: .choices(ShelfColumn.allCases.map(\.rawValue)))
    case .filing:
      Entry(
        "Sort with or without articles, people by first or last name", .shelf,
        takes: .choices(FilingOptions.Word.allCases.map(\.rawValue)))
    case .person: Entry("Toggle sorting this artist by last name", .shelf)
    case .keepCrate:
      Entry("Save this filter as a smart crate: crate NAME", .shelf, takes: .text)
    case .duplicates:
      Entry(
        "Show what you own twice; duplicates master: in several pressings", .shelf,
        takes: .choice(DuplicateKind.allCases.map(\.rawValue)))
    case .setLimit:
      Entry(
        "Set the most you would pay: limit 25 EUR; limit none clears it", .shelf, hint: "set a limit",
        takes: .money)
    case .addSeller:
      Entry("Follow a seller: seller NAME", .shelf, hint: "add one", takes: .name(of: .seller))
    case .sync:
      Entry("Sync with Discogs; sync full compares everything", .shelf, takes: .choice(["full"]))
    case .pauseSync: Entry("Pause the sync; sync resumes it", .shelf)
    case .openRemoved: Entry("Show and bring back what a sync removed in the last 30 days", .shelf)

    case .rateNone: Entry("Clear the rating", keys: ["*0"], .rating, chord: "no rating")
    case .rateOne: Entry("Rate this copy, want or release 1 of 5", keys: ["*1"], .rating, chord: "one star")
    case .rateTwo: Entry("Rate this copy, want or release 2 of 5", keys: ["*2"], .rating, chord: "two stars")
    case .rateThree: Entry("Rate this copy, want or release 3 of 5", keys: ["*3"], .rating, chord: "three stars")
    case .rateFour: Entry("Rate this copy, want or release 4 of 5", keys: ["*4"], .rating, chord: "four stars")
    case .rateFive: Entry("Rate this copy, want or release 5 of 5", keys: ["*5"], .rating, chord: "five stars")
    case .togglePrices: Entry("Show or hide prices by condition", keys: ["p"], .rating, hint: "prices")

    case .toggleWall:
      Entry(
        "Show the records as a wall of covers, or as a list again", keys: ["V"], in: [.lists], .program, hint: "covers")
    case .leaveWall: Entry("Leave the wall or the large picture", keys: ["<Backspace>"], in: [.pictures], .program)
    case .openPicture: Entry("Show the picture large", keys: ["c"], .program, hint: "cover")
    case .cancel:
      Entry(
        "Close or clear one thing: pop-up, prompt, selection, filter",
        keys: ["<Esc>", "<C-g>", "<C-c>"], in: [.everywhere, .fields, .history, .questions], .program, hint: "cancel")
    case .remove:
      Entry(
        "Remove copy, want or seller (asks); cancel a task; clear a notification", keys: ["D", "<Delete>"],
        .shelf,
        hint: "remove")
    case .removeAll: Entry("Clear all notifications", keys: ["X"], in: [.lists], .program, hint: "clear all")
    case .refresh: Entry("Reload this record", keys: ["r"], .program)
    case .refreshView: Entry("Reload this page", keys: ["R", "<F5>"], .program, hint: "reload")
    case .randomPick:
      Entry(
        "Pick a random row, favouring neglected ones", keys: ["x"],
        in: [.lists], .shelf, hint: "another pick")
    case .markPlayed: Entry("Mark this copy as played", keys: ["P"], .shelf, hint: "played")
    case .toggleInfo: Entry("Show or hide the info pane", keys: ["i"], .program, hint: "info")
    case .commandLine: Entry("Type a command; a number goes to that row", keys: [":"], .program, hint: "command")
    case .redraw:
      Entry("Redraw the screen", keys: ["<C-l>"], in: [.everywhere, .fields, .history, .questions], .program)
    case .suspend:
      Entry(
        "Suspend Runout; fg resumes it", keys: ["<C-z>"], in: [.everywhere, .fields, .history, .questions],
        .program)
    case .selectSource:
      Entry(
        "Switch the source: \(Source.allCases.map { "source \($0.rawValue)" }.joined(separator: ", "))", .program,
        takes: .choice(Source.allCases.map(\.rawValue), isRequired: true))
    case .toggleMouse: Entry("Use the mouse, or leave it to the terminal", keys: ["<A-m>"], .program)
    case .theme:
      Entry(
        "Choose the colours: theme NAME; without a name, see them in turn", .program,
        takes: .name(of: .theme))
    case .set: Entry("Change a setting until you quit: set ascii true", .program, takes: .setting)
    case .editSettings: Entry("Edit config.toml; changes apply when you save", .program)
    case .signIn:
      Entry(
        "Sign in to Discogs with a token; login oauth: with your own application", keys: ["gs"], .program,
        hint: "sign in", chord: "sign in", takes: .choice(["oauth"]))
    case .signOut: Entry("Sign out and delete this profile's token", .program)
    case .whoAmI: Entry("Show who is signed in", .program)
    case .selectProfile:
      Entry("Switch to another account: profile NAME; without a name, list them", .program, takes: .name(of: .profile))

    case .submit: Entry("Accept", keys: ["<Enter>"], in: [.fields, .history], .field, hint: "run")
    case .complete:
      Entry("Complete the word; in a form, next field", keys: ["<Tab>"], in: [.fields], .field, hint: "complete")
    case .olderEntry:
      Entry(
        "Older history entry; in a pop-up, one row up", keys: ["<Up>", "<C-p>"],
        in: [.fields, .history], .field, hint: "earlier")
    case .newerEntry:
      Entry(
        "Newer history entry; in a pop-up, one row down", keys: ["<Down>", "<C-n>"],
        in: [.fields, .history], .field, hint: "next")
    case .editLineStart: Entry("Move to the start", keys: ["<C-a>", "<Home>"], in: [.fields, .history], .field)
    case .editLineEnd: Entry("Move to the end", keys: ["<C-e>", "<End>"], in: [.fields, .history], .field)
    case .editLeft: Entry("Move one character left", keys: ["<C-b>", "<Left>"], in: [.fields, .history], .field)
    case .editRight: Entry("Move one character right", keys: ["<C-f>", "<Right>"], in: [.fields, .history], .field)
    case .editWordLeft: Entry("Move one word left", keys: ["<A-b>", "<C-Left>"], in: [.fields, .history], .field)
    case .editWordRight: Entry("Move one word right", keys: ["<A-f>", "<C-Right>"], in: [.fields, .history], .field)
    case .editDeleteLeft:
      Entry("Delete the character before the cursor", keys: ["<Backspace>", "<C-h>"], in: [.fields, .history], .field)
    case .editDeleteRight:
      Entry("Delete the character at the cursor", keys: ["<Delete>", "<C-d>"], in: [.fields, .history], .field)
    case .editKillWordLeft:
      Entry("Cut the word before the cursor", keys: ["<C-w>", "<A-Backspace>"], in: [.fields, .history], .field)
    case .editKillWordRight: Entry("Cut the word after the cursor", keys: ["<A-d>"], in: [.fields, .history], .field)
    case .editKillToStart: Entry("Cut to the start", keys: ["<C-u>"], in: [.fields, .history], .field)
    case .editKillToEnd: Entry("Cut to the end", keys: ["<C-k>"], in: [.fields, .history], .field)
    case .editYank: Entry("Paste the last cut text", keys: ["<C-y>"], in: [.fields, .history], .field)
    case .editTranspose:
      Entry("Swap the characters around the cursor", keys: ["<C-t>"], in: [.fields, .history], .field)

    case .editLineBreak: Entry("Insert a line break (forms)", keys: ["<A-Enter>"], in: [.fields], .field)
    case .previousField: Entry("Previous field (forms)", keys: ["<S-Tab>"], in: [.fields], .field)

    case .confirm: Entry("Yes", keys: ["y", "<Enter>"], in: [.questions], .question, hint: "yes")
    case .decline: Entry("No", keys: ["n"], in: [.questions], .question, hint: "no")
    case .replace:
      Entry("Replace your shelf with Discogs' (asks again)", keys: ["r"], in: [.questions], .question, hint: "replace")
    case .scrollDown:
      Entry(
        "Scroll down", keys: ["j", "<Down>", "<C-n>"], in: [.questions], .question,
        hint: "scroll")
    case .scrollUp: Entry("Scroll up", keys: ["k", "<Up>", "<C-p>"], in: [.questions], .question)
    case .scrollPageDown:
      Entry("Scroll down a screen", keys: ["<PageDown>", "<C-f>", "<C-d>"], in: [.questions], .question)
    case .scrollPageUp:
      Entry("Scroll up a screen", keys: ["<PageUp>", "<C-b>", "<C-u>"], in: [.questions], .question)
    case .keepMine:
      Entry("Send my change over Discogs' version", keys: ["m"], in: [.questions], .question, hint: "mine")
    case .takeTheirs:
      Entry("Discard my change; use Discogs' version", keys: ["t"], in: [.questions], .question, hint: "theirs")

    case .editEntry:
      Entry("Edit the search in the prompt", keys: ["<Tab>"], in: [.history], .history, hint: "edit")
    case .deleteEntry: Entry("Delete the search for good", keys: ["<C-x>"], in: [.history], .history, hint: "delete")
    case .undoDelete:
      Entry("Bring the deleted search back", keys: ["u", "<A-u>"], in: [.history], .history, hint: "undo")
    }
  }
}
