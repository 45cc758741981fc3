public import Clients
import DiscogsModel
public import RunoutModel
import Wording

/// A page's access to the store: the services, and the few things that it may say.
///
/// Every page has its own, so that the store knows which page speaks.
public final class PageContext {
  public let services: Services
  public let tasks: TaskTracker
  /// The work of the page or pop-up, cancelled when it closes.
  public let scope: TaskScope
  public let environment: AppEnvironment
  public let measure: TextMeasure
  let shared: Shared
  public let pause: Pause
  public let pictures: PictureBoard
  /// Whether it is a page's rather than the store's own.
  let belongsToPage: Bool
  weak var page: (any PageModel)?

  /// The state that all pages share.
  final class Shared {
    fileprivate let preparations: Preparations
    /// Whether release pages list prices by condition.
    var showsPrices = false
    fileprivate var source = Source.demo
    fileprivate var scrollLines = 1
    /// The columns that the user gave the pane beside a list; nil for the usual width.
    var infoColumns: Int?
    fileprivate(set) var syncsAutomatically = true
    fileprivate let notifications = Notifications()
    fileprivate var names: [EntityReference: SeenRecord] = [:]
    fileprivate weak var desks: Desks?
    fileprivate weak var host: (any PageHost)?

    fileprivate init(_ preparations: Preparations) { self.preparations = preparations }
  }

  /// The words remembered of a record that has been seen.
  fileprivate struct SeenRecord: Equatable {
    var name: String
    /// The name without the artist.
    var title: String
    /// `1959 · CL 1355`
    var detail: String
  }

  /// The most names remembered; then all are dropped.
  private static let mostNames = 1_000

  /// Returns whether the present source has an ability.
  public func can(_ ability: Source.Abilities) -> Bool { shared.source.can(ability) }

  public var source: Source {
    get { shared.source }
    set { shared.source = newValue }
  }

  /// ``PagedList/scrollLines`` as set by the user.
  public var scrollLines: Int { shared.scrollLines }

  func use(_ settings: Settings) {
    shared.scrollLines = settings.scrollLines
    shared.syncsAutomatically = settings.syncsAutomatically
  }

  /// Nil where a page stands alone.
  var desks: Desks? {
    get { shared.desks }
    set { shared.desks = newValue }
  }

  /// The store; nil before there is one.
  public var host: (any PageHost)? {
    get { shared.host }
    set { shared.host = newValue }
  }

  public var notifications: Notifications { shared.notifications }
  var preparations: Preparations { shared.preparations }

  /// Returns the name of a record that has been seen, so that a page that is still loading has a title.
  func name(of reference: EntityReference) -> String? { shared.names[reference]?.name }

  /// Returns the name without the artist, where they were seen apart.
  func title(of reference: EntityReference) -> String? { shared.names[reference]?.title }

  /// Returns the words that tell a record from another of the same name; empty until it has been on the screen.
  func detail(of reference: EntityReference) -> String { shared.names[reference]?.detail ?? "" }

  /// - Parameter detail: nil leaves what is known.
  func note(_ subject: Subject, detail: String? = nil) {
    let (reference, name) = (subject.reference, subject.name)
    guard !subject.artist.isEmpty || !subject.title.isEmpty else { return }
    let known = shared.names[reference]
    // A bookmark or a visit knows the name as a whole; a title seen apart is kept.
    let isWhole = subject.artist.isEmpty || subject.title.isEmpty
    let title = isWhole ? (known?.name == name ? known?.title : nil) ?? name : subject.title
    let seen = SeenRecord(name: name, title: title, detail: detail ?? known?.detail ?? "")
    guard known != seen else { return }
    if shared.names.count >= Self.mostNames { shared.names = [:] }
    shared.names[reference] = seen
  }

  public init(
    _ services: Services, tasks: TaskTracker, environment: AppEnvironment = .testing, measure: TextMeasure = .plain,
    pause: Pause = .asTask
  ) {
    (self.services, self.tasks, self.environment) = (services, tasks, environment)
    (self.measure, self.pause) = (measure, pause)
    scope = TaskScope(tasks)
    pictures = PictureBoard(services, pause: pause)
    shared = Shared(Preparations(tasks: tasks, pause: pause, patience: environment.patience))
    belongsToPage = false
  }

  /// Makes a context for another page, whose `page` is set once that is made, or for a pop-up.
  init(like other: PageContext) {
    (services, tasks, environment) = (other.services, other.tasks, other.environment)
    scope = TaskScope(tasks)
    (measure, pause) = (other.measure, other.pause)
    (pictures, shared) = (other.pictures, other.shared)
    belongsToPage = true
  }

  /// How long the selected row must rest before its preview is loaded: longer where that costs a request.
  var previewDelay: Duration { can(.refresh) ? environment.remotePreviewDelay : environment.previewDelay }
}
