import Clients
import DiscogsModel
public import RunoutModel

/// Everything a key or the `:` prompt can ask for. Declared once here, by section, carried out by a page or a desk.
///
/// Help page, hints, completion, key reference and man page are all made from `entry`.
nonisolated public enum Command: CaseIterable, Hashable, Sendable {
  case moveDown, moveUp, moveToTop, moveToBottom, halfPageDown, halfPageUp, pageDown, pageUp, alignMiddle, alignTop,
    alignBottom, goToRow, moveLeft, moveRight, nextPane, previousPane, nextLink, previousLink, previewDown, previewUp
  case open, back, historyBack, historyForward, lastView, openHome, openSearch, openCollection, openWantList, openLists,
    openMarket, openStats, openTasks, openLog, openArtist, openLabel, openMaster, unfold, openVersions, openGaps,
    openPath, openCompany, openAlike, openYears, openOnThisDay, openNews, openPlays, openBookmark, bookmark,
    deleteBookmark, compare, openPasted, openInBrowser, listen, openUser, openSearchHistory, openHelp,
    openNotifications, closePage, quit
  case newSearch, find, findNext, findPrevious, narrow, filter, showType, nextType, previousType
  /// Sorts by a field; nil asks for one.
  case sort(by: SortOrder.Field?, isReversed: Bool = false)
  case mark, markRange, markAll, copyName, copyURL, copyID, copyCatalogueNumber, copyBarcode, copyJSON
  case addToCollection, toggleWant, gotIt, edit, moveToFolder, undo, redo, makeFolder, renameFolder, deleteFolder,
    intake, keepCrate, group, columns, filing, person, duplicates, setLimit, sell, reprice, setStatus, reply, follow,
    addSeller, sync, pauseSync, openRemoved, remove, randomPick, markPlayed
  case rateNone, rateOne, rateTwo, rateThree, rateFour, rateFive, togglePrices
  case cancel, removeAll, refresh, refreshView, toggleWall, leaveWall, openPicture, toggleInfo, commandLine, redraw,
    suspend, selectSource, toggleMouse, theme, set, editSettings, signIn, signOut, whoAmI, selectProfile
  case submit, complete, olderEntry, newerEntry, editLineStart, editLineEnd, editLeft, editRight, editWordLeft,
    editWordRight, editDeleteLeft, editDeleteRight, editKillWordLeft, editKillWordRight, editKillToStart, editKillToEnd,
    editYank, editTranspose, editLineBreak, previousField
  case confirm, decline, replace, keepMine, takeTheirs, scrollDown, scrollUp, scrollPageDown, scrollPageUp
  case editEntry, deleteEntry, undoDelete

  /// All of them, in the order of the help.
  public static let allCases = Section.allCases.flatMap(\.commands)

  /// The commands by name and alias.
  public static let named = Dictionary(
    allCases.flatMap { command in ([command.name] + command.entry.aliases).map { ($0, command) } }
  ) { first, _ in first }

  /// Its name on the `:` line and in `[keys]`.
  public var name: String { entry.name }
}

