import Clients
public import Observation
import RunoutModel
import Wording

/// How far something that is done to many records has come; Esc stops it as long as nothing has been changed.
nonisolated public struct ShelfProgress: Hashable, Sendable {
  public var done: Int
  public var total: Int
  /// Whether the changes are being made, all at once.
  public var isChanging: Bool

  public init(done: Int, total: Int, isChanging: Bool = false) {
    self.done = done
    self.total = total
    self.isChanging = isChanging
  }
}

/// Looking up what a change is about, making it, taking it back.
@Observable
public final class ShelfWork: Desk {
  /// How far a change of many records has come; nil when none is under way.
  public private(set) var progress: ShelfProgress?
  let stage: Stage

  @ObservationIgnored private var looking: Task<Void, Never>?
  /// Tells what is looked up now from what was before.
  @ObservationIgnored private var number = 0
  /// What is looked up, while a pop-up may come of it.
  @ObservationIgnored private var preparation: Preparation?
  /// The change made last: the next waits for it.
  @ObservationIgnored private var lastChange: Task<Void, Never>?

  init(_ stage: Stage) { self.stage = stage }

  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    switch command {
    case .undo: undo()
    case .redo: redo()
    default: return .passed
    }
    return .done
  }

  func interrupt() -> String? { stop() ? ShelfWords.unchanged : nil }
  func close() { _ = stop() }

  // MARK: Looking things up

  /// Looks something up for every item, then goes on: at once where the items say it themselves.
  ///
  /// - Parameter opensPopup: whether something is asked then, for which the keys that come meanwhile are meant.
  func lookUp<Fact: Sendable>(
    _ items: [ShelfItem], opensPopup: Bool = true,
    _ look: @escaping @Sendable (ShelfItem) async throws(ClientError) -> Fact,
    then body: @escaping ([(ShelfItem, Fact)]) -> Void
  ) {
    let asking = page
    number += 1
    let current = number
    let preparation = opensPopup ? preparations.begin() : nil
    self.preparation?.end(.failed)
    self.preparation = preparation
    if items.count > Self.fewItems { progress = ShelfProgress(done: 0, total: items.count) }
    looking = tasks.run { [weak self, weak asking] in
      var found: [(ShelfItem, Fact)] = []
      do throws(ClientError) {
        for item in items {
          if Task.isCancelled { return }
          found.append((item, try await look(item)))
          guard let self, number == current else { return }
          if items.count > Self.fewItems, found.count % 50 == 0 { progress?.done = found.count }
        }
        guard let self, number == current else { return }
        progress = nil
        // A user who has moved on is not asked about what was selected there.
        if asking === page, stage.popup == nil {
          body(found)
          preparation?.end(.ready)
        } else {
          preparation?.end(.failed)
        }
        if self.preparation === preparation { self.preparation = nil }
      } catch {
        guard let self, number == current else { return }
        progress = nil
        preparation?.end(.failed)
        self.preparation = nil
        report(ShelfWords.readFailed, error, from: asking)
      }
    }
  }

  /// So few need no progress to be shown.
  private static let fewItems = 50

  /// Gives up looking things up; false when nothing is being looked up. Changes that are being made are made.
  private func stop() -> Bool {
    if let progress = progress {
      guard !progress.isChanging else { return false }
    } else if preparation == nil {
      return false
    }
    number += 1
    looking?.cancel()
    progress = nil
    preparation?.end(.failed)
    preparation = nil
    return true
  }

  // MARK: Making changes

  /// Makes changes together, after those that were asked for before, and says what became of them.
  func make(_ batch: ShelfBatch) {
    guard !batch.entries.isEmpty else { return tell(batch.refused) }
    let edits = services.edits
    let total = batch.entries.count
    let page = page
    inTurn { [weak self, weak page] in
      guard let self else { return }
      if total > Self.fewItems { progress = ShelfProgress(done: 0, total: total, isChanging: true) }
      defer { if total > Self.fewItems { progress = nil } }
      do throws(ClientError) {
        let outcomes = try await edits.perform(batch.edits)
        page?.panes.unmark()
        tell(batch, outcomes)
        stage.broadcast(.shelfChanged)
      } catch {
        tell(error, from: page)
      }
    }
  }

  /// What is refused is no trouble, and said as it is.
  private func tell(_ error: ClientError, from page: (any PageModel)?) {
    if case .refused(let sentence) = error {
      notify(.ordinary, sentence)
    } else {
      report(ShelfWords.unchanged, error, from: page)
    }
  }

  /// Changes are made one after the other, in the order of the keys; not cancelled with the page.
  func inTurn(_ work: @escaping () async -> Void) {
    let before = lastChange
    lastChange = tasks.run {
      await before?.value
      await work()
    }
  }

  private func tell(_ batch: ShelfBatch, _ outcomes: [ShelfEditOutcome]) {
    let (done, refused) = batch.result(of: outcomes)
    guard !done.isEmpty else { return tell(refused) }
    for (name, sentence) in refused.reversed() { notify(.ordinary, ShelfWords.failed(name, sentence)) }
    let said = done.count == 1 ? ShelfWords.done(batch.one, done[0]) : batch.many(done.count)
    if refused.isEmpty {
      notify(.confirmation, said)
      notice = ShelfWords.undoes(said, key: key(.undo))
    } else {
      notify(.confirmation, ShelfWords.someRefused(said, refused.count))
      notice = ShelfWords.someRefused(said, refused.count, key: key(.openNotifications))
    }
  }

  /// Says why nothing was done.
  func tell(_ refused: [(name: String, sentence: String)]) {
    guard refused.count > 1 else {
      if let first = refused.first { notify(.ordinary, first.sentence) }
      return
    }
    for (name, sentence) in refused.reversed() { notify(.ordinary, ShelfWords.failed(name, sentence)) }
    let same = Set(refused.map(\.sentence))
    notice =
      same.count == 1
      ? ShelfWords.unchanged(because: refused[0].sentence) : ShelfWords.unchanged(key: key(.openNotifications))
  }

  func refuse(_ items: [ShelfItem]) { tell(items.map { ($0.name, refusal(of: $0)) }) }

  /// Why something cannot be owned.
  func refusal(of item: ShelfItem) -> String { item.refusal(opensVersions: key(.open)) }

  /// Says why nothing was done, where a pop-up was expected.
  func refuse(_ refused: [(name: String, sentence: String)]) {
    preparation?.end(.failed)
    tell(refused)
  }

  // MARK: Undo and redo

  private func undo() {
    let edits = services.edits
    takeBack(ShelfWords.undone, nothing: ShelfWords.nothingToUndo) {
      () throws(ClientError) in try await edits.undo()
    }
  }

  private func redo() {
    let edits = services.edits
    takeBack(ShelfWords.redone, nothing: ShelfWords.nothingToRedo) { () throws(ClientError) in try await edits.redo() }
  }

  private func takeBack(
    _ done: String, nothing: String, _ work: @escaping @Sendable () async throws(ClientError) -> String?
  ) {
    let page = page
    inTurn { [weak self, weak page] in
      guard let self else { return }
      do throws(ClientError) {
        guard let title = try await work() else {
          notice = nothing
          return
        }
        notify(.confirmation, ShelfWords.done(done, title))
        stage.broadcast(.shelfTakenBack)
      } catch {
        tell(error, from: page)
      }
    }
  }
}
