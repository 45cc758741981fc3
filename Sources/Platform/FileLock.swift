internal import LibC

/// A lock between programs, by a file that stays. It is let go of when the value is, and when the program ends, however
/// that happens.
public final class FileLock: Sendable {
  private let descriptor: Int32

  private init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Waits until no other program holds it; blocks its thread for as long. Nil where there is no such file to be had, or
  /// the file system has no locks: then no process waits.
  ///
  /// - Parameter path: of a file, which is made where it is missing, or of a directory.
  public static func wait(_ path: String) -> FileLock? {
    let isDirectory = FileSystem.facts(of: path)?.isDirectory ?? false
    let descriptor = open(path, isDirectory ? O_RDONLY | O_CLOEXEC : O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    return FileLock(descriptor)
  }

  /// Nil where another program holds it, which never happens on a file system without locks.
  public static func take(_ path: String) throws(FileError) -> FileLock? {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError(.open, path, code: errno) }
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      switch errno {
      case EINTR: continue
      case EWOULDBLOCK:
        close(descriptor)
        return nil
      default: return FileLock(descriptor)
      }
    }
    return FileLock(descriptor)
  }
}
