internal import LibC

/// A lock between processes, by a file that is never removed. Released with the value, and when the process ends.
public final class FileLock: Sendable {
  private let descriptor: Int32

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Blocks its thread until no other process holds the lock. Nil if the file cannot be opened; does not wait on a file
  /// system without locks.
  ///
  /// - Parameter path: a directory, or a file, which is made if it is missing.
  public static func wait(_ path: String) -> FileLock? {
    let isDirectory = FileSystem.facts(of: path)?.isDirectory ?? false
    let descriptor = open(path, isDirectory ? O_RDONLY | O_CLOEXEC : O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    return FileLock(descriptor)
  }

  /// Nil if another process holds the lock, which never happens on a file system without locks.
  public static func take(_ path: String) throws(FileError) -> FileLock? {
    let descriptor = try FileSystem.opened(path, O_RDWR | O_CREAT, for: .open)
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
