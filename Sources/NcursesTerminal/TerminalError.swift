/// The reason the screen cannot open. `runout` has the sentences.
public enum TerminalError: Error, Hashable {
  public enum Stream: Hashable, Sendable {
    case standardInput, standardOutput
  }

  case notATerminal(Stream)
  case terminalNotNamed
  /// The system has no description of a terminal of this name.
  case terminalUnknown(String)
  /// The description cannot place the cursor.
  case terminalTooSimple(String)
  /// The terminal's settings cannot be read; `code` is `errno`.
  case settingsUnreadable(code: Int32)
}
