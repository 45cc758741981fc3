import RunoutModel
import Wording

/// Carries out what the mouse does.
public final class Mouse {
  /// Called with the command that a click stands for.
  var onCommand: (Command) -> Void = { _ in }
  private let stage: Stage
  /// When the line between list and preview was clicked, in seconds since 1970: a second click follows soon.
  private var dividerClick: Double?
  /// How soon the second click of two follows, in seconds.
  private static let doubleClick = 0.5

  init(_ stage: Stage) { self.stage = stage }

  private var page: any PageModel { stage.page }
  private var overlays: Overlays { stage.overlays }
  private func perform(_ command: Command) { onCommand(command) }

  /// Carries out a click. A row is selected, and opens where it was selected already; the rest acts at once.
  public func click(_ hit: Hit) {
    if hit != .divider { dividerClick = nil }
    if let top = overlays.top, hit.isBesideOverlays, !leave(top) { return }
    switch hit {
    case .command(let command): perform(command)
    case .root(let root): perform(root.command)
    case .filter: clearFilter()
    case .caption(let field): sort(by: field)
    case .divider: clickDivider()
    case .overlayRow(let row):
      stage.notice = nil
      overlays.top?.click(row: row)
      stage.layOut()
    case .row, .fold, .link, .pane: clickPage(hit)
    case .rows, .folds, .overlayRows, .overlay, .outside, .keys: break
    }
  }

  /// Closes what is clicked beside, as Esc does. What was typed to filter the list stays, as with Enter.
  ///
  /// - Returns: whether the click goes on to what is below.
  private func leave(_ top: any Overlay) -> Bool {
    if let letter = top as? LetterModel {
      stage.close(letter)
    } else if (top as? PromptModel)?.kind == .narrow {
      perform(.submit)
    } else {
      perform(.cancel)
      return false
    }
    return overlays.isEmpty
  }

  private func clickPage(_ hit: Hit) {
    // What is being typed is taken as it stands.
    if page.takesText { perform(.submit) }
    guard !page.takesText else { return }
    stage.notice = nil
    let opens = page.panes.click(hit)
    if case .fold = hit { perform(.unfold) } else if opens { perform(.open) }
    stage.layOut()
  }

  /// Sorts by a column; the other way round where the list is sorted by it.
  private func sort(by field: SortOrder.Field?) {
    if page.takesText { perform(.submit) }
    guard let field else {
      stage.notice = PageWords.cannotSort
      return
    }
    let order = page.panes.order.sort
    let isReversed = order.field == field && !order.isReversed
    guard let command = Command(SortOrder(field, isReversed: isReversed)) else { return }
    perform(command)
  }

  private func clearFilter() {
    stage.notice = nil
    page.panes.clearFilter()
    stage.layOut()
  }

  // MARK: The line between list and preview

  /// Two clicks give the list and the preview the room that they usually have.
  private func clickDivider() {
    let isSecond = dividerClick.map { stage.now - $0 < Self.doubleClick } ?? false
    dividerClick = isSecond ? nil : stage.now
    if isSecond { page.panes.moveDivider(to: nil) }
  }

  /// Takes it to another column of the screen.
  public func moveDivider(to column: Int) {
    dividerClick = nil
    guard overlays.isEmpty else { return }
    page.panes.moveDivider(to: column)
  }

  // MARK: The wheel

  /// Scrolls what the wheel was turned over, with the focus or without.
  ///
  /// - Parameter lines: negative upwards.
  public func scroll(_ hit: Hit, by lines: Int) {
    switch hit {
    case .overlay, .overlayRow, .outside: overlays.top?.scroll(by: lines)
    default: hit.place.flatMap(page.panes.pane)?.scroll(by: lines)
    }
  }
}

extension Hit {
  /// Whether it is about something that lies under all pop-ups.
  fileprivate var isBesideOverlays: Bool {
    switch self {
    case .overlayRow, .overlayRows, .overlay, .command, .keys: false
    case .outside, .row, .rows, .fold, .folds, .link, .pane, .caption, .divider, .root, .filter: true
    }
  }
}
