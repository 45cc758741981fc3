/// Sentences about settings, `config.toml` and addresses.
public enum ConfigWords {
  // MARK: Settings

  public static func unknownSetting(_ name: String, guess: String?) -> String {
    guess.map { "No setting \(name): did you mean \"\($0)\"?" } ?? "No setting \(name)"
  }
  public static func outOfRange(_ name: String, _ value: String, _ allowed: String) -> String {
    "\"\(name)\" is \(value): it must be \(allowed)"
  }
  public static func unknownValue(_ name: String, _ value: String, guess: String) -> String {
    "\"\(name)\" is \(value): did you mean \"\(guess)\"?"
  }
  public static func wrongType(_ name: String, _ wanted: String, _ given: String) -> String {
    "\(name) must be \(wanted), not \(given)"
  }
  public static let flag = "true or false"
  public static func number(of unit: String) -> String { "a number of \(unit)" }
  public static let text = "text in quotes"
  public static func range(_ lower: Int, _ least: String, to upper: Int) -> String {
    "from \(lower) (\(least)) to \(upper)"
  }
  public static func range(_ lower: Int, to upper: Int, _ unit: String) -> String {
    "from \(lower) to \(upper) (\(unit))"
  }

  public static func explained(_ help: String, _ lower: Int, _ least: String?, to upper: Int) -> String {
    "\(help), \(lower)\(least.map { " (\($0))" } ?? "") to \(upper)"
  }
  public static let or = " or "
  public static let atStart = " (start)"
  public static let introduction = [
    "Runout's settings with their defaults.",
    "Remove the first # of a line to change its setting.",
    "Saved changes apply at once, those marked (start) at the next start.",
  ]

  // MARK: Help of each setting

  public static let source = "default: live, catalogue, shelf, demo"
  public static let start = "home, search, collection, wants, lists, market, stats, tasks or log"
  public static let autoSync = "sync at the start and when the shelf opens; false: only :sync"
  public static let currency = "for prices, such as \"EUR\"; default: your account's"
  public static let tokenCommand = "prints your Discogs token, such as \"pass show discogs\""
  public static let paidField = "your field for what a copy cost; default: Paid, Price, Kaufpreis, …"
  public static let checkCommand = "a line for sh that `runout check` runs for each piece of news"
  public static let checkWebhookFile = "a file with the address that `runout check` sends news to"
  public static let checkNotify = "show what `runout check` finds on the desktop"
  public static let listenBrainzTokenFile = "a file with your ListenBrainz token: plays are sent there"
  public static let listenBrainzURL = "where plays are sent: ListenBrainz, or a server of its kind"
  public static let player = "plays the addresses it gets as arguments"
  public static let copyCommand = "reads text from stdin; default: wl-copy, xclip or the terminal"
  public static let colours = "the most colours to use; NO_COLOR turns them off"
  public static let pictures = "how covers are drawn; auto takes the best way that the terminal has"
  public static let theme = "auto follows the terminal's background; :theme shows them all"
  public static let scrollLines = "rows to scroll at a list's edge"
  public static let escapeTime = "milliseconds to wait after a lone Esc"
  public static let mouse = "click and scroll; Shift-drag selects text"
  public static let ascii = "draw lines and markers in ASCII"
  public static let ambiguousWide = "for terminals that draw ambiguous characters two columns wide"
  public static let environmentsHelp = "other API addresses, for --environment"
  public static let keysHelp = "by command name, as :help lists them"
  public static let rows = "rows"
  public static let milliseconds = "milliseconds"
  public static let halfAScreen = "half a screen"

  // MARK: The file

  public static func unreadable(_ reason: String) -> String { "Cannot read the settings: \(reason)" }
  public static let notUTF8 = "The settings are not UTF-8 text"
  public static func table(of content: String) -> String { "a table of \(content)" }
  public static let environments = "environments and addresses"
  public static let commandsAndKeys = "commands and keys"
  public static func unknownEnvironment(_ name: String, _ choices: String) -> String {
    "No environment \(name): choose \(choices)"
  }
  public static func tooManyCommands(_ most: Int) -> String { "More than \(most) commands: the rest get no keys" }
  public static func unknownCommand(_ name: String) -> String { "No command \(name)" }
  public static func tooManyKeys(_ name: String, _ count: Int, most: Int) -> String {
    "\(name) has \(count) keys; the limit is \(most)"
  }
  public static func keyTooLong(_ name: String, _ bytes: Int, most: Int) -> String {
    "\(name) has a key of \(bytes) bytes; the limit is \(most)"
  }
  public static let keyInQuotes = "a key in quotes"
  public static let keysInQuotes = "a key in quotes, or a list of keys"
  public static let aList = "a list"
  public static let aWholeNumber = "a whole number"
  public static let aNumber = "a number"
  public static let aTable = "a table"
  public static let aDate = "a date"

