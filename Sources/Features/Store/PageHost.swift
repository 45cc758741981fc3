public import Clients
public import RunoutModel

/// The store, as a page knows it.
public protocol PageHost: AnyObject {
  /// The pages of records and users that were looked at in this run, latest first.
  var visits: [Visit] { get }
  /// The first key of a command, for messages.
  func key(_ command: Command) -> String
  /// Returns whether a page is the one on the screen.
  func isInFront(_ page: any PageModel) -> Bool
  /// Shows an error in the banner of a page; nil for the one on the screen.
  func report(_ title: String, _ error: ClientError, from page: (any PageModel)?)
  /// Shows one line in the footer until the next key.
  func say(_ text: String)
  /// Posts a message that outlives the footer's line.
  @discardableResult func notify(_ kind: Notification.Kind, _ text: String) -> Notification.ID
  /// Adds a visit of a page that shows something else from now on; the memento is of what it showed before.
  func turn(_ page: any PageModel, leaving memento: PageMemento)
  func follow(_ link: LinkTarget)
}

/// An error of a page waits for its return. While another page is on the screen, ``say(_:)`` and ``follow(_:)`` do
/// nothing.
extension PageContext {
  /// Whether the page is the one on the screen; true for the store's own context.
  public var isInFront: Bool {
    guard belongsToPage else { return true }
    return page.flatMap { page in host?.isInFront(page) } ?? false
  }

  public var visits: [Visit] { host?.visits ?? [] }
  public func key(_ command: Command) -> String { host?.key(command) ?? ":\(command.name)" }
  public func report(_ title: String, _ error: any Error) { host?.report(title, ClientError(error), from: page) }
  public func say(_ text: String) { if isInFront { host?.say(text) } }
  public func notify(_ kind: Notification.Kind, _ text: String) { host?.notify(kind, text) }
  func turn(_ memento: PageMemento) { if let page { host?.turn(page, leaving: memento) } }
  public func follow(_ link: LinkTarget) { if isInFront { host?.follow(link) } }
}
