internal import Foundation
internal import GRDB
internal import LibC
internal import Platform
internal import SQLiteSupport
internal import Wording

/// Opens the cache's file, or as a last resort a database in memory.
struct CacheOpening {
  var path: String
  var options: CacheStore.Options

  typealias Opened = (connection: CacheStore.Connection, troubles: [CacheTrouble])

  func open() -> Opened {
    // Before anything is read, so that the file set aside is the one that was read.
    let file = DatabaseFile.identity(of: path)
    do {
      return try openFile()
    } catch {
      guard let reason = damage(error), let file else { return inMemory(error) }
      return reopen(insteadOf: file, reason: reason)
    }
  }

  /// Sets a worthless file aside, unless another program already has, and opens the one then at its path.
  func reopen(insteadOf file: DatabaseFile.Identity, reason: String) -> Opened {
    var troubles: [CacheTrouble] = []
    do {
      if let place = try setAside(file) { troubles = [.setAside(path: path, place: place, reason: reason)] }
      let (connection, more) = try openFile()
      return (connection, troubles + more)
    } catch {
      let (connection, more) = inMemory(error)
      return (connection, troubles + more)
    }
  }

  private func openFile() throws -> Opened {
    let schema = try DatabaseFile.schema(of: path)
    if schema > CacheSchema.steps.all.count { throw DatabaseFile.Refusal.damaged(reason: DatabaseWords.newer) }
    if schema == 0, try isAnothers() { throw DatabaseFile.Refusal.unopenable(reason: DatabaseWords.anothers) }
    if options.readOnly || !DatabaseFile.isWritable(path) { return try openForReading(schema, .readOnly(path: path)) }
    do {
      let database = try DatabaseFile.openForWriting(path, configuration, CacheSchema.steps)
      return (CacheStore.Connection(database: database, file: DatabaseFile.identity(of: path)), [])
    } catch let error as DatabaseError where error.isForWantOfRoom && schema > 0 {
      return try openForReading(schema, .diskFull(path: path))
    }
  }

  /// Whether the file is another program's database, as a user may have named its folder. Ours has a schema number as
  /// soon as it has a table.
  private func isAnothers() throws -> Bool {
    guard FileSystem.facts(of: path)?.bytes ?? 0 > 0 else { return false }
    return try DatabaseFile.openForReading(path, configuration).read {
      try $0.has("SELECT 1 FROM sqlite_schema LIMIT 1")
    }
  }

  private func openForReading(_ schema: Int, _ refusal: CacheTrouble) throws -> Opened {
    // Missing, or older, which would have to be upgraded first.
    guard schema == CacheSchema.steps.all.count else {
      throw DatabaseFile.Refusal.unopenable(reason: DatabaseWords.unwritable)
    }
    let database = try DatabaseFile.openForReading(path, configuration)
    try database.read { try CacheSchema.steps.verify($0) }
    return (CacheStore.Connection(database: database, refusal: refusal, file: DatabaseFile.identity(of: path)), [])
  }

  private func inMemory(_ error: any Error) -> Opened {
    let reason: String
    switch error {
    case DatabaseFile.Refusal.unopenable(let half), DatabaseFile.Refusal.damaged(let half): reason = half
    case let error as DatabaseError where error.isForWantOfRoom: reason = DatabaseWords.diskFull
    case let error as DatabaseError: reason = error.message ?? "\(error.resultCode)"
    default: reason = "\(error)"
    }
    do {
      let database = try DatabaseQueue(configuration: configuration)
      try database.writeWithoutTransaction { try CacheSchema.steps.run($0) }
      return (CacheStore.Connection(database: database), [.inMemory(path: path, reason: reason)])
    } catch {
      // SQLite can always make a database in memory unless memory has run out, and then nothing works. The schema's
      // steps run in every test.
      preconditionFailure("a database in memory: \(error)")
    }
  }

  private var configuration: Configuration {
    var configuration = Configuration()
    configuration.label = "cache"
    configuration.busyMode = .timeout(options.patience)
    configuration.maximumReaderCount = 3
    configuration.prepareDatabase { [pages = options.pages] database in
      // Losing the last answers in a power failure does no harm; the log's size must stay bounded.
      try database.execute(sql: "PRAGMA secure_delete = FAST; PRAGMA synchronous = NORMAL")
      try database.execute(sql: "PRAGMA journal_size_limit = 8388608")
      if let pages { try database.execute(sql: "PRAGMA max_page_count = \(pages)") }
    }
    return configuration
  }

  // MARK: Setting aside

  /// Renames the file and its log, and removes files set aside earlier.
  ///
  /// - Returns: the new path; nil when another program has replaced the file meanwhile.
  private func setAside(_ file: DatabaseFile.Identity) throws -> String? {
    let directory = path.parentDirectory ?? "."
    // One program at a time: of two that found the damage, the later must not set aside the earlier one's new file. On
    // file systems without locks that can happen, and costs starting over once more.
    let lock = FileLock.wait(directory)
    defer { withExtendedLifetime(lock) {} }
    guard DatabaseFile.identity(of: path) == file else { return nil }

    let prefix = (path as NSString).lastPathComponent + ".corrupt-"
    // Only names with a number are ours.
    let earlier = try FileSystem.names(in: directory).compactMap { name -> (name: String, number: Int)? in
      guard name.hasPrefix(prefix) else { return nil }
      let end = name.dropFirst(prefix.count)
      return UInt32(end.hasSuffix("-wal") ? end.dropLast(4) : end).map { (name, Int($0)) }
    }
    let place = directory.appending(path: "\(prefix)\((earlier.map(\.number).max() ?? 0) + 1)")
    try FileSystem.rename(path, to: place)
    if FileSystem.isFile(path + "-wal") { try FileSystem.rename(path + "-wal", to: place + "-wal") }
    try FileSystem.remove(path + "-shm")
    for (name, _) in earlier { try FileSystem.remove(directory.appending(path: name)) }
    return place
  }
}