  // MARK: Addresses

  public static func notAnAddress(_ text: String, _ reason: String) -> String {
    "“\(text)” is not an API address: \(reason)"
  }
  public static let addressTooLong = "it is too long"
  public static let addressLetters = "it has spaces, backslashes or non-ASCII letters (write xn--…)"
  public static let mustBeHTTPS = "it must begin with https://"
  public static let noQuery = "it must not contain ? or #"
  public static let noUser = "it must not contain a user or password"
  public static let badHost = "its host or port is not valid"
  public static let onlyHere = "http:// works only on this machine; use https://"
  public static let dotsInPath = "its path must not contain . or .."

  // MARK: On the screen

  public static func isUnset(_ name: String, _ help: String) -> String { "\(name) is not set: \(help)" }
  public static func value(_ name: String, _ value: String, _ words: String) -> String {
    "\(name) = \(value) · \(words)"
  }
  public static func unknownTheme(_ name: String) -> String {
    "No theme “\(name)”: :theme lists them, and themes/\(name).toml makes one"
  }
  public static func unknownRole(_ name: String, guess: String?) -> String {
    guess.map { "No colour is called \(name): did you mean \($0)?" } ?? "No colour is called \(name)"
  }
  public static let colourInQuotes = "a colour such as \"#8FC7FF\""
  public static func unknownBase(_ name: String, _ themes: String) -> String {
    "No theme \(name) to begin with: \(themes)"
  }
  public static func tooManyThemes(_ most: Int) -> String { "More than \(most) themes: the rest are left out" }
  public static let themes = "Themes"
  public static let themesAbout = "To keep one: theme = \"NAME\" in config.toml"
  public static func theme(_ name: String) -> String {
    switch name {
    case "auto": "follows your terminal"
    case "terminal": "your terminal's own 16 colours"
    case "vinyl": "dark, warm"
    case "midnight": "dark, blue"
    case "contrast": "dark, high contrast"
    case "gruvbox": "dark, muted"
    case "nord": "dark, arctic blue"
    case "catppuccin": "dark, pastel"
    case "paper": "light, warm"
    case "daylight": "light, white"
    default: ""
    }
  }
  public static func forThisRun(_ name: String, _ value: String) -> String { "\(name) = \(value) until you quit" }
  public static func stays(_ name: String, _ value: String, _ reason: String) -> String {
    "\(name) stays \(value): \(reason)"
  }
  public static func needsRestart(_ name: String, command: String) -> String {
    "\(name) needs a restart: set it in config.toml with :\(command)"
  }
  public static func read(_ names: String) -> String { "config.toml read: \(names)" }
  public static func needRestart(_ names: [String]) -> String {
    names.count == 1 ? "\(names[0]) needs a restart" : "\(names.joined(separator: ", ")) need a restart"
  }
  public static let readAgain = "config.toml read: mistakes fixed"
  public static func andMore(_ first: String, _ more: Int) -> String { "\(first) (\(grouped(more)) more)" }
  public static func noEditor(_ editor: String) -> String {
    "Cannot run “\(editor)”: set VISUAL or EDITOR to your editor"
  }
  public static func editorFailed(_ editor: String, code: Int32) -> String {
    "“\(editor)” failed with exit code \(code)"
  }
  public static func editorKilled(_ editor: String, signal: Int32) -> String {
    "“\(editor)” was killed by signal \(signal)"
  }
  public static func editorNotStarted(_ editor: String, _ reason: String) -> String {
    "Cannot run “\(editor)”: \(reason)"
  }
  public static let noTerminalForEditor = "No terminal here for an editor"
  public static let editFailed = "Could not edit config.toml"
  public static let rereadFailed = "Could not read config.toml again"
}
