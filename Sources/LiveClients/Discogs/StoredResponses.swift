internal import AnswerCache
internal import DiscogsAPI
internal import Foundation

/// Adapts the cache file to the SDK's response cache.
struct StoredResponses: ResponseCache {
  let store: CacheStore
  /// The server whose answers these are, so that a test server's are not taken for Discogs'.
  let server: String

  func response(for key: CacheKey) async -> CachedResponse? {
    guard let answer = await store.get(stored(key)), let kind = CacheKind(rawValue: answer.kind) else { return nil }
    return CachedResponse(
      kind: kind, status: answer.status, contentType: answer.contentType.isEmpty ? nil : answer.contentType,
      body: answer.body, storedAt: Date(timeIntervalSince1970: answer.storedAt))
  }

  func store(_ response: CachedResponse, for key: CacheKey) async {
    await store.put(
      CachedAnswer(
        kind: response.kind.rawValue, status: response.status, contentType: response.contentType ?? "",
        body: response.body, storedAt: response.storedAt.timeIntervalSince1970),
      for: stored(key))
  }

  func remove(_ key: CacheKey) async { await store.remove(stored(key)) }

  func remove(under path: String, scope: String) async {
    await store.removeAll(server: server, account: scope, under: path)
  }

  func remove(_ kinds: Set<CacheKind>, scope: String) async {
    await store.removeAll(server: server, account: scope, kinds: kinds.map(\.rawValue))
  }

  private func stored(_ key: CacheKey) -> AnswerKey {
    let pairs = key.query.split(separator: "&").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (
        name: PercentEncoding.decodeForm(parts[0]),
        value: parts.count > 1 ? PercentEncoding.decodeForm(parts[1]) : ""
      )
    }
    return AnswerKey(server: server, account: key.scope, method: key.method.rawValue, path: key.path, query: pairs)
  }
}
