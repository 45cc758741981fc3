public import Clients
import DiscogsModel

/// What a page's view model gets from the store: the services, and the few things it may say to the store.
public final class PageContext {
  public let services: Services
  public let tasks: TaskTracker
  public let environment: AppEnvironment
  public let measure: TextMeasure
  /// How many rows a list scrolls when the selection steps over its edge; 0 for half a screen.
  public let scrollLines: Int
  /// Whether release pages list prices by condition.
  var showsPrices = false
  public let notifications = Notifications()
  /// Whether Discogs itself answers: what it said may be old, and every question costs a request.
  public var isLive = false
  public let pause: Pause
  /// Shows an error in the banner.
  public var report: (_ title: String, ClientError) -> Void = { _, _ in }
  /// Shows one line in the footer until the next key.
  public var say: (String) -> Void = { _ in }
  /// Says something that outlives the footer's line, too.
  public var notify: (Notification.Kind, String) -> Void = { _, _ in }
  /// Goes where a link points to.
  public var follow: (LinkTarget) -> Void = { _ in }

  public init(
    _ services: Services, tasks: TaskTracker, environment: AppEnvironment = .testing, measure: TextMeasure = .plain,
    scrollLines: Int = 1, pause: Pause = .asTask
  ) {
    self.services = services
    self.tasks = tasks
    self.environment = environment
    self.measure = measure
    self.scrollLines = scrollLines
    self.pause = pause
  }

  /// How long the selected row must rest before its preview is loaded: longer where that costs a request.
  var previewDelay: Duration { isLive ? environment.remotePreviewDelay : environment.previewDelay }

  /// What there is to say about a find in a text.
  func say(_ sought: String, ifNotFound isFound: Bool) {
    guard !isFound else { return }
    say(sought.trimmingSpaces.isEmpty ? "Nothing has been looked for yet" : "No line has “\(sought)”")
  }
}
