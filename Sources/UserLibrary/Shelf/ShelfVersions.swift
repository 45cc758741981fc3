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
    state.withLock { state in
      guard version >= state.latest else { return }
      state.latest = version
      _ = state.continuations[number]?.yield(version)
    }
  }

  /// To be called when a transaction has been committed.
  func announceCommit(_ database: Database) {
    // Reading the shelf itself reports what cannot be read.
    do { announce(try Library.shelfVersion(database)) } catch { return }
  }

  private func announce(_ version: Int64) {
    state.withLock { state in
      guard version > state.latest else { return }
      state.latest = version
      for continuation in state.continuations.values { continuation.yield(version) }
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
