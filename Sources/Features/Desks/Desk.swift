import Clients

/// A part of the program with state and work of its own, used by several pages.
///
/// A desk carries out commands that pages pass on. It works on the stage.
protocol Desk: Responder {
  var stage: Stage { get }
  /// Stops the work under way for Esc. Returns a sentence for the footer; nil where there is none.
  func interrupt() -> String?
  /// Gives up the work under way, as the program ends or the source changes.
  func close()
  func hear(_ event: Event)
}

extension Desk {
  func interrupt() -> String? { nil }
  func close() {}
  func hear(_ event: Event) {}

  var services: Services { stage.services }
  var context: PageContext { stage.context }
  var tasks: TaskTracker { stage.tasks }
  var preparations: Preparations { stage.preparations }
  var navigator: Navigator { stage.navigator }
  var page: any PageModel { stage.page }

  var notice: String? {
    get { stage.notice }
    set { stage.notice = newValue }
  }

  func key(_ command: Command) -> String { stage.key(command) }
  func say(_ text: String) { notice = text }

  /// The refusal of changes in a read-only run; nil where changes may be made.
  var refusal: Outcome? { services.edits.refusal().map(Outcome.refused) }

  /// Returns whether this run is read-only, after saying so.
  func isRefused() -> Bool {
    guard let sentence = services.edits.refusal() else { return false }
    notice = sentence
    return true
  }

  @discardableResult
  func notify(_ kind: Notification.Kind, _ text: String) -> Notification.ID { stage.notify(kind, text) }

  func report(_ title: String, _ error: any Error, from origin: (any PageModel)? = nil) {
    stage.report(title, ClientError(error), from: origin)
  }

  /// Works in the background; an error goes to the banner of a page, by default of the one on the screen then.
  @discardableResult
  func attempt(
    orSay title: String, from origin: (any PageModel)? = nil, _ work: @escaping @MainActor (Self) async throws -> Void
  ) -> Task<Void, Never> {
    stage.attempt(orSay: title, from: origin) { [weak self] in if let self { try await work(self) } }
  }
}
