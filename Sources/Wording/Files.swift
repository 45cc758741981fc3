/// Sentences about files, programs, the browser and the clipboard.
public enum FilesWords {
  public static func cannot(_ action: String, _ path: String, _ reason: String) -> String {
    "Cannot \(action) \(path): \(reason)"
  }
  public static let read = "read"
  public static let write = "write"
  public static let writeTo = "write to"
  public static let create = "create"
  public static let open = "open"
  public static let remove = "remove"
  public static let rename = "rename"
  public static let copy = "copy"
  public static let start = "start"
  public static let use = "use"
  public static let aPipe = "a pipe"
  public static let isPipe = "it is a pipe"
  public static let isSocket = "it is a socket"
  public static let isDevice = "it is a device"
  public static let isGzip = "it is a gzip file: unpack it first"
  public static let isSpreadsheet = "it is a spreadsheet or a zip file: save it as CSV"
  public static let isUTF32 = "it is UTF-32: save it as UTF-8"
  public static let isCutUTF16 = "it is UTF-16, cut in the middle: export it again"
  public static func exited(code: Int32) -> String { "exit code \(code)" }
  public static func killed(signal: Int32) -> String { "killed by signal \(signal)" }
  public static func noAnswer(within timeout: Duration) -> String { "no answer within \(timeout)" }

  // MARK: Browser

  public static func noBrowser(_ url: String) -> String { "No browser here. Open \(url)" }
  public static func browserFailed(_ reason: String, _ url: String) -> String {
    "The browser did not start (\(reason)). Open \(url)"
  }
  public static func notAWebAddress(_ text: String) -> String { "Not a web address: \(text)" }

  // MARK: Clipboard

  public static func copyFailed(_ way: String, _ reason: String) -> String {
    "Could not copy: \(way) failed (\(reason))"
  }
  public static let yourCommand = "your command"
  public static let makingPDF = "making a PDF"
  public static let noPrinter = "install weasyprint or chromium, or print what --format html writes"
  public static let setPlayer = "not here: set player in config.toml"
  public static func programFailed(_ way: String, _ reason: String) -> String { "\(way) failed (\(reason))" }
  public static let terminalClipboard = "the terminal"
  public static let noClipboard = "No clipboard here: set copy_command in config.toml"

  // MARK: Places

  public static func noHome(_ variable: String) -> String {
    "Set HOME or \(variable): Runout needs a place for its files"
  }
  public static let noDemoFiles = "Cannot find the demo files: name their folder with --resources DIR"
  public static func demoFilesNot(in places: [String]) -> String {
    "No demo files in \(places.joined(separator: " or ")): name their folder with --resources DIR"
  }

  // MARK: Backup

  public static func noLibrary(_ path: String) -> String { "No library yet at \(path)" }
  public static func isThere(_ target: String) -> String { "\(target) already exists: --force replaces it" }
  public static func inUse(_ path: String) -> String { "Another Runout is using \(path): quit it first" }
  public static func cacheReadOnly(_ path: String) -> String { "Cannot write to \(path): nothing removed" }
}
