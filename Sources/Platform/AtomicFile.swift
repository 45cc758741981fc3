internal import LibC

/// Replaces files so that readers always see either the old or the new content as a whole, even after a crash.
public enum AtomicFile {
  /// Writes a file beside the old one, syncs it and renames it. For files that users name see `OutputFile`.
  ///
  /// - Parameters:
  ///   - permissions: the mode of the new file; 0o600 restricts it to this user.
  ///   - isDurable: false to skip the sync for content that can be restored: after a power cut the file may then be
  ///     empty or cut.
  /// - Throws: `FileError`; the old file is then unchanged, and nothing is left beside it.
  public static func write(
    _ bytes: some Sequence<UInt8>, to path: String, permissions: UInt16 = 0o600, isDurable: Bool = true
  ) throws(FileError) {
    let temporary = try make(bytes, beside: path, isDurable: isDurable) { fchmod($0, mode_t(permissions)) == 0 }
    do {
      try move(temporary, to: path, isDurable: isDurable)
    } catch {
      unlink(temporary)
      throw error
    }
  }

  /// A random name beside a file.
  static func temporaryName(beside path: String) -> String {
    "\(path).\(String(UInt64.random(in: 0 ... .max), radix: 36))"
  }

  /// Writes a file beside another, as `FileSystem.make` does.
  ///
  /// - Returns: its path.
  static func make(
    _ bytes: some Sequence<UInt8>, beside path: String, mode: UInt16 = 0o600, isDurable: Bool,
    _ prepare: (Int32) -> Bool = { _ in true }
  ) throws(FileError) -> String {
    let temporary = temporaryName(beside: path)
    do {
      try FileSystem.make(temporary, bytes, mode: mode, isDurable: isDurable, prepare)
      return temporary
    } catch {
      throw FileError(.write, path, code: error.code)
    }
  }

  /// Renames a file over another in the same directory.
  static func move(_ temporary: String, to path: String, isDurable: Bool) throws(FileError) {
    guard rename(temporary, path) == 0 else { throw FileError(.write, path, code: errno) }
    if isDurable { syncDirectory(of: path) }
  }

  /// Makes the rename durable. Where a file system cannot, the file is still complete.
  private static func syncDirectory(of path: String) {
    let directory = open(path.parentDirectory ?? ".", O_RDONLY | O_CLOEXEC)
    guard directory >= 0 else { return }
    syncToDisk(directory)
    close(directory)
  }
}
