internal import LibC

/// Checks whether files can be written to a directory, by writing one.
public struct DirectoryCheck: Hashable, Sendable {
  public enum Outcome: Hashable, Sendable {
    case writable
    /// It does not exist yet, but can be made.
    case absent
    case refused(FileError)
  }

  public var outcome: Outcome
  /// The free bytes for this user on its disk; nil if unknown.
  public var free: Int?

  /// Removes the test file again. Blocks for as long as the disk takes.
  public init(_ path: String) {
    var place = path
    while !FileSystem.isDirectory(place), let parent = place.parentDirectory {
      // A file is in the way, at the path or further up.
      if FileSystem.facts(of: place) != nil {
        outcome = .refused(FileError(.use, path, code: ENOTDIR))
        free = Self.free(parent)
        return
      }
      place = parent
    }
    free = Self.free(place)
    let file = place.appending(path: ".runout-\(String(UInt64.random(in: 0 ... .max), radix: 36))")
    let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      outcome = .refused(FileError(.writeTo, place, code: errno))
      return
    }
    // A full disk takes new files, but no bytes.
    let isWritten = FileSystem.writeAll([UInt8](repeating: 0, count: 4096), to: descriptor)
    let code = errno
    close(descriptor)
    unlink(file)
    outcome = isWritten ? (place == path ? .writable : .absent) : .refused(FileError(.writeTo, place, code: code))
  }

  private static func free(_ path: String) -> Int? {
    var facts = statvfs()
    guard statvfs(path, &facts) == 0 else { return nil }
    let (bytes, isBeyond) = UInt64(facts.f_bavail).multipliedReportingOverflow(by: UInt64(facts.f_frsize))
    return isBeyond ? .max : Int(clamping: bytes)
  }
}
