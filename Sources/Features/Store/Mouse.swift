import RunoutModel
import Wording

/// Carries out clicks, drags and turns of the wheel.
public final class Mouse {
  /// Called with the command that a click stands for.
  var onCommand: (Command) -> Void = { _ in }
  private let stage: Stage
  /// When the line between list and preview was last clicked, in seconds since 1970.
  private var dividerClick: Double?
  /// The longest time between two clicks of a double click, in seconds.
  private static let doubleClick = 0.5

  init(_ stage: Stage) { self.stage = stage }

  private var page: any PageModel { stage.page }
  private var overlays: Overlays { stage.overlays }
  private func perform(_ command: Command) { onCommand(command) }

  /// Carries out a click. A row is selected, or opened if it was selected already; the rest acts at once.
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
    case .rows, .folds, .overlayRows, .overlay, .outside, .keys, .columnEnd: break
    }
  }

  /// Closes an overlay for a click beside it, as Esc does. A filter that was typed stays, as with Enter.
  ///
  /// - Returns: whether the click goes on to what is below.
  private func leave(_ top: any Overlay) -> Bool {
    if let letter = top as? LetterModel {
      if !letter.cancel() { stage.close(letter) }
    } else if (top as? PromptModel)?.kind == .narrow {
      perform(.submit)
    } else {
      perform(.cancel)
      return false
    }
    return overlays.isEmpty
  }

  private func clickPage(_ hit: Hit) {
    // Text being typed is taken as it stands.
    if page.takesText { perform(.submit) }
    guard !page.takesText else { return }
    stage.notice = nil
    let opens = page.panes.click(hit)
    if case .fold = hit { perform(.unfold) } else if opens { perform(.open) }
    stage.layOut()
  }

  /// Sorts by a column, or reverses the order if the list is sorted by it.
  private func sort(by field: SortOrder.Field?) {
    if page.takesText { perform(.submit) }
    guard let field else { return stage.say(PageWords.cannotSort) }
    let order = page.panes.order.sort
    perform(.sort(by: field, isReversed: order.field == field && !order.isReversed))
  }

  private func clearFilter() {
    stage.notice = nil
    page.panes.clearFilter()
    stage.layOut()
  }

  // MARK: The line between list and preview

  /// A double click gives list and preview their usual widths.
  private func clickDivider() {
    let isSecond = dividerClick.map { stage.now - $0 < Self.doubleClick } ?? false
    dividerClick = isSecond ? nil : stage.now
    if isSecond { page.panes.moveDivider(to: nil) }
  }

  // MARK: Dragging

  /// Drags the line, or the end of a column, to another column of the screen.
  public func drag(_ hit: Hit, to column: Int) {
    dividerClick = nil
    guard overlays.isEmpty else { return }
    switch hit {
    case .divider: page.panes.moveDivider(to: column)
    case .columnEnd(let number, let start): columns?.drag(number, to: column - start)
    default: break
    }
  }

  public func endDrag(of hit: Hit) { if case .columnEnd = hit { columns?.endDrag() } }

  private var columns: ShelfColumnChoice? { (page as? any ShelfPageModel)?.columns }

  // MARK: The wheel

  /// Scrolls the pane or overlay under the mouse, with the focus or without.
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
  /// Whether it is beside all overlays, or on the page under them.
  fileprivate var isBesideOverlays: Bool {
    switch self {
    case .overlayRow, .overlayRows, .overlay, .command, .keys: false
    case .outside, .row, .rows, .fold, .folds, .link, .pane, .caption, .columnEnd, .divider, .root,
      .filter:
      true
    }
  }
}
