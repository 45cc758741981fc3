/// What differs between running for a user, while developing, and under test. Data, so that no code asks which one it is.
public struct AppEnvironment: Hashable, Sendable {
  public var name: String
  /// How long the selected row must rest before its preview is loaded.
  public var previewDelay: Duration
  /// How often a running program looks whether another one has imported a new catalogue.
  public var sourcePollInterval: Duration
  /// The least important messages that go to the log.
  public var logLevel: LogEntry.Level

  public init(name: String, previewDelay: Duration, sourcePollInterval: Duration, logLevel: LogEntry.Level) {
    self.name = name
    self.previewDelay = previewDelay
    self.sourcePollInterval = sourcePollInterval
    self.logLevel = logLevel
  }

  public static let production = AppEnvironment(
    name: "production", previewDelay: .milliseconds(80), sourcePollInterval: .seconds(5), logLevel: .notice)
  public static let development = AppEnvironment(
    name: "development", previewDelay: .milliseconds(80), sourcePollInterval: .seconds(1), logLevel: .debug)
  public static let testing = AppEnvironment(
    name: "testing", previewDelay: .zero, sourcePollInterval: .milliseconds(100), logLevel: .trace)

  public static let all = [production, development, testing]
}
