internal import AnswerCache
internal import Clients
internal import DiscogsAPI
internal import Foundation
internal import Platform
internal import Raster
internal import Wording

/// Fetches pictures through the same lanes as all requests, each once, and keeps them on disk.
struct Pictures: Sendable {
  let source: DiscogsSource
  let directory: String
  /// Seconds since 1970.
  let now: @Sendable () -> Double
  let translate: ErrorTranslator
  /// The program that decodes pictures; nil where there is none, and pictures are refused.
  let helper: PictureHelper?
  /// The address of the API, whose server may also send pictures.
  let server: String

  func image(_ url: String) async throws(ClientError) -> ImageFile {
    guard !url.isEmpty else {
      // Discogs leaves out all addresses of pictures for requests without credentials.
      let isSignedIn = await source.accounts.current().credentials.meet(.any)
      throw isSignedIn ? .refused(SourceWords.pictureWithoutFile) : .signInRequired(.signedOut)
    }
    // Users write the records, and could send every reader's program to any address.
    guard PictureAddress.isTrusted(url, server: server) else { throw .refused(SourceWords.pictureElsewhere) }
    let parts = try await source.opened()
    let store = store(parts.cache)
    if let kept = await store.get(url), let file = Self.file(kept.bytes) { return file }
    let answer = try await translate.errors { try await parts.client.file(at: url) }
    guard let file = Self.file(answer.body) else { throw .refused(SourceWords.notAPicture) }
    await store.put(CachedImage(contentType: file.contentType, bytes: file.bytes, storedAt: now()), for: url)
    return file
  }

  /// Nil for bytes that do not begin like a picture, whatever type the server names.
  private static func file(_ bytes: [UInt8]) -> ImageFile? {
    let isWebP = bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WEBP".utf8)
    let type = isWebP ? "image/webp" : beginnings.first { bytes.starts(with: $0.bytes) }?.type
    return type.map { ImageFile(contentType: $0, bytes: bytes) }
  }

  private static let beginnings: [(type: String, bytes: [UInt8])] = [
    ("image/jpeg", [0xFF, 0xD8, 0xFF]), ("image/png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
    ("image/gif", Array("GIF87a".utf8)), ("image/gif", Array("GIF89a".utf8)),
  ]

  func picture(_ url: String, side: Int) async throws(ClientError) -> Raster {
    guard let helper else { throw .refused(SourceWords.noHelper) }
    let file = try await image(url)
    guard let raster = await helper.decode(file.bytes, side: side) else { throw .refused(SourceWords.pictureBroken) }
    return raster
  }

  /// The pictures on disk, with their index in this cache.
  func store(_ cache: CacheStore) -> ImageStore { ImageStore(directory: directory, index: cache) }
}
