import CNcurses
import LibC
import Terminal

/// Facts about the terminal that need no screen, for `runout doctor`.
public struct TerminalFacts: Hashable, Sendable {
  public var colours: Int
  /// Whether the system has no description of it, so that xterm's stands in.
  public var isStandIn: Bool
  /// Nil if the system knows no size.
  public var columns: Int?
  public var rows: Int?

  /// - Parameters:
  ///   - name: the value of `TERM`; nil if it is not set.
  ///   - colourTerm: the value of `COLORTERM`.
  ///   - isInTmux: whether `TMUX` is set.
  /// - Throws: the reason no screen could be opened.
  public init(name: String?, colourTerm: String?, isInTmux: Bool) throws(TerminalError) {
    guard let name, !name.isEmpty else { throw .terminalNotNamed }
    let found = try Lookup(name, colourTerm: colourTerm, isInTmux: isInTmux)
    isStandIn = found.isStandIn
    colours = TerminalProfile(found.description, TerminalChoices()).colours
    var size: (columns: Int32, rows: Int32) = (0, 0)
    for file in [STDOUT_FILENO, STDIN_FILENO, STDERR_FILENO]
    where ncurses_window_size(file, &size.columns, &size.rows) == 0 {
      (columns, rows) = (Int(size.columns), Int(size.rows))
      return
    }
  }

  public static var isThere: Bool { (STDIN_FILENO...STDERR_FILENO).contains { isatty($0) == 1 } }

  /// The character set of the locale; nil if the system does not know the locale.
  public static var characterSet: String? {
    guard setlocale(LC_CTYPE, "") != nil else { return nil }
    return String(cString: nl_langinfo(Int32(CODESET)))
  }

  public static var version: String { String(cString: curses_version()) }
}
