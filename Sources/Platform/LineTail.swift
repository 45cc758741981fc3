internal import LibC

/// Reads the last lines of a file from its end.
enum LineTail {
  /// The last non-empty lines, the last one first. Reads blocks of 64 KiB backwards until there are enough.
  static func lines(of path: String, limit: Int) throws(FileError) -> [ArraySlice<UInt8>] {
    guard limit > 0 else { return [] }
    if let kind = FileSystem.unreadableKind(at: path) { throw FileError(.read, path, because: kind) }
    let descriptor = try FileSystem.opened(path, O_RDONLY, for: .read)
    defer { close(descriptor) }
    var start = Int(lseek(descriptor, 0, SEEK_END))
    guard start >= 0 else { throw FileError(.read, path, code: errno) }

    var lines: [ArraySlice<UInt8>] = []
    // The end of a line that begins in an earlier block; its blocks in the order they were read.
    var unfinished: [[UInt8]] = []
    while start > 0, lines.count < limit, unfinished.count < Self.mostBlocks {
      let size = min(start, 1 << 16)
      start -= size
      let block = try read(descriptor, at: start, count: size, path: path)
      let newline = UInt8(ascii: "\n")
      guard let first = block.firstIndex(of: newline) else {
        unfinished.append(block)
        continue
      }
      var pieces = block.split(separator: newline, omittingEmptySubsequences: false)
      let tail = Array(pieces.removeLast()) + unfinished.reversed().joined()
      unfinished = [Array(block[..<first])]
      if !tail.isEmpty { lines.append(tail[...]) }
      for piece in pieces.dropFirst().reversed() where !piece.isEmpty { lines.append(piece) }
    }
    if start == 0 || unfinished.count == Self.mostBlocks {
      let first = Array(unfinished.reversed().joined())
      if !first.isEmpty { lines.append(first[...]) }
    }
    return Array(lines.prefix(limit))
  }

  /// The blocks read of a line at most; a longer one is not the program's, and only its end is returned.
  private static let mostBlocks = 16

  private static func read(_ descriptor: Int32, at offset: Int, count: Int, path: String) throws(FileError) -> [UInt8] {
    var block = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let got = block.withUnsafeMutableBytes { bytes in
        FileSystem.retrying {
          pread(descriptor, bytes.baseAddress?.advanced(by: filled), count - filled, off_t(offset + filled))
        }
      }
      guard got >= 0 else { throw FileError(.read, path, code: errno) }
      // Another program has truncated the file meanwhile.
      if got == 0 { break }
      filled += got
    }
    return Array(block.prefix(filled))
  }
}
