internal import Foundation
internal import LibC
internal import Platform
import Wording

/// The folder an import works in: the lock, the names of what is under way, and the step that makes it real.
final class ImportPlace {
  /// Where the catalogue is or will be; links resolved, so that the file is replaced and not the link.
  let path: String
  let folder: String
  /// Of the catalogue that is being built.
  let building: String
  private let prefix: String
  /// What is built is called that where it can be gone on with.
  private let resumable: String
  /// Whether what this import makes has names that the next one finds, and stays unless it is done with.
  private let isResumable: Bool
  private var isDone = false
  private let lock: Int32
  private let lockPath: String
  private var spools = 0

  /// Takes the lock, and removes what imports that died have left.
  ///
  /// - Parameter isResumable: whether to go on with what an earlier one has left that could be gone on with.
  /// - Throws: `importRunning`, or `unwritable`.
  init(_ path: String, isResumable: Bool = false) throws(CatalogueError) {
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
    resumable = names.resumable
    self.isResumable = isResumable
    building = folder + "/" + (isResumable ? names.resumable : "\(prefix)\(getpid())")
    try removeLeftovers()
  }

  deinit {
    if isResumable {
      if isDone { discard() }
    } else {
      // Most of them are gone by now, and what cannot go is found by the next import, which says why.
      for name in [building] + TextIndex.allCases.map(textIndex) { unlink(name) }
    }
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
    /// Of what can be gone on with, followed by nothing or a dot.
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

  /// Whether there is anything that an import made, be it that it was killed or that it is still running.
  ///
  /// - Throws: `unwritable`.
  static func hasLeftovers(of path: String) throws(CatalogueError) -> Bool {
    let names = Names(path)
    guard FileSystem.isDirectory(names.folder) else { return false }
    let files = try list(names.folder)
    return files.contains { $0 == names.lock || $0.hasPrefix(names.prefix) }
      || !files.contains(names.resumable) && files.contains { $0.hasPrefix(names.resumable) }
  }

  private static func list(_ folder: String) throws(CatalogueError) -> [String] {
    do throws(FileError) {
      return try FileSystem.names(in: folder)
    } catch {
      throw .unwritable(path: folder, reason: CatalogueWords.cannotList(error.reason))
    }
  }

  private func removeLeftovers() throws(CatalogueError) {
    let names = try Self.list(folder)
    for name in names where name.hasPrefix(prefix) { unlink(folder + "/" + name) }
    // What went with a catalogue that has been put in place, or that somebody has removed.
    guard !names.contains(resumable) else { return }
    for name in names where name.hasPrefix(resumable) { unlink(folder + "/" + name) }
  }

  /// Where a full-text index is built.
  func textIndex(_ index: TextIndex) -> String { "\(building).\(index.rawValue)" }

  /// A temporary file of this import.
  func makeSpool() throws -> Spool {
    spools += 1
    let path = "\(building).spool\(spools)"
    // Killed in the moment between making it and taking its name away, the last one may have left it.
    if isResumable { unlink(path) }
    return try Spool(path: path)
  }

  /// A file of this import that the next one goes on with.
  func resumeSpool(_ name: String, count: Int) throws -> Spool {
    try Spool(resuming: "\(building).\(name)", count: count)
  }

  /// Removes what this import, or one before it, has made and not put in place.
  func discard() {
    let name = (building as NSString).lastPathComponent
    do throws(CatalogueError) {
      for file in try Self.list(folder) where file == name || file.hasPrefix(name + ".") || file.hasPrefix(name + "-") {
        unlink(folder + "/" + file)
      }
    } catch {
      // A folder that cannot be listed has been reported when the lock was taken.
    }
  }

  func remove(_ path: String) { unlink(path) }

  /// Says that there is nothing to go on with any more.
  func finish() { isDone = true }

  /// What stays of an import into a catalogue that was stopped and can be gone on with; nil for nothing.
  static func unfinished(of path: String) throws(CatalogueError) -> UnfinishedUpdate? {
    let names = Names(path)
    guard FileSystem.isDirectory(names.folder) else { return nil }
    let files = try list(names.folder).filter { $0.hasPrefix(names.resumable) }
    guard files.contains(names.resumable) else { return nil }
    let identity: [UInt8]
    do throws(FileError) {
      identity = try FileSystem.read("\(names.folder)/\(names.resumable).\(identityName)", limit: 1 << 16)
    } catch {
      identity = []
    }
    return UnfinishedUpdate(
      bytes: files.compactMap { size(of: names.folder + "/" + $0) }.reduce(0, +),
      identity: String(decoding: identity, as: UTF8.self))
  }

  static let identityName = "identity"

  /// Bytes that an ordinary user may still write; nil where the system does not say.
  var freeSpace: Int? {
    var status = statvfs()
    guard statvfs(folder, &status) == 0 else { return nil }
    return Int(clamping: UInt64(status.f_bavail) &* UInt64(status.f_frsize))
  }

  /// Removes the catalogue itself.
  func removeCatalogue() throws(CatalogueError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw .unwritable(path: path, reason: Self.reason(errno)) }
    for suffix in ["-journal", "-wal", "-shm"] { unlink(path + suffix) }
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

  /// Waits until a file or folder is safely on disk.
  func sync(_ path: String) throws(CatalogueError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unwritable(path: path, reason: Self.reason(errno)) }
    defer { close(descriptor) }
    // Some file systems cannot sync folders and say EINVAL; they have nothing to sync then.
    guard syncToDisk(descriptor) == 0 || errno == EINVAL else {
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
