#if AsyncHTTPClient
  import DiscogsAPI
  import Synchronization

  /// The time limits of what is under way. One task sleeps for all of them, until the earliest.
  final class TimeLimits: Sendable {
    private struct Limit {
      var time: Duration
      var pass: @Sendable () -> Void
    }

    private struct State {
      var limits: [UInt64: Limit] = [:]
      var last: UInt64 = 0
      var sleeper: (until: Duration, task: Task<Void, Never>)?
    }

    private let state = Mutex(State())
    private let time: MonotonicTime

    init(_ clock: any Clock<Duration>) { time = MonotonicTime(clock) }

    deinit { state.withLock { $0.sleeper?.task.cancel() } }

    /// The end of a limit that begins now.
    func time(after duration: Duration) -> Duration { time.now() + duration }

    /// - Parameter pass: called once when the time has come, unless it was ended before.
    /// - Returns: its number, for ``end(_:)``.
    func begin(_ limit: Duration, _ pass: @escaping @Sendable () -> Void) -> UInt64 {
      state.withLock { state in
        state.last += 1
        state.limits[state.last] = Limit(time: limit, pass: pass)
        sleep(&state)
        return state.last
      }
    }

    func end(_ number: UInt64) { state.withLock { $0.limits[number] = nil } }

    /// One that sleeps too long is replaced; one that wakes too early sleeps again.
    private func sleep(_ state: inout State) {
      guard let earliest = state.limits.values.map(\.time).min() else { return }
      if let sleeper = state.sleeper, sleeper.until <= earliest { return }
      state.sleeper?.task.cancel()
      let task = Task { [time, weak self] in if await time.wait(until: earliest) { self?.wake() } }
      state.sleeper = (until: earliest, task: task)
    }

    private func wake() {
      let passed = state.withLock { state in
        let now = time.now()
        let passed = state.limits.filter { $0.value.time <= now }
        for number in passed.keys { state.limits[number] = nil }
        state.sleeper = nil
        sleep(&state)
        return passed.values
      }
      for limit in passed { limit.pass() }
    }
  }
#endif
