public import Clients
internal import Platform
public import UserLibrary
internal import Wording

extension LiveServices {
  /// Backs up the library of the profile in use.
  ///
  /// - Parameters:
  ///   - target: a file, a device such as `/dev/stdout`, or a pipe.
  ///   - isReplacing: whether an existing file is replaced; devices and pipes are written to in any case.
  public func backUpLibrary(to target: String, isReplacing: Bool) async throws(ClientError) {
    let path = shelves.fileInUse
    guard FileSystem.isFile(path) || Library.obstacle(at: path) != nil else {
      throw .refused(FilesWords.noLibrary(path))
    }
    guard isReplacing || !OutputFile.isReplaced(target) else { throw .refused(FilesWords.isThere(target)) }
    try await translate.errors { try await Blocking.run { try Library.backUp(path, to: target) } }
  }

  /// Replaces the library of the profile in use by a backup; the old library is kept beside it.
  ///
  /// - Parameter isRehearsal: whether to change nothing, and only report what the backup holds.
  /// - Throws: `refused` while another program syncs this library.
  public func restoreLibrary(from file: String, isRehearsal: Bool) async throws(ClientError) -> LibraryRestore {
    try editor.checkMayChange(isRehearsal: isRehearsal)
    let path = shelves.fileInUse
    return try await translate.errors {
      if let directory = path.parentDirectory { try FileSystem.makeDirectory(directory) }
      guard let lock = try FileLock.take(path + ".lock") else { throw ClientError.refused(FilesWords.inUse(path)) }
      defer { withExtendedLifetime(lock) {} }
      return try await Blocking.run { try Library.restore(file, to: path, isRehearsal: isRehearsal) }
    }
  }
}
