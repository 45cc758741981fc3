internal import LibC
import Wording

/// Files that only this user may read, in a directory that only this user may enter.
enum PrivateFile {
  /// - Throws: `SecretError.file` if it is missing or cannot be read, `.exposed` if others can access it.
  static func read(_ path: String, limit: Int) throws(SecretError) -> [UInt8] {
    if let directory = path.parentDirectory { try checkDirectory(directory) }
    // Follows no link, and does not wait for the writer of a pipe.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      let code = errno
      if code == ELOOP { throw .exposed(path: path, reason: AccountWords.isLink, remedy: AccountWords.signInAgain) }
      throw .file(FileError(.read, path, code: code))
    }
    defer { close(descriptor) }
    // `fstat`, because the name may belong to another file by now.
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .file(FileError(.read, path, code: errno)) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .file(FileError(.read, path, code: EINVAL)) }
    try check(status, path, mode: "600")
    guard Int(status.st_size) <= limit else { throw .file(FileError(.read, path, code: EFBIG)) }
    var bytes = [UInt8](repeating: 0, count: limit)
    let count = FileSystem.fill(&bytes, from: descriptor)
    guard count >= 0 else { throw .file(FileError(.read, path, code: errno)) }
    return Array(bytes[..<count])
  }

  /// Replaces a file in one step, with its permissions from the start, and makes its directory if that is missing.
  static func write(_ bytes: some Sequence<UInt8>, to path: String) throws(SecretError) {
    if let directory = path.parentDirectory {
      do { try FileSystem.makeDirectory(directory) } catch { throw .file(error) }
      try checkDirectory(directory)
    }
    do { try AtomicFile.write(bytes, to: path, permissions: 0o600) } catch { throw .file(error) }
  }

  private static func checkDirectory(_ path: String) throws(SecretError) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .file(FileError(.read, path, code: errno)) }
    try check(status, path, mode: "700")
  }

  private static func check(_ status: stat, _ path: String, mode: String) throws(SecretError) {
    guard status.st_uid == geteuid() else {
      throw .exposed(path: path, reason: AccountWords.ownedByOther, remedy: AccountWords.signInAgain)
    }
    guard status.st_mode & 0o077 == 0 else {
      throw .exposed(path: path, reason: AccountWords.isExposed, remedy: AccountWords.close(path, mode: mode))
    }
  }
}
