/// The differences between production, staging, development and tests, as data: no code checks which one it is in.
public struct AppEnvironment: Hashable, Sendable {
  public var name: String
  /// The address of the API, without a slash at its end; nil where the user has to name one.
  public var apiURL: String?
  /// The variable with the environment's token: tokens of one environment are never sent to another.
  public var tokenVariable: String
  /// The folder of its files below the data and cache directories; empty for the directories themselves.
  public var folder: String
  /// The time that a row must stay selected before its preview is loaded.
  public var previewDelay = Duration.milliseconds(80)
  /// The same where a preview costs a request.
  public var remotePreviewDelay = Duration.milliseconds(600)
  /// The time before the screen shows that something is loading; sooner would flicker.
  public var patience = Duration.milliseconds(250)
  /// The delay before pages reload after a change of the shelf, so that a burst of changes costs one reload.
  public var shelfNewsDelay = Duration.milliseconds(200)
  /// The delay of the automatic sync at the start, so that the first screen goes first; nil for no such sync.
  public var syncDelay: Duration? = .milliseconds(500)
  /// The age of the last sync that calls for an automatic one.
  public var syncAge = Duration.seconds(600)
  /// The pause between looks for a catalogue that another program imported.
  public var sourcePollInterval = Duration.seconds(5)
  /// The time from sending a request to the last byte of its answer.
  public var requestTimeout = Duration.seconds(20)
  /// The pause before the first retry while offline, doubled each time up to twelvefold.
  public var reconnectPause = Duration.seconds(5)
  /// The least important messages that go to the log.
  public var logLevel: LogEntry.Level

  public static let production = AppEnvironment(
    name: "production", apiURL: "https://api.discogs.com", tokenVariable: "DISCOGS_TOKEN", folder: "",
    logLevel: .notice)
  /// A test server whose address the user sets.
  public static let staging = AppEnvironment(
    name: "staging", apiURL: nil, tokenVariable: "DISCOGS_STAGING_TOKEN", folder: "staging", logLevel: .info)
  /// The server that `runout serve` starts.
  public static let development = AppEnvironment(
    name: "development", apiURL: "http://127.0.0.1:5050", tokenVariable: "DISCOGS_DEV_TOKEN", folder: "development",
    sourcePollInterval: .seconds(1), reconnectPause: .seconds(1), logLevel: .debug)
  public static let testing = AppEnvironment(
    name: "testing", apiURL: nil, tokenVariable: "DISCOGS_TEST_TOKEN", folder: "", previewDelay: .zero,
    remotePreviewDelay: .zero, patience: .seconds(60), shelfNewsDelay: .zero, syncDelay: nil,
    sourcePollInterval: .milliseconds(100), requestTimeout: .seconds(10), reconnectPause: .seconds(1), logLevel: .trace)

  public static let all = [production, staging, development, testing]
}
