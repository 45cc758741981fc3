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
  /// The calls that were answered or failed.
  public var done: Int
  /// The calls that failed.
  public var failed: Int
  /// The number of calls, without repeats.
  public var total: Int

  /// Creates a batch progress.
  public init(done: Int, failed: Int, total: Int) { (self.done, self.failed, self.total) = (done, failed, total) }
}

extension EndpointRunner {
  /// Makes many calls, a few at a time, within the budget.
  ///
  ///     let batch = await client.service(lane: .background).batch(of: ids) { .release($0) }
  ///
  /// One failure does not stop the others, except where all would fail alike: rejected credentials, a server that the
  /// circuit breaker spares, a cancelled task.
  ///
  /// - Parameters:
  ///   - ids: each is requested once, even if it is named twice.
  ///   - width: the calls under way at a time, at least one.
  ///   - progress: called after each answer or failure, never twice at the same time.
  public func batch<ID: Hashable & Sendable, Value: Sendable>(
    of ids: [ID], width: Int = 4, progress: (@Sendable (BatchProgress) -> Void)? = nil,
    _ call: @escaping @Sendable (ID) -> Endpoint<Value>
  ) async -> Batch<ID, Value> {
    var known: Set<ID> = []
    let wanted = ids.filter { known.insert($0).inserted }
    var batch = Batch<ID, Value>()
    var goesOn = true
    let begun = await outcomes(of: wanted, width: width, call) { index, result in
      switch result {
      case .success(let answer): batch.answers[wanted[index]] = answer
      case .failure(let error):
        batch.failures[wanted[index]] = error
        if error.wouldStopOthers { goesOn = false }
      }
      let done = batch.answers.count + batch.failures.count
      progress?(BatchProgress(done: done, failed: batch.failures.count, total: wanted.count))
      return goesOn
    }
    batch.unasked = Array(wanted[begun...])
    return batch
  }

  func outcome<Value: Sendable>(of endpoint: Endpoint<Value>) async -> Result<Answer<Value>, DiscogsError> {
    do { return .success(try await run(endpoint)) } catch { return .failure(error) }
  }

  /// Makes a call for each item, a few at a time.
  ///
  /// - Parameter take: gets each outcome with the index of its item, and says whether to begin another call.
  /// - Returns: how many calls were begun.
  func outcomes<Item: Sendable, Value: Sendable>(
    of items: [Item], width: Int, _ call: @escaping @Sendable (Item) -> Endpoint<Value>,
    take: (Int, Result<Answer<Value>, DiscogsError>) -> Bool
  ) async -> Int {
    await withTaskGroup(of: (Int, Result<Answer<Value>, DiscogsError>).self) { group in
      var begun = 0
      func begin() {
        guard begun < items.count else { return }
        group.addTask { [begun] in (begun, await outcome(of: call(items[begun]))) }
        begun += 1
      }
      for _ in 0..<max(1, width) { begin() }
      for await (index, result) in group {
        let goesOn = take(index, result)
        if goesOn, !Task.isCancelled { begin() }
      }
      return begun
    }
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
