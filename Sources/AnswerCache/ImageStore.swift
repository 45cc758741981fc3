internal import Dispatch
internal import GRDB
internal import Platform
internal import SQLiteSupport

public struct CachedImage: Hashable, Sendable {
  public var contentType: String
  public var bytes: [UInt8]
  /// Seconds since 1970.
  public var storedAt: Double

  public init(contentType: String, bytes: [UInt8], storedAt: Double) {
    (self.contentType, self.bytes, self.storedAt) = (contentType, bytes, storedAt)
  }
}

/// Pictures in a directory, one file each, with an index in the cache's database.
///
/// A file is named by a hash of its address and written atomically. When it is read it is checked against the index: a
/// truncated or changed file is removed and counts as missing. Problems are reported as by `CacheStore`.
public final class ImageStore: Sendable {
  /// The least recently used pictures go first.
  struct Limits: Hashable, Sendable {
    var bytes = 300_000_000
    var count = 5_000
  }

  public struct Info: Hashable, Sendable {
    public var count = 0
    public var bytes = 0
    /// The time of the oldest picture, in seconds since 1970.
    public var oldest: Double?
  }

  public let directory: String
  private let limits: Limits
  private let index: CacheStore

  /// Reads and creates nothing yet.
  ///
  /// - Parameters:
  ///   - directory: may have files of others, which stay: see `leftovers`.
  ///   - index: the cache with the index in its database.
  public convenience init(directory: String, index: CacheStore) {
    self.init(directory: directory, index: index, limits: Limits())
  }

  init(directory: String, index: CacheStore, limits: Limits) {
    (self.directory, self.index, self.limits) = (directory, index, limits)
  }

  /// Marks the picture as used; nil where there is none.
  public func get(_ url: String) async -> CachedImage? {
    let found = await index.read { database in
      try database.row("SELECT * FROM image WHERE name = ? AND url = ?", [Self.name(of: url), url]).map { row in
        try Entry(
          id: row.value("id"), bytes: row.value("bytes"), checksum: row.value("checksum"),
          contentType: row.value("contentType"), storedAt: row.value("storedAt"))
      }
    }
    guard let entry = found ?? nil else { return nil }
    guard let bytes = await readFile(of: url, entry) else {
      await remove(url)
      return nil
    }
    await index.markUsed { $0.images.append(entry.id) }
    return CachedImage(contentType: entry.contentType, bytes: bytes, storedAt: entry.storedAt)
  }

  private struct Entry: Sendable {
    var id: Int64
    var bytes: Int
    var checksum: Int
    var contentType: String
    var storedAt: Double
  }

  /// Nil where the file is not the stored one.
  private func readFile(of url: String, _ entry: Entry) async -> [UInt8]? {
    let path = path(of: Self.name(of: url))
    do {
      return try await onAnotherThread {
        let bytes = try FileSystem.read(path, limit: entry.bytes, isOurs: true)
        return bytes.count == entry.bytes && PackedBytes.checksum(bytes) == entry.checksum ? bytes : nil
      }
    } catch {
      // Whatever the error, the picture can be fetched again.
      return nil
    }
  }

  /// Stores a picture, replacing an earlier one with the same address. One of a quarter of all room is not stored.
  public func put(_ image: CachedImage, for url: String) async {
    guard image.bytes.count < limits.bytes / 4, limits.count > 0 else { return }
    guard index.isWritable else { return index.reportCachingOff() }
    let name = Self.name(of: url)
    guard await writeFile(image.bytes, name: name) else { return }
    let used = index.takeUsed()
    let checksum = PackedBytes.checksum(image.bytes)
    let surplus = await index.write { [limits] database in
      try used.mark(in: database)
      try database.change(
        """
        INSERT INTO image (name, url, contentType, storedAt, turn, bytes, checksum)
        VALUES (?, ?, ?, ?, (SELECT ifnull(max(turn), 0) + 1 FROM image), ?, ?)
        ON CONFLICT (name) DO UPDATE SET
          url = excluded.url, contentType = excluded.contentType, storedAt = excluded.storedAt,
          turn = excluded.turn, bytes = excluded.bytes, checksum = excluded.checksum
        """, [name, url, image.contentType, image.storedAt, image.bytes.count, checksum])
      return try Self.evict(to: limits, in: database)
    }
    // Without an entry the file would never be found or removed.
    await removeFiles(surplus ?? [name])
  }

  private func writeFile(_ bytes: [UInt8], name: String) async -> Bool {
    let (directory, path) = (directory, path(of: name))
    do {
      try await onAnotherThread {
        try FileSystem.makeDirectory(directory)
        try AtomicFile.write(bytes, to: path, isDurable: false)
      }
      return true
    } catch {
      index.reportOnce(CacheTrouble(error, path: directory))
      return false
    }
  }

