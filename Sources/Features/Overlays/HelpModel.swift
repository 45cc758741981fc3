public import Clients
public import Observation
import RunoutModel
import Wording

/// The pop-up with the keys and commands, those of the page first. Typing narrows it, Enter carries one out.
@Observable
public final class HelpModel: NarrowedOverlay {
  public enum Line: Hashable, Sendable {
    case caption(String)
    /// A command, the keys that run it here, and what it does here.
    case command(Command, keys: [String], does: String)
    case query(String, meaning: String)
    /// A sign on a row, and its meaning.
    case sign(ShelfMarks, meaning: String)
  }

  public internal(set) var list = PagedList<Line>()
  public internal(set) var field = TextField(limit: 200)

  @ObservationIgnored private let all: [(caption: String, lines: [Line])]
  @ObservationIgnored private let stage: Stage
  @ObservationIgnored private let onChoice: (Command) -> Void

  /// - Parameters:
  ///   - here: the commands that matter most on the page.
  ///   - words: the footer's words for some of them.
  ///   - onChoice: carries out the chosen command, once the pop-up is closed.
  init(_ stage: Stage, here: [Command], words: [Command: String] = [:], onChoice: @escaping (Command) -> Void) {
    (self.stage, self.onChoice) = (stage, onChoice)
    let here = HelpOfPage(stage, here: here.filter { $0 != .openHelp }, words: words)
    let sections = Command.Section.allCases.map { section in
      (section.rawValue, section.commands.filter { here.has($0, in: section) }.map(here.line))
    }
    all =
      [
        (PageWords.onThisPage, here.commands.map(here.line)),
        (
          PageWords.marksOnRows,
          Self.signs.map { .sign($0.sign, meaning: $0.meaning) }
            + Self.shortForms.map { .query($0.short, meaning: $0.meaning) }
        ),
      ] + sections.filter { !$0.1.isEmpty } + [
        (PageWords.searching, Self.queryLanguage.map { .query($0.example, meaning: $0.meaning) }),
        (PageWords.filteringShelf, Self.shelfLanguage.map { .query($0.example, meaning: $0.meaning) }),
      ]
    narrow()
  }

  /// The query language by example, for the help, the README and the man page.
  nonisolated public static let queryLanguage: [(example: String, meaning: String)] = [
    ("kind of blue", PageWords.allWordsTheLast),
    ("\"blue train\"", PageWords.thisExactPhrase),
    ("artist:coltrane", PageWords.artistOnlyAlsoTitle),
    ("label:\"Blue Note\"", PageWords.aPhraseInA),
    ("year:1959  year:1969..1975", PageWords.aYearOrRange),
    ("format:lp  country:japan", PageWords.formatAndCountry),
    ("genre:jazz  style:modal", PageWords.genreAndStyle),
    ("barcode:9991234567890", PageWords.aBarcodeDigitsAre),
    ("runout:\"cl 1355\"", PageWords.matrixOrRunoutAs),
    ("type:master", PageWords.releaseMasterArtistOr),
    ("owned:no  owned:other", PageWords.notYoursOrOther),
    ("wanted:yes  wanted:no", PageWords.onWantListOrNot),
    ("-live  -format:cd", PageWords.withoutThese),
    (PageWords.idsAndURLs, PageWords.opensThatPage),
  ]

  /// The filters of the shelf by example.
  nonisolated static let shelfLanguage: [(example: String, meaning: String)] = [
    ("folder:jazz  rating:4..5", PageWords.folderAndRating),
    ("media:vg+..  sleeve:none", PageWords.gradesAndBetter),
    ("added:2025  played:none", PageWords.addedAndPlayed),
    ("copies:2..  pressings:2..", PageWords.severalOfOne),
    ("owned:other  wanted:yes", PageWords.otherPressingOrWanted),
  ]

  nonisolated static let signs: [(sign: ShelfMarks, meaning: String)] = [
    (ShelfMarks(owned: .this), PageWords.ownThis), (ShelfMarks(owned: .another), PageWords.ownAnother),
    (ShelfMarks(wanted: .this), PageWords.wantThis), (ShelfMarks(wanted: .another), PageWords.wantAnother),
  ]

  nonisolated static let shortForms: [(short: String, meaning: String)] = [
    ("R M A L", PageWords.typesOfRows), ("VG+/VG", PageWords.gradesOfRows),
  ]

  // MARK: Lines

  /// Shows the lines that have all the words, under their captions; a whole part if only its caption has them.
  func narrow() {
    let matches = matches
    let lines = all.flatMap { caption, lines -> [Line] in
      var found = lines.filter { matches($0.text) }
      if found.isEmpty, matches(caption) { found = lines }
      return found.isEmpty ? [] : [.caption(caption)] + found
    }
    list.replace()
    list.append(Page(rows: lines, next: nil))
    skipCaptions(by: 1)
  }

  func isCaption(_ line: Line) -> Bool { if case .caption = line { true } else { false } }

  /// The key that opened it closes it, as long as nothing is typed.
  public func insert(_ text: String) {
    if field.isEmpty, stage.keys[.openHelp]?.contains(text) ?? false { return stage.close(self) }
    type(text)
  }

  // MARK: Keys

  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome { performInList(command) }
  public func cancel() -> Bool { clearField() }

  func submit() {
    guard case .command(let command, _, _)? = list.selected else { return }
    guard TypedLine.command(named: command.name) != nil else { return stage.say(PageWords.onlyThere) }
    stage.close(self)
    onChoice(command)
  }

  /// Its box has a border, a caption and a field around the lines.
  public func resize(columns: Int, rows: Int) {
    list.resize(height: max(1, rows - 3))
    // Keep the caption of the first line.
    if list.cursor == 1 { list.align(.bottom) }
  }
}

extension HelpModel.Line {
  /// The text that typing searches.
  fileprivate var text: String {
    switch self {
    case .caption(let caption): caption
    case .command(let command, let keys, let does):
      "\(keys.joined(separator: " ")) \(command.name) \(does) \(command.entry.help)"
    case .query(let example, let meaning): "\(example) \(meaning)"
    case .sign(_, let meaning): meaning
    }
  }
}
