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

  /// Puts a copy in the place of a library, which is kept beside it as `….before-restore.backup`, or under the first
  /// number after that which is free: a second restore does not take the place of what the first one kept.
  ///
  /// The copy is checked, brought up to date and taken over in one transaction: a program that has the library open
  /// goes on with what is restored. What was pending when it was made is not sent by itself, as that may have been done
  /// since, and the next sync compares everything. Call only while holding the lock beside the library.
  ///
  /// - Parameter isRehearsal: whether to change nothing, and only report what the backup holds.
  /// - Throws: `LibraryError`; the library is then as it was, and no copy is left beside it.
  public static func restore(
    _ file: String, to path: String, isRehearsal: Bool
  ) throws(LibraryError) -> LibraryRestore {
    do {
      try check(file)
      try FileSystem.makeDirectory((path as NSString).deletingLastPathComponent)
      if !isRehearsal { try removeUnfinished(of: path) }
      let temporary = path + restoring + UUID().uuidString
      defer { for end in ends { unlink(temporary + end) } }
      try copy(file, to: temporary)
      var restored = try settled(temporary)
      let isThere = FileManager.default.fileExists(atPath: path)
      let present = isThere ? try version(of: path) : nil
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

  /// Removes what restores that were killed have left.
  private static func removeUnfinished(of path: String) throws {
    let (directory, name) = (path.parentDirectory ?? ".", (path as NSString).lastPathComponent)
    for file in try FileSystem.names(in: directory) where file.hasPrefix(name + restoring) {
      try FileSystem.remove(directory.appending(path: file))
    }
  }

  private static func freeName(for path: String) -> String {
    let names = sequence(first: 1) { $0 + 1 }.lazy.map { number in
      "\(path).before-restore\(number == 1 ? "" : "-\(number)").backup"
    }
    return names.first { FileSystem.facts(of: $0) == nil } ?? "\(path).before-restore.backup"
  }

  /// - Throws: `LibraryError` for what is no library, or none that is whole.
  private static func check(_ file: String) throws {
    switch DatabaseCheck.run(.library, at: file, within: .seconds(300)) {
    case .missing: throw LibraryError.failed(path: file, reason: LibraryWords.missing)
    case .newer(let found, let known): throw LibraryError.newerSchema(path: file, found: found, known: known)
    case .damaged(let reason):
      let isAnother: Bool
      do { isAnother = try !isLibrary(file) } catch {
        // Of damage there is a reason already.
        isAnother = false
      }
      throw LibraryError.failed(
        path: file, reason: isAnother ? LibraryWords.notALibrary : LibraryWords.damagedBackup(reason))
    case .unreadable(let reason): throw LibraryError.unopenable(path: file, reason: reason)
    case .whole, .older: break
    }
    guard try isLibrary(file) else { throw LibraryError.failed(path: file, reason: LibraryWords.notALibrary) }
  }

  /// Whether a database has the tables that every library has.
  private static func isLibrary(_ file: String) throws -> Bool {
    try DatabaseFile.openForReading(file, Configuration()).read { database in
      try Int.fetchOne(
        database,
        sql: "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN ('search', 'copy', 'want', 'folder')")
    } == 4
  }

  /// Brings a copy up to date, and holds back what it would send.
  private static func settled(_ path: String) throws -> LibraryRestore {
    var options = Options()
    options.isCopiedFirst = false
    let library = try open(at: path, options: options)
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

  /// The state of the shelf in a library, which stays as it is; nil where the library is damaged.
  private static func version(of path: String) throws -> Int64? {
    do {
      let (found, known) = (try DatabaseFile.schema(of: path), LibraryMigrations.steps.all.count)
      guard found <= known else { throw LibraryError.newerSchema(path: path, found: found, known: known) }
      // Closed by one that may write, it leaves no log beside it.
      return try DatabaseQueue(path: path, configuration: .distrusting).read { database in
        try LibraryMigrations.steps.verify(database)
        return try shelfVersion(database)
      }
    } catch {
      guard damage(error) != nil else { throw error }
      return nil
    }
  }

  /// Moves a library away that cannot be opened, with what belongs to it: all of it, or nothing.
  private static func setAside(_ path: String, as kept: String) throws {
    let ends = ends.filter { FileManager.default.fileExists(atPath: path + $0) }
    for (index, end) in ends.enumerated() where rename(path + end, kept + end) != 0 {
      for end in ends[..<index] { rename(kept + end, path + end) }
      throw LibraryError.failed(path: path, reason: LibraryWords.notMoved)
    }
  }

  /// Takes another file over into a library, after a copy of that was made.
  private static func replace(
    _ path: String, with file: String, keeping kept: String, behind version: Int64
  ) throws {
    try copy(path, to: kept)
    do { try takeOver(file, into: path, behind: version) } catch {
      unlink(kept)
      throw error
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
