internal import Foundation
package import GRDB
internal import LibC
internal import Platform
internal import Wording

/// Inspects, creates and opens the program's own databases, library and cache.
package enum DatabaseFile {
  package enum Refusal: Error {
    /// Worthless: no database, cut short, or with a schema that our steps do not make. Half a sentence.
    case damaged(reason: String)
    /// To be left alone: the system refuses it, or it is another program's. Half a sentence.
    case unopenable(reason: String)
  }

  /// Distinguishes a file from its replacement.
  package struct Identity: Hashable, Sendable {
    var device: UInt64
    var number: UInt64
  }

  package static func identity(of path: String) -> Identity? {
    FileSystem.facts(of: path).map { Identity(device: $0.device, number: $0.number) }
  }

  /// The schema's number, read without changing the file; 0 for a missing or empty one.
  package static func schema(of path: String) throws -> Int {
    try refuseStranger(at: path)
    guard FileSystem.facts(of: path) != nil else { return 0 }
    let header: [UInt8]
    do { header = try FileSystem.beginning(of: path, bytes: 100) } catch {
      let isForbidden = [EACCES, EPERM].contains(error.code)
      throw Refusal.unopenable(reason: isForbidden ? DatabaseWords.forbidden : DatabaseWords.unreadable)
    }
    if header.isEmpty { return 0 }
    // After the header: if another program makes the file grow meanwhile, it must not seem cut short.
    let size = FileSystem.facts(of: path)?.bytes ?? 0
    guard header.count == 100, header.starts(with: "SQLite format 3\0".utf8) else {
      throw Refusal.damaged(reason: DatabaseWords.notADatabase)
    }
    // File format, section 1.3: the page size at 16 (1 means 65,536), the size in pages at 28, `user_version` at 60;
    // all big-endian.
    func number(at offset: Int, bytes: Int) -> Int { header[offset..<offset + bytes].reduce(0) { $0 << 8 | Int($1) } }
    let pageSize = number(at: 16, bytes: 2)
    let isShort = size < number(at: 28, bytes: 4) * (pageSize == 1 ? 65_536 : pageSize)
    // The missing part may be in the write-ahead log, if there was no room to copy it from there.
    if isShort, (FileSystem.facts(of: path + "-wal")?.bytes ?? 0) == 0 {
      throw Refusal.damaged(reason: DatabaseWords.cutShort)
    }
    guard FileManager.default.fileExists(atPath: path + "-wal") else { return number(at: 60, bytes: 4) }
    // The latest state may be only in the log.
    var configuration = Configuration.distrusting
    configuration.readonly = true
    configuration.busyMode = .timeout(5)
    do {
      return try DatabaseQueue(path: path, configuration: configuration).read { database in
        if isShort, try String.fetchOne(database, sql: "PRAGMA quick_check(1)") != "ok" {
          throw Refusal.damaged(reason: DatabaseWords.cutShort)
        }
        return try SchemaSteps.version(of: database)
      }
    } catch let error as DatabaseError where isShort && error.resultCode == .SQLITE_CORRUPT {
      throw Refusal.damaged(reason: DatabaseWords.cutShort)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CANTOPEN {
      return number(at: 60, bytes: 4)
    }
  }

  /// - Throws: `Refusal.unopenable` for a pipe, which SQLite would wait for, and anything else that is no file.
  private static func refuseStranger(at path: String) throws {
    for name in [path, path + "-wal", path + "-shm"] {
      if let stranger = FileSystem.unreadableKind(at: name) { throw Refusal.unopenable(reason: stranger) }
    }
  }

  /// Whether the file is writable. For a missing one this is only a guess.
  package static func isWritable(_ path: String) -> Bool {
    let files = FileManager.default
    guard files.fileExists(atPath: path) else { return true }
    let directory = (path as NSString).deletingLastPathComponent
    return files.isWritableFile(atPath: path) && files.isWritableFile(atPath: directory.isEmpty ? "." : directory)
  }

  /// Opens a file in WAL mode and runs its missing steps. Creates it, and its directory, for this user only.
  ///
  /// - Parameters:
  ///   - target: the number of steps in the end; nil for all.
  ///   - isClosingToOthers: whether to revoke the access of other users, which earlier versions allowed.
  /// - Throws: `Refusal.damaged`, before the file is changed, if its schema has parts that the steps do not make.
  package static func openForWriting(
    _ path: String, _ configuration: Configuration, _ steps: SchemaSteps, upTo target: Int? = nil,
    isClosingToOthers: Bool = false
  ) throws -> any DatabaseWriter {
    try refuseStranger(at: path)
    if let directory = path.parentDirectory {
      do { try FileSystem.makeDirectory(directory) } catch {
        throw Refusal.unopenable(reason: DatabaseWords.noFolder)
      }
    }
    // A user's searches are private. SQLite gives the files beside it the same permissions.
    if !createForThisUser(path), isClosingToOthers {
      for end in ["", "-wal", "-shm"] { makePrivate(path + end) }
    }
    if FileSystem.facts(of: path)?.bytes ?? 0 > 0 {
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      try queue.read { try steps.verify($0) }
      try queue.close()
    }
    let database = try writer(path, configuration)
    try database.writeWithoutTransaction { try steps.run($0, upTo: target) }
    return database
  }

  private static func writer(_ path: String, _ configuration: Configuration) throws -> any DatabaseWriter {
    do {
      return try DatabasePool(path: path, configuration: configuration)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
      // Some network file systems have no shared memory, which the write-ahead log needs.
      return try DatabaseQueue(path: path, configuration: configuration)
    }
  }

  /// Opens a file for reading, even where no files can be created beside it.
  package static func openForReading(_ path: String, _ configuration: Configuration) throws -> DatabaseQueue {
    var configuration = configuration
    configuration.readonly = true
    configuration.prepareDatabase { try $0.distrustSchema() }
    do {
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      _ = try queue.read { try SchemaSteps.version(of: $0) }
      return queue
    } catch let error as DatabaseError where error.resultCode.isForWantOfAFile {
      // Reading alongside a writer needs files that cannot be created here, so there is no writer either.
      return try DatabaseQueue(path: immutableAddress(path), configuration: configuration)
    }
  }

  private static func immutableAddress(_ path: String) -> String {
    let allowed = CharacterSet.urlPathAllowed.subtracting(CharacterSet(charactersIn: "?#%"))
    return "file:\(path.addingPercentEncoding(withAllowedCharacters: allowed) ?? path)?immutable=1"
  }

  /// Creates an empty file that only this user can read, unless there is a file. The files that SQLite puts beside it
  /// get the same permissions. If this fails, opening the database reports why.
  ///
  /// - Returns: whether it was created.
  @discardableResult
  package static func createForThisUser(_ path: String) -> Bool {
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor >= 0 { close(descriptor) }
    return descriptor >= 0
  }

  /// Revokes the access of group and others. A missing file, or another user's, stays as it is.
  private static func makePrivate(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o077 != 0 else { return }
    chmod(path, status.st_mode & 0o700)
  }
}

extension DatabaseError {
  /// Whether space ran out: on disk, or for the shared memory beside a database, which SQLite reports as an I/O error.
  package var isForWantOfRoom: Bool { resultCode == .SQLITE_FULL || extendedResultCode == .SQLITE_IOERR_SHMSIZE }
}

extension ResultCode {
  /// Whether SQLite may have failed to create a file.
  fileprivate var isForWantOfAFile: Bool {
    [.SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_FULL, .SQLITE_IOERR].contains(self)
  }
}
