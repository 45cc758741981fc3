internal import Foundation
internal import LibC
internal import Platform
import Wording

/// The folder an import works in: its lock, its temporary files, and the step that puts the result in place.
final class ImportPlace {
  private let names: Names
  let building: String
  /// Whether the import's files have fixed names and stay until `finish`, so that the next import can resume.
  private let isResumable: Bool
  private var isDone = false
  private let lock: Int32
  private var spools = 0

  /// The path of the catalogue with links resolved, so that the file is replaced and not the link.
  var path: String { names.path }
  var folder: String { names.folder }
  private var lockPath: String { folder + "/" + names.lock }

  /// Takes the lock, and removes the leftovers of killed imports.
  ///
  /// - Parameter isResumable: whether to resume an earlier import that left resumable files.
  /// - Throws: `importRunning`, or `unwritable`.
  init(_ path: String, isResumable: Bool = false) throws(CatalogueError) {
    names = Names(path)
    self.isResumable = isResumable
    building = names.folder + "/" + (isResumable ? names.resumable : "\(names.prefix)\(getpid())")
    do { try FileManager.default.createDirectory(atPath: names.folder, withIntermediateDirectories: true) } catch {
      throw .unwritable(path: names.folder, reason: CatalogueWords.noFolder)
    }
    lock = try Self.takeLock(names.folder + "/" + names.lock, path: path)
    try removeLeftovers()
  }

  deinit {
    if isResumable {
      if isDone { discard() }
    } else {
      // Most are gone by now, and the next import reports any that cannot be removed.
      for name in [building] + TextIndex.allCases.map(textIndex) { unlink(name) }
    }
    unlink(lockPath)
    close(lock)
  }

  private static func takeLock(_ lockPath: String, path: String) throws(CatalogueError) -> Int32 {
    while true {
      let descriptor = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
      guard descriptor >= 0 else { throw unwritable(path) }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        defer { close(descriptor) }
        throw errno == EWOULDBLOCK ? .importRunning(path: path) : unwritable(path)
      }
      // The last holder may have removed the file between our two calls; then this lock is on a deleted file.
      var held = stat()
      var seen = stat()
      if fstat(descriptor, &held) == 0, stat(lockPath, &seen) == 0, held.st_ino == seen.st_ino { return descriptor }
      close(descriptor)
    }
  }

  /// Half a sentence: `No space left on device`.
  static func reason(_ number: Int32) -> String { String(cString: strerror(number)) }

  /// The error of the latest system call.
  private static func unwritable(_ path: String) -> CatalogueError { .unwritable(path: path, reason: reason(errno)) }

  private struct Names {
    var path: String
    var folder: String
    var lock: String
    /// The beginning of the names of an ordinary import's files.
    var prefix: String
    /// The name of a resumable catalogue. Its other files add a dot, or a hyphen as SQLite does.
    var resumable: String

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
      resumable = ".\(url.lastPathComponent).updating"
    }
  }

  /// Whether there are files of an import that was killed or is still running.
  static func hasLeftovers(of path: String) throws(CatalogueError) -> Bool {
    let names = Names(path)
    guard FileSystem.isDirectory(names.folder) else { return false }
    let files = try list(names.folder)
    return files.contains { $0 == names.lock || $0.hasPrefix(names.prefix) }
      || !files.contains(names.resumable) && files.contains { $0.hasPrefix(names.resumable) }
  }

  private static func list(_ folder: String) throws(CatalogueError) -> [String] {
    do { return try FileSystem.names(in: folder) } catch {
      throw .unwritable(path: folder, reason: CatalogueWords.cannotList(error.reason))
    }
  }

  private func removeLeftovers() throws(CatalogueError) {
    let files = try Self.list(folder)
    for file in files where file.hasPrefix(names.prefix) { unlink(folder + "/" + file) }
    // Files of a resumable catalogue that was put in place or removed by hand.
    guard !files.contains(names.resumable) else { return }
    for file in files where file.hasPrefix(names.resumable) { unlink(folder + "/" + file) }
  }

  func textIndex(_ index: TextIndex) -> String { "\(building).\(index.rawValue)" }

  func makeSpool() throws -> Spool {
    spools += 1
    let path = "\(building).spool\(spools)"
    // A kill between creating the file and unlinking it may have left it behind.
    if isResumable { unlink(path) }
    return try Spool(path: path)
  }

  /// A file of this import that the next one can resume.
  func resumeSpool(_ name: String, count: Int) throws -> Spool {
    try Spool(resuming: "\(building).\(name)", count: count)
  }

  /// Removes the files that this import or an earlier one made, but for a catalogue put in place.
  func discard() {
    let name = (building as NSString).lastPathComponent
    do throws(CatalogueError) {
      for file in try Self.list(folder) where file == name || file.hasPrefix(name + ".") || file.hasPrefix(name + "-") {
        unlink(folder + "/" + file)
      }
    } catch {
      // The constructor lists the folder first, and throws where that fails.
    }
  }

  func remove(_ path: String) { unlink(path) }

  /// Marks the import as not to be resumed, so that its files are removed.
  func finish() { isDone = true }

  /// The remains of an import into a catalogue that can be resumed; nil for none.
  static func unfinished(of path: String) throws(CatalogueError) -> UnfinishedUpdate? {
    let names = Names(path)
    guard FileSystem.isDirectory(names.folder) else { return nil }
    let files = try list(names.folder).filter { $0.hasPrefix(names.resumable) }
    guard files.contains(names.resumable) else { return nil }
    let identity: [UInt8]
    do throws(FileError) {
      identity = try FileSystem.read("\(names.folder)/\(names.resumable).\(identityName)", limit: 1 << 16)
    } catch {
      // Missing where an update was killed at its very beginning. The copy only serves to tell the user what an update
      // would do; whether it resumes is decided by the database, whose errors are thrown.
      identity = []
    }
    return UnfinishedUpdate(
      bytes: files.compactMap { size(of: names.folder + "/" + $0) }.reduce(0, +),
      identity: String(decoding: identity, as: UTF8.self))
  }

  static let identityName = "identity"

  /// The free bytes for an ordinary user; nil where the system does not say.
  var freeSpace: Int? {
    var status = statvfs()
    guard statvfs(folder, &status) == 0 else { return nil }
    return Int(clamping: UInt64(status.f_bavail) &* UInt64(status.f_frsize))
  }

  func removeCatalogue() throws(CatalogueError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw Self.unwritable(path) }
    removeJournal()
  }

  private func removeJournal() { for suffix in ["-journal", "-wal", "-shm"] { unlink(path + suffix) } }

  /// Replaces the old catalogue in one step, once the new one is safely on disk.
  func putInPlace() throws(CatalogueError) {
    try sync(building)
    guard rename(building, path) == 0 else { throw Self.unwritable(path) }
    // The old catalogue's journal, left by a program that opened it for writing, must not be applied to the new one.
    removeJournal()
    try sync(folder)
  }

  /// Waits until a file or folder is safely on disk.
  func sync(_ path: String) throws(CatalogueError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.unwritable(path) }
    defer { close(descriptor) }
    // Some file systems cannot sync folders and return EINVAL; they have nothing to sync then.
    guard syncToDisk(descriptor) == 0 || errno == EINVAL else {
      if errno == ENOSPC || errno == EDQUOT { throw .diskFull(folder: folder) }
      throw Self.unwritable(path)
    }
  }

  static func size(of path: String) -> Int? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }
}
