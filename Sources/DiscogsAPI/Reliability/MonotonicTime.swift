/// The time of one clock, counted from when this was made, without the clock's type of instants, so that those who wait
/// need not be generic.
package struct MonotonicTime: Sendable {
  /// Since this was made.
  package let now: @Sendable () -> Duration
  private let sleep: @Sendable (_ until: Duration) async throws -> Void

  package init(_ clock: some Clock<Duration>) {
    let start = clock.now
    now = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
  }

  /// Returns at that time, or false at once when the task is cancelled.
  package func wait(until time: Duration) async -> Bool {
    do {
      try await sleep(time)
      return true
    } catch { return false }
  }
}
