internal import Clients
internal import DiscogsModel
internal import Logging
internal import Platform

extension DesktopClient {
  static func live(_ configuration: LiveConfiguration, _ translate: ErrorTranslator) -> DesktopClient {
    let clipboard = Clipboard(environment: configuration.environment, copyCommand: configuration.copyCommand)
    let browser = Browser(environment: configuration.environment)
    let copyByTerminal = configuration.copyByTerminal
    return DesktopClient(
      copy: { text throws(ClientError) in
        do throws(ClipboardError) {
          if let way = try await clipboard.copy(text) { return way }
        } catch {
          translate.log.warning("Nothing was copied", metadata: ["cause": "\(error)"])
          throw .refused("\(error).")
        }
        if await copyByTerminal?(text) == true { return "the terminal" }
        throw .refused("There is nothing to copy with here: set copy_command in config.toml.")
      },
      open: { url throws(ClientError) in
        do throws(BrowserError) {
          try await browser.open(url)
        } catch {
          translate.log.info("A page was not opened", metadata: ["cause": "\(error)"])
          throw .refused(error.description)
        }
      },
      now: configuration.now)
  }
}

extension LogClient {
  static func live(_ file: LogFile, level: Logger.Level, _ translate: ErrorTranslator) -> LogClient {
    let log = file.logger("program", level: level)
    return LogClient(
      entries: { limit throws(ClientError) in
        do throws(FileError) {
          return try await Blocking.run { () throws(FileError) in try file.latest(limit) }.map { LogEntry($0) }
        } catch {
          throw translate(error)
        }
      },
      write: { level, message, metadata in
        log.log(
          level: Logger.Level(level), "\(message)", metadata: metadata.mapValues { .string($0) })
      })
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
  fileprivate init(_ level: LogEntry.Level) {
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
