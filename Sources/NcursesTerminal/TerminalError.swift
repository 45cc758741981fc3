/// Why there can be no screen: one sentence, with the way out.
public enum TerminalError: Error, Hashable, CustomStringConvertible {
  /// Standard input or standard output is a pipe or a file.
  case notATerminal(String)
  case terminalNotNamed
  case terminalUnknown(String)
  case terminalTooSimple(String)
  /// The system refused what every terminal can do.
  case failed(String)

  public var description: String {
    switch self {
    case .notATerminal(let stream):
      "The screen needs a terminal, and \(stream) is not one."
    case .terminalNotNamed:
      "TERM is not set, so the kind of terminal is not known; try TERM=xterm-256color."
    case .terminalUnknown(let name):
      "This system has no description of the terminal “\(name)” named by TERM; try TERM=xterm-256color."
    case .terminalTooSimple(let name):
      "The terminal “\(name)” named by TERM cannot place the cursor; try TERM=xterm-256color."
    case .failed(let what):
      what
    }
  }
}
