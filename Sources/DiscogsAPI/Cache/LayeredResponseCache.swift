/// A small fast cache on top of a large slow one.
public struct LayeredResponseCache: ResponseCache {
  private let top: any ResponseCache
  private let below: any ResponseCache

  /// Creates a layered response cache.
  public init(_ top: any ResponseCache, over below: any ResponseCache) { (self.top, self.below) = (top, below) }

  public func response(for key: CacheKey) async -> CachedResponse? {
    if let response = await top.response(for: key) { return response }
    guard let response = await below.response(for: key) else { return nil }
    await top.store(response, for: key)
    return response
  }

  public func store(_ response: CachedResponse, for key: CacheKey) async {
    await top.store(response, for: key)
    await below.store(response, for: key)
  }

  public func remove(_ key: CacheKey) async {
    await top.remove(key)
    await below.remove(key)
  }

  public func remove(under path: String, scope: String) async {
    await top.remove(under: path, scope: scope)
    await below.remove(under: path, scope: scope)
  }

  public func remove(_ kinds: Set<CacheKind>, scope: String) async {
    await top.remove(kinds, scope: scope)
    await below.remove(kinds, scope: scope)
  }
}
