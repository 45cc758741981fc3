import Clients
public import DiscogsModel
public import Observation
public import RunoutModel
import Wording

/// A pop-up that takes records into a folder, one after the other: a field, and below it the pressings that match, or
/// the lines of this folder that wait to be settled while the field is empty.
///
/// While pressings are shown, letters grade and a digit takes one. A scanner types faster than a person: keys that arrive
/// at once begin the next record, unless they are grades that may end in a digit.
@Observable
public final class IntakeModel: Popup, Loader {
  nonisolated public enum Row: Hashable, Sendable {
    /// A pressing, and how many copies of it are owned.
    case pressing(CatalogueRow, owned: Int)
    case line(IntakeLine)
  }

  public let folder: String
  public private(set) var field = TextField(limit: 200)
  public private(set) var list = PagedList<Row>()
  /// Whether the list shows pressings to choose from.
  public private(set) var isChoosing = false
  public private(set) var isLooking = false
  /// The grades given to the next record, by their full names; empty for none.
  public private(set) var media = ""
  public private(set) var sleeve = ""
  public var taken: Int { takes.count }
  /// The outcome of the last key, as a sentence.
  public private(set) var said = ""
  /// Whether the last key took a record, or took back one of several: `u` takes it back then instead of being typed.
  public private(set) var hasJustTaken = false
  public private(set) var lines: [IntakeLine] = []

  /// The keys of the grades, in the order of `Condition.grades`: lower case for media, capitals for sleeves.
  nonisolated public static let gradeKeys = Array("mnevhgfp")

  /// The records taken: the line that each came from, and whether the folder was made with it.
  private var takes: [(line: IntakeLine?, madeFolder: Bool)] = []

  @ObservationIgnored let context: PageContext
  @ObservationIgnored private let stage: Stage
  @ObservationIgnored private let work: ShelfWork
  /// The edit that makes the folder; empty where it was there before.
  @ObservationIgnored private let making: [ShelfEdit]
  @ObservationIgnored private var isFolderMade = false
  /// The number of records that are being taken back.
  @ObservationIgnored private var undoing = 0
  @ObservationIgnored private var last: CatalogueRow?
  /// The line that is looked up again; dropped once it is settled.
  @ObservationIgnored private var line: IntakeLine?
  /// Keys that may grade, choose or take back, or begin the next record.
  @ObservationIgnored private var burst = ""
  @ObservationIgnored private var resting: Task<Void, Never>?
  @ObservationIgnored private var looking: Task<Void, Never>?

  /// Between two letters of a scanner pass some milliseconds.
  private static let rest = Duration.milliseconds(80)

  init(_ folder: String, making: [ShelfEdit], stage: Stage, work: ShelfWork) {
    (self.folder, self.making, self.stage, self.work) = (folder, making, stage, work)
    context = PageContext(like: stage.context)
    loadLines()
  }

  public var contexts: [Command.Context] { [.history] }

  // MARK: Keys

  public func insert(_ text: String) {
    hasJustTaken = false
    let keys = takeBurst() + text
    guard isChoosing, text.count == 1, keys.dropLast().allSatisfy({ Self.grade(of: $0) != nil }),
      keys.last.map({ Self.grade(of: $0) != nil || $0.isNumber }) == true
    else { return begin(with: keys) }
    hold(keys)
  }

  /// The grade of a key by its full name, of media or of sleeves; nil for another key.
  private static func grade(of key: Character) -> String? {
    gradeKeys.firstIndex { String($0) == key.lowercased() }.map { Condition.grades[$0] }
  }

  /// Does what keys mean once none has followed them at once.
  private func hold(_ keys: String) {
    burst = keys
    resting = context.scope.run { [weak self, pause = context.pause] in
      guard await pause.rest(for: Self.rest) else { return }
      self?.settleBurst()
    }
  }

  private func takeBurst() -> String {
    resting?.cancel()
    defer { burst = "" }
    return burst
  }

  private func settleBurst() {
    for key in takeBurst() {
      if !isChoosing {
        takeBack()
      } else if let grade = Self.grade(of: key) {
        if key.isLowercase { media = grade } else { sleeve = grade }
      } else {
        choose(key)
      }
    }
  }

