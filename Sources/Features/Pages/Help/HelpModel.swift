public import Observation

/// The keys and commands, made from the command table: a page of text that can be searched.
@Observable
public final class HelpModel: PageModel, KeyShowing {
  public private(set) var view = DocumentView()

  @ObservationIgnored var keys: [Command: [String]] {
    didSet { if keys != oldValue { layOut() } }
  }
  @ObservationIgnored private let context: PageContext
  @ObservationIgnored private var columns = 79

  /// - Parameter keys: the keys in force, the user's own included.
  public init(keys: [Command: [String]], context: PageContext, memento: PageMemento = PageMemento()) {
    self.keys = keys
    self.context = context
    layOut()
    view.restore(cursor: memento.line, top: memento.top)
  }

  private func layOut() {
    var builder = DocumentBuilder(columns: columns, measure: context.measure)
    for section in Command.Section.allCases {
      builder.caption(section.rawValue)
      for command in Command.allCases where command.entry.section == section {
        let keys = (keys[command] ?? []).joined(separator: " ")
        write(command, keys: keys.isEmpty ? "–" : keys, to: &builder)
      }
    }
    builder.caption("Searching")
    for (example, meaning) in Self.queryLanguage {
      if columns < Self.wide {
        builder.paragraph([Span(example, .strong)])
        builder.paragraph([Span(meaning)], leadColumns: 2)
      } else {
        builder.paragraph([Span(meaning)], lead: example, leadColumns: 28)
      }
    }
    view.show(builder.lines)
  }

  private func write(_ command: Command, keys: String, to builder: inout DocumentBuilder) {
    let name = Span("  :\(command.rawValue)", .quiet)
    if columns < Self.wide {
      builder.paragraph([Span(keys, .strong), name])
      builder.paragraph([Span(command.entry.help)], leadColumns: 2)
    } else {
      builder.paragraph([Span(command.entry.help), name], lead: keys, leadColumns: 20)
    }
  }

  /// From here on, keys and what they do stand beside each other.
  private static let wide = 60

  /// The query language by example, for the help page, the README and the man page.
  nonisolated public static let queryLanguage: [(example: String, meaning: String)] = [
    ("kind of blue", "all words, the last one may be unfinished"),
    ("\"blue train\"", "these words next to each other"),
    ("artist:coltrane", "only in the artist; also title: label: catno: track:"),
    ("label:\"Blue Note\"", "several words in a field"),
    ("year:1959  year:1969..1975", "a year or a span of years; an open end is fine"),
    ("format:lp  country:japan", "format and country"),
    ("genre:jazz  style:modal", "genre and style"),
    ("barcode:9991234567890", "a barcode; its digits alone will do"),
    ("runout:\"cl 1355\"", "matrix or runout, as etched"),
    ("type:master", "release, master, artist or label"),
    ("-live  -format:cd", "without these"),
    ("r123  [m45]  a Discogs URL", "opens that page"),
  ]

  public var route: Route { .help }
  public var isText: Bool { true }

  public var memento: PageMemento {
    var memento = PageMemento()
    memento.line = view.cursor
    memento.top = view.top
    return memento
  }

  public var subjects: [Subject] { [] }

  public func handle(_ command: Command) -> Bool {
    switch command {
    case .findNext: find(view.finding)
    case .findPrevious: find(view.finding, backwards: true)
    default: return view.handle(command)
    }
    return true
  }

  public func disabledReason(_ command: Command) -> String? {
    command == .open ? "This line has no name to follow" : nil
  }

  public func find(_ text: String) { find(text, backwards: false) }

  private func find(_ text: String, backwards: Bool) {
    context.say(text, ifNotFound: view.find(text, backwards: backwards))
  }

  public func cancel() -> Bool { false }
  public func close() {}
  public func go(toRow row: Int) { view.move(to: row - 1) }
  public func reload() {}

  public func resize(columns: Int, rows: Int) {
    let columns = SplitLayout.pageTextColumns(columns)
    if columns != self.columns {
      self.columns = columns
      layOut()
    }
    view.resize(height: rows)
  }
}
