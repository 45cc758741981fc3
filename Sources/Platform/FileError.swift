internal import LibC
import Wording

/// An error of the file system, with the action and the file.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Action: Hashable, Sendable {
    case read, write, writeTo, create, open, remove, rename, copy, start, use
  }

  public var action: Action
  public var path: String
  /// `errno`; 0 if the error is not the system's.
  public var code: Int32
  private var words: String?

  public init(_ action: Action, _ path: String, code: Int32) {
    (self.action, self.path, self.code) = (action, path, code)
  }

  /// - Parameter words: half a sentence instead of the system's: `it is a pipe`.
  public init(_ action: Action, _ path: String, because words: String) {
    self.init(action, path, code: 0)
    self.words = words
  }

  /// `Cannot write /home/me/notes: No space left on device`.
  public var description: String { FilesWords.cannot(action.words, path, reason) }

  /// The reason alone: `No space left on device`.
  public var reason: String { words ?? String(cString: strerror(code)) }

  public var isMissing: Bool { code == ENOENT || code == ENOTDIR }
}

extension FileError.Action {
  fileprivate var words: String {
    switch self {
    case .read: FilesWords.read
    case .write: FilesWords.write
    case .writeTo: FilesWords.writeTo
    case .create: FilesWords.create
    case .open: FilesWords.open
    case .remove: FilesWords.remove
    case .rename: FilesWords.rename
    case .copy: FilesWords.copy
    case .start: FilesWords.start
    case .use: FilesWords.use
    }
  }
}
