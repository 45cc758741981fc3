import Foundation
import NcursesTerminal
import Wording

extension TerminalError {
  /// The reason why there is no screen, and the remedy, with a full stop.
  nonisolated var sentence: String {
    switch self {
    case .notATerminal(.standardInput): TerminalWords.notATerminal(TerminalWords.standardInput)
    case .notATerminal(.standardOutput): TerminalWords.notATerminal(TerminalWords.standardOutput)
    case .terminalNotNamed: TerminalWords.notNamed
    case .terminalUnknown(let name): TerminalWords.unknown(name)
    case .terminalTooSimple(let name): TerminalWords.tooSimple(name)
    case .settingsUnreadable(let code): TerminalWords.settingsUnreadable(String(cString: strerror(code)))
    }
  }
}
