public import Clients
public import Logging
internal import Platform

extension LogClient {
  static func live(_ file: LogFile, level: Logger.Level, _ translate: ErrorTranslator) -> LogClient {
    let log = file.logger("program", level: level)
    return LogClient {
      $0.entries = translate.answering { limit in
        try await Blocking.run {
          let lines = try file.latest(limit)
          // An empty log is good news only where it could be written.
          if lines.isEmpty, let failure = file.failure { throw failure }
          return lines.map { LogEntry($0) }
        }
      }
      $0.write = { level, message, metadata in
        log.log(level: Logger.Level(level), "\(message)", metadata: metadata.mapValues { .string($0) })
      }
    }
  }
}

extension LogEntry {
  fileprivate init(_ line: LogFile.Line) {
    self.init(
      time: line.time, level: Level(rawValue: line.level.rawValue) ?? .warning, message: line.message,
      metadata: line.metadata)
  }
}

extension Logger.Level {
  /// Both have the same names.
  public init(_ level: LogEntry.Level) { self = Logger.Level(rawValue: level.rawValue) ?? .warning }
}
