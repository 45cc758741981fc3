public import Clients
public import Logging
internal import Platform

extension LogClient {
  static func live(_ file: LogFile, level: Logger.Level, _ translate: ErrorTranslator) -> LogClient {
    let log = file.logger("program", level: level)
    return LogClient {
      $0.entries = answering { limit in
        do {
          return try await Blocking.run { () throws(FileError) in
            let lines = try file.latest(limit)
            // An empty log is good news only where it could be written.
            if lines.isEmpty, let failure = file.failure { throw failure }
            return lines
          }.map { LogEntry($0) }
        } catch {
          throw translate(error)
        }
      }
      $0.write = { level, message, metadata in
        log.log(
          level: Logger.Level(level), "\(message)", metadata: metadata.mapValues { .string($0) })
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
  public init(_ level: LogEntry.Level) {
    self =
      switch level {
      case .trace: .trace
      case .debug: .debug
      case .info: .info
      case .notice: .notice
      case .warning: .warning
      case .error: .error
      case .critical: .critical
      }
  }
}
