/// What a user can set in `config.toml`.
public struct Settings: Hashable, Sendable {
  /// How many colours to use at the most.
  public enum Colours: String, CaseIterable, Hashable, Sendable {
    case automatic = "auto"
    case none
    case sixteen = "16"
    case all = "256"

    /// The most to use.
    public var number: Int {
      switch self {
      case .none: 0
      case .sixteen: 16
      case .automatic, .all: 256
      }
    }
  }

  /// Nil: the imported catalogue if there is one, else the demo.
  public var source: Source?
  /// How long a lone Esc waits for the rest of a key sequence, in milliseconds: 1 to 1,000. More than
  /// 50 feels slow, and is for lines on which the bytes of one key come apart.
  public var escapeTime: Int
  /// Draw lines and markers with ASCII only.
  public var ascii: Bool
  /// Measure characters of ambiguous width as two columns, as CJK terminals do.
  public var ambiguousIsWide: Bool
  public var colours: Colours
  /// How many rows a list scrolls when the selection steps over its edge; 0 for half a screen, which repaints least.
  public var scrollLines: Int
  /// A command that takes text to copy on its standard input; empty to find one.
  public var copyCommand: String
  /// A command that prints a token for Discogs; empty for none.
  public var tokenCommand: String
  /// The currency of prices, such as `EUR`; empty for the account's own.
  public var currency: String
  /// Whether the shelf is brought up to date without being asked for.
  public var syncsByItself: Bool
  /// The API's addresses by the name of the environment, in place of its own.
  public var apiURLs: [String: String]
  /// Keys by command name, in the notation of the help page; they replace the command's own.
  public var keys: [String: [String]]

  public init(
    source: Source? = nil, escapeTime: Int = 25, ascii: Bool = false, ambiguousIsWide: Bool = false,
    colours: Colours = .automatic, scrollLines: Int = 0, copyCommand: String = "",
    tokenCommand: String = "", currency: String = "", syncsByItself: Bool = true, apiURLs: [String: String] = [:],
    keys: [String: [String]] = [:]
  ) {
    self.source = source
    self.escapeTime = escapeTime
    self.ascii = ascii
    self.ambiguousIsWide = ambiguousIsWide
    self.colours = colours
    self.scrollLines = scrollLines
    self.copyCommand = copyCommand
    self.tokenCommand = tokenCommand
    self.currency = currency
    self.syncsByItself = syncsByItself
    self.apiURLs = apiURLs
    self.keys = keys
  }
}
