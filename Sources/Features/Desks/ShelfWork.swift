import Clients
public import Observation
import RunoutModel
import Wording

/// The progress of copying or changing many records; Esc stops it as long as nothing has been changed.
nonisolated public struct WorkProgress: Hashable, Sendable {
  public var done: Int
  public var total: Int
  /// Whether changes are being made, all at once.
  public var isChanging: Bool

  public init(done: Int, total: Int, isChanging: Bool = false) {
    (self.done, self.total, self.isChanging) = (done, total, isChanging)
  }
}

/// Looks up the facts for changes, makes changes, and undoes them.
@Observable
public final class ShelfWork: Desk {
  /// Nil when no change of many records is under way.
  public private(set) var progress: WorkProgress?
  let stage: Stage

  /// The folders that copies were put into in this run, latest first.
  @ObservationIgnored var recentFolders: [String] = []
  @ObservationIgnored private var looking: Task<Void, Never>?
  /// Tells the present look-up from earlier ones.
  @ObservationIgnored private var number = 0
  /// The look-up under way, while a pop-up may follow it.
  @ObservationIgnored private var preparation: Preparation?
  /// The change made last: the next waits for it.
  @ObservationIgnored private var lastChange: Task<Void, Never>?
  @ObservationIgnored private var turns = 0
  /// The version of the shelf that pages and desks know.
  @ObservationIgnored private var told: String?
  @ObservationIgnored private var isLooking = false
  @ObservationIgnored private var isNewsDue = false
  /// Whether news came during a turn, and is looked for once there is none.
  @ObservationIgnored private var isNewsHeldBack = false

  init(_ stage: Stage) { self.stage = stage }

  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    switch command {
    case .undo: takeBack(ShelfWords.undone, nothing: ShelfWords.nothingToUndo, services.edits.undo)
    case .redo: takeBack(ShelfWords.redone, nothing: ShelfWords.nothingToRedo, services.edits.redo)
    default: return .passed
    }
    return .done
  }

  func interrupt() -> String? { stop() ? ShelfWords.unchanged : nil }
  func close() { _ = stop() }

  // MARK: Looking things up

  /// Looks something up for every item, then goes on with all of it, unless the user has gone elsewhere. An error goes
  /// to the banner of the page that asked; then nothing goes on.
  ///
  /// - Parameter opensPopup: whether a pop-up follows, which keys typed meanwhile are meant for.
  func lookUp<Fact: Sendable>(
    _ items: [ShelfItem], opensPopup: Bool = true,
    _ look: @escaping @Sendable (ShelfItem) async throws -> Fact,
    then body: @escaping ([(ShelfItem, Fact)]) -> Void
  ) {
    let asking = page
    number += 1
    let current = number
    let preparation = opensPopup ? preparations.begin() : nil
    self.preparation?.end(.failed)
    self.preparation = preparation
    if items.count > Self.fewItems { progress = WorkProgress(done: 0, total: items.count) }
    looking = attempt(orSay: ShelfWords.readFailed, from: asking) { [weak asking] desk in
      defer {
        // Only the first end counts.
        preparation?.end(.failed)
        if desk.preparation === preparation { desk.preparation = nil }
      }
      var found: [(ShelfItem, Fact)] = []
      do {
        for item in items {
          if Task.isCancelled { return }
          found.append((item, try await look(item)))
          guard desk.number == current else { return }
          if items.count > Self.fewItems, found.count % 50 == 0 { desk.progress?.done = found.count }
        }
      } catch {
        guard desk.number == current else { return }
        desk.progress = nil
        throw error
      }
      desk.progress = nil
      // A user who has moved on is not asked about what was selected there.
      guard asking === desk.page, desk.stage.popup == nil else { return }
      body(found)
      preparation?.end(.ready)
    }
  }

  private static let fewItems = 50

  /// Stops looking things up; false when nothing is being looked up. Changes under way go on.
  private func stop() -> Bool {
    guard progress.map({ !$0.isChanging }) ?? (preparation != nil) else { return false }
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
    let total = batch.entries.count
    inTurn(orSay: ShelfWords.unchanged, from: page, tellsRefusals: true) { [weak page] desk in
      if total > Self.fewItems { desk.progress = WorkProgress(done: 0, total: total, isChanging: true) }
      defer { if total > Self.fewItems { desk.progress = nil } }
      let outcomes = try await desk.services.edits.perform(batch.edits)
      page?.panes.unmark()
      desk.tell(batch, outcomes)
    }
  }

  /// Makes changes one after the other, in the order of the keys; not cancelled with the page.
  ///
  /// - Parameters:
  ///   - title: the banner's title for an error.
  ///   - tellsRefusals: whether a refusal is an ordinary message instead.
  ///   - event: tells pages and desks of the change, if one was made.
  func inTurn(
    orSay title: String, from origin: (any PageModel)? = nil, tellsRefusals: Bool = false,
    as event: Event = .shelfChanged, _ work: @escaping (ShelfWork) async throws -> Void
  ) {
    let before = lastChange
    turns += 1
    lastChange = tasks.run { [weak self, weak origin] in
      await before?.value
      guard let self else { return }
      do {
        try await work(self)
      } catch ClientError.refused(let sentence) where tellsRefusals {
        notify(.ordinary, sentence)
      } catch {
        report(title, error, from: origin)
      }
      // Still a turn: otherwise the news of this very change might be first, and tell of it as `shelfChanged`.
      await look(as: event)
      turns -= 1
      guard turns == 0, isNewsHeldBack else { return }
      isNewsHeldBack = false
      shelfMayHaveChanged()
    }
  }

  // MARK: News of the shelf

  /// Announces a version of the shelf that pages and desks do not know yet.
  ///
  /// - Parameter event: what the end of a turn tells; nil for other news, which waits for the end of the turns under
  ///   way: pages learn first that the change has renamed a folder or was undone.
  func look(as event: Event? = nil) async {
    do {
      let version = try await services.edits.version()
      guard event != nil || turns == 0 else { return isNewsHeldBack = true }
      guard version != told else { return }
      told = version
      stage.broadcast(event ?? .shelfChanged)
    } catch {
      guard ClientError(error) != .cancelled else { return }
      services.log.write(.warning, "Could not read the version of the shelf", ["error": "\(error)"])
    }
  }

  /// Looks at once, and again after a moment where there was more news meanwhile: a burst of changes costs one reload.
  func shelfMayHaveChanged() {
    isNewsDue = true
    guard !isLooking else { return }
    isLooking = true
    let (pause, delay) = (context.pause, context.environment.shelfNewsDelay)
    tasks.run { [weak self] in
      while let self, isNewsDue {
        isNewsDue = false
        await look()
        guard await pause.rest(for: delay) else { break }
      }
      self?.isLooking = false
    }
  }

  // MARK: Reporting

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

  private func takeBack(_ done: String, nothing: String, _ work: @escaping () async throws -> String?) {
    inTurn(orSay: ShelfWords.unchanged, from: page, tellsRefusals: true, as: .shelfTakenBack) { desk in
      if let title = try await work() {
        desk.notify(.confirmation, ShelfWords.done(done, title))
      } else {
        desk.notice = nothing
      }
    }
  }
}
