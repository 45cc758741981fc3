internal import Foundation
internal import Platform
import Wording

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The folder an import works in: the lock, the names of what is under way, and the step that makes it real.
final class ImportPlace {
  /// Where the catalogue is or will be; links resolved, so that the file is replaced and not the link.
  let path: String
  let folder: String
  /// Of the catalogue that is being built.
  let building: String
  private let prefix: String
  private let lock: Int32
  private let lockPath: String
  private var spools = 0

  /// Takes the lock, and removes what imports that died have left.
  ///
  /// - Throws: `importRunning`, or `unwritable`.
  init(_ path: String) throws(CatalogueError) {
    let names = Names(path)
    self.path = names.path
    folder = names.folder
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw .unwritable(path: folder, reason: CatalogueWords.noFolder)
    }
    lockPath = folder + "/" + names.lock
    lock = try Self.takeLock(lockPath, path: path)
    prefix = names.prefix
    building = folder + "/\(prefix)\(getpid())"
    try removeLeftovers()
  }

  deinit {
    // Most of them are gone by now, and what cannot go is found by the next import, which says why.
    for name in [building] + TextIndex.allCases.map(textIndex) { unlink(name) }
    unlink(lockPath)
    close(lock)
  }

  private static func takeLock(_ lockPath: String, path: String) throws(CatalogueError) -> Int32 {
    while true {
      let descriptor = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
      guard descriptor >= 0 else { throw .unwritable(path: path, reason: reason(errno)) }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        let failure = errno
        close(descriptor)
        if failure == EWOULDBLOCK { throw .importRunning(path: path) }
        throw .unwritable(path: path, reason: reason(failure))
      }
      // Its last holder may have removed it between our two calls: then this lock is of a deleted file.
      var held = stat()
      var seen = stat()
      if fstat(descriptor, &held) == 0, stat(lockPath, &seen) == 0, held.st_ino == seen.st_ino { return descriptor }
      close(descriptor)
    }
  }

  /// Half a sentence: `No space left on device`.
  static func reason(_ number: Int32) -> String {
    String(cString: strerror(number))
  }

  /// How files are called that belong to a catalogue.
  private struct Names {
    /// Of the catalogue itself, links resolved.
    var path: String
    var folder: String
    var lock: String
    /// Of everything an import makes.
    var prefix: String

    init(_ path: String) {
      let resolved = realpath(path, nil).map { pointer in
        defer { free(pointer) }
        return String(cString: pointer)
      }
      let url = URL(fileURLWithPath: resolved ?? path)
      self.path = url.path
      folder = url.deletingLastPathComponent().path
      lock = ".\(url.lastPathComponent).lock"
      prefix = ".\(url.lastPathComponent).importing-"
    }
  }

  /// Whether there is anything that an import made, be it that it was killed or that it is still running.
  ///
  /// - Throws: `unwritable`.
  static func hasLeftovers(of path: String) throws(CatalogueError) -> Bool {
    let names = Names(path)
    guard FileSystem.isDirectory(names.folder) else { return false }
    return try list(names.folder).contains { $0 == names.lock || $0.hasPrefix(names.prefix) }
  }

  private static func list(_ folder: String) throws(CatalogueError) -> [String] {
    do throws(FileError) {
      return try FileSystem.names(in: folder)
    } catch {
      throw .unwritable(path: folder, reason: CatalogueWords.cannotList(error.reason))
    }
  }

  private func removeLeftovers() throws(CatalogueError) {
    for name in try Self.list(folder) where name.hasPrefix(prefix) { unlink(folder + "/" + name) }
  }

  /// Where a full-text index is built.
  func textIndex(_ index: TextIndex) -> String { "\(building).\(index.rawValue)" }

  /// A temporary file of this import.
  func makeSpool() throws -> Spool {
    spools += 1
    return try Spool(path: "\(building).spool\(spools)")
  }

  /// Bytes that an ordinary user may still write; nil where the system does not say.
  var freeSpace: Int? {
    var status = statvfs()
    guard statvfs(folder, &status) == 0 else { return nil }
    return Int(clamping: UInt64(status.f_bavail) &* UInt64(status.f_frsize))
  }

  /// Puts what was built in the place of the old catalogue: safely on disk first, then in one step.
  func putInPlace() throws(CatalogueError) {
    try sync(building)
    guard rename(building, path) == 0 else { throw .unwritable(path: path, reason: Self.reason(errno)) }
    // A catalogue that was once opened for writing by a curious user must not be taken for the new one's journal.
    unlink(path + "-journal")
    unlink(path + "-wal")
    unlink(path + "-shm")
    try sync(folder)
  }

  private func sync(_ path: String) throws(CatalogueError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unwritable(path: path, reason: Self.reason(errno)) }
    defer { close(descriptor) }
    // Some file systems cannot sync folders and say EINVAL; they have nothing to sync then.
    guard fsync(descriptor) == 0 || errno == EINVAL else {
      if errno == ENOSPC || errno == EDQUOT { throw .diskFull(folder: folder) }
      throw .unwritable(path: path, reason: Self.reason(errno))
    }
  }

  /// The size of a file; nil where there is none.
  static func size(of path: String) -> Int? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }
}
