public import Clients
import DiscogsModel
public import RunoutModel
import Wording

/// What a page's view model gets from the store: the services, and the few things it may say to the store.
///
/// Every page has its own, so that the store knows which page it is that says something.
public final class PageContext {
  public let services: Services
  public let tasks: TaskTracker
  public let environment: AppEnvironment
  public let measure: TextMeasure
  private let shared: Shared
  public let pause: Pause
  public let pictures: PictureBoard
  /// Shows an error in the banner.
  public var report: (_ title: String, ClientError) -> Void = { _, _ in }
  /// Shows one line in the footer until the next key.
  public var say: (String) -> Void = { _ in }
  /// The first key of a command, for what is said.
  public var key: (Command) -> String = { ":\($0.rawValue)" }
  /// Says something that outlives the footer's line, too.
  public var notify: (Notification.Kind, String) -> Void = { _, _ in }
  /// Whether the page is the one on the screen.
  public var isInFront: () -> Bool = { true }
  /// The pages of records and users that were looked at in this run, latest first.
  public var visits: () -> [Visit] = { [] }
  /// Adds a visit of the page, which shows something else from now on; the memento is of what it showed.
  var turn: (PageMemento) -> Void = { _ in }
  /// Goes where a link points to.
  public var follow: (LinkTarget) -> Void = { _ in }

  /// What is the same on every page, and changes.
  private final class Shared {
    let preparations: Preparations
    var showsPrices = false
    var source = Source.demo
    var scrollLines = 1
    var infoColumns: Int?
    var syncsAutomatically = true
    var recentFolders: [String] = []
    let notifications = Notifications()
    var names: [EntityReference: SeenRecord] = [:]
    weak var desks: Desks?

    init(_ preparations: Preparations) {
      self.preparations = preparations
    }
  }

  /// What is remembered of a record that has been seen.
  private struct SeenRecord: Equatable {
    var name: String
    /// The same without the artist.
    var title: String
    /// `1959 · CL 1355`
    var detail: String
  }

  /// How many names are remembered before they are dropped.
  private static let mostNames = 1_000

  /// Whether release pages list prices by condition.
  var showsPrices: Bool {
    get { shared.showsPrices }
    set { shared.showsPrices = newValue }
  }

  /// Returns whether the source that is on has an ability.
  public func can(_ ability: Source.Abilities) -> Bool { shared.source.can(ability) }

  /// Where records come from.
  public var source: Source {
    get { shared.source }
    set { shared.source = newValue }
  }

  /// How many rows a list scrolls when the selection steps over its edge; 0 for half a screen.
  public var scrollLines: Int { shared.scrollLines }

  /// How wide the user wants what is beside a list; nil for the usual width.
  var infoColumns: Int? {
    get { shared.infoColumns }
    set { shared.infoColumns = newValue }
  }

  /// Whether the shelf is brought up to date without being asked for.
  var syncsAutomatically: Bool { shared.syncsAutomatically }

  /// Has all pages go by these settings.
  func use(_ settings: Settings) {
    shared.scrollLines = settings.scrollLines
    shared.syncsAutomatically = settings.syncsAutomatically
  }

  /// The folders that something was put into in this run, latest first.
  var recentFolders: [String] {
    get { shared.recentFolders }
    set { shared.recentFolders = newValue }
  }

  /// What goes on beside the pages; nil where a page stands alone.
  var desks: Desks? {
    get { shared.desks }
    set { shared.desks = newValue }
  }

  public var notifications: Notifications { shared.notifications }
  /// What the next keys wait for.
  var preparations: Preparations { shared.preparations }

  /// What a record is called, as far as it has been seen: a page that is still loading has a title at once.
  func name(of reference: EntityReference) -> String? { shared.names[reference]?.name }

  /// The same without the artist, where it was seen apart from it.
  func title(of reference: EntityReference) -> String? { shared.names[reference]?.title }

  /// What tells a record from another of the same name; empty until it has been on the screen.
  func detail(of reference: EntityReference) -> String { shared.names[reference]?.detail ?? "" }

  /// - Parameter detail: nil leaves what is known.
  func note(_ subject: Subject, detail: String? = nil) {
    let (reference, name) = (subject.reference, subject.name)
    guard !name.isEmpty else { return }
    let known = shared.names[reference]
    // A bookmark or a visit knows the name as a whole; what was seen apart stays so.
    let title = subject.artist.isEmpty ? (known?.name == name ? known?.title : nil) ?? name : subject.title
    let seen = SeenRecord(name: name, title: title, detail: detail ?? known?.detail ?? "")
    guard known != seen else { return }
    if shared.names.count >= Self.mostNames { shared.names = [:] }
    shared.names[reference] = seen
  }

  public convenience init(
    _ services: Services, tasks: TaskTracker, environment: AppEnvironment = .testing, measure: TextMeasure = .plain,
    pause: Pause = .asTask
  ) {
    self.init(
      services, tasks: tasks, environment: environment, measure: measure, pause: pause,
      pictures: PictureBoard(services, pause: pause),
      shared: Shared(Preparations(tasks: tasks, pause: pause, patience: environment.patience)))
  }

  /// One more for another page: nothing is said to the store yet.
  convenience init(like other: PageContext) {
    self.init(
      other.services, tasks: other.tasks, environment: other.environment, measure: other.measure,
      pause: other.pause, pictures: other.pictures, shared: other.shared)
  }

  private init(
    _ services: Services, tasks: TaskTracker, environment: AppEnvironment, measure: TextMeasure, pause: Pause,
    pictures: PictureBoard, shared: Shared
  ) {
    self.services = services
    self.tasks = tasks
    self.environment = environment
    self.measure = measure
    self.pause = pause
    self.pictures = pictures
    self.shared = shared
  }

  /// How long the selected row must rest before its preview is loaded: longer where that costs a request.
  var previewDelay: Duration { can(.refresh) ? environment.remotePreviewDelay : environment.previewDelay }
}
