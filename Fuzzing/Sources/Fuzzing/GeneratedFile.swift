internal import Foundation

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A file that holds the input of the moment, for code that takes a path. It has no name of its own and is gone with the
/// program.
public final class GeneratedFile: Sendable {
  private let descriptor: Int32
  /// Opens the file afresh, from its beginning.
  public let path: String

  public init() {
    // Kept in memory where there is such a place: a disk takes ten times as long as reading what is on it.
    let folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : NSTemporaryDirectory()
    var template = Array("\(folder)/runout-fuzz-XXXXXX".utf8CString)
    descriptor = mkstemp(&template)
    precondition(descriptor >= 0, "no temporary file can be made")
    unlink(template)
    path = "/dev/fd/\(descriptor)"
  }

  public func fill(with bytes: [UInt8]) {
    precondition(ftruncate(descriptor, 0) == 0)
    let written = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    precondition(written == bytes.count, "the temporary file cannot be written")
  }
}
