/// One line of the log, as the log page shows it.
public struct LogEntry: Hashable, Sendable {
  public enum Level: String, CaseIterable, Hashable, Sendable, Comparable {
    case trace, debug, info, notice, warning, error, critical

    public static func < (left: Self, right: Self) -> Bool {
      (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
    }
  }

  /// `2026-03-01T12:00:00Z`.
  public var time: String
  /// The same as clocks here show it, `2026-03-01 13:00:00`; until that is known, as it is written.
  public var shownTime: String
  public var level: Level
  public var message: String
  public var metadata: [String: String]

  public init(time: String, level: Level, message: String, metadata: [String: String] = [:]) {
    self.time = time
    shownTime = time
    self.level = level
    self.message = message
    self.metadata = metadata
  }
}

/// Reads and writes the program's log file.
public struct LogClient: Client {
  /// The latest lines, newest first. Where there are none because none can be written, it fails.
  @Call() public var entries: @Sendable (_ limit: Int) async throws(ClientError) -> [LogEntry]
  @Call(answering: ()) public var write:
    @Sendable (LogEntry.Level, _ message: String, _ metadata: [String: String]) -> Void

  public init() {}
}