  /// Deletes the least recently used entries beyond the limits.
  ///
  /// - Returns: the names of their files.
  private static func evict(to limits: Limits, in database: Database) throws -> [String] {
    var names: [String] = []
    while true {
      let total = try database.row(
        "SELECT entries, bytes FROM total WHERE section = ?", [CacheSchema.Section.images.rawValue])
      guard let total, try total.value("entries") > limits.count || total.value("bytes") > limits.bytes else {
        return names
      }
      names += try database.values(
        "DELETE FROM image WHERE id = (SELECT id FROM image ORDER BY turn LIMIT 1) RETURNING name")
    }
  }

  public func remove(_ url: String) async {
    let name = Self.name(of: url)
    let isRemoved: Void? = await index.write { try $0.change("DELETE FROM image WHERE name = ?", [name]) }
    if isRemoved != nil { await removeFiles([name]) }
  }

  /// Removes all pictures, also those of a replaced index. Files of others stay.
  ///
  /// - Returns: their number; nil when the cache is not writable.
  @discardableResult
  public func clear() async -> Int? {
    let deleted: [String]? = await index.write { try $0.values("DELETE FROM image RETURNING name") }
    guard let known = deleted else { return nil }
    let others = await leftovers(changedBefore: .infinity).subtracting(known)
    await removeFiles(known + others)
    return known.count + others.count { $0.count == Self.nameLength }
  }

  public func info() async -> Info {
    await index.read { database in
      var info = Info()
      if let total = try database.row(
        "SELECT entries, bytes FROM total WHERE section = ?", [CacheSchema.Section.images.rawValue])
      {
        info.count = try total.value("entries")
        info.bytes = try total.value("bytes")
      }
      info.oldest = try database.value("SELECT min(storedAt) FROM image")
      return info
    } ?? Info()
  }

  /// Removes pictures without an entry: those of a replaced index, and unfinished ones of a killed program. Meant for
  /// once in a while, such as after the start.
  ///
  /// - Parameter now: seconds since 1970. Files of the last ten minutes stay, as another program may be about to add
  ///   their entries.
  public func tidy(at now: Double) async {
    // Known pictures, which can be many, are not opened.
    guard index.isWritable else { return }
    let names: [String]? = await index.read { try $0.values("SELECT name FROM image") }
    guard let known = names else { return }
    await removeFiles(await leftovers(changedBefore: now - 600, besides: Set(known)))
  }

  // MARK: Files

  /// 16 hexadecimal digits: FNV-1a. Addresses with the same name replace each other; the index has the current one.
  static func name(of url: String) -> String {
    let hash = url.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private func path(of name: String) -> String { directory.appending(path: name) }

  private static let nameLength = 16

  /// The files in the directory that are certainly ours. A user may have chosen it, with files in it, and a name of
  /// hexadecimal digits alone proves nothing.
  private func leftovers(changedBefore time: Double, besides known: Set<String> = []) async -> Set<String> {
    let directory = directory
    do {
      return try await onAnotherThread {
        try Set(
          FileSystem.names(in: directory).filter { name in
            let path = directory.appending(path: name)
            guard !known.contains(name), let facts = FileSystem.facts(of: path), facts.isRegular,
              Double(facts.changed) / 1e9 < time
            else { return false }
            return Self.isUnfinished(name) || Self.isName(name[...]) && Self.isPicture(path)
          })
      }
    } catch {
      // Either there are no pictures yet, or storing the next one reports the error.
      return []
    }
  }

  private static func isName(_ name: Substring) -> Bool {
    name.utf8.count == nameLength && name.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
  }

  /// Whether `AtomicFile` was writing it: the ending is longer than any file type's.
  private static func isUnfinished(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 2 && isName(parts[0]) && (10...13).contains(parts[1].utf8.count)
      && parts[1].utf8.allSatisfy { "0123456789abcdefghijklmnopqrstuvwxyz".utf8.contains($0) }
  }

  private static func isPicture(_ path: String) -> Bool {
    do {
      let beginning = try FileSystem.beginning(of: path, bytes: 12)
      return pictures.contains { beginning.starts(with: $0) }
    } catch {
      // Not certain, so it stays.
      return false
    }
  }

  /// The first bytes of JPEG, PNG, GIF and WebP.
  private static let pictures: [[UInt8]] = [
    [0xFF, 0xD8, 0xFF], [0x89, 0x50, 0x4E, 0x47], Array("GIF8".utf8), Array("RIFF".utf8),
  ]

  private func removeFiles(_ names: some Collection<String>) async {
    guard !names.isEmpty else { return }
    let paths = names.map(path(of:))
    do {
      try await onAnotherThread {
        var failure: (any Error)?
        for path in paths {
          do { try FileSystem.remove(path) } catch { failure = error }
        }
        if let failure { throw failure }
      }
    } catch {
      index.reportOnce(CacheTrouble(error, path: directory))
    }
  }

  /// Blocks a thread outside Swift's task pool.
  private func onAnotherThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global(qos: .utility).async { continuation.resume(with: Result(catching: work)) }
    }
  }
}
