/// The outcome of many calls.
public struct Batch<ID: Hashable & Sendable, Value: Sendable>: Sendable {
  /// The successful calls.
  public var answers: [ID: Answer<Value>] = [:]
  /// The failed calls and their errors.
  public var failures: [ID: DiscogsError] = [:]
  /// The ids that were not requested, because a failure would have hit them too; in the order given.
  public var unasked: [ID] = []

  /// Creates a batch.
  public init() {}
}

extension Batch: Equatable where Value: Equatable {}
extension Batch: Hashable where Value: Hashable {}

/// The progress of a batch.
public struct BatchProgress: Hashable, Sendable {
  /// Answered or failed.
  public var done: Int
  /// Of these, how many failed.
  public var failed: Int
  /// The number of calls, without repeats.
  public var total: Int

  /// Creates a batch progress.
  public init(done: Int, failed: Int, total: Int) {
    self.done = done
    self.failed = failed
    self.total = total
  }
}

extension EndpointRunner {
  /// Makes many calls, a few at a time, within the budget.
  ///
  ///     let batch = await client.service(lane: .background).batch(of: ids) { .release($0) }
  ///
  /// One that fails leaves the others alone, except where all would fail alike: refused credentials, a server that is
  /// left alone, the end of the task.
  ///
  /// - Parameters:
  ///   - ids: each is requested once, however often it is named.
  ///   - width: calls under way at a time, at least one.
  ///   - progress: told after each answer or failure, one call at a time.
  public func batch<ID: Hashable & Sendable, Value: Sendable>(
    of ids: [ID], width: Int = 4, progress: (@Sendable (BatchProgress) -> Void)? = nil,
    _ call: @escaping @Sendable (ID) -> Endpoint<Value>
  ) async -> Batch<ID, Value> {
    var known: Set<ID> = []
    let wanted = ids.filter { known.insert($0).inserted }
    var batch = Batch<ID, Value>()
    var rest = wanted[...]
    await withTaskGroup(of: (ID, Result<Answer<Value>, DiscogsError>).self) { group in
      func askNext() {
        guard let id = rest.popFirst() else { return }
        group.addTask {
          do throws(DiscogsError) { return (id, .success(try await run(call(id)))) } catch {
            return (id, .failure(error))
          }
        }
      }
      for _ in 0..<max(1, width) { askNext() }
      var goesOn = true
      for await (id, result) in group {
        switch result {
        case .success(let answer): batch.answers[id] = answer
        case .failure(let error):
          batch.failures[id] = error
          if error.wouldStopOthers { goesOn = false }
        }
        let done = batch.answers.count + batch.failures.count
        progress?(BatchProgress(done: done, failed: batch.failures.count, total: wanted.count))
        if goesOn, !Task.isCancelled { askNext() }
      }
    }
    batch.unasked = Array(rest)
    return batch
  }
}

extension DiscogsError {
  fileprivate var wouldStopOthers: Bool {
    switch self {
    case .cancelled, .unauthorized, .wrongClock, .missingToken, .resting: true
    default: false
    }
  }
}
