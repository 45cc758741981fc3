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
  public var previewDelay = Duration.milliseconds(80)
  /// The same where a preview costs a request.
  public var remotePreviewDelay = Duration.milliseconds(600)
  /// How long something may take before the screen says that it is coming: shorter than that, saying so would flicker.
  public var patience = Duration.milliseconds(250)
  /// How long after news of the shelf its pages are brought up to date, so that a burst of news costs one look.
  public var shelfNewsDelay = Duration.milliseconds(200)
  /// How long after the start the shelf is brought up to date by itself, so that the first screen goes first; nil for
  /// never.
  public var syncDelay: Duration? = .milliseconds(500)
  /// How old what is known of the account's shelf may be before it is brought up to date by itself.
  public var syncAge = Duration.seconds(600)
  /// How often a running program looks whether another one has imported a new catalogue.
  public var sourcePollInterval = Duration.seconds(5)
  /// How long a request may take from its sending to the last byte of its answer.
  public var requestTimeout = Duration.seconds(20)
  /// How long after the network went away it is tried again for the first time; each further pause is twice the last.
  public var reconnectPause = Duration.seconds(5)
  /// The least important messages that go to the log.
  public var logLevel: LogEntry.Level

  public static let production = AppEnvironment(
    name: "production", apiURL: "https://api.discogs.com", tokenVariable: "DISCOGS_TOKEN", folder: "",
    logLevel: .notice)
  /// A server to try things on, which the user names.
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
