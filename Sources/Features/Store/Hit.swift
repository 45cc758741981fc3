public import RunoutModel

/// The thing on a part of the screen that a click there is about.
///
/// A value of three words at most, numbers first, so that a region of the screen holds it without a box.
nonisolated public enum Hit: Hashable, Sendable {
  /// A row of a list, or a line of a text, from 0.
  case row(Int, in: Panes.Place)
  /// Rows one below the other, from this one on: one area on the screen, and a ``row(_:in:)`` at each of its lines.
  case rows(from: Int, in: Panes.Place)
  /// The marker that shows or hides the rows below one, by its number from 0.
  case fold(Int, in: Panes.Place)
  /// Such markers one below the other, as ``rows(from:in:)``.
  case folds(from: Int, in: Panes.Place)
  /// A link, by its number in its line, both from 0.
  case link(Int, line: Int, in: Panes.Place)
  /// A pane, where it has no row.
  case pane(Panes.Place)
  case overlayRow(Int)
  /// Rows of an overlay, as ``rows(from:in:)``.
  case overlayRows(from: Int)
  /// An overlay, where it has no row; it covers the page below.
  case overlay
  /// The screen beside a pop-up: a click there closes it.
  case outside
  /// The caption of a column and the field it sorts by; nil for none.
  case caption(SortOrder.Field?)
  /// The end of a column of the shelf, which can be dragged, by its number and where the column begins.
  case columnEnd(Int, from: Int)
  /// The line between a list and the pane beside it, which can be dragged.
  case divider
  case root(RootPage)
  /// A hint, in the footer, a banner or a question.
  case command(Command)
  /// The filter of the list, in the title.
  case filter
  /// A key that goes on with a chord, in the notation of the help page.
  case keys(String)

  public var canBeDragged: Bool {
    switch self {
    case .divider, .columnEnd: true
    default: false
    }
  }

  /// The place of its pane; nil outside the panes.
  var place: Panes.Place? {
    switch self {
    case .row(_, let place), .rows(_, let place), .link(_, _, let place), .pane(let place), .fold(_, let place),
      .folds(_, let place):
      place
    case .caption, .columnEnd: .main
    case .overlayRow, .overlayRows, .overlay, .outside, .divider, .root, .command, .filter, .keys: nil
    }
  }

  /// Returns the hit at one line of the area, from 0.
  public func line(_ line: Int) -> Hit {
    switch self {
    case .rows(let first, let place): .row(first + line, in: place)
    case .folds(let first, let place): .fold(first + line, in: place)
    case .overlayRows(let first): .overlayRow(first + line)
    default: self
    }
  }
}
