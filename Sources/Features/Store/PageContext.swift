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
  /// Whether it is some page's, and not the store's own.
  let belongsToPage: Bool
  weak var page: (any PageModel)?

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
    weak var host: (any PageHost)?

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

  /// Whom pages speak to; nil before there is a store.
  public var host: (any PageHost)? {
    get { shared.host }
    set { shared.host = newValue }
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
      pictures: PictureBoard(services, pause: pause), belongsToPage: false,
      shared: Shared(Preparations(tasks: tasks, pause: pause, patience: environment.patience)))
  }

  /// One more for another page, which is named once it is made: nothing is said to the store until then.
  convenience init(like other: PageContext) {
    self.init(
      other.services, tasks: other.tasks, environment: other.environment, measure: other.measure,
      pause: other.pause, pictures: other.pictures, belongsToPage: true, shared: other.shared)
  }

  private init(
    _ services: Services, tasks: TaskTracker, environment: AppEnvironment, measure: TextMeasure, pause: Pause,
    pictures: PictureBoard, belongsToPage: Bool, shared: Shared
  ) {
    self.services = services
    self.tasks = tasks
    self.environment = environment
    self.measure = measure
    self.pause = pause
    self.pictures = pictures
    self.belongsToPage = belongsToPage
    self.shared = shared
  }

  /// How long the selected row must rest before its preview is loaded: longer where that costs a request.
  var previewDelay: Duration { can(.refresh) ? environment.remotePreviewDelay : environment.previewDelay }
}