extension Command {
  public nonisolated var entry: Entry {
    switch self {
    case .moveDown: Entry("move-down", "Move down a row", keys: ["j", "<Down>", "<C-n>"])
    case .moveUp: Entry("move-up", "Move up a row", keys: ["k", "<Up>", "<C-p>"])
    case .moveToTop: Entry("move-to-top", "Move to the first row", keys: ["gg", "<Home>"], chord: "first row")
    case .moveToBottom: Entry("move-to-bottom", "Move to the last row of the list", keys: ["G", "<End>"])
    case .halfPageDown: Entry("half-page-down", "Move down half a screen", keys: ["<C-d>"])
    case .halfPageUp: Entry("half-page-up", "Move up half a screen", keys: ["<C-u>"])
    case .pageDown: Entry("page-down", "Move down a screen", keys: ["<C-f>", "<PageDown>"])
    case .pageUp: Entry("page-up", "Move up a screen", keys: ["<C-b>", "<PageUp>"])
    case .alignMiddle:
      Entry("row-to-middle", "Scroll the row to the middle of the screen", keys: ["zz"], chord: "middle")
    case .alignTop: Entry("row-to-top", "Scroll the row to the top of the screen", keys: ["zt"], chord: "top")
    case .alignBottom:
      Entry("row-to-bottom", "Scroll the row to the bottom of the screen", keys: ["zb"], chord: "bottom")
    case .goToRow: Entry("row", "Go to a row number (the number alone works too)", takes: .number)
    case .moveLeft: Entry("move-left", "Move left", keys: ["h", "<Left>"], in: [.pictures])
    case .moveRight: Entry("move-right", "Move right", keys: ["l", "<Right>"], in: [.pictures])
    case .nextPane: Entry("next-pane", "Go to the next pane", keys: ["<Tab>"], in: [.lists])
    case .previousPane: Entry("previous-pane", "Go to the previous pane", keys: ["<S-Tab>"], in: [.lists])
    case .nextLink: Entry("next-link", "Go to the next link, then to the next pane", keys: ["<Tab>"], in: [.text])
    case .previousLink: Entry("previous-link", "Go to the previous link", keys: ["<S-Tab>"], in: [.text])
    case .previewDown: Entry("scroll-preview-down", "Scroll the preview down", keys: ["J"])
    case .previewUp: Entry("scroll-preview-up", "Scroll the preview up", keys: ["K"])

    case .open: Entry("open", "Open the row or link", keys: ["<Enter>", "l", "<Right>"])
    case .back: Entry("back", "Go back one level", keys: ["h", "<Left>", "<Backspace>"])
    case .historyBack: Entry("history-back", "Go back in history", keys: ["H", "<A-Left>"])
    case .historyForward: Entry("history-forward", "Go forward in history", keys: ["L", "<A-Right>"])
    case .lastView: Entry("last-view", "Switch between the last two pages", keys: ["-"])
    case .openHome: Entry("go-to-home", "Go to Home: overview and recent activity", keys: ["1", "gh"], chord: "Home")
    case .openSearch: Entry("go-to-search", "Go to Search", keys: ["2"])
    case .openCollection: Entry("go-to-collection", "Go to Collection", keys: ["3", "gc"], chord: "Collection")
    case .openWantList: Entry("go-to-want-list", "Go to Want list", keys: ["4", "gw"], chord: "Want list")
    case .openLists: Entry("go-to-lists", "Go to Lists: your Discogs lists", keys: ["5"])
    case .openMarket: Entry("go-to-market", "Go to Market: wants for sale, your listings, sellers", keys: ["6"])
    case .openStats: Entry("go-to-stats", "Go to Stats: your collection in numbers", keys: ["7"])
    case .openTasks:
      Entry(
        "go-to-tasks", "Go to Tasks: requests and pending changes", keys: ["8", "gt"], chord: "tasks",
        aliases: ["pending"])
    case .openLog: Entry("go-to-log", "Go to the log", keys: ["9", "go"], chord: "log")
    case .openArtist: Entry("go-to-artist", "Go to the artist", keys: ["ga"], chord: "its artist")
    case .openLabel: Entry("go-to-label", "Go to the label", keys: ["gl"], chord: "its label")
    case .openMaster: Entry("go-to-master", "Go to the master", keys: ["gm"], chord: "its master")
    case .unfold:
      Entry("unfold", "Show or hide a master's versions below it", keys: ["E"], in: [.lists], hint: "versions")
    case .openVersions:
      Entry("go-to-versions", "Go to all versions", keys: ["gv"], hint: "versions", chord: "all versions")
    case .openGaps:
      Entry(
        "gaps", "Show what your shelf lacks of this label, artist or master (catalogue, demo)", keys: ["gx"],
        chord: "gaps on your shelf")
    case .openPath:
      Entry(
        "path", "Find a path of records between two artists: path A > B (catalogue, demo)", keys: ["gp"],
        chord: "path to an artist", takes: .text)
    case .openCompany:
      Entry(
        "who", "Show who else played on it; who NAME shows it of an artist (catalogue, demo)", keys: ["ge"],
        hint: "who else", chord: "who else played", takes: .text, aliases: ["who-else"])
    case .openAlike:
      Entry("alike", "Show the records most like this one (catalogue, demo)", keys: ["gk"], chord: "akin records")
    case .openYears:
      Entry("years", "Show a label's or artist's records by year (catalogue, demo)", keys: ["gy"], chord: "its years")
    case .openOnThisDay:
      Entry("today", "Show what of your shelf came out on this day (catalogue, demo)", aliases: ["on-this-day"])
    case .openNews:
      Entry(
        "news", "Show what is new of what you follow", keys: ["gf"], chord: "what is new",
        aliases: ["go-to-news", "new"])
    case .openPlays: Entry("plays", "Show what you played, the latest first", keys: ["gP"], chord: "plays")
    case .openBookmark:
      Entry(
        "go-to-bookmark", "Go to a bookmark: ' and its letter, or go-to-bookmark NAME", keys: ["'"], hint: "bookmarks",
        takes: .text)
    case .bookmark:
      Entry("bookmark", "Bookmark this record: m and a letter, or bookmark NAME", keys: ["m"], takes: .text)
    case .deleteBookmark: Entry("unbookmark", "Delete a bookmark: unbookmark and its letter or name", takes: .text)
    case .compare: Entry("compare", "Compare the selected pressings, two to six", keys: ["="])
    case .openPasted: Entry("open-pasted", "Open a pasted Discogs URL or id such as r123", keys: ["O"])
    case .openInBrowser: Entry("open-in-browser", "Open the Discogs page in your browser", keys: ["o"], hint: "browser")
    case .listen: Entry("listen", "Hand the videos of the selection to your player (mpv)", keys: ["."])
    case .openUser: Entry("user", "Go to a user's page: user NAME; without a name, yours", takes: .name(of: .user))
    case .openSearchHistory:
      Entry("search-history", "Open the search history", keys: ["<C-r>"], in: [.everywhere, .fields], hint: "history")
    case .openHelp: Entry("help", "Show keys and commands", keys: ["?", "<F1>"])
    case .openNotifications:
      Entry(
        "open-notifications", "Show notifications", keys: ["gn"], hint: "read", chord: "notifications",
        aliases: ["notifications"])
    case .closePage: Entry("close-page", "Close this page", keys: ["q"], aliases: ["q"])
    case .quit: Entry("quit", "Quit", keys: ["Q"], aliases: ["qa", "q!"])

    case .newSearch: Entry("new-search", "New search", keys: ["s"], hint: "search")
    case .find:
      Entry(
        "find", "Find in a text; find TEXT goes to the next row of a list that has it", keys: ["/", "f"],
        takes: .text)
    case .findNext: Entry("find-next", "Next match; in a filtered list, next row", keys: ["n"])
    case .findPrevious: Entry("find-previous", "Previous match; in a filtered list, previous row", keys: ["N"])
    case .narrow:
      Entry(
        "narrow", "Filter this list as you type", keys: ["/", "f"], in: [.lists], hint: "filter", takes: .text,
        covers: .find)
    case .filter:
      Entry("filter", "Choose facets: format, label, country, year", keys: ["F"], in: [.lists], hint: "facets")
    case .showType:
      Entry(
        "type", "Show one type of record, or all",
        takes: .choice(["all"] + EntityKind.allCases.map(\.rawValue), isRequired: true))
    case .nextType: Entry("next-type", "Show the next type, section, part or level", keys: ["t"], in: [.lists, .text])
    case .previousType:
      Entry("previous-type", "Show the previous type, section, part or level", keys: ["T"], in: [.lists, .text])
    case .sort(nil, _):
      Entry(
        "sort", "Sort by a column, or by relevance",
        takes: .choice(SortOrder.Field.allCases.map(\.rawValue), isRequired: true))
    case .sort(let field?, let isReversed): Entry(sortingBy: field, isReversed: isReversed)

    case .mark: Entry("select", "Select or deselect the row", keys: ["<Space>"], in: [.lists])
    case .markRange: Entry("select-range", "Select a range from here", keys: ["v"], in: [.lists])
    case .markAll: Entry("select-all", "Select all loaded rows", keys: ["<C-a>"], in: [.lists])
    case .copyName: Entry("copy-name", "Copy “Artist – Title”", keys: ["yy"], chord: "Artist – Title")
    case .copyURL: Entry("copy-url", "Copy the Discogs URL", keys: ["yu"], hint: "copy link", chord: "URL")
    case .copyID: Entry("copy-id", "Copy the id", keys: ["yi"], chord: "id")
    case .copyCatalogueNumber:
      Entry("copy-catalogue-number", "Copy the catalogue number", keys: ["yc"], chord: "catalogue number")
    case .copyBarcode: Entry("copy-barcode", "Copy the barcode", keys: ["yb"], chord: "barcode")
    case .copyJSON: Entry("copy-json", "Copy the record as JSON", keys: ["yj"], chord: "record as JSON")

    case .addToCollection:
      Entry(
        "add-to-collection", "Add to your collection; asks for a folder and warns of duplicates", keys: ["a"],
        hint: "add")
    case .intake:
      Entry("intake", "Take records in by barcode, number or words: intake FOLDER", takes: .text)
    case .toggleWant: Entry("want", "Add to or remove from your want list; on a master, any pressing", keys: ["w"])
    case .gotIt: Entry("got-it", "Got it: move from want list to collection", keys: ["W"])
    case .edit: Entry("edit", "Edit copy, want, folder name or crate filter", keys: ["e"])
    case .moveToFolder: Entry("move-to-folder", "Move the copy to another folder", keys: ["M"], hint: "move")
    case .undo: Entry("undo", "Undo the last change (kept for a day)", keys: ["u"])
    case .redo: Entry("redo", "Redo the last undone change", keys: ["U"])
    case .makeFolder: Entry("make-folder", "Create a folder", keys: ["+"], in: [.lists], hint: "new folder")
    case .renameFolder: Entry("rename-folder", "Rename the folder (e in the folders pane)")
    case .deleteFolder: Entry("delete-folder", "Delete the empty folder (D in the folders pane)")
    case .keepCrate:
      Entry(
        "crate", "Save this filter, or this search, under a name: crate NAME", takes: .text, aliases: ["save"])
    case .group:
      Entry(
        "group", "Group the shelf; group none: by folders and crates",
        takes: .choice(ShelfGrouping.allCases.map(\.rawValue) + ["none"], isRequired: true))
    case .columns:
      Entry(
        "columns", "Choose columns and widths: columns title=40; columns default: as many as fit",
        takes: .choices(ShelfColumn.allCases.map(\.rawValue), takesOthers: true))
    case .filing:
      Entry(
        "filing", "Sort with or without articles, people by first or last name",
        takes: .choices(FilingOptions.Word.allCases.map(\.rawValue)))
    case .person: Entry("person", "Toggle sorting this artist by last name")
    case .duplicates:
      Entry(
        "duplicates", "Show what you own twice; duplicates master: in several pressings",
        takes: .choice(DuplicateKind.allCases.map(\.rawValue)))
    case .setLimit:
      Entry(
        "limit", "Set the most you would pay: limit 25 EUR; limit none clears it", hint: "set a limit", takes: .money)
    case .sell: Entry("sell", "Sell this copy on Discogs: sell 25 EUR", takes: .money)
    case .reprice:
      Entry("price", "Change the price of your listings: price 20, or price -10%", hint: "price", takes: .text)
    case .setStatus:
      Entry(
        "status", "Change the status of listings or an order: status draft, status shipped", hint: "status",
        takes: .text)
    case .reply: Entry("reply", "Write to the buyer of an order: reply TEXT", hint: "reply", takes: .text)
    case .follow:
      Entry(
        "follow", "Follow this artist, label, master or search for what is new, or stop", keys: ["S"],
        aliases: ["unfollow"])
    case .addSeller: Entry("seller", "Follow a seller: seller NAME", hint: "add one", takes: .name(of: .seller))
    case .sync: Entry("sync", "Sync with Discogs; sync full compares everything", takes: .choice(["full"]))
    case .pauseSync: Entry("pause", "Pause the sync; sync resumes it")
    case .openRemoved: Entry("removed", "Show and bring back what a sync removed in the last 30 days")

    case .rateNone: Entry("rate-none", "Clear the rating", keys: ["*0"], chord: "no rating")
    case .rateOne: Entry("rate-one", "Rate this copy, want or release 1 of 5", keys: ["*1"], chord: "one star")
    case .rateTwo: Entry("rate-two", "Rate this copy, want or release 2 of 5", keys: ["*2"], chord: "two stars")
    case .rateThree: Entry("rate-three", "Rate this copy, want or release 3 of 5", keys: ["*3"], chord: "three stars")
    case .rateFour: Entry("rate-four", "Rate this copy, want or release 4 of 5", keys: ["*4"], chord: "four stars")
    case .rateFive: Entry("rate-five", "Rate this copy, want or release 5 of 5", keys: ["*5"], chord: "five stars")
    case .togglePrices: Entry("prices", "Show or hide prices by condition", keys: ["p"])

    case .cancel:
      Entry(
        "cancel", "Close or clear one thing: pop-up, prompt, selection, filter", keys: ["<Esc>", "<C-g>", "<C-c>"],
        in: [.everywhere, .fields, .history, .questions])

    case .remove:
      Entry(
        "remove", "Remove copy, want, listing, seller (asks); cancel a task; clear a notice", keys: ["D", "<Delete>"])

    case .removeAll: Entry("remove-all", "Clear all notifications", keys: ["X"], in: [.lists], hint: "clear all")
    case .refresh: Entry("refresh-item", "Reload this record", keys: ["r"])
    case .refreshView: Entry("refresh-view", "Reload this page", keys: ["R", "<F5>"], hint: "reload")

    case .randomPick:
      Entry(
        "random-pick", "Pick a random row, favouring neglected ones", keys: ["x"], in: [.lists], hint: "another pick")
    case .markPlayed:
      Entry(
        "played", "Mark this copy as played; played yesterday, or 2026-11-20: on that day", keys: ["P"], takes: .text)

    case .toggleWall:
      Entry(
        "wall", "Show the records as a wall of covers, or as a list again", keys: ["V"], in: [.lists], hint: "covers")
    case .leaveWall: Entry("leave-wall", "Leave the wall or the large picture", keys: ["<Backspace>"], in: [.pictures])
    case .openPicture: Entry("picture", "Show the cover large", keys: ["c"], hint: "cover")
    case .toggleInfo: Entry("info-pane", "Show or hide the info pane", keys: ["i"], hint: "info")
    case .commandLine: Entry("command-line", "Type a command; a number goes to that row", keys: [":"], hint: "command")
    case .redraw:
      Entry("redraw", "Redraw the screen", keys: ["<C-l>"], in: [.everywhere, .fields, .history, .questions])
    case .suspend:
      Entry(
        "suspend", "Suspend Runout; fg resumes it", keys: ["<C-z>"], in: [.everywhere, .fields, .history, .questions])
    case .selectSource:
      Entry(
        "source", "Switch the source: \(Source.allCases.map { "source \($0.rawValue)" }.joined(separator: ", "))",
        takes: .choice(Source.allCases.map(\.rawValue), isRequired: true))
    case .toggleMouse: Entry("mouse", "Use the mouse, or leave it to the terminal", keys: ["<A-m>"])
    case .theme:
      Entry("theme", "Choose the colours: theme NAME; without a name, see them in turn", takes: .name(of: .theme))
    case .set: Entry("set", "Change a setting until you quit: set ascii true", takes: .setting)
    case .editSettings: Entry("config", "Edit config.toml; changes apply when you save")
    case .signIn:
      Entry(
        "login", "Sign in to Discogs with a token; login oauth: with your own application", keys: ["gs"],
        hint: "sign in", chord: "sign in", takes: .choice(["oauth"]))
    case .signOut: Entry("logout", "Sign out and delete this profile's token")
    case .whoAmI: Entry("whoami", "Show who is signed in")
    case .selectProfile:
      Entry("profile", "Switch to another account: profile NAME; without a name, list them", takes: .name(of: .profile))

    case .submit: Entry("submit", "Accept", keys: ["<Enter>"], in: [.fields, .history], hint: "run")
    case .complete: Entry("complete", "Complete the word; in a form, next field", keys: ["<Tab>"], in: [.fields])
    case .olderEntry:
      Entry(
        "older-entry", "Older history entry; in a pop-up, one row up", keys: ["<Up>", "<C-p>"],
        in: [.fields, .history], hint: "earlier")
    case .newerEntry:
      Entry(
        "newer-entry", "Newer history entry; in a pop-up, one row down", keys: ["<Down>", "<C-n>"],
        in: [.fields, .history], hint: "next")
    case .editLineStart: Entry("line-start", "Move to the start", keys: ["<C-a>", "<Home>"], in: [.fields, .history])
    case .editLineEnd: Entry("line-end", "Move to the end", keys: ["<C-e>", "<End>"], in: [.fields, .history])
    case .editLeft:
      Entry("cursor-left", "Move one character left", keys: ["<C-b>", "<Left>"], in: [.fields, .history])
    case .editRight:
      Entry("cursor-right", "Move one character right", keys: ["<C-f>", "<Right>"], in: [.fields, .history])
    case .editWordLeft: Entry("word-left", "Move one word left", keys: ["<A-b>", "<C-Left>"], in: [.fields, .history])
    case .editWordRight:
      Entry("word-right", "Move one word right", keys: ["<A-f>", "<C-Right>"], in: [.fields, .history])
    case .editDeleteLeft:
      Entry(
        "delete-left", "Delete the character before the cursor", keys: ["<Backspace>", "<C-h>"],
        in: [.fields, .history])
    case .editDeleteRight:
      Entry(
        "delete-right", "Delete the character at the cursor", keys: ["<Delete>", "<C-d>"], in: [.fields, .history])
    case .editKillWordLeft:
      Entry(
        "kill-word-left", "Cut the word before the cursor", keys: ["<C-w>", "<A-Backspace>"], in: [.fields, .history])
    case .editKillWordRight:
      Entry("kill-word-right", "Cut the word after the cursor", keys: ["<A-d>"], in: [.fields, .history])
    case .editKillToStart: Entry("kill-to-start", "Cut to the start", keys: ["<C-u>"], in: [.fields, .history])
    case .editKillToEnd: Entry("kill-to-end", "Cut to the end", keys: ["<C-k>"], in: [.fields, .history])
    case .editYank: Entry("yank", "Paste the last cut text", keys: ["<C-y>"], in: [.fields, .history])
    case .editTranspose:
      Entry("transpose", "Swap the characters around the cursor", keys: ["<C-t>"], in: [.fields, .history])
    case .editLineBreak: Entry("line-break", "Insert a line break (forms)", keys: ["<A-Enter>"], in: [.fields])
    case .previousField: Entry("previous-field", "Previous field (forms)", keys: ["<S-Tab>"], in: [.fields])

    case .confirm: Entry("confirm", "Yes", keys: ["y", "<Enter>"], in: [.questions], hint: "yes")
    case .decline: Entry("decline", "No", keys: ["n"], in: [.questions], hint: "no")
    case .replace: Entry("replace", "Replace your shelf with Discogs' (asks again)", keys: ["r"], in: [.questions])
    case .keepMine:
      Entry("keep-mine", "Send my change over Discogs' version", keys: ["m"], in: [.questions], hint: "mine")
    case .takeTheirs:
      Entry("take-theirs", "Discard my change; use Discogs' version", keys: ["t"], in: [.questions], hint: "theirs")
    case .scrollDown:
      Entry("scroll-down", "Scroll down", keys: ["j", "<Down>", "<C-n>"], in: [.questions], hint: "scroll")
    case .scrollUp: Entry("scroll-up", "Scroll up", keys: ["k", "<Up>", "<C-p>"], in: [.questions])
    case .scrollPageDown:
      Entry("scroll-page-down", "Scroll down a screen", keys: ["<PageDown>", "<C-f>", "<C-d>"], in: [.questions])
    case .scrollPageUp:
      Entry("scroll-page-up", "Scroll up a screen", keys: ["<PageUp>", "<C-b>", "<C-u>"], in: [.questions])

    case .editEntry: Entry("edit-entry", "Edit the search in the prompt", keys: ["<Tab>"], in: [.history], hint: "edit")
    case .deleteEntry:
      Entry(
        "delete-entry", "Delete the search, or the line of an intake, for good", keys: ["<C-x>"], in: [.history],
        hint: "delete")
    case .undoDelete:
      Entry(
        "undo-delete", "Bring the deleted search back; in an intake, take the record back", keys: ["u", "<A-u>"],
        in: [.history], hint: "undo")
    }
  }
}
