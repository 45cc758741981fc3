import DiscogsModel
import Synchronization

/// Queues requests: the user's first, each lane in order, all within the budget.
final class RateLimiter: Sendable {
  private struct Waiter {
    var ticket: UInt64
    var lane: Lane
    /// Later than this it does not want to go.
    var deadline: Duration
    var continuation: CheckedContinuation<Turn, Never>
  }

  private struct State {
    var window: RequestWindow
    var waiters: [Waiter] = []
    var alarm: (time: Duration, task: Task<Void, Never>)?
  }

  private let state: Mutex<State>
  private let time: MonotonicTime
  private let current: Current<RateLimitBudget>

  init(_ limits: RateLimits, time: MonotonicTime) {
    let window = RequestWindow(limits)
    state = Mutex(State(window: window))
    self.time = time
    current = Current(window.budget(waiting: 0, now: time.now()))
  }

  /// As of now; ``budgets`` tells when to look again.
  var budget: RateLimitBudget {
    state.withLock { $0.window.budget(waiting: $0.waiters.count, now: time.now()) }
  }

  var budgets: AsyncStream<RateLimitBudget> { current.stream }

  /// What came of waiting.
  enum Turn: Hashable, Sendable {
    case yours
    /// The task was cancelled meanwhile.
    case cancelled
    /// It would have taken so long.
    case tooLong(Duration)
  }

  /// Waits until the request may be sent. Only after `.yours` it may, and has to be ended by one of the functions below.
  ///
  /// - Parameters:
  ///   - ticket: new for every attempt, and rising.
  ///   - lane: asked when the request takes its place; ``promote(_:)`` changes it later.
  ///   - longest: a wait that is known to be longer is not begun, and one that a 429 makes longer ends there and then.
  ///   - onWait: called once if it waits, with how long that will be, as far as is known.
  func take(
    _ ticket: UInt64, _ lane: @Sendable () -> Lane, longest: Duration, onWait: (Duration?) -> Void = { _ in }
  ) async -> Turn {
    var wait: Duration?
    let turn: Turn? = state.withLock { state in
      let now = time.now()
      let lane = lane()
      let ahead = state.waiters.count { lane == .background || $0.lane == .user }
      let earliest = state.window.earliest(lane, ahead: ahead, now: now)
      if ahead == 0, earliest == now {
        state.window.send(ticket, lane, now: now)
        publish(state)
        return .yours
      }
      wait = earliest.map { $0 - now }
      return wait.flatMap { $0 > longest ? .tooLong($0) : nil }
    }
    if let turn { return turn }
    onWait(wait)
    let deadline = time.now() + longest
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        state.withLock {
          $0.waiters.append(Waiter(ticket: ticket, lane: lane(), deadline: deadline, continuation: continuation))
        }
        if Task.isCancelled { drop(ticket) }
        pump()
      }
    } onCancel: {
      drop(ticket)
      pump()
    }
  }

  /// A user waits now for what the background had asked for.
  func promote(_ ticket: UInt64) {
    state.withLock { state in
      guard let index = state.waiters.firstIndex(where: { $0.ticket == ticket }) else { return }
      state.waiters[index].lane = .user
    }
    pump()
  }

  /// Not sent after all, or certainly not arrived.
  func withdraw(_ ticket: UInt64) {
    change { window, _ in window.withdraw(ticket) }
  }

  /// No answer came, but it may count.
  func lose(_ ticket: UInt64) {
    change { window, now in window.lose(ticket, now: now) }
  }

  func answered(_ ticket: UInt64, headers: RateLimitHeaders?) {
    change { window, now in window.answered(ticket, headers: headers, now: now) }
  }

  /// The answer was 429: nothing is sent by anyone until the time is over, and then one request first.
  func refused(_ ticket: UInt64, headers: RateLimitHeaders?, retryAfter: Duration?) {
    change { window, now in window.refused(ticket, headers: headers, retryAfter: retryAfter, now: now) }
  }

  private func change(_ body: (inout RequestWindow, Duration) -> Void) {
    state.withLock { body(&$0.window, time.now()) }
    pump()
  }

  private func drop(_ ticket: UInt64) {
    let dropped: CheckedContinuation<Turn, Never>? = state.withLock { state in
      guard let index = state.waiters.firstIndex(where: { $0.ticket == ticket }) else { return nil }
      return state.waiters.remove(at: index).continuation
    }
    dropped?.resume(returning: .cancelled)
  }

  /// Lets go who may go and who would have to wait for too long, and sets the alarm for the next.
  private func pump() {
    typealias Released = (continuation: CheckedContinuation<Turn, Never>, turn: Turn)
    let released: [Released] = state.withLock { state in
      let now = time.now()
      defer { publish(state) }
      var released: [Released] = []
      if let quiet = state.window.pausedUntil, quiet > now {
        state.waiters.removeAll { waiter in
          guard waiter.deadline < quiet else { return false }
          released.append((waiter.continuation, .tooLong(quiet - now)))
          return true
        }
      }
      while let index = Self.next(state.waiters) {
        let waiter = state.waiters[index]
        let earliest = state.window.earliest(waiter.lane, now: now)
        guard earliest == now else {
          setAlarm(earliest, &state)
          return released
        }
        state.waiters.remove(at: index)
        state.window.send(waiter.ticket, waiter.lane, now: now)
        released.append((waiter.continuation, .yours))
      }
      setAlarm(nil, &state)
      return released
    }
    for (continuation, turn) in released { continuation.resume(returning: turn) }
  }

  private static func next(_ waiters: [Waiter]) -> Int? {
    waiters.firstIndex { $0.lane == .user } ?? waiters.indices.first
  }

  private func setAlarm(_ time: Duration?, _ state: inout State) {
    guard time != state.alarm?.time else { return }
    state.alarm?.task.cancel()
    state.alarm = time.map { until in
      let task = Task { [time = self.time, weak self] in
        guard await time.wait(until: until) else { return }
        self?.ring(until)
      }
      return (time: until, task: task)
    }
  }

  private func ring(_ time: Duration) {
    state.withLock { state in
      if state.alarm?.time == time { state.alarm = nil }
    }
    pump()
  }

  /// Under the lock, so that no listener sees two budgets in the wrong order.
  private func publish(_ state: State) {
    current.set(state.window.budget(waiting: state.waiters.count, now: time.now()))
  }
}
