public import Observation

/// Everything on its way that the next keys are meant for: a pop-up, what it offers, the page behind a bookmark.
///
/// Keys typed meanwhile wait, so that `e` and three times Down in one burst end in the third field of the form instead of
/// three rows further down the list behind it. `InputRouter` holds them; this says how long, and how it ended.
@Observable
public final class Preparations {
  /// Which keys wait.
  nonisolated public enum Hold: Int, Comparable, Sendable {
    case nothing
    /// All that do not type text: the field is on the screen, and what the others act on is not there yet.
    case commands
    case everything

    public static func < (one: Hold, other: Hold) -> Bool { one.rawValue < other.rawValue }
  }

  nonisolated public enum Outcome: Sendable {
    /// It is there, or turned out not to be needed: the keys go on.
    case ready
    /// It does not come: keys that were meant for it mean nothing.
    case failed
  }

  /// Whether one that the screen does not show has taken long enough for it to be said.
  public private(set) var isSlow = false
  /// Called when one has ended, and with `.failed` when what the keys were meant for does not come.
  @ObservationIgnored public var onEnd: (Outcome) -> Void = { _ in }

  @ObservationIgnored private var open: [Preparation] = []
  @ObservationIgnored private let tasks: TaskTracker
  @ObservationIgnored private let pause: Pause
  @ObservationIgnored private let patience: Duration
  @ObservationIgnored private var waiting: Task<Void, Never>?

  /// - Parameter patience: how long one may take before it is said that something is coming.
  init(tasks: TaskTracker, pause: Pause, patience: Duration) {
    self.tasks = tasks
    self.pause = pause
    self.patience = patience
  }

  public var hold: Hold { open.map(\.hold).max() ?? .nothing }
  var isUnderWay: Bool { !open.isEmpty }

  /// Begins one. The caller must end it, however it goes.
  ///
  /// - Parameter isShown: whether the screen says by itself that something is loading.
  func begin(_ hold: Hold = .everything, isShown: Bool = false) -> Preparation {
    let preparation = Preparation(hold, isShown: isShown, in: self)
    open.append(preparation)
    if !isShown { waitForPatience() }
    return preparation
  }

  fileprivate func end(_ preparation: Preparation, _ outcome: Outcome) {
    open.removeAll { $0 === preparation }
    if open.allSatisfy(\.isShown) {
      waiting?.cancel()
      waiting = nil
      if isSlow { isSlow = false }
    }
    onEnd(outcome)
  }

  /// Ends all of them: what they led to no longer comes.
  ///
  /// - Returns: false when there were none.
  @discardableResult
  func cancel() -> Bool {
    let cancelled = open
    for preparation in cancelled { preparation.end(.failed) }
    return !cancelled.isEmpty
  }

  private func waitForPatience() {
    guard waiting == nil, !isSlow else { return }
    let (pause, until) = (pause, ContinuousClock.now + patience)
    waiting = tasks.run { [weak self] in
      // It ended in time.
      do { try await pause.until { until } } catch { return }
      guard let self, !Task.isCancelled else { return }
      waiting = nil
      isSlow = true
    }
  }
}

/// One thing on its way.
final class Preparation {
  let hold: Preparations.Hold
  let isShown: Bool
  /// False once it has ended or was cancelled: what it would have opened is not wanted any more.
  private(set) var isOpen = true
  private weak var preparations: Preparations?

  fileprivate init(_ hold: Preparations.Hold, isShown: Bool, in preparations: Preparations) {
    self.hold = hold
    self.isShown = isShown
    self.preparations = preparations
  }

  /// Says how it went. Only the first word counts.
  func end(_ outcome: Preparations.Outcome) {
    guard isOpen else { return }
    isOpen = false
    preparations?.end(self, outcome)
  }
}
