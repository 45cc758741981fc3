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
  /// The local time, `2026-03-01 13:00:00`; the same as `time` until a page sets it.
  public var shownTime: String
  public var level: Level
  public var message: String
  public var metadata: [String: String]

  public init(time: String, level: Level, message: String, metadata: [String: String] = [:]) {
    (self.time, shownTime) = (time, time)
    (self.level, self.message, self.metadata) = (level, message, metadata)
  }
}

/// Reads and writes the program's log file.
public struct LogClient: Client {
  /// The latest lines, newest first. Throws where the log is empty because it cannot be written.
  @Call() public var entries: @Sendable (_ limit: Int) async throws(ClientError) -> [LogEntry]
  @Call(answering: ()) public var write:
    @Sendable (LogEntry.Level, _ message: String, _ metadata: [String: String]) -> Void

  public init() {}
}
