public import AnswerCache
public import Clients
internal import Platform
internal import Wording

/// The contents of the cache of Discogs' responses.
public struct CacheContents: Hashable, Sendable {
  public var path: String
  public var answers: CacheInfo
  public var pictures: ImageStore.Info
}

extension LiveServices {
  public func cacheContents() async throws(ClientError) -> CacheContents {
    let store = try await live.cache.get()
    let pictures = live.images.store(store)
    return CacheContents(path: store.path, answers: await store.info(), pictures: await pictures.info())
  }

  /// Removes all answers and pictures.
  ///
  /// - Returns: the number of each.
  /// - Throws: `storage` where the cache cannot be written to.
  public func clearCache() async throws(ClientError) -> (answers: Int, pictures: Int) {
    let store = try await live.cache.get()
    guard store.isWritable, let answers = await store.clear(), let pictures = await live.images.store(store).clear()
    else { throw .storage(FilesWords.cacheReadOnly(store.path)) }
    return (answers, pictures)
  }
}
