import Clients
import RunoutModel

/// A list of which every row is here: what is under way, what was said, figures.
///
/// Observed through a ``ChangeSignal``, as every generic class.
public final class SmallListPane<Row: Hashable & Sendable>: Pane {
  public internal(set) var list: PagedList<Row> {
    get {
      signal.noteReading()
      return stored
    }
    _modify {
      signal.noteChange()
      yield &stored
    }
  }

  private let signal = ChangeSignal()
  private var stored = PagedList<Row>()
  private var finding = ""
  private let context: PageContext
  private let text: (Row) -> String
  private let isCaption: (Row) -> Bool
  /// Loads the rows again.
  var onReload: () -> Void = {}

  /// - Parameters:
  ///   - text: what find looks through.
  ///   - isCaption: whether a row stands over others and cannot be selected.
  init(
    context: PageContext, text: @escaping (Row) -> String, isCaption: @escaping (Row) -> Bool = { _ in false }
  ) {
    (self.context, self.text, self.isCaption) = (context, text, isCaption)
  }

  public var isReady: Bool { list.status == .complete || list.hasFailed }

  /// Puts other rows in place; the selected one stays selected.
  func show(_ rows: [Row], total: Int, isSame: (Row, Row) -> Bool) {
    list.renew(rows, next: nil, isSame: isSame)
    list.total = .exactly(total)
    skipCaptions(by: 1)
  }

  public func note(in memento: inout PageMemento) {
    memento.list = ListMemento(cursor: list.cursor, top: list.top)
  }

  public func retry() -> Bool {
    guard list.hasFailed else { return false }
    list.retry()
    onReload()
    return true
  }

  public func reload() { onReload() }
  public func resize(columns: Int, rows: Int) { list.resize(height: max(1, rows - 1)) }

  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    switch command {
    case .find:
      guard let text = argument?.text else { return .passed }
      find(text, backwards: false)
    case .findNext: find(finding, backwards: false)
    case .findPrevious: find(finding, backwards: true)
    case .goToRow:
      guard let row = argument?.number else { return .passed }
      select(row: row - 1)
    default:
      let row = list.cursor
      guard list.handle(command) else { return .passed }
      skipCaptions(by: list.cursor < row ? -1 : 1)
    }
    return .done
  }

  func select(row: Int) {
    list.moveCursor(to: row)
    skipCaptions(by: 1)
  }

  /// The cursor goes on over a caption, and back where there is nothing further.
  private func skipCaptions(by step: Int) {
    guard let row = list.selected, isCaption(row) else { return }
    let isAtTop = list.cursor == 0
    list.moveCursor(by: isAtTop ? 1 : step)
    // The caption over the first row is to be seen, too.
    if isAtTop { list.align(.bottom) }
  }

  /// Selects the next row with this text, going round at the end.
  private func find(_ text: String, backwards: Bool) {
    finding = text
    let sought = TextFolding.fold(text)
    let round = Array(list.rows.indices.dropFirst(list.cursor + 1)) + Array(list.rows.indices.prefix(list.cursor + 1))
    let order = backwards ? Array(round.dropLast().reversed()) + round.suffix(1) : round
    let row = sought.isEmpty ? nil : order.first { TextFolding.fold(self.text(list.rows[$0])).contains(sought) }
    context.say(text, ifNotFound: row != nil)
    if let row { select(row: row) }
  }
}

extension PagedList {
  /// Moves as the commands of a list that is all there say; false for any other command.
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
