internal import Foundation
internal import LibC
internal import Synchronization

/// Watches the files below a folder and records all permissions that each ever has, to find files that are closed to
/// others only after they were made.
///
///     let watch = FileModeWatch(home.path("data"))
///     … the program runs …
///     #expect(watch.end().allSatisfy { $0.mode & 0o077 == 0 })
public final class FileModeWatch: Sendable {
  /// A file with its mode at some moment.
  public struct Seen: Hashable, Sendable {
    /// The path below the folder.
    public var name: String
    public var mode: UInt32
  }

  private let seen = Mutex<Set<Seen>>([])
  private let isEnding = Mutex(false)
  private let ended = DispatchSemaphore(value: 0)

  public init(_ folder: String) {
    Thread.detachNewThread { [self] in
      while !isEnding.withLock({ $0 }) { look(folder, "") }
      look(folder, "")
      ended.signal()
    }
  }

  /// Stops watching, and returns all that was seen.
  public func end() -> Set<Seen> {
    isEnding.withLock { $0 = true }
    ended.wait()
    return seen.withLock { $0 }
  }

  private func look(_ folder: String, _ prefix: String) {
    guard let stream = opendir(folder) else { return }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
      }
      if name == "." || name == ".." { continue }
      let path = folder + "/" + name
      var status = stat()
      guard lstat(path, &status) == 0 else { continue }
      let mode = status.st_mode & 0o7777
      _ = seen.withLock { $0.insert(Seen(name: prefix + name, mode: UInt32(mode))) }
      if status.st_mode & S_IFMT == S_IFDIR { look(path, prefix + name + "/") }
    }
  }
}
