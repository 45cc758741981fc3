import Clients

/// A part of the program with state and work of its own, which more pages than one have a use for.
///
/// A desk takes what lies behind a command that pages pass on. It works on the stage and knows no page by its name.
protocol Desk: Responder {
  var stage: Stage { get }
  /// What Esc stops: a sentence for the footer; nil where nothing is under way.
  func interrupt() -> String?
  /// Gives up what is under way: the program ends, or the records are those of another source.
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

  /// Refuses what would end in a change, where this run makes none; nil where it may.
  var refusal: Outcome? { services.edits.refusal().map(Outcome.refused) }

  /// Whether this run makes no changes, which is then said.
  func isRefused() -> Bool {
    guard let sentence = services.edits.refusal() else { return false }
    notice = sentence
    return true
  }

  @discardableResult
  func notify(_ kind: Notification.Kind, _ text: String) -> Notification.ID { stage.notify(kind, text) }

  func report(_ title: String, _ error: ClientError, from origin: (any PageModel)? = nil) {
    stage.report(title, error, from: origin)
  }
}
