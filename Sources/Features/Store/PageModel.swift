import Clients
import DiscogsModel

/// A page as the store knows it. Behaviour shared by lists and texts lives in panes.
public protocol PageModel: Responder {
  var route: Route { get }
  var panes: Panes { get }
  /// The state that restores the page.
  var memento: PageMemento { get }
  /// The page's web address, for pages that are not a record's.
  var webAddress: String? { get }
  /// The records to bookmark: the selection, or the record that the page is about.
  var subjectsToBookmark: [Subject] { get }
  /// Whether letters are typed into a field of its own.
  var takesText: Bool { get }
  func insert(_ text: String)
  /// Handles a change behind the page.
  func hear(_ event: Event)
  /// Shows something that was asked for elsewhere; false where the page has nothing of the kind.
  func show(_ request: ShowRequest) -> Bool
}

extension PageModel {
  public var memento: PageMemento { panes.memento }
  public var webAddress: String? { nil }
  public var subjectsToBookmark: [Subject] { panes.subjects }
  public var takesText: Bool { false }
  public func insert(_ text: String) {}
  public func hear(_ event: Event) { panes.hear(event) }
  public func show(_ request: ShowRequest) -> Bool { false }
  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome { panes.perform(command, argument) }

  /// Cancels the page's work.
  public func close() { context.scope.close() }

  var context: PageContext { panes.context }
}
