import Clients
import DiscogsModel

/// What a page does for the store. Everything that lists and texts do alike is its panes' affair.
public protocol PageModel: Responder {
  var route: Route { get }
  var panes: Panes { get }
  /// What brings the page back as it is.
  var memento: PageMemento { get }
  /// The page's own address on the web, for one that is no record's.
  var webAddress: String? { get }
  /// What a bookmark is made of here: what is selected, or the record that the page is about.
  var subjectsToBookmark: [Subject] { get }
  /// Whether letters are typed into a field of its own.
  var takesText: Bool { get }
  func insert(_ text: String)
  /// Takes in what has changed behind it.
  func hear(_ event: Event)
  /// Shows something that was asked for elsewhere; false where it has nothing of the kind.
  func show(_ request: PageRequest) -> Bool
}

extension PageModel {
  public var memento: PageMemento { panes.memento }
  public var webAddress: String? { nil }
  public var subjectsToBookmark: [Subject] { panes.subjects }
  public var takesText: Bool { false }
  public func insert(_ text: String) {}
  public func hear(_ event: Event) { panes.hear(event) }
  public func show(_ request: PageRequest) -> Bool { false }
  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome { panes.perform(command, argument) }

  /// Ends its work.
  public func close() { panes.scope.close() }
}
