import Wording

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// What the file system refused, in words that name the file.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was tried: `read`, `write`, `create`.
  public var action: String
  public var path: String
  /// The system's error number.
  public var code: Int32

  public init(_ action: String, _ path: String, code: Int32) {
    self.action = action
    self.path = path
    self.code = code
  }

  /// `Cannot write /home/me/notes: No space left on device`.
  public var description: String { FilesWords.cannot(action, path, reason) }

  /// The system's own words: `No space left on device`.
  public var reason: String { String(cString: strerror(code)) }

  public var isMissing: Bool { code == ENOENT || code == ENOTDIR }
}
