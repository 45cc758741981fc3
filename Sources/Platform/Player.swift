import Wording

/// Plays videos and sounds by the user's own player.
public struct Player: Sendable {
  private let command: String
  private let environment: [String: String]
  private let patience: Duration

  /// - Parameters:
  ///   - command: a line for `sh` that takes addresses as further arguments.
  ///   - patience: the time to wait for a failure; a player that still runs then plays.
  public init(_ command: String, environment: [String: String], patience: Duration = .seconds(2)) {
    (self.command, self.environment, self.patience) = (command, environment, patience)
  }

  /// Plays addresses of http and https, one after the other; others are left out.
  public func play(_ urls: [String]) async throws(ProgramError) {
    let known = urls.filter { $0.hasPrefix("https://") || $0.hasPrefix("http://") }
    let process = Subprocess(
      program: "/bin/sh", arguments: ["-c", "\(command) \"$@\"", "sh"] + known, environment: environment)
    let outcome: Subprocess.Outcome
    do { outcome = try await process.run(timeout: patience, leaveRunning: true) } catch {
      throw ProgramError(way: command, reason: error.reason)
    }
    if outcome == .exited(127) { throw ProgramError(way: command, reason: FilesWords.setPlayer) }
    guard [.exited(0), .outlived].contains(outcome) else {
      throw ProgramError(way: command, reason: outcome.reason(within: patience))
    }
  }
}
