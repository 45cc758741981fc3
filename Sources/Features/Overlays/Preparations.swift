public import Observation

/// The things on their way that the next keys are meant for: a pop-up, its choices, the page of a bookmark.
///
/// Keys typed meanwhile wait, so that `e` and three times Down in one burst end in the third field of the form instead
/// of three rows further down the list behind it. `InputRouter` holds them; this says how long, and the outcome.
@Observable
public final class Preparations {
  /// The keys that wait.
  nonisolated public enum Hold: Comparable, Sendable {
    case nothing
    /// Keys that do not type text: the field is on the screen, the rows that they act on are not there yet.
    case commands
    case everything
  }

  nonisolated public enum Outcome: Sendable {
    /// It is there, or turned out not to be needed: the keys go on.
    case ready
    /// It does not come: the keys meant for it are dropped.
    case failed
  }

  /// Whether one that the screen does not show takes longer than the patience.
  public private(set) var isSlow = false
  /// Called with the outcome when one has ended.
  @ObservationIgnored public var onEnd: (Outcome) -> Void = { _ in }

  @ObservationIgnored private var open: [Preparation] = []
  @ObservationIgnored private let tasks: TaskTracker
  @ObservationIgnored private let pause: Pause
  @ObservationIgnored private let patience: Duration
  @ObservationIgnored private var waiting: Task<Void, Never>?

  /// - Parameter patience: how long one may take before ``isSlow`` is true.
  init(tasks: TaskTracker, pause: Pause, patience: Duration) {
    (self.tasks, self.pause, self.patience) = (tasks, pause, patience)
  }

  public var hold: Hold { open.map(\.hold).max() ?? .nothing }
  var isUnderWay: Bool { !open.isEmpty }

  /// Begins one. The caller must end it, whatever the outcome.
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

  func cancel() { for preparation in open { preparation.end(.failed) } }

  private func waitForPatience() {
    guard waiting == nil, !isSlow else { return }
    waiting = tasks.run { [weak self, pause, patience] in
      guard await pause.rest(for: patience), let self, !Task.isCancelled else { return }
      waiting = nil
      isSlow = true
    }
  }
}

/// One thing on its way.
final class Preparation {
  let hold: Preparations.Hold
  let isShown: Bool
  /// False once it has ended or was cancelled: its result is no longer wanted.
  private(set) var isOpen = true
  private weak var preparations: Preparations?

  fileprivate init(_ hold: Preparations.Hold, isShown: Bool, in preparations: Preparations) {
    (self.hold, self.isShown, self.preparations) = (hold, isShown, preparations)
  }

  /// Ends it. Only the first call counts.
  func end(_ outcome: Preparations.Outcome) {
    guard isOpen else { return }
    isOpen = false
    preparations?.end(self, outcome)
  }
}
