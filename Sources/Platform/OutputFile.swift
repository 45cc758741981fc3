internal import LibC

/// Writes what a user asked for to where they sent it: `-o`, `--save`, `save-screen`, `backup`.
///
/// A regular file is replaced in one step, also behind links, and keeps its mode and owner. Anything else is written to
/// as it is: devices, pipes, and what this program already has open, such as `/dev/stdout` or the `/dev/fd/63` of a
/// shell's `>(gzip > file)`.
public enum OutputFile {
  private enum Place {
    /// Behind all links, with what is there so far.
    case file(String, old: stat?)
    /// A thing that is written to as it is; a number where it is open already.
    case stream(Int32?)
  }

  /// - Parameter permissions: of a file that is not there yet, less what the user's umask takes away.
  /// - Throws: `FileError`; a regular file is then as it was, but for one that can only be written in place. Nothing is
  ///   left beside it.
  public static func write(
    _ bytes: some Sequence<UInt8>, to path: String, permissions: UInt16 = 0o666
  ) throws(FileError) {
    switch try place(of: path) {
    case .stream(let number): try writeInPlace(bytes, into: path, number)
    case .file(let target, let old):
      let draft: String
      do throws(FileError) {
        draft = try AtomicFile.make(bytes, beside: target, mode: old == nil ? permissions : 0o600, isDurable: true)
      } catch {
        // Its directory takes no new files; the file itself may be written to all the same.
        guard old != nil, isOfPlace(error.code) else { throw error }
        return try writeInPlace(bytes, into: target, nil)
      }
      defer { unlink(draft) }
      try replace(target, old, with: draft)
    }
  }

  /// The name under which a program may make a file that `deliver` then brings to its place: beside it, or beside
  /// another file where no file can be beside it.
  public static func draft(for path: String, orBeside other: String) throws(FileError) -> String {
    guard case .file(let target, _) = try place(of: path), access(target.parentDirectory ?? ".", W_OK) == 0 else {
      return AtomicFile.temporaryName(beside: other)
    }
    return AtomicFile.temporaryName(beside: target)
  }

  /// Brings a file to the place for which `draft` named it. Nothing is left under that name.
  public static func deliver(_ draft: String, to path: String) throws(FileError) {
    defer { unlink(draft) }
    switch try place(of: path) {
    case .stream(let number):
      let descriptor = try opened(path, number)
      try finish(descriptor, path, copy(draft, to: descriptor))
    case .file(let target, let old): try replace(target, old, with: draft)
    }
  }

  /// Whether a path names this program's standard output, as `-` does.
  public static func isStandardOutput(_ path: String) -> Bool { path == "-" || openNumber(path) == STDOUT_FILENO }

  /// Whether writing to a path does away with what is there.
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
    // To replace it takes leave of the directory only, which is not what the file's mode asks for.
    guard access(path, W_OK) == 0 else { throw FileError(.write, path, code: errno) }
    let target = FileSystem.behindLinks(path)
    var found = stat()
    // A link of /proc may lead to a file that has no name any more.
    guard stat(target, &found) == 0, found.st_ino == status.st_ino, found.st_dev == status.st_dev else {
      return .stream(nil)
    }
    return .file(target, old: status)
  }

  /// The number of a descriptor that a path names: `/dev/stdout`, `/dev/fd/3`.
  private static func openNumber(_ path: String) -> Int32? {
    switch path {
    case "/dev/stdout": return STDOUT_FILENO
    case "/dev/stderr": return STDERR_FILENO
    default:
      let prefix = ["/dev/fd/", "/proc/self/fd/"].first { path.hasPrefix($0) }
      return prefix.flatMap { Int32(path.dropFirst($0.count)) }.flatMap { $0 >= 0 ? $0 : nil }
    }
  }

  /// - Parameter number: of a descriptor. Opened again by its name, a file would be written from its beginning.
  private static func opened(_ path: String, _ number: Int32?) throws(FileError) -> Int32 {
    let descriptor =
      number.map { fcntl($0, F_DUPFD_CLOEXEC, 0) } ?? open(path, O_WRONLY | O_TRUNC | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(.write, path, code: errno) }
    return descriptor
  }

  /// Puts a file in the place of another; one that cannot be replaced, as a container mounts them, is written to.
  private static func replace(_ target: String, _ old: stat?, with draft: String) throws(FileError) {
    if let old {
      let descriptor = open(draft, O_RDONLY | O_CLOEXEC)
      try finish(descriptor, target, descriptor >= 0 && inherit(old, descriptor))
    }
    do throws(FileError) {
      try AtomicFile.move(draft, to: target, isDurable: true)
    } catch {
      guard old != nil, isOfPlace(error.code) else { throw error }
      let descriptor = try opened(target, nil)
      try finish(descriptor, target, copy(draft, to: descriptor))
    }
  }

  /// Whether a failure is of the directory, or of where the file lies, and not of its bytes.
  private static func isOfPlace(_ code: Int32) -> Bool { [EACCES, EPERM, EROFS, EBUSY, EXDEV].contains(code) }

  // MARK: Bytes

  private static func writeInPlace(
    _ bytes: some Sequence<UInt8>, into path: String, _ number: Int32?
  ) throws(FileError) {
    let descriptor = try opened(path, number)
    try finish(descriptor, path, FileSystem.writeAll(bytes, to: descriptor))
  }

  /// Closes a descriptor: what the disk of a server refuses, it may not say earlier.
  private static func finish(_ descriptor: Int32, _ path: String, _ isWritten: Bool) throws(FileError) {
    let code = errno
    let isClosed = close(descriptor) == 0 || errno == EINTR
    if !isWritten { throw FileError(.write, path, code: code) }
    if !isClosed { throw FileError(.write, path, code: errno) }
  }

  /// False, with `errno` set, when it cannot.
  private static func copy(_ file: String, to descriptor: Int32) -> Bool {
    let source = open(file, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else { return false }
    defer { close(source) }
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = FileSystem.retrying { read(source, &buffer, buffer.count) }
      if count <= 0 { return count == 0 }
      guard FileSystem.writeAll(buffer[..<count], to: descriptor) else { return false }
    }
  }

  /// Gives a file the mode of another, and its owner as far as this user may: root leaves a user's file that user's.
  private static func inherit(_ old: stat, _ descriptor: Int32) -> Bool {
    if fchown(descriptor, old.st_uid, old.st_gid) != 0 { _ = fchown(descriptor, uid_t.max, old.st_gid) }
    return fchmod(descriptor, old.st_mode & 0o7777) == 0
  }
}
