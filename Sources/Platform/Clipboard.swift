internal import LibC
import Wording

/// Copies text to the desktop's clipboard by another program.
public struct Clipboard: Sendable {
  private let environment: [String: String]
  private let copyCommand: String
  private let timeout: Duration
  /// The program to use on a Mac.
  var pasteboard = isApple ? "/usr/bin/pbcopy" : nil

  /// - Parameter copyCommand: a line for `sh` that takes the text on its standard input; empty to find a program.
  public init(environment: [String: String], copyCommand: String = "", timeout: Duration = .seconds(3)) {
    (self.environment, self.copyCommand, self.timeout) = (environment, copyCommand, timeout)
  }

  /// Copies by the user's own command, else by `wl-copy` under Wayland, else by `xclip` (or `xsel`) under X, else by
  /// `pbcopy` on a Mac.
  ///
  /// - Returns: the name of the program, or nil if there is none; then ask the terminal (OSC 52).
  public func copy(_ text: String) async throws(ClipboardError) -> String? {
    guard let way else { return nil }
    let outcome: Subprocess.Outcome
    do { outcome = try await way.process.run(input: Array(text.utf8), timeout: timeout) } catch {
      throw ClipboardError(way: way.name, reason: error.reason)
    }
    guard outcome == .exited(0) else { throw ClipboardError(way: way.name, reason: outcome.reason(within: timeout)) }
    return way.name
  }

  private var way: (name: String, process: Subprocess)? {
    if !copyCommand.isEmpty { return ("copy_command", program("/bin/sh", ["-c", copyCommand])) }
    if environment.has("WAYLAND_DISPLAY"), let path = ProgramFinder.find("wl-copy", in: environment) {
      return ("wl-copy", program(path, []))
    }
    if environment.has("DISPLAY"), let path = ProgramFinder.find("xclip", in: environment) {
      return ("xclip", program(path, ["-selection", "clipboard"]))
    }
    if environment.has("DISPLAY"), let path = ProgramFinder.find("xsel", in: environment) {
      return ("xsel", program(path, ["--clipboard", "--input"]))
    }
    guard let pasteboard, !environment.has("SSH_CONNECTION") else { return nil }
    var process = program(pasteboard, [])
    // Without a UTF-8 locale it takes the text for Mac Roman.
    process.environment["LC_ALL"] = "en_US.UTF-8"
    return ("pbcopy", process)
  }

  private func program(_ path: String, _ arguments: [String]) -> Subprocess {
    Subprocess(program: path, arguments: arguments, environment: environment)
  }
}

/// The reason nothing was copied.
public struct ClipboardError: Error, Hashable, Sendable, CustomStringConvertible {
  /// `copy_command`, `wl-copy`, `xclip`, `xsel`, `pbcopy`.
  public var way: String
  public var reason: String

  public var description: String { FilesWords.copyFailed(way, reason) }
}
