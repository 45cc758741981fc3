internal import LibC

/// Replaces files so that readers see the old content or the new, whole either way, also after a crash.
public enum AtomicFile {
  /// Writes beside the file, makes the bytes durable and takes the file's place. `OutputFile` is for what users name.
  ///
  /// - Parameters:
  ///   - permissions: of the new file; 0o600 keeps it to this user.
  ///   - isDurable: false to spare the disk where the content can be had again: after a power cut the file may then be
  ///     empty or cut short.
  /// - Throws: `FileError`; the old file is then as it was and nothing is left beside it.
  public static func write(
    _ bytes: some Sequence<UInt8>, to path: String, permissions: UInt16 = 0o600, isDurable: Bool = true
  ) throws(FileError) {
    let temporary = try make(bytes, beside: path, isDurable: isDurable) { fchmod($0, mode_t(permissions)) == 0 }
    do throws(FileError) {
      try move(temporary, to: path, isDurable: isDurable)
    } catch {
      unlink(temporary)
      throw error
    }
  }

  /// A name beside a file that no other bears.
  static func temporaryName(beside path: String) -> String {
    "\(path).\(String(UInt64.random(in: 0 ... .max), radix: 36))"
  }

  /// Writes a file beside another.
  ///
  /// - Parameters:
  ///   - mode: of the file, less what the user's umask takes away.
  ///   - prepare: sets mode and owner as they shall be; false, with `errno` set, when it cannot.
  /// - Returns: its path.
  static func make(
    _ bytes: some Sequence<UInt8>, beside path: String, mode: UInt16 = 0o600, isDurable: Bool,
    _ prepare: (Int32) -> Bool = { _ in true }
  ) throws(FileError) -> String {
    let temporary = temporaryName(beside: path)
    // Closed in programs started meanwhile: one that held it would keep a script from being run.
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(mode))
    guard descriptor >= 0 else { throw FileError(.write, path, code: errno) }
    let isWhole =
      prepare(descriptor) && FileSystem.writeAll(bytes, to: descriptor) && (!isDurable || syncToDisk(descriptor) == 0)
    let code = errno
    close(descriptor)
    guard isWhole else {
      unlink(temporary)
      throw FileError(.write, path, code: code)
    }
    return temporary
  }

  /// Puts a file in the place of another in its directory.
  static func move(_ temporary: String, to path: String, isDurable: Bool) throws(FileError) {
    guard rename(temporary, path) == 0 else { throw FileError(.write, path, code: errno) }
    if isDurable { syncDirectory(of: path) }
  }

  /// Makes the rename itself durable. Some file systems cannot; the file is whole there all the same.
  private static func syncDirectory(of path: String) {
    let directory = open(path.parentDirectory ?? ".", O_RDONLY | O_CLOEXEC)
    guard directory >= 0 else { return }
    syncToDisk(directory)
    close(directory)
  }
}