  /// Types into the field; a record that was not chosen is kept first.
  private func begin(with text: String) {
    if isChoosing { keep(IntakeWords.skipped) }
    field.insert(text)
  }

  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    if command == .submit, burst.count > 2 {
      // A scanner's Enter comes at once as well.
      begin(with: takeBurst())
    } else {
      let hadDigit = burst.last?.isNumber == true
      settleBurst()
      if hadDigit, command == .submit { return .done }
    }
    let canTakeBack = hasJustTaken
    hasJustTaken = false
    switch command {
    case .submit where isChoosing: take(list.selected)
    case .submit: submit()
    case .olderEntry, .moveUp: list.moveCursor(by: -1)
    case .newerEntry, .moveDown: list.moveCursor(by: 1)
    case .pageUp: list.moveCursor(by: -list.height)
    case .pageDown: list.moveCursor(by: list.height)
    case .deleteEntry: dropLine()
    case .undoDelete: if canTakeBack { hold("u") } else { takeBack() }
    case .editEntry: break
    default:
      // Editing the text goes back to it.
      if isChoosing { showLines() }
      _ = field.handle(command)
      // What is typed next is another record.
      if field.isEmpty { line = nil }
    }
    return .done
  }

  /// Gives up the pressings, then what is typed.
  public func cancel() -> Bool {
    _ = takeBurst()
    looking?.cancel()
    (isLooking, line) = (false, nil)
    guard isChoosing || !field.isEmpty else { return false }
    field.set("")
    showLines()
    return true
  }

  public func click(row: Int) {
    guard list.rows.indices.contains(row) else { return }
    if row == list.cursor { _ = perform(.submit, nil) } else { list.moveCursor(to: row) }
  }

  public func scroll(by lines: Int) { list.scroll(by: lines) }

  // MARK: Looking up

  private func submit() {
    if field.isEmpty, case .line(let kept)? = list.selected {
      line = kept
      field.set(kept.text)
    }
    let text = field.text.trimmed()
    guard !text.isEmpty, !isLooking else { return }
    isLooking = true
    said = ""
    let last = last
    // What is typed meanwhile is meant for the pressings.
    let preparation = stage.preparations.begin(.everything, isShown: true)
    looking = load { services in
      var rows: [Row] = []
      for row in try await services.intake.pressings(text, last) {
        guard case .release(let id) = row.reference else { continue }
        let copies = try await services.shelf.copiesOf(id).count { $0.refusal != .row }
        rows.append(.pressing(row, owned: copies))
      }
      return rows
    } then: { model, rows in
      guard !Task.isCancelled else { return preparation.end(.failed) }
      model.isLooking = false
      if rows.isEmpty { model.keep(IntakeWords.notFound) } else { model.show(rows) }
      preparation.end(.ready)
    } else: { model, error in
      guard error != .cancelled else { return preparation.end(.failed) }
      model.isLooking = false
      model.keep { IntakeWords.failed($0, because: error.sentence) }
      // What was scanned meanwhile is not lost.
      preparation.end(.ready)
    }
    if looking == nil { preparation.end(.failed) }
  }

  private func show(_ rows: [Row]) {
    isChoosing = true
    list.replace()
    list.append(Page(rows: rows, next: nil))
  }

  private func showLines() {
    isChoosing = false
    list.replace()
    list.append(Page(rows: lines.map(Row.line), next: nil))
  }

  // MARK: Taking

  private func choose(_ digit: Character) {
    guard let number = digit.wholeNumberValue, list.rows.indices.contains(number - 1) else { return }
    list.moveCursor(to: number - 1)
    take(list.selected)
  }

  private func take(_ row: Row?) {
    guard case .pressing(let row, _)? = row, let facts = ShelfFacts(row) else { return }
    var values: [String: String] = [:]
    if !media.isEmpty { values[ShelfEdit.mediaCondition] = media }
    if !sleeve.isEmpty { values[ShelfEdit.sleeveCondition] = sleeve }
    let (line, text) = (line, field.text)
    self.line = nil
    (last, hasJustTaken) = (row, true)
    field.set("")
    showLines()
    work.inTurn(orSay: ShelfWords.unchanged) { [self] work in
      let madeFolder = !isFolderMade && !making.isEmpty
      let edits = (madeFolder ? making : []) + [.add(facts, folder: folder, values: values)]
      do {
        let outcomes = try await work.services.edits.perform(edits)
        // A folder that has come to be meanwhile is as good as one that was made.
        isFolderMade = true
        if case .refused(let sentence)? = outcomes.last { throw ClientError.refused(sentence) }
        takes.append((line, madeFolder && outcomes.first == .done))
        said = IntakeWords.added(facts.name)
        if let line { drop(line) }
      } catch {
        hasJustTaken = false
        said = IntakeWords.failed(text, because: ClientError(error).sentence)
        if line == nil { keep(text) }
      }
    }
  }

  /// Takes back the record taken last; the line that it came from is there again.
  private func takeBack() {
    undoing += 1
    hasJustTaken = takes.count > undoing
    work.inTurn(orSay: ShelfWords.unchanged, as: .shelfTakenBack) { [self] work in
      defer { undoing -= 1 }
      guard let last = takes.last, try await work.services.edits.undo() != nil else {
        return said = IntakeWords.nothingToTakeBack
      }
      takes.removeLast()
      if last.madeFolder { isFolderMade = false }
      if let line = last.line { keep(line.text) }
      said = IntakeWords.takenBack
    }
  }

  // MARK: Lines to settle

  private func loadLines() {
    load(orReport: IntakeWords.readFailed) {
      try await $0.intake.lines()
    } then: { model, lines in
      model.lines = lines.filter { $0.folder == model.folder }
      if !model.isChoosing { model.showLines() }
    }
  }

  /// Keeps the text in the field for later, and empties the field.
  private func keep(_ sentence: (_ text: String) -> String) {
    let text = field.text.trimmed()
    said = sentence(text)
    field.set("")
    // A line that is looked up again is kept already.
    if line == nil { keep(text) }
    line = nil
    showLines()
  }

  private func keep(_ text: String) {
    stage.attempt(orSay: IntakeWords.saveFailed) { [weak self, folder, intake = stage.services.intake] in
      let line = try await intake.keep(text, folder)
      guard let self, !lines.contains(line) else { return }
      lines.append(line)
      if !isChoosing { showLines() }
    }
  }

  private func dropLine() {
    guard !isChoosing, case .line(let line)? = list.selected else { return }
    drop(line)
    said = IntakeWords.dropped
  }

  private func drop(_ settled: IntakeLine) {
    lines.removeAll { $0.id == settled.id }
    if !isChoosing { showLines() }
    stage.attempt(orSay: IntakeWords.saveFailed) { [intake = stage.services.intake] in
      try await intake.drop(settled.id)
    }
  }

  // MARK: Room

  /// Around the list are a border, three lines above it and one below.
  public func resize(columns: Int, rows: Int) { list.resize(height: max(1, min(12, rows - 7))) }

  public func close() {
    if isChoosing { keep(IntakeWords.skipped) }
    context.scope.close()
  }
}
