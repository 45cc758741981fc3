internal import LibC
import Wording

/// Tells the user something outside of the terminal: on the desktop, or by a command of their own.
public struct Notifier: Sendable {
  private let environment: [String: String]
  private let timeout: Duration

  public init(environment: [String: String], timeout: Duration = .seconds(30)) {
    (self.environment, self.timeout) = (environment, timeout)
  }

  /// Shows a sentence on the desktop, by `notify-send`, or by AppleScript on a Mac.
  public func show(_ text: String) async throws(ProgramError) {
    if isApple {
      // The text is an argument of the script: nothing in it is run.
      let script = "on run words\ndisplay notification (item 1 of words) with title \"Runout\"\nend run"
      return try await run("/usr/bin/osascript", ["-e", script, text], named: "osascript")
    }
    guard let path = ProgramFinder.find("notify-send", in: environment) else {
      throw ProgramError(way: "notify-send", reason: AccountWords.noSuchProgram)
    }
    try await run(path, ["--app-name=Runout", "--", "Runout", text], named: "notify-send")
  }

  /// Runs the user's line for `sh`, in which `$1` is the sentence.
  ///
  /// - Parameter input: what it gets on its standard input.
  public func run(_ line: String, _ text: String, input: [UInt8]) async throws(ProgramError) {
    try await run("/bin/sh", ["-c", line, "sh", text], named: FilesWords.yourCommand, input: input)
  }

  private func run(
    _ path: String, _ arguments: [String], named name: String, input: [UInt8] = []
  ) async throws(ProgramError) {
    let process = Subprocess(program: path, arguments: arguments, environment: environment)
    let outcome: Subprocess.Outcome
    do { outcome = try await process.run(input: input, timeout: timeout) } catch {
      throw ProgramError(way: name, reason: error.reason)
    }
    guard outcome == .exited(0) else { throw ProgramError(way: name, reason: outcome.reason(within: timeout)) }
  }
}

/// The reason that another program did not do its work.
public struct ProgramError: Error, Hashable, Sendable, CustomStringConvertible {
  /// `notify-send`, `mpv`, the user's command.
  public var way: String
  public var reason: String

  public var description: String { FilesWords.programFailed(way, reason) }
}
