public import Observation
import RunoutModel
import Wording

/// What a find looks through: the rows of a list or the lines of a text, as they are now.
nonisolated public struct FoundRows: Sendable {
  public var count: Int
  /// What a row says, by its number from 0.
  public var text: @Sendable (Int) -> String

  public init(count: Int, text: @escaping @Sendable (Int) -> String) {
    self.count = count
    self.text = text
  }
}

/// A pane that something is found in: by `/`, and in lists, which that filters, by the command's name.
public protocol FindablePane: Pane {
  var rowsToFind: FoundRows { get }
  /// Goes to the next row where all of them match, as in a filtered list; false elsewhere.
  func stepInFiltered(by step: Int) -> Bool
  /// Whether there are no rows besides those.
  var hasAllRows: Bool { get }
  /// Has more rows loaded; ``Finder/rowsCame(from:)`` follows.
  func loadRowsToFind()
}

extension FindablePane {
  public var hasAllRows: Bool { true }
  public func loadRowsToFind() {}
  public func stepInFiltered(by step: Int) -> Bool { false }
}

/// The find of a pane, in lists and texts alike: selects the next row that has all the words, going round at the end.
@Observable
public final class Finder: Responder {
  /// What is looked for; empty when nothing was asked.
  public private(set) var text = ""
  /// Whether it is on its way through very many rows, or waits for rows that have to be loaded first.
  public private(set) var isUnderWay = false

  @ObservationIgnored public weak var pane: (any FindablePane)?
  @ObservationIgnored private let context: PageContext
  @ObservationIgnored private let scope: TaskScope
  @ObservationIgnored private var isBackwards = false
  /// On its way through rows that are here.
  @ObservationIgnored private var looking: Task<Void, Never>?

  /// - Parameter scope: what ends with the page; nil for a pane that has little to look through.
  public init(_ context: PageContext, scope: TaskScope? = nil) {
    self.context = context
    self.scope = scope ?? TaskScope(context.tasks)
  }

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

  /// Selects the next match, loading what is not loaded yet, or says that there is none.
  public func find(_ text: String, backwards: Bool = false) {
    self.text = text
    isBackwards = backwards
    stop()
    guard let pane else { return }
    guard !words.isEmpty else {
      if !pane.stepInFiltered(by: backwards ? -1 : 1) { context.say(PageWords.notLookedFor) }
      return
    }
    let rows = pane.rowsToFind
    let (cursor, count) = (pane.cursor, rows.count)
    look(in: backwards ? 0..<max(0, min(cursor, count)) : min(cursor + 1, count)..<count, of: rows) {
      $0.goOn(from: count)
    }
  }

  /// What was found before is of no interest any more.
  func forget() {
    stop()
    if !text.isEmpty { text = "" }
  }

  /// Whether it waits for rows.
  var waitsForRows: Bool { isUnderWay && looking == nil }

  func stop() {
    // Every key of a list comes through here, and announcing a change costs more than looking.
    guard isUnderWay || looking != nil else { return }
    isUnderWay = false
    looking?.cancel()
    looking = nil
  }

  /// Goes on in the rows that have come.
  func rowsCame(from row: Int) { if waitsForRows { goOn(from: row) } }

  private func goOn(from row: Int) {
    guard let pane else { return }
    let rows = pane.rowsToFind
    if !isBackwards, row < rows.count {
      look(in: row..<rows.count, of: rows) { $0.goOn(from: rows.count) }
    } else if pane.hasAllRows {
      lookAround()
    } else {
      isUnderWay = true
      pane.loadRowsToFind()
    }
  }

  /// The other side of the selected row, it included: every row is here.
  private func lookAround() {
    guard let pane else { return }
    let rows = pane.rowsToFind
    let (cursor, count) = (max(0, pane.cursor), rows.count)
    look(in: isBackwards ? min(cursor, count)..<count : 0..<min(cursor + 1, count), of: rows) { finder in
      finder.stop()
      finder.context.say(PageWords.notFound(finder.text))
    }
  }

  /// Selects the next match in some rows. A few are looked through at once, very many while keys are read.
  private func look(in range: Range<Int>, of rows: FoundRows, orElse goOn: @escaping (Finder) -> Void) {
    let search = RowSearch(rows: rows, range: range, isBackwards: isBackwards, words: words)
    guard range.count > RowSearch.fewRows else {
      if let row = search.match(in: range) { pane?.select(row: row) } else { goOn(self) }
      return
    }
    isUnderWay = true
    looking = scope.run { [weak self] in
      let row = await search.run()
      guard let self, !Task.isCancelled else { return }
      looking = nil
      if let row { pane?.select(row: row) } else { goOn(self) }
    }
  }

  private var words: [Substring] { TextFolding.fold(text).split(separator: " ") }
}
