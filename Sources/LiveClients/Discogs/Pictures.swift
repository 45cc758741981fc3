internal import AnswerCache
internal import Clients
internal import DiscogsAPI
internal import Platform
internal import Wording

/// Pictures: fetched through the lanes that all traffic goes through, each once, and kept on the disk.
struct Pictures: Sendable {
  let source: DiscogsSource
  let directory: String
  /// Seconds since 1970.
  let now: @Sendable () -> Double
  let translate: ErrorTranslator

  func image(_ url: String) async throws(ClientError) -> ImageFile {
    guard !url.isEmpty else {
      throw .refused(SourceWords.picturesNeedAccount)
    }
    let parts = try await source.opened()
    let store = store(parts.cache)
    if let kept = await store.get(url) { return ImageFile(contentType: kept.contentType, bytes: kept.bytes) }
    let answer: HTTP.Response
    do throws(DiscogsError) { answer = try await parts.client.file(at: url) } catch {
      throw translate(error, about: nil)
    }
    let type = answer.headers["Content-Type"] ?? "application/octet-stream"
    await store.put(CachedImage(contentType: type, bytes: answer.body, storedAt: now()), for: url)
    return ImageFile(contentType: type, bytes: answer.body)
  }

  /// The pictures that are kept, by the index in this cache.
  func store(_ cache: CacheStore) -> ImageStore { ImageStore(directory: directory, index: cache) }
}
