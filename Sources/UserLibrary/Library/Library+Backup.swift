internal import Foundation
internal import GRDB
internal import Platform
internal import SQLiteSupport
internal import Wording

public struct LibraryRestore: Hashable, Sendable {
  public var copies: Int
  public var wants: Int
  public var searches: Int
  /// The number of changes pending when the backup was made: they may have been sent since, so they wait for the user.
  public var held: Int
  /// The path of the former library; nil if there was none.
  public var keptAs: String?
}

extension Library {
  /// Copies a whole library, also while programs use it.
  ///
  /// - Throws: `LibraryError`, with the library's path if that is missing or damaged; no partial file is left.
  public static func backUp(_ path: String, to target: String) throws(LibraryError) {
    do { try checkSource(path) } catch { throw .wrapping(error, path: path) }
    do {
      let draft = try OutputFile.draft(for: target, orBeside: path)
      try copy(path, to: draft)
      try OutputFile.deliver(draft, to: target)
    } catch {
      throw .wrapping(error, path: damage(error) == nil ? target : path)
    }
  }

  /// - Throws: for a file that is no library, and for one that a restore would refuse.
  private static func checkSource(_ path: String) throws {
    if let reason = obstacle(at: path) { throw LibraryError.unopenable(path: path, reason: reason) }
    _ = try DatabaseFile.schema(of: path)
    // A connection that may write leaves no log behind when it closes.
    try DatabaseQueue(path: path, configuration: .distrusting).read { database in
      guard try isLibrary(database) else { throw LibraryError.failed(path: path, reason: LibraryWords.notALibrary) }
      try LibraryMigrations.steps.verify(database)
    }
  }

  /// Replaces a library with a backup. The library is kept beside it as `….before-restore.backup`, or under the first
  /// free number after that, so a second restore does not overwrite what the first one kept.
  ///
  /// The backup is checked, migrated and taken over in one transaction: programs that have the library open go on with
  /// the restored one. Changes pending in the backup are not sent by themselves, as that may have been done since, and
  /// the next sync compares everything. Call only while holding the lock beside the library.
  ///
  /// - Parameter isRehearsal: whether to change nothing, and only report what the backup holds.
  /// - Throws: `LibraryError`; the library is then as it was, and no copy is left beside it.
  public static func restore(
    _ file: String, to path: String, isRehearsal: Bool
  ) throws(LibraryError) -> LibraryRestore {
    do {
      try check(file)
      if let reason = obstacle(at: path) { throw LibraryError.unopenable(path: path, reason: reason) }
      try FileSystem.makeDirectory((path as NSString).deletingLastPathComponent)
      if !isRehearsal { try removeUnfinished(of: path) }
      let temporary = path + restoring + UUID().uuidString
      defer { for end in ends { unlink(temporary + end) } }
      let isThere = FileManager.default.fileExists(atPath: path)
      let pageSize = isThere ? try value(in: path) { try $0.count("PRAGMA page_size") } : nil
      try copy(file, to: temporary, pageSize: pageSize)
      var restored = try settled(temporary)
      let present = isThere ? try value(in: path) { try shelfVersion($0) } : nil
      let kept = freeName(for: path)
      if isThere { restored.keptAs = kept }
      if isRehearsal { return restored }
      if let present {
        try replace(path, with: temporary, keeping: kept, behind: present)
      } else {
        if isThere { try setAside(path, as: kept) }
        guard rename(temporary, path) == 0 else {
          if isThere { try setAside(kept, as: path) }
          throw LibraryError.failed(path: path, reason: LibraryWords.notCreated)
        }
      }
      return restored
    } catch {
      throw .wrapping(error, path: path)
    }
  }

  private static let restoring = ".restoring-"
  private static let ends = ["-wal", "-shm", ""]

  /// Deletes the temporary files of restores that were killed.
  private static func removeUnfinished(of path: String) throws {
    let (directory, name) = (path.parentDirectory ?? ".", (path as NSString).lastPathComponent)
    for file in try FileSystem.names(in: directory) where file.hasPrefix(name + restoring) {
      try FileSystem.remove(directory.appending(path: file))
    }
  }

  private static func freeName(for path: String) -> String {
    let names = (1...).lazy.map { "\(path).before-restore\($0 == 1 ? "" : "-\($0)").backup" }
    return names.first { FileSystem.facts(of: $0) == nil } ?? "\(path).before-restore.backup"
  }

