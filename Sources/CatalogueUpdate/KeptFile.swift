import Foundation
import LibC
import Platform
import Wording

/// The copy of a dump on this machine, which grows while the dump is downloaded.
///
/// Used by one download at a time, from one task after the other.
final class KeptFile: @unchecked Sendable {
  // The download that owns it awaits each call before the next.
  private let path: String
  private let part: String
  private let size: Int
  private var descriptor: Int32 = -1

  private static let piece = 1 << 20

  init(_ file: UpdatePlan.File, in folder: String) {
    path = folder + "/" + file.name
    // Of another version there may be a part, too.
    part = "\(path).\(file.checksum.prefix(8)).part"
    size = file.size
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Hands on what is there from a byte on.
  ///
  /// - Returns: with which byte the download goes on.
  func replay(from offset: Int, _ take: ([UInt8]) async -> Bool) async throws -> Int {
    if FileSystem.facts(of: path)?.bytes == size { return try await replay(path, from: offset, take) }
    if let held = FileSystem.facts(of: part)?.bytes, held >= offset {
      let position = try await replay(part, from: offset, take)
      try openPart(at: position)
      return position
    }
    guard offset == 0 else {
      // Without its beginning, which was not kept, there would be a hole in it.
      return offset
    }
    try openPart(at: 0)
    return 0
  }

  private func openPart(at count: Int) throws {
    descriptor = open(part, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0, ftruncate(descriptor, off_t(count)) == 0, lseek(descriptor, off_t(count), SEEK_SET) >= 0
    else { throw KeptFileError(reason: String(cString: strerror(errno))) }
  }

  private func replay(_ path: String, from offset: Int, _ take: ([UInt8]) async -> Bool) async throws -> Int {
    let source = open(path, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else { throw KeptFileError(reason: String(cString: strerror(errno))) }
    defer { close(source) }
    var position = offset
    var buffer = [UInt8](repeating: 0, count: Self.piece)
    while true {
      let count = buffer.withUnsafeMutableBytes { pread(source, $0.baseAddress, $0.count, off_t(position)) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw KeptFileError(reason: String(cString: strerror(errno))) }
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
      guard count > 0 else { throw KeptFileError(reason: String(cString: strerror(errno))) }
      done += count
    }
  }

  /// Gives the whole copy its name.
  func finish() throws {
    guard descriptor >= 0 else { return }
    guard syncToDisk(descriptor) == 0, rename(part, path) == 0 else {
      throw KeptFileError(reason: String(cString: strerror(errno)))
    }
  }
}

/// Why a copy cannot be kept: half a sentence.
struct KeptFileError: Error, CustomStringConvertible {
  var reason: String
  var description: String { UpdateWords.cannotKeep(reason) }
}
