import DiscogsModel
import Foundation
import Synchronization

@testable import AnswerCache

/// A cache in a directory of its own, and what it reported.
final class CacheScratch: Sendable {
  let files: ScratchDirectory
  private let told = Mutex<[CacheTrouble]>([])

  init() throws {
    files = try ScratchDirectory()
  }

  var path: String { files.file("cache.sqlite") }
  var troubles: [CacheTrouble] { told.withLock { $0 } }

  func open(_ limits: CacheLimits = CacheLimits(), _ change: (inout CacheStore.Options) -> Void = { _ in })
    -> CacheStore
  {
    var options = CacheStore.Options()
    change(&options)
    return CacheStore.open(at: path, limits: limits, options: options) { [self] trouble in
      told.withLock { $0.append(trouble) }
    }
  }
}

extension AnswerKey {
  static func release(_ number: Int, account: String = "") -> AnswerKey {
    AnswerKey(server: "api.discogs.com", account: account, path: "/releases/\(number)")
  }
}

extension CachedAnswer {
  /// An answer that packs well, or not at all.
  static func fixture(
    _ number: Int = 1, kind: String = "release", bytes: Int = 400, packs: Bool = true, at: Double = 1000
  )
    -> CachedAnswer
  {
    var state = UInt64(number) &* 0x9E37_79B9_7F4A_7C15 | 1
    let body = (0..<bytes).map { index -> UInt8 in
      if packs { return UInt8(ascii: "a") + UInt8((index + number) % 7) }
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return UInt8(truncatingIfNeeded: state >> 24)
    }
    return CachedAnswer(kind: kind, body: body, storedAt: at)
  }
}
