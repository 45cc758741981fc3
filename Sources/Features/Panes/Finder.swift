public import Observation
import RunoutModel
import Wording

/// The rows of a list or lines of a text that a find searches, as they are now.
nonisolated public struct FoundRows: Sendable {
  var count: Int
  /// The text of a row, by its number from 0.
  var text: @Sendable (Int) -> String
}

/// A pane that can be searched: a text with `/`, a list, where `/` filters, with `:find`.
public protocol FindablePane: Pane {
  var rowsToFind: FoundRows { get }
  /// Moves to the next row of a filtered list, where every row matches; false elsewhere.
  func stepInFiltered(by step: Int) -> Bool
  /// Whether ``rowsToFind`` has every row.
  var hasAllRows: Bool { get }
  /// Loads more rows; ``Finder/rowsCame(from:)`` follows.
  func loadRowsToFind()
}

extension FindablePane {
  public var hasAllRows: Bool { true }
  public func loadRowsToFind() {}
  public func stepInFiltered(by step: Int) -> Bool { false }
}

/// Selects the next row of a list, or line of a text, that has all the words, wrapping at the end.
@Observable
public final class Finder: Responder {
  /// The words sought; empty for none.
  public private(set) var text = ""
  /// Whether a find runs through very many rows, or waits for rows to load.
  public private(set) var isUnderWay = false

  @ObservationIgnored public weak var pane: (any FindablePane)?
  @ObservationIgnored private let context: PageContext
  @ObservationIgnored private var isBackwards = false
  @ObservationIgnored private var hasBegun = false
  @ObservationIgnored private var looking: Task<Void, Never>?

  public init(_ context: PageContext) { self.context = context }

  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    switch command {
    case .find:
      guard let text = argument?.text else { return .passed }
      find(text)
    case .findNext: find(text)
    case .findPrevious: find(text, backwards: true)
    default: return .passed
    }
    return .done
  }

  /// Selects the next match, loading rows as needed, or says that there is none.
  public func find(_ text: String, backwards: Bool = false) {
    self.text = text
    isBackwards = backwards
    stop()
    guard let pane else { return }
    guard !words.isEmpty else {
      if !pane.stepInFiltered(by: backwards ? -1 : 1) { context.say(PageWords.notLookedFor) }
      return
    }
    hasBegun = false
    begin()
  }

  private func begin() {
    guard let pane else { return }
    let rows = pane.rowsToFind
    let (cursor, count) = (pane.cursor, rows.count)
    // The selected row can be at the end of a list whose middle is not here.
    guard cursor < count || pane.hasAllRows || count == 0 else { return wait() }
    hasBegun = true
    look(in: isBackwards ? 0..<max(0, min(cursor, count)) : min(cursor + 1, count)..<count, of: rows) {
      $0.goOn(from: count)
    }
  }

  /// Stops and clears the words, so that `n` steps through the filtered list.
  func forget() {
    stop()
    if !text.isEmpty { text = "" }
  }

  var waitsForRows: Bool { isUnderWay && looking == nil }

  func stop() {
    // Every key of a list comes through here, and announcing a change costs more than this check.
    guard isUnderWay || looking != nil else { return }
    isUnderWay = false
    looking?.cancel()
    looking = nil
  }

  /// Continues a find that waits, in the rows that have come.
  func rowsCame(from row: Int) {
    guard waitsForRows else { return }
    if hasBegun { goOn(from: row) } else { begin() }
  }

  private func goOn(from row: Int) {
    guard let pane else { return }
    let rows = pane.rowsToFind
    if !isBackwards, row < rows.count {
      look(in: row..<rows.count, of: rows) { $0.goOn(from: rows.count) }
    } else if pane.hasAllRows {
      lookAround()
    } else {
      wait()
    }
  }

  private func wait() {
    isUnderWay = true
    pane?.loadRowsToFind()
  }

  /// Searches the other side of the selected row, that row included. Every row is here.
  private func lookAround() {
    guard let pane else { return }
    let rows = pane.rowsToFind
    let (cursor, count) = (max(0, pane.cursor), rows.count)
    look(in: isBackwards ? min(cursor, count)..<count : 0..<min(cursor + 1, count), of: rows) { finder in
      finder.stop()
      finder.context.say(PageWords.notFound(finder.text))
    }
  }

  /// Selects the next match in a range: a few rows are searched at once, very many in the background.
  private func look(in range: Range<Int>, of rows: FoundRows, orElse goOn: @escaping (Finder) -> Void) {
    let search = RowSearch(rows: rows, range: range, isBackwards: isBackwards, words: words)
    guard range.count > RowSearch.fewRows else {
      if let row = search.match(in: range) { pane?.select(row: row) } else { goOn(self) }
      return
    }
    isUnderWay = true
    looking = context.scope.run { [weak self] in
      let row = await search.run()
      guard let self, !Task.isCancelled else { return }
      looking = nil
      if let row { pane?.select(row: row) } else { goOn(self) }
    }
  }

  private var words: [Substring] { TextFolding.fold(text).split(separator: " ") }
}
