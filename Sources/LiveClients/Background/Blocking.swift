internal import Clients
internal import Dispatch

/// Runs work that blocks (opening databases, importing) on a thread of its own: Swift's task threads must not block.
enum Blocking {
  static func run<Value: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result = await withCheckedContinuation { (continuation: CheckedContinuation<Result<Value, Failure>, Never>) in
      // A queue of its own never waits for a thread that other work holds. Threads are shared between queues of the
      // same quality of service: the catalogue's connections have it too, and go on with this one.
      DispatchQueue(label: "blocking", qos: .userInitiated).async {
        continuation.resume(returning: Result(catching: work))
      }
    }
    return try result.get()
  }
}

/// A value that is made on first use, once for all concurrent callers.
///
/// A failure goes to the callers that wait; the next call tries again.
actor Shared<Value: Sendable> {
  private let make: @Sendable () async -> Result<Value, ClientError>
  private var task: Task<Result<Value, ClientError>, Never>?

  init(_ translate: ErrorTranslator, _ make: @escaping @Sendable () async throws -> Value) {
    self.make = {
      do { return .success(try await make()) } catch { return .failure(translate(error)) }
    }
  }

  func get() async throws(ClientError) -> Value {
    let running: Task<Result<Value, ClientError>, Never>
    if let task {
      running = task
    } else {
      // Not a child of the first caller: when that page closes, the others still wait.
      running = Task.detached { [make] in await make() }
      task = running
    }
    let result = await running.value
    if case .failure = result, task == running { task = nil }
    return try result.get()
  }

  /// The value, once a making under way has ended; nil where none was begun, or it failed.
  func made() async -> Value? {
    guard let task, case .success(let value) = await task.value else { return nil }
    return value
  }

  /// Discards the value; the next caller makes it again.
  func forget() { task = nil }
}
