import DiscogsModel
import Synchronization

/// Queues requests: the user's first, each lane in order, all within the budget.
final class RateLimiter: Sendable {
  private struct Waiter {
    var ticket: UInt64
    var lane: Lane
    /// The latest time to be sent.
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
  var budget: RateLimitBudget { state.withLock { $0.window.budget(waiting: $0.waiters.count, now: time.now()) } }

  var budgets: AsyncStream<RateLimitBudget> { current.stream }

  /// The outcome of waiting.
  enum Turn: Hashable, Sendable {
    case yours
    case cancelled
    /// The wait is longer than allowed; with its length.
    case tooLong(Duration)
  }

  /// Waits for the request's turn. After `.yours` it may be sent, and must be ended by one of the functions below.
  ///
  /// - Parameters:
  ///   - ticket: a new, higher number for every attempt.
  ///   - lane: read when the request takes its place; ``promote(_:)`` changes it later.
  ///   - longest: a wait known to be longer does not begin, and one that a 429 makes longer ends at once.
  ///   - onWait: called once if it waits, with the expected time, if known.
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

  /// Moves a request of the background to the user's lane, as a user waits for it now.
  func promote(_ ticket: UInt64) {
    state.withLock { state in
      guard let index = state.waiters.firstIndex(where: { $0.ticket == ticket }) else { return }
      state.waiters[index].lane = .user
    }
    pump()
  }

  /// Ends a request that was not sent, or certainly did not arrive.
  func withdraw(_ ticket: UInt64) { change { window, _ in window.withdraw(ticket) } }

  /// Ends a request without an answer, which the server may have counted.
  func lose(_ ticket: UInt64) { change { window, now in window.lose(ticket, now: now) } }

  func answered(_ ticket: UInt64, headers: RateLimitHeaders?) {
    change { window, now in window.answered(ticket, headers: headers, now: now) }
  }

  /// Ends a request with a 429: nothing is sent until its time is over, then one request goes alone.
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

  /// Releases the requests that may go or would wait too long, and sets the alarm for the next.
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
    state.withLock { state in if state.alarm?.time == time { state.alarm = nil } }
    pump()
  }

  /// Call under the lock, so that listeners see budgets in the right order.
  private func publish(_ state: State) {
    current.set(state.window.budget(waiting: state.waiters.count, now: time.now()))
  }
}
