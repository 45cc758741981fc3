extension Command {
  /// The place where a key runs a command. A key can have different commands only in contexts that never meet.
  nonisolated public enum Context: String, CaseIterable, Hashable, Sendable {
    /// Wherever no text field has the keys.
    case everywhere
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

    /// Its commands, in the order of the help.
    public var commands: [Command] {
      switch self {
      case .moving:
        [
          .moveDown, .moveUp, .moveToTop, .moveToBottom, .halfPageDown, .halfPageUp, .pageDown, .pageUp, .alignMiddle,
          .alignTop, .alignBottom, .goToRow, .moveLeft, .moveRight, .nextPane, .previousPane, .nextLink, .previousLink,
          .previewDown, .previewUp,
        ]
      case .going:
        [
          .open, .back, .historyBack, .historyForward, .lastView, .openHome, .openSearch, .openCollection,
          .openWantList, .openLists, .openMarket, .openStats, .openTasks, .openLog, .openArtist, .openLabel,
          .openMaster, .unfold, .openVersions, .openGaps, .openPath, .openCompany, .openAlike, .openYears,
          .openOnThisDay, .openNews, .openPlays, .openBookmark, .bookmark, .deleteBookmark, .compare, .openPasted,
          .openInBrowser, .listen, .openUser, .openSearchHistory, .openHelp, .openNotifications, .closePage, .quit,
        ]
      case .searching:
        [
          .newSearch, .find, .findNext, .findPrevious, .narrow, .filter, .showType, .nextType, .previousType,
          .sort(by: nil),
        ] + Command.sorts
      case .copying:
        [.mark, .markRange, .markAll, .copyName, .copyURL, .copyID, .copyCatalogueNumber, .copyBarcode, .copyJSON]
      case .shelf:
        [
          .addToCollection, .intake, .toggleWant, .gotIt, .edit, .moveToFolder, .undo, .redo, .makeFolder,
          .renameFolder, .deleteFolder, .keepCrate, .group, .columns, .filing, .person, .duplicates, .setLimit, .sell,
          .reprice, .setStatus, .reply, .follow, .addSeller, .sync, .pauseSync, .openRemoved, .remove, .randomPick,
          .markPlayed,
        ]
      case .rating: [.rateNone, .rateOne, .rateTwo, .rateThree, .rateFour, .rateFive, .togglePrices]
      case .program:
        [
          .cancel, .removeAll, .refresh, .refreshView, .toggleWall, .leaveWall, .openPicture, .toggleInfo, .commandLine,
          .redraw, .suspend, .selectSource, .toggleMouse, .theme, .set, .editSettings, .signIn, .signOut, .whoAmI,
          .selectProfile,
        ]
      case .field:
        [
          .submit, .complete, .olderEntry, .newerEntry, .editLineStart, .editLineEnd, .editLeft, .editRight,
          .editWordLeft, .editWordRight, .editDeleteLeft, .editDeleteRight, .editKillWordLeft, .editKillWordRight,
          .editKillToStart, .editKillToEnd, .editYank, .editTranspose, .editLineBreak, .previousField,
        ]
      case .history: [.editEntry, .deleteEntry, .undoDelete]
      case .question:
        [.confirm, .decline, .replace, .keepMine, .takeTheirs, .scrollDown, .scrollUp, .scrollPageDown, .scrollPageUp]
      }
    }

    /// Whether its commands can be typed at the `:` prompt, rather than belong to text fields and pop-ups.
    var isTyped: Bool { ![.field, .history, .question].contains(self) }
  }

  /// A row of the command table.
  nonisolated public struct Entry: Sendable {
    /// On the `:` line and in `[keys]`.
    public var name: String
    /// One sentence without a full stop, for help and man page.
    public var help: String
    /// Keys in the notation of the help page; a chord is written as its keys in a row: `gg`, `,y`, `<C-d>`.
    public var keys: [String]
    public var contexts: Set<Context>
    /// The word of the footer's hint; nil for the name.
    public var hint: String?
    /// Its line in the pop-up of a chord, after the caption of the first key; nil for the help.
    public var chord: String?
    /// The argument that it takes on the `:` line.
    public var parameter: Parameter
    /// Its other names on the `:` line and in `[keys]`.
    public var aliases: [String]
    /// A broader command that it shares keys with; in its own contexts, this one wins.
    public var covered: Command?

    init(
      _ name: String, _ help: String, keys: [String] = [], in contexts: Set<Context> = [.everywhere],
      hint: String? = nil, chord: String? = nil, takes parameter: Parameter = .none, aliases: [String] = [],
      covers covered: Command? = nil
    ) {
      (self.name, self.help, self.keys, self.contexts) = (name, help, keys, contexts)
      (self.hint, self.chord, self.parameter, self.aliases) = (hint, chord, parameter, aliases)
      self.covered = covered
    }
  }

  /// The captions of the chords' pop-ups, by first key.
  nonisolated public static let chordCaptions = [
    "g": "Go to", ",": "Sort by", "y": "Copy", "*": "Rate", "z": "Scroll row to",
  ]
}
