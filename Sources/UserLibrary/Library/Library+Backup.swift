internal import Foundation
internal import GRDB
internal import Platform
internal import SQLiteSupport
internal import Wording

/// What a copy of a library holds that was put in its place.
public struct LibraryRestore: Hashable, Sendable {
  public var copies: Int
  public var wants: Int
  public var searches: Int
  /// How many changes were pending when the copy was made: they may have been sent since, and wait for the user.
  public var held: Int
  /// Where the library is that was there before; nil where there was none.
  public var keptAs: String?
}

extension Library {
  /// Makes a whole copy of a library, also while programs use it.
  public static func backUp(_ path: String, to target: String) throws(LibraryError) {
    do {
      let draft = try OutputFile.draft(for: target, orBeside: path)
      try copy(path, to: draft)
      try OutputFile.deliver(draft, to: target)
    } catch {
      throw .wrapping(error, path: target)
    }
  }

  /// Puts a copy in the place of a library, which is kept beside it as `….before-restore.backup`.
  ///
  /// The copy is checked, brought up to date and taken over in one transaction: a program that has the library open
  /// goes on with what is restored. What was pending when it was made is not sent by itself, as that may have been done
  /// since, and the next sync compares everything.
  ///
  /// - Parameter isRehearsal: whether to change nothing, and only report what the backup holds.
  public static func restore(
    _ file: String, to path: String, isRehearsal: Bool
  ) throws(LibraryError) -> LibraryRestore {
    let temporary = "\(path).restoring-\(UUID().uuidString)"
    defer { for end in ["", "-wal", "-shm"] { unlink(temporary + end) } }
    do {
      try check(file)
      try FileSystem.makeDirectory((path as NSString).deletingLastPathComponent)
      try copy(file, to: temporary)
      var restored = try settled(temporary)
      let present = try FileManager.default.fileExists(atPath: path) ? version(of: path) : nil
      if FileManager.default.fileExists(atPath: path) { restored.keptAs = "\(path).before-restore.backup" }
      if isRehearsal { return restored }
      guard let kept = restored.keptAs else {
        guard rename(temporary, path) == 0 else {
          throw LibraryError.failed(path: path, reason: LibraryWords.notCreated)
        }
        return restored
      }
      guard let present else {
        try setAside(path, as: kept)
        guard rename(temporary, path) == 0 else {
          throw LibraryError.failed(path: path, reason: LibraryWords.notCreated)
        }
        return restored
      }
      try copy(path, to: kept)
      try takeOver(temporary, into: path, behind: present)
      return restored
    } catch {
      throw .wrapping(error, path: path)
    }
  }

  /// - Throws: `LibraryError` for what is no library, or none that is whole.
  private static func check(_ file: String) throws {
    switch DatabaseCheck.run(.library, at: file, within: .seconds(300)) {
    case .missing: throw LibraryError.failed(path: file, reason: LibraryWords.missing)
    case .newer(let found, let known): throw LibraryError.newerSchema(path: file, found: found, known: known)
    case .damaged(let reason): throw LibraryError.failed(path: file, reason: LibraryWords.damagedBackup(reason))
    case .unreadable(let reason): throw LibraryError.unopenable(path: file, reason: reason)
    case .whole, .older: break
    }
    let tables = try DatabaseFile.openForReading(file, Configuration()).read { database in
      try Int.fetchOne(
        database,
        sql: "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN ('search', 'copy', 'want', 'folder')")
    }
    guard tables == 4 else { throw LibraryError.failed(path: file, reason: LibraryWords.notALibrary) }
  }

  /// Brings a copy up to date, and holds back what it would send.
  private static func settled(_ path: String) throws -> LibraryRestore {
    let library = try open(at: path)
    let restored = try library.database.write { database in
      try database.execute(
        sql: """
          UPDATE edit SET state = 'refused', reason = ? WHERE state IN ('pending', 'sending')
          """, arguments: [LibraryWords.fromBackup])
      let held = database.changesCount
      for name in ["agreed at", "sync", name(of: .collection), name(of: .wants)] { try set(name, to: nil, database) }
      func count(_ table: String) throws -> Int {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)") ?? 0
      }
      return LibraryRestore(
        copies: try count("copy"), wants: try count("want"), searches: try count("search"), held: held)
    }
    try library.close()
    return restored
  }

  /// The state of the shelf in a library; nil where the library is damaged.
  private static func version(of path: String) throws -> Int64? {
    do {
      let library = try open(at: path)
      let version = try library.database.read { try shelfVersion($0) }
      try library.close()
      return version
    } catch let error as LibraryError {
      guard case .damaged = error else { throw error }
      return nil
    }
  }

  /// Moves a library away that cannot be opened, with what belongs to it.
  private static func setAside(_ path: String, as kept: String) throws {
    for end in ["-wal", "-shm", ""] where FileManager.default.fileExists(atPath: path + end) {
      guard rename(path + end, kept + end) == 0 else {
        throw LibraryError.failed(path: path, reason: LibraryWords.notMoved)
      }
    }
  }

  /// Copies another file into a library, page by page in one transaction, so that programs that have it open see the new
  /// state whole.
  private static func takeOver(_ file: String, into path: String, behind version: Int64) throws {
    let source = try DatabaseQueue(path: file)
    try source.write { database in
      // Watchers of this file's shelf have to see that it is another one.
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
