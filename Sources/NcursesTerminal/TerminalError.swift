/// Why the screen cannot open. The program that shows it has the sentences.
public enum TerminalError: Error, Hashable {
  public enum Stream: Hashable, Sendable {
    case standardInput, standardOutput
  }

  /// The stream is a pipe or a file.
  case notATerminal(Stream)
  /// `TERM` is not set.
  case terminalNotNamed
  /// The system has no description of a terminal of this name.
  case terminalUnknown(String)
  /// A terminal of this name cannot place the cursor.
  case terminalTooSimple(String)
  /// The system refuses to say how the terminal is set up; `errno`.
  case settingsUnreadable(code: Int32)
}
