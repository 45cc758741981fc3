internal import GRDB
internal import Synchronization

/// Tells every number of the shelf's state that this program writes, as soon as it is written.
///
/// The writer reports it, on the writing connection: nothing of it runs in the background and could meet a database that
/// is being closed. GRDB's own observation would, and it does not see what is written to a table without row numbers.
final class ShelfVersions: Sendable {
  private struct State {
    var continuations: [Int: AsyncStream<Int64>.Continuation] = [:]
    var count = 0
    var latest = Int64.min
    var isFinished = false
  }

  private let state = Mutex(State())
  /// Held while numbers are reported, so that the newest comes last. A listener that goes takes ``state`` alone, as its task
  /// is locked while it does, and to tell a task waits for that lock.
  private let telling = Mutex(())

  /// Every number from now on; the newest only, for who is slow to read.
  func stream() -> (number: Int, stream: AsyncStream<Int64>) {
    let (stream, continuation) = AsyncStream.makeStream(of: Int64.self, bufferingPolicy: .bufferingNewest(1))
    let (number, isFinished) = state.withLock { state in
      state.count += 1
      if !state.isFinished { state.continuations[state.count] = continuation }
      return (state.count, state.isFinished)
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.continuations.removeValue(forKey: number) }
    }
    if isFinished { continuation.finish() }
    return (number, stream)
  }

  /// Tells one listener what it begins with, unless something newer was written meanwhile.
  func begin(_ number: Int, with version: Int64) {
    telling.withLock { _ in
      let listener = state.withLock { state -> AsyncStream<Int64>.Continuation? in
        guard version >= state.latest else { return nil }
        state.latest = version
        return state.continuations[number]
      }
      listener?.yield(version)
    }
  }

  /// To be called when a transaction has been committed.
  func announceCommit(_ database: Database) {
    // Reading the shelf itself reports what cannot be read.
    do { announce(try Library.shelfVersion(database)) } catch { return }
  }

  private func announce(_ version: Int64) {
    telling.withLock { _ in
      let listeners = state.withLock { state -> [AsyncStream<Int64>.Continuation] in
        guard version > state.latest else { return [] }
        state.latest = version
        return Array(state.continuations.values)
      }
      for listener in listeners { listener.yield(version) }
    }
  }

  /// Ends one stream, whose beginning could not be read.
  func finish(_ number: Int) { state.withLock { $0.continuations[number] }?.finish() }

  func finish() {
    let all = state.withLock { state in
      state.isFinished = true
      defer { state.continuations = [:] }
      return Array(state.continuations.values)
    }
    for continuation in all { continuation.finish() }
  }
}
