import Synchronization

/// Keeps the answers used last, in memory only.
public final class MemoryResponseCache: ResponseCache {
  private struct State {
    var entries: [CacheKey: Entry] = [:]
    var bytes = 0
    var clock: UInt64 = 0
  }

  private struct Entry {
    var response: CachedResponse
    var lastUse: UInt64
  }

  private let state = Mutex(State())
  private let maximumCount: Int
  private let maximumBytes: Int

  /// - Parameters:
  ///   - maximumCount: answers kept at most.
  ///   - maximumBytes: of bodies together; a body larger than a quarter of it is not kept.
  public init(maximumCount: Int = 500, maximumBytes: Int = 32 << 20) {
    (self.maximumCount, self.maximumBytes) = (maximumCount, maximumBytes)
  }

  public func response(for key: CacheKey) -> CachedResponse? {
    state.withLock { state in
      guard let response = state.entries[key]?.response else { return nil }
      state.clock += 1
      state.entries[key]?.lastUse = state.clock
      return response
    }
  }

  public func store(_ response: CachedResponse, for key: CacheKey) {
    state.withLock { state in
      Self.drop(key, from: &state)
      guard response.body.count <= maximumBytes / 4 else { return }
      state.clock += 1
      state.entries[key] = Entry(response: response, lastUse: state.clock)
      state.bytes += response.body.count
      trim(&state)
    }
  }

  public func remove(_ key: CacheKey) { state.withLock { Self.drop(key, from: &$0) } }

  public func remove(under path: String, scope: String) {
    state.withLock { state in
      for key in state.entries.keys where key.scope == scope && key.isUnder(path) { Self.drop(key, from: &state) }
    }
  }

  public func remove(_ kinds: Set<CacheKind>, scope: String) {
    state.withLock { state in
      for (key, entry) in state.entries where key.scope == scope && kinds.contains(entry.response.kind) {
        Self.drop(key, from: &state)
      }
    }
  }

  /// Forgets everything.
  public func removeAll() { state.withLock { $0 = State() } }

  /// Answers kept, and the bytes of their bodies.
  public var size: (count: Int, bytes: Int) { state.withLock { (count: $0.entries.count, bytes: $0.bytes) } }

  private static func drop(_ key: CacheKey, from state: inout State) {
    guard let entry = state.entries.removeValue(forKey: key) else { return }
    state.bytes -= entry.response.body.count
  }

  /// Drops an eighth at a time, the longest unused first, so that the sorting is paid for rarely.
  private func trim(_ state: inout State) {
    guard state.entries.count > maximumCount || state.bytes > maximumBytes else { return }
    let byAge = state.entries.sorted { $0.value.lastUse < $1.value.lastUse }
    for (key, _) in byAge {
      if state.entries.count <= maximumCount - maximumCount / 8, state.bytes <= maximumBytes - maximumBytes / 8 {
        return
      }
      Self.drop(key, from: &state)
    }
  }
}
