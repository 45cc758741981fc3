internal import LibC

/// Writes files that the user names: `-o`, `--save`, `save-screen`, `backup`.
///
/// A regular file is replaced in one step, also behind links, and keeps its mode and owner. Devices, pipes and open
/// descriptors, such as `/dev/stdout` or the `/dev/fd/63` of a shell's `>(gzip > file)`, are written to.
public enum OutputFile {
  private enum Place {
    /// A path with all links resolved, and the file's facts if it exists.
    case file(String, old: stat?)
    /// A device, pipe or descriptor to write to; the number if it is open already.
    case stream(Int32?)
  }

  /// - Parameter permissions: the mode of a new file, before the umask.
  /// - Throws: `FileError`; a regular file is then unchanged, unless it can only be written in place. Nothing is left
  ///   beside it.
  public static func write(
    _ bytes: some Sequence<UInt8>, to path: String, permissions: UInt16 = 0o666
  ) throws(FileError) {
    switch try place(of: path) {
    case .stream(let number): try writeInPlace(bytes, into: path, number)
    case .file(let target, let old):
      let draft: String
      do {
        draft = try AtomicFile.make(bytes, beside: target, mode: old == nil ? permissions : 0o600, isDurable: true)
      } catch {
        // Its directory takes no new files, but the file itself may still be writable.
        guard old != nil, isOfPlace(error.code) else { throw error }
        return try writeInPlace(bytes, into: target, nil)
      }
      defer { unlink(draft) }
      try replace(target, old, with: draft)
    }
  }

  /// A temporary path for a file that ``deliver(_:to:)`` later moves to `path`: beside it, or beside `other` if that is
  /// not possible.
  public static func draft(for path: String, orBeside other: String) throws(FileError) -> String {
    guard case .file(let target, _) = try place(of: path), access(target.parentDirectory ?? ".", W_OK) == 0 else {
      return AtomicFile.temporaryName(beside: other)
    }
    return AtomicFile.temporaryName(beside: target)
  }

  /// Moves or copies a finished draft to its place. Nothing is left under the draft's name.
  public static func deliver(_ draft: String, to path: String) throws(FileError) {
    defer { unlink(draft) }
    switch try place(of: path) {
    case .stream(let number):
      let descriptor = try opened(path, number)
      try finish(descriptor, path, copy(draft, to: descriptor))
    case .file(let target, let old): try replace(target, old, with: draft)
    }
  }

  /// Whether a path is `-` or names this program's standard output.
  public static func isStandardOutput(_ path: String) -> Bool { path == "-" || openNumber(path) == STDOUT_FILENO }

  /// Whether writing to a path would replace an existing file.
  public static func isReplaced(_ path: String) -> Bool {
    openNumber(path) == nil && FileSystem.facts(of: path).map { $0.isRegular || $0.isDirectory } ?? false
  }

  // MARK: Places

  private static func place(of path: String) throws(FileError) -> Place {
    if let number = openNumber(path) { return .stream(number) }
    var status = stat()
    guard stat(path, &status) == 0 else {
      guard errno == ENOENT else { throw FileError(.write, path, code: errno) }
      return .file(FileSystem.behindLinks(path), old: nil)
    }
    guard status.st_mode & S_IFMT == S_IFREG else { return .stream(nil) }
    // Replacing needs write access to the directory only, but a read-only file must stay.
    guard access(path, W_OK) == 0 else { throw FileError(.write, path, code: errno) }
    let target = FileSystem.behindLinks(path)
    var found = stat()
    // A link of /proc may lead to a file that no longer has a name.
    guard stat(target, &found) == 0, found.st_ino == status.st_ino, found.st_dev == status.st_dev else {
      return .stream(nil)
    }
    return .file(target, old: status)
  }

  /// The descriptor that a path names: `/dev/stdout`, `/dev/fd/3`.
  private static func openNumber(_ path: String) -> Int32? {
    switch path {
    case "/dev/stdout": return STDOUT_FILENO
    case "/dev/stderr": return STDERR_FILENO
    default:
      let prefix = ["/dev/fd/", "/proc/self/fd/"].first { path.hasPrefix($0) }
      return prefix.flatMap { Int32(path.dropFirst($0.count)) }.flatMap { $0 >= 0 ? $0 : nil }
    }
  }

  /// - Parameter number: an open descriptor, which is duplicated: a file opened again by name would be written from its
  ///   beginning.
  private static func opened(_ path: String, _ number: Int32?) throws(FileError) -> Int32 {
    let descriptor =
      number.map { fcntl($0, F_DUPFD_CLOEXEC, 0) } ?? open(path, O_WRONLY | O_TRUNC | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(.write, path, code: errno) }
    return descriptor
  }

  /// Replaces a file by another; one that cannot be replaced, such as a mount point in a container, is written to.
  private static func replace(_ target: String, _ old: stat?, with draft: String) throws(FileError) {
    if let old {
      let descriptor = open(draft, O_RDONLY | O_CLOEXEC)
      try finish(descriptor, target, descriptor >= 0 && inherit(old, descriptor))
    }
    do {
      try AtomicFile.move(draft, to: target, isDurable: true)
    } catch {
      guard old != nil, isOfPlace(error.code) else { throw error }
      let descriptor = try opened(target, nil)
      try finish(descriptor, target, copy(draft, to: descriptor))
    }
  }

  /// Whether a failure is about the directory or the mount, so that writing in place may still work.
  private static func isOfPlace(_ code: Int32) -> Bool { [EACCES, EPERM, EROFS, EBUSY, EXDEV].contains(code) }

  // MARK: Bytes

  private static func writeInPlace(
    _ bytes: some Sequence<UInt8>, into path: String, _ number: Int32?
  ) throws(FileError) {
    let descriptor = try opened(path, number)
    try finish(descriptor, path, FileSystem.writeAll(bytes, to: descriptor))
  }

  /// Closes a descriptor; a network file system may report errors only then.
  private static func finish(_ descriptor: Int32, _ path: String, _ isWritten: Bool) throws(FileError) {
    let code = errno
    let isClosed = close(descriptor) == 0 || errno == EINTR
    if !isWritten { throw FileError(.write, path, code: code) }
    if !isClosed { throw FileError(.write, path, code: errno) }
  }

  /// Returns false, with `errno` set, if that fails.
  private static func copy(_ file: String, to descriptor: Int32) -> Bool {
    let source = open(file, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else { return false }
    defer { close(source) }
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = FileSystem.fill(&buffer, from: source)
      if count <= 0 { return count == 0 }
      guard FileSystem.writeAll(buffer[..<count], to: descriptor) else { return false }
    }
  }

  /// Gives a file the mode of another, and its owner and group if this user may: root must not take over a user's file.
  private static func inherit(_ old: stat, _ descriptor: Int32) -> Bool {
    if fchown(descriptor, old.st_uid, old.st_gid) != 0 { _ = fchown(descriptor, uid_t.max, old.st_gid) }
    return fchmod(descriptor, old.st_mode & 0o7777) == 0
  }
}
