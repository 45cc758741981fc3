import Foundation
import LibC
import Platform
import Wording

/// The local copy of a dump, which grows during the download.
///
/// For one download at a time, which may continue on different threads.
final class KeptFile: @unchecked Sendable {
  // The download awaits each call before the next.
  private let path: String
  private let part: String
  private let size: Int
  private var descriptor: Int32 = -1

  private static let piece = 1 << 20

  init(_ file: UpdatePlan.File, in folder: String) {
    path = folder + "/" + file.name
    // There may also be a part of another version.
    part = "\(path).\(file.checksum.prefix(8)).part"
    size = file.size
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Replays the local bytes from an offset on.
  ///
  /// - Returns: the offset from which to download.
  func replay(from offset: Int, _ take: ([UInt8]) async -> Bool) async throws -> Int {
    if FileSystem.facts(of: path)?.bytes == size { return try await replay(path, from: offset, take) }
    if let held = FileSystem.facts(of: part)?.bytes, held >= offset {
      let position = try await replay(part, from: offset, take)
      try openPart(at: position)
      return position
    }
    // Without its beginning, the copy would have a hole.
    if offset == 0 { try openPart(at: 0) }
    return offset
  }

  private func openPart(at count: Int) throws {
    descriptor = open(part, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0, ftruncate(descriptor, off_t(count)) == 0, lseek(descriptor, off_t(count), SEEK_SET) >= 0
    else { throw KeptFileError() }
  }

  private func replay(_ path: String, from offset: Int, _ take: ([UInt8]) async -> Bool) async throws -> Int {
    let source = open(path, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else { throw KeptFileError() }
    defer { close(source) }
    var position = offset
    var buffer = [UInt8](repeating: 0, count: Self.piece)
    while true {
      let count = buffer.withUnsafeMutableBytes { pread(source, $0.baseAddress, $0.count, off_t(position)) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw KeptFileError() }
      guard count > 0, await take(Array(buffer[..<count])) else { return position }
      position += count
    }
  }

  func append(_ bytes: [UInt8]) throws {
    guard descriptor >= 0 else { return }
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress.map { $0 + done }, bytes.count - done) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw KeptFileError() }
      done += count
    }
  }

  func finish() throws {
    guard descriptor >= 0 else { return }
    guard syncToDisk(descriptor) == 0, rename(part, path) == 0 else { throw KeptFileError() }
  }
}

struct KeptFileError: Error, CustomStringConvertible {
  /// Why the latest system call failed, from `errno`.
  let reason = String(cString: strerror(errno))
  var description: String { UpdateWords.cannotKeep(reason) }
}
