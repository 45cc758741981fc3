import Synchronization

/// Merges equal work in progress: one request serves all its callers.
///
/// Each caller waits by itself: one that is cancelled leaves at once and the others stay; the last one to leave cancels
/// the work.
final class InFlight<Key: Hashable & Sendable, Context: Sendable, Value: Sendable>: Sendable {
  typealias Outcome = Result<Value, DiscogsError>

  private struct Entry {
    var key: Key?
    var context: Context
    var task: Task<Void, Never>?
    var callers: [UInt64: CheckedContinuation<Outcome, Never>] = [:]
  }

  private struct State {
    var entries: [UInt64: Entry] = [:]
    var byKey: [Key: UInt64] = [:]
    var next: UInt64 = 0
  }

  private let state = Mutex(State())

  /// - Parameters:
  ///   - key: nil for work that is never shared, such as a change.
  ///   - context: made when nothing equal is under way, and handed to the work.
  ///   - join: called for every caller with the context of the work it waits for; for the first, before that begins.
  func value(
    for key: Key?, context: @Sendable () -> Context, join: @Sendable (Context) -> Void,
    work: @escaping @Sendable (Context) async -> Outcome
  ) async throws(DiscogsError) -> Value {
    let caller = state.withLock { state in
      state.next += 1
      return state.next
    }
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (id, joined, isNew) = enter(key, caller, continuation, context)
        join(joined)
        if isNew { start(id, joined, work) }
        if Task.isCancelled { leave(caller) }
      }
    } onCancel: {
      leave(caller)
    }
    return try outcome.get()
  }

  /// Cancels the work for everyone who waits for it.
  func cancel(where matches: (Context) -> Bool) {
    let ended = state.withLock { state in
      let ids = state.entries.filter { matches($0.value.context) }.map(\.key)
      return ids.compactMap { Self.remove($0, from: &state) }
    }
    for entry in ended {
      entry.task?.cancel()
      for continuation in entry.callers.values { continuation.resume(returning: .failure(.cancelled)) }
    }
  }

  private func enter(
    _ key: Key?, _ caller: UInt64, _ continuation: CheckedContinuation<Outcome, Never>, _ context: () -> Context
  ) -> (id: UInt64, context: Context, isNew: Bool) {
    state.withLock { state in
      if let key, let id = state.byKey[key], let entry = state.entries[id] {
        state.entries[id]?.callers[caller] = continuation
        return (id: id, context: entry.context, isNew: false)
      }
      state.next += 1
      let context = context()
      state.entries[state.next] = Entry(key: key, context: context, callers: [caller: continuation])
      if let key { state.byKey[key] = state.next }
      return (id: state.next, context: context, isNew: true)
    }
  }

  private func start(_ id: UInt64, _ context: Context, _ work: @escaping @Sendable (Context) async -> Outcome) {
    let task = Task.atOnce { [weak self] in
      let outcome = await work(context)
      self?.finish(id, outcome)
    }
    let isWanted = state.withLock { state in
      state.entries[id]?.task = task
      return state.entries[id] != nil
    }
    // All have left already, or it is done.
    if !isWanted { task.cancel() }
  }

  private func finish(_ id: UInt64, _ outcome: Outcome) {
    let entry = state.withLock { Self.remove(id, from: &$0) }
    guard let entry else { return }
    for continuation in entry.callers.values { continuation.resume(returning: outcome) }
  }

  private func leave(_ caller: UInt64) {
    let (continuation, abandoned): (CheckedContinuation<Outcome, Never>?, Entry?) = state.withLock { state in
      guard let id = state.entries.first(where: { $0.value.callers[caller] != nil })?.key else { return (nil, nil) }
      let continuation = state.entries[id]?.callers.removeValue(forKey: caller)
      let isLast = state.entries[id]?.callers.isEmpty == true
      return (continuation, isLast ? Self.remove(id, from: &state) : nil)
    }
    continuation?.resume(returning: .failure(.cancelled))
    abandoned?.task?.cancel()
  }

  private static func remove(_ id: UInt64, from state: inout State) -> Entry? {
    guard let entry = state.entries.removeValue(forKey: id) else { return nil }
    // A new one may have begun under the same key.
    if let key = entry.key, state.byKey[key] == id { state.byKey[key] = nil }
    return entry
  }
}
