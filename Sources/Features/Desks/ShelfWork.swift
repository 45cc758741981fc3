import Clients
public import Observation
import RunoutModel
import Wording

/// The progress of a change of many records; Esc stops it as long as nothing has been changed.
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

/// Looks up the facts for changes, makes changes, and undoes them.
@Observable
public final class ShelfWork: Desk {
  /// Nil when no change of many records is under way.
  public private(set) var progress: ShelfProgress?
  let stage: Stage

  @ObservationIgnored private var looking: Task<Void, Never>?
  /// Tells the present look-up from earlier ones.
  @ObservationIgnored private var number = 0
  /// The look-up under way, while a pop-up may follow it.
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

  /// Looks something up for every item, then goes on with all of it, unless the user has gone elsewhere.
  ///
  /// - Parameter opensPopup: whether a pop-up follows, which keys typed meanwhile are meant for.
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

  /// So few items need no progress.
  private static let fewItems = 50

  /// Stops looking things up; false when nothing is being looked up. Changes under way go on.
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

  /// Makes changes together, after those asked for before, and reports the result.
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

  /// Reports an error; a refusal is an ordinary message.
  private func tell(_ error: ClientError, from page: (any PageModel)?) {
    if case .refused(let sentence) = error {
      notify(.ordinary, sentence)
    } else {
      report(ShelfWords.unchanged, error, from: page)
    }
  }

  /// Makes changes one after the other, in the order of the keys; not cancelled with the page.
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
