/// Sentences about the terminal: reasons for no screen, and crash files.
public enum TerminalWords {
  public static let standardInput = "standard input"
  public static let standardOutput = "standard output"
  public static func notATerminal(_ stream: String) -> String {
    "The screen needs a terminal, and \(stream) is not one."
  }
  public static let notNamed = "TERM is not set: try TERM=xterm-256color."
  public static func unknown(_ name: String) -> String {
    "This system has no description of “\(name)” (TERM): try TERM=xterm-256color."
  }
  public static func standIn(_ name: String) -> String { "No description of “\(name)” (TERM) here: drawn as on xterm" }
  public static let installDescription = "Drawn as on xterm: install its terminfo, or set TERM=xterm-256color"
  public static func tooSimple(_ name: String) -> String {
    "“\(name)” (TERM) cannot place the cursor: try TERM=xterm-256color."
  }
  public static func settingsUnreadable(_ reason: String) -> String {
    "Cannot read the terminal's settings: \(reason)."
  }
  public static let nearestLetters = "The locale is not UTF-8: letters become ASCII. Try LANG=C.UTF-8"
  public static func crashed(report: String?) -> String {
    report.map { "Runout crashed. The report is in \($0)" } ?? "Runout crashed."
  }
}
