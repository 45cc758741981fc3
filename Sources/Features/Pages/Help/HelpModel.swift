import Clients
import DiscogsModel
import Observation
import Wording

/// The keys and commands, made from the command table: a page of text that can be searched.
public final class HelpModel: PageModel {
  public let text: TextPane
  public let panes: Panes

  /// - Parameter keys: the keys in force, the user's own included.
  public init(keys: [Command: [String]], context: PageContext, memento: PageMemento = PageMemento()) {
    text = HelpPane(keys, context: context, memento: memento)
    panes = Panes(text, context: context, scope: TaskScope(context.tasks))
  }

  public var route: Route { .help }
  public var view: DocumentView { text.view }

  /// The query language by example, for the help page, the README and the man page.
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
    ("-live  -format:cd", PageWords.withoutThese),
    (PageWords.idsAndURLs, PageWords.opensThatPage),
  ]
}

/// The text of the page.
final class HelpPane: TextPane {
  private var keys: [Command: [String]]

  init(_ keys: [Command: [String]], context: PageContext, memento: PageMemento) {
    self.keys = keys
    super.init(context, memento: memento)
    layOut(isSameWidth: true)
    restore()
  }

  override func hear(_ event: Event) {
    guard case .keysChanged(let keys) = event, keys != self.keys else { return }
    self.keys = keys
    layOut(isSameWidth: true)
  }

  override func layOut(isSameWidth: Bool) {
    var builder = DocumentBuilder(columns: columns, measure: context.measure)
    for section in Command.Section.allCases {
      builder.caption(section.rawValue)
      for command in Command.allCases where command.entry.section == section {
        let keys = (keys[command] ?? []).joined(separator: " ")
        write(command, keys: keys.isEmpty ? "–" : keys, to: &builder)
      }
    }
    builder.caption(PageWords.searching)
    for (example, meaning) in HelpModel.queryLanguage {
      if columns < Self.wide {
        builder.paragraph([Span(example, .strong)])
        builder.paragraph([Span(meaning)], leadColumns: 2)
      } else {
        builder.paragraph([Span(meaning)], lead: example, leadColumns: 28)
      }
    }
    view.show(builder.lines, isSameWidth: isSameWidth)
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
}
