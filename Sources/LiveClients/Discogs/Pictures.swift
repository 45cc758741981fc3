internal import AnswerCache
internal import Clients
internal import DiscogsAPI
internal import Foundation
internal import Platform
internal import Raster
internal import Wording

/// Pictures: fetched through the lanes that all traffic goes through, each once, and kept on the disk.
struct Pictures: Sendable {
  let source: DiscogsSource
  let directory: String
  /// Seconds since 1970.
  let now: @Sendable () -> Double
  let translate: ErrorTranslator
  /// Nil where there is none; then there are no photographs.
  let helper: PictureHelper?
  /// The address of the API: pictures may come from exactly that server.
  let server: String

  func image(_ url: String) async throws(ClientError) -> ImageFile {
    guard !url.isEmpty else {
      throw .refused(SourceWords.picturesNeedAccount)
    }
    // A record is written by users, and could send every reader's program to any address.
    guard PictureAddress.isTrusted(url, server: server) else { throw .refused(SourceWords.pictureElsewhere) }
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

  /// The picture at an address, decoded.
  func picture(_ url: String, side: Int) async throws(ClientError) -> Raster {
    guard let helper else { throw .refused(SourceWords.noHelper) }
    let file = try await image(url)
    guard let raster = await helper.decode(file.bytes, side: side) else {
      throw .refused(SourceWords.pictureBroken)
    }
    return raster
  }

  /// The pictures that are kept, by the index in this cache.
  func store(_ cache: CacheStore) -> ImageStore { ImageStore(directory: directory, index: cache) }
}
