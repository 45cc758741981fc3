/// How view models wait, such as for the selection to rest.
///
/// The program waits in its main loop, which wakes no other thread, unlike a task's own sleep.
nonisolated public struct Pause: Sendable {
  /// The moment to wait for; nil once nothing waits for it. Must not return `.now`, which is later at every call.
  public typealias Deadline = @MainActor () -> ContinuousClock.Instant?

  /// Returns at the deadline, which may be put off or given up meanwhile; throws when the task is cancelled before.
  public var until: @MainActor @Sendable (@escaping Deadline) async throws(CancellationError) -> Void

  public init(until: @escaping @MainActor @Sendable (@escaping Deadline) async throws(CancellationError) -> Void) {
    self.until = until
  }

  /// Waits; false where the task is cancelled meanwhile.
  @MainActor func rest(for time: Duration) async -> Bool {
    let moment = ContinuousClock.now + time
    do { try await until { moment } } catch { return false }
    return true
  }

  public static let asTask = Pause { (deadline: @escaping Deadline) async throws(CancellationError) in
    while let moment = deadline(), moment > .now {
      do { try await Task.sleep(until: moment) } catch { throw CancellationError() }
    }
  }
}