  /// - Throws: `LibraryError` for a file that is no library or is damaged.
  private static func check(_ file: String) throws {
    switch DatabaseCheck.run(.library, at: file, within: .seconds(300)) {
    case .missing: throw LibraryError.failed(path: file, reason: LibraryWords.missing)
    case .newer(let found, _): throw unknownSchema(found, at: file)
    case .damaged(let reason):
      var isAnother = false
      // Only chooses the sentence: the restore is refused below in any case. The damage may keep the tables from being
      // read; the error says the damage itself then.
      do { isAnother = try !isLibrary(file) } catch {}
      throw LibraryError.failed(
        path: file, reason: isAnother ? LibraryWords.notALibrary : LibraryWords.damagedBackup(reason))
    case .unreadable(let reason): throw LibraryError.unopenable(path: file, reason: reason)
    case .whole, .older: break
    }
    guard try isLibrary(file) else { throw LibraryError.failed(path: file, reason: LibraryWords.notALibrary) }
  }

  private static func isLibrary(_ file: String) throws -> Bool {
    try DatabaseFile.openForReading(file, Configuration()).read { try isLibrary($0) }
  }

  /// Whether a database has the tables that every library has.
  private static func isLibrary(_ database: Database) throws -> Bool {
    try database.count(
      "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN ('search', 'copy', 'want', 'folder')") == 4
  }

  /// Migrates a backup, and holds its pending changes.
  private static func settled(_ path: String) throws -> LibraryRestore {
    var options = Options()
    options.isCopiedFirst = false
    let library = try open(at: path, options: options)
    let restored = try library.database.write { database in
      try database.change(
        "UPDATE edit SET state = 'refused', reason = ? WHERE state IN ('pending', 'sending')", [LibraryWords.fromBackup]
      )
      let held = database.changesCount
      for name in ["agreed at", "sync", name(of: .collection), name(of: .wants)] { try set(name, to: nil, database) }
      func count(_ table: String) throws -> Int { try database.count("SELECT count(*) FROM \(table)") }
      return LibraryRestore(
        copies: try count("copy"), wants: try count("want"), searches: try count("search"), held: held)
    }
    try library.close()
    return restored
  }

  /// A value from a library, read without changing it; nil if the file is damaged or no library.
  private static func value<Value>(in path: String, _ read: (Database) throws -> Value) throws -> Value? {
    do {
      let found = try DatabaseFile.schema(of: path)
      if isForeign(found) { return nil }
      guard found <= LibraryMigrations.steps.all.count else { throw unknownSchema(found, at: path) }
      // A connection that may write leaves no log behind when it closes.
      return try DatabaseQueue(path: path, configuration: .distrusting).read { database in
        try LibraryMigrations.steps.verify(database)
        return try read(database)
      }
    } catch {
      guard damage(error) != nil else { throw error }
      return nil
    }
  }

  /// Moves a library that cannot be opened aside, with its log files: all of them, or none.
  private static func setAside(_ path: String, as kept: String) throws {
    let ends = ends.filter { FileManager.default.fileExists(atPath: path + $0) }
    for (index, end) in ends.enumerated() where rename(path + end, kept + end) != 0 {
      for end in ends[..<index] { rename(kept + end, path + end) }
      throw LibraryError.failed(path: path, reason: LibraryWords.notMoved)
    }
  }

  private static func replace(_ path: String, with file: String, keeping kept: String, behind version: Int64) throws {
    try copy(path, to: kept)
    do { try takeOver(file, into: path, behind: version) } catch {
      unlink(kept)
      throw error
    }
  }

  /// Copies another file into a library, page by page in one transaction, so that programs that have it open see the
  /// new state as a whole.
  private static func takeOver(_ file: String, into path: String, behind version: Int64) throws {
    let source = try DatabaseQueue(path: file)
    try source.write { database in
      // A higher version shows the library's watchers that the shelf has changed.
      try set("shelf version", to: String(max(version, try shelfVersion(database)) + 1), database)
    }
    var configuration = Configuration()
    configuration.busyMode = .timeout(5)
    let target = try DatabaseQueue(path: path, configuration: configuration)
    try source.backup(to: target)
    try target.close()
    try source.close()
  }
}
