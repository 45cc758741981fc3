import RunoutModel

/// A list that is loaded whole: tasks, notifications, figures.
///
/// Observed through a ``ChangeSignal``, like every generic class here.
public final class SmallListPane<Row: Hashable & Sendable>: FindablePane {
  @Signalled public internal(set) var list: PagedList<Row>

  public let finder: Finder?
  private let text: @Sendable (Row) -> String
  private let isCaption: (Row) -> Bool
  var onReload: () -> Void = {}

  /// - Parameters:
  ///   - text: the text that find searches.
  ///   - isCaption: whether a row stands over others and cannot be selected.
  init(
    context: PageContext, text: @escaping @Sendable (Row) -> String, isCaption: @escaping (Row) -> Bool = { _ in false }
  ) {
    _list = Signalled(PagedList(), ChangeSignal())
    (self.text, self.isCaption) = (text, isCaption)
    finder = Finder(context)
    finder?.pane = self
  }

  public var isReady: Bool { list.status == .complete || list.hasFailed }

  /// Replaces the rows; the selected one stays selected.
  func show(_ rows: [Row], total: Int, isSame: (Row, Row) -> Bool) {
    if list.isStale || list.isEmpty {
      list.append(Page(rows: rows, next: nil))
    } else {
      list.renew(rows, next: nil, isSame: isSame)
    }
    list.total = .exactly(total)
    skipCaptions(by: 1)
  }

  public func note(in memento: inout PageMemento) { memento.list = ListMemento(cursor: list.cursor, top: list.top) }

  public func retry() -> Bool {
    guard list.hasFailed else { return false }
    list.retry()
    onReload()
    return true
  }

  public func reload() { onReload() }
  public func resize(columns: Int, rows: Int) { list.resize(height: max(1, rows - 1)) }

  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    let row = list.cursor
    guard list.handle(command) else { return .passed }
    skipCaptions(by: list.cursor < row ? -1 : 1)
    return .done
  }

  public var cursor: Int { list.cursor }
  public func scroll(by lines: Int) {
    list.scroll(by: lines)
    skipCaptions(by: lines)
  }

  public var rowsToFind: FoundRows {
    FoundRows(count: list.rows.count) { [rows = list.rows, text] row in text(rows[row]) }
  }

  public func select(row: Int) {
    list.moveCursor(to: row)
    skipCaptions(by: 1)
  }

  private func skipCaptions(by step: Int) { list.skip(isCaption, by: step) }
}

extension PagedList {
  /// Moves the cursor off a caption in the direction of `step`, or down from the top.
  nonisolated mutating func skip(_ isCaption: (Row) -> Bool, by step: Int) {
    guard let row = selected, isCaption(row) else { return }
    let isAtTop = cursor == 0
    moveCursor(by: isAtTop ? 1 : step.signum())
    // The caption over the first row is shown, too.
    if isAtTop { align(.bottom) }
  }

  /// Carries out the moving commands of a fully loaded list; false for any other command.
  nonisolated mutating func handle(_ command: Command) -> Bool {
    switch command {
    case .moveDown: moveCursor(by: 1)
    case .moveUp: moveCursor(by: -1)
    case .halfPageDown: moveCursor(by: max(1, height / 2))
    case .halfPageUp: moveCursor(by: -max(1, height / 2))
    case .pageDown: moveCursor(by: height)
    case .pageUp: moveCursor(by: -height)
    case .moveToTop: moveCursor(to: 0)
    case .moveToBottom: moveCursor(to: rows.count - 1)
    case .alignMiddle: align(.middle)
    case .alignTop: align(.top)
    case .alignBottom: align(.bottom)
    default: return false
    }
    return true
  }
}
