/// How view models wait for a moment, such as the one at which a selected row has rested.
///
/// The program waits in its main loop, which costs no other thread as a task's own sleep does.
nonisolated public struct Pause: Sendable {
  /// A moment, or none once nothing waits for it any longer. Never "now": that is always still to come.
  public typealias Deadline = @MainActor () -> ContinuousClock.Instant?

  /// Returns at the moment, which may be put off or given up meanwhile; throws when the task is cancelled before.
  public var until: @MainActor @Sendable (@escaping Deadline) async throws(CancellationError) -> Void

  public init(until: @escaping @MainActor @Sendable (@escaping Deadline) async throws(CancellationError) -> Void) {
    self.until = until
  }

  /// A task that sleeps.
  public static let asTask = Pause { (deadline: @escaping Deadline) async throws(CancellationError) in
    while let moment = deadline(), moment > .now {
      do { try await Task.sleep(until: moment) } catch { throw CancellationError() }
    }
  }
}
