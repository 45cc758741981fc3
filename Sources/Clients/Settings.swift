import DiscogsModel
public import RunoutModel
internal import Wording

/// The settings of `config.toml`: each field has its default here, and its row in ``Setting/all``.
public struct Settings: Hashable, Sendable {
  public enum Colours: String, CaseIterable, Hashable, Sendable {
    case automatic = "auto"
    case none
    case sixteen = "16"
    case all = "256"

    /// The most colours to use; `Int.max` for as many as the terminal has.
    public var number: Int {
      switch self {
      case .none: 0
      case .sixteen: 16
      case .all: 256
      case .automatic: .max
      }
    }
  }

  public enum Pictures: String, CaseIterable, Hashable, Sendable {
    /// The best way that the terminal reports.
    case automatic = "auto"
    case kitty
    case iTerm2 = "iterm2"
    case sixel
    /// Letters, for any terminal with 256 colours.
    case symbols
    case off
  }

  /// The page that the program opens on.
  public enum Start: String, CaseIterable, Hashable, Sendable {
    case home, search, collection, wants, lists, market, stats, tasks, log
  }

  /// Nil for Discogs if signed in, else the imported catalogue, else the user's own shelf, else the demo.
  public var source: Source?
  /// The first page, unless the command line names a search or record.
  public var start = Start.home
  /// Whether the shelf syncs by itself.
  public var syncsAutomatically = true
  /// The currency of prices, such as `EUR`; empty for the account's own.
  public var currency = ""
  /// A command that prints a token for Discogs; empty for none.
  public var tokenCommand = ""
  /// A command that takes text to copy on its standard input; empty to find one.
  public var copyCommand = ""
  /// A command that plays the addresses it gets as arguments.
  public var player = "mpv"
  /// The user's own field that holds what copies cost; empty to find it by its name.
  public var paidField = ""
  /// How `runout check` tells news where no option says so: as its options.
  public var checkCommand = ""
  public var checkWebhookFile = ""
  public var checkNotifies = false
  /// A file with the token of ListenBrainz, to which plays are sent; empty for none.
  public var listenBrainzTokenFile = ""
  /// The server that plays are sent to, without a slash at its end.
  public var listenBrainzURL = "https://api.listenbrainz.org"
  public var colours = Colours.automatic
  /// One of ``ThemeColours/names``, or of the user's own.
  public var theme = ThemeColours.automatic
  /// The themes in the folder `themes` beside `config.toml`, by name.
  public var ownThemes: [ThemeColours] = []
  public var pictures = Pictures.automatic
  /// The rows that a list scrolls when the selection crosses its edge; 0 for half a screen, which repaints least.
  public var scrollLines = 0
  /// The milliseconds that a lone Esc waits for the rest of a key sequence. More than 50 feels slow, and is for slow
  /// lines, where the bytes of one key arrive apart.
  public var escapeTime = 25
  /// Whether the program takes clicks and the wheel; otherwise the terminal keeps the mouse.
  public var mouse = true
  /// Draw lines and markers with ASCII only.
  public var ascii = false
  /// Measure characters of ambiguous width as two columns, as CJK terminals do.
  public var ambiguousIsWide = false
  /// Addresses of the API by environment, in place of its own.
  public var apiURLs: [String: String] = [:]
  /// Keys by command name, in the notation of the help page; they replace the command's own.
  public var keys: [String: [String]] = [:]

  public init() {}
}

extension Setting {
  /// The table of settings, in the order of lists.
  ///
  /// Reading `config.toml`, guesses for misspelt names, `:set` with its completion, the template of `:config`, the
  /// README's block and the manual all derive from it. A row without `.atStart` also changes while the program runs.
  public static let all = [
    Setting("source", \.source, example: .catalogue, ConfigWords.source, .atStart),
    Setting("start", \.start, ConfigWords.start, .atStart),
    Setting("auto_sync", \.syncsAutomatically, ConfigWords.autoSync),
    Setting("currency", \.currency, from: .choice(Currency.known.map(\.code)), ConfigWords.currency),
    Setting("token_command", \.tokenCommand, ConfigWords.tokenCommand, .atStart),
    Setting("copy_command", \.copyCommand, ConfigWords.copyCommand),
    Setting("player", \.player, ConfigWords.player),
    Setting("paid_field", \.paidField, ConfigWords.paidField),
    Setting("check_command", \.checkCommand, ConfigWords.checkCommand, .atStart),
    Setting("check_webhook_file", \.checkWebhookFile, ConfigWords.checkWebhookFile, .atStart),
    Setting("check_notify", \.checkNotifies, ConfigWords.checkNotify, .atStart),
    Setting("listenbrainz_token_file", \.listenBrainzTokenFile, ConfigWords.listenBrainzTokenFile),
    Setting("listenbrainz_url", \.listenBrainzURL, ConfigWords.listenBrainzURL),
    Setting("colours", \.colours, ConfigWords.colours),
    Setting("theme", \.theme, from: .name(ThemeColours.names), ConfigWords.theme),
    Setting("pictures", \.pictures, ConfigWords.pictures),
    Setting(
      "scroll_lines", \.scrollLines, from: 0...100, of: ConfigWords.rows, least: ConfigWords.halfAScreen,
      ConfigWords.scrollLines),
    Setting("escape_time", \.escapeTime, from: 1...1_000, of: ConfigWords.milliseconds, ConfigWords.escapeTime),
    Setting("mouse", \.mouse, ConfigWords.mouse),
    Setting("ascii", \.ascii, ConfigWords.ascii),
    Setting("ambiguous_wide", \.ambiguousIsWide, ConfigWords.ambiguousWide, .atStart),
  ]

  /// The tables of `config.toml` after the settings, whose keys are environments and commands.
  public enum Table: String, CaseIterable, Hashable, Sendable {
    case environments
    case keys

    /// The names and values it takes, in the words of errors; its help, and a line of it, for documents.
    public var words: (content: String, help: String, example: String) {
      switch self {
      case .environments:
        (ConfigWords.environments, ConfigWords.environmentsHelp, #"staging = "https://discogs.example.net""#)
      case .keys: (ConfigWords.commandsAndKeys, ConfigWords.keysHelp, #"new-search = ["s", "<C-s>"]"#)
      }
    }
  }
}
