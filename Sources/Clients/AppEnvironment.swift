/// What differs between running for a user, before a release, while developing, and under test. Data, so that no code asks
/// which one it is.
public struct AppEnvironment: Hashable, Sendable {
  public var name: String
  /// The API that the live source asks, without a slash at its end; nil where the user has to name one.
  public var apiURL: String?
  /// The environment variable that may hold a token for it: tokens of one environment are never sent to another.
  public var tokenVariable: String
  /// The folder below the data and cache directories where its files lie; empty for the directories themselves.
  public var folder: String
  /// How long the selected row must rest before its preview is loaded.
  public var previewDelay: Duration
  /// The same where a preview costs a request.
  public var remotePreviewDelay: Duration
  /// How long something may take before the screen says that it is coming: shorter than that, saying so would flicker.
  public var patience: Duration
  /// How long after news of the shelf its pages are brought up to date, so that a burst of news costs one look.
  public var shelfNewsDelay: Duration
  /// How long after the start the shelf is brought up to date by itself, so that the first screen goes first; nil for
  /// never.
  public var syncDelay: Duration?
  /// How old what is known of the account's shelf may be before it is brought up to date by itself.
  public var syncAge: Duration
  /// How often a running program looks whether another one has imported a new catalogue.
  public var sourcePollInterval: Duration
  /// How long a request may take from its sending to the last byte of its answer.
  public var requestTimeout: Duration
  /// How long after the network went away it is tried again for the first time; each further pause is twice the last.
  public var reconnectPause: Duration
  /// The least important messages that go to the log.
  public var logLevel: LogEntry.Level

  public init(
    name: String, apiURL: String?, tokenVariable: String, folder: String, previewDelay: Duration,
    remotePreviewDelay: Duration, patience: Duration, shelfNewsDelay: Duration, syncDelay: Duration?, syncAge: Duration,
    sourcePollInterval: Duration, requestTimeout: Duration, reconnectPause: Duration, logLevel: LogEntry.Level
  ) {
    self.name = name
    self.apiURL = apiURL
    self.tokenVariable = tokenVariable
    self.folder = folder
    self.previewDelay = previewDelay
    self.remotePreviewDelay = remotePreviewDelay
    self.patience = patience
    self.shelfNewsDelay = shelfNewsDelay
    self.syncDelay = syncDelay
    self.syncAge = syncAge
    self.sourcePollInterval = sourcePollInterval
    self.requestTimeout = requestTimeout
    self.reconnectPause = reconnectPause
    self.logLevel = logLevel
  }

  public static let production = AppEnvironment(
    name: "production", apiURL: "https://api.discogs.com", tokenVariable: "DISCOGS_TOKEN", folder: "",
    previewDelay: .milliseconds(80), remotePreviewDelay: .milliseconds(600), patience: .milliseconds(250),
    shelfNewsDelay: .milliseconds(200), syncDelay: .milliseconds(500), syncAge: .seconds(600),
    sourcePollInterval: .seconds(5), requestTimeout: .seconds(20),
    reconnectPause: .seconds(5), logLevel: .notice)
  /// A server to try things on, which the user names.
  public static let staging = AppEnvironment(
    name: "staging", apiURL: nil, tokenVariable: "DISCOGS_STAGING_TOKEN", folder: "staging",
    previewDelay: .milliseconds(80), remotePreviewDelay: .milliseconds(600), patience: .milliseconds(250),
    shelfNewsDelay: .milliseconds(200), syncDelay: .milliseconds(500), syncAge: .seconds(600),
    sourcePollInterval: .seconds(5), requestTimeout: .seconds(20),
    reconnectPause: .seconds(5), logLevel: .info)
  /// The server that `runout serve` starts.
  public static let development = AppEnvironment(
    name: "development", apiURL: "http://127.0.0.1:5050", tokenVariable: "DISCOGS_DEV_TOKEN", folder: "development",
    previewDelay: .milliseconds(80), remotePreviewDelay: .milliseconds(600), patience: .milliseconds(250),
    shelfNewsDelay: .milliseconds(200), syncDelay: .milliseconds(500), syncAge: .seconds(600),
    sourcePollInterval: .seconds(1), requestTimeout: .seconds(20),
    reconnectPause: .seconds(1), logLevel: .debug)
  public static let testing = AppEnvironment(
    name: "testing", apiURL: nil, tokenVariable: "DISCOGS_TEST_TOKEN", folder: "", previewDelay: .zero,
    remotePreviewDelay: .zero, patience: .seconds(60), shelfNewsDelay: .zero, syncDelay: nil, syncAge: .seconds(600),
    sourcePollInterval: .milliseconds(100), requestTimeout: .seconds(10), reconnectPause: .seconds(1), logLevel: .trace)

  public static let all = [production, staging, development, testing]
}
