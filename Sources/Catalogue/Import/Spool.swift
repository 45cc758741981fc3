internal import LibC

enum SpoolError: Error {
  /// The `errno`: `ENOSPC`, `EIO`.
  case system(Int32)
  case truncated
}

/// A temporary file that is written from front to back and then read. Unless it is to be resumed, it goes away with
/// this object or the process.
final class Spool {
  private(set) var count = 0
  fileprivate let descriptor: Int32
  private let buffer = UnsafeMutableRawPointer.allocate(byteCount: Spool.capacity, alignment: 16)
  private static let capacity = 256 << 10
  private var used = 0

  /// Creates the file and unlinks it at once, so that not even a crash leaves it behind.
  init(path: String) throws {
    descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw SpoolError.system(errno) }
    unlink(path)
  }

  /// Opens or creates a file that outlives the process, and continues after its first `count` bytes.
  init(resuming path: String, count: Int) throws {
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw SpoolError.system(errno) }
    self.count = count
    guard lseek(descriptor, 0, SEEK_END) >= count else { throw SpoolError.truncated }
    guard ftruncate(descriptor, off_t(count)) == 0, lseek(descriptor, off_t(count), SEEK_SET) >= 0 else {
      throw SpoolError.system(errno)
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    buffer.deallocate()
  }

  /// Writes the buffer safely to disk.
  func save() throws {
    try flush()
    guard syncToDisk(descriptor) == 0 else { throw SpoolError.system(errno) }
  }

  func empty() throws {
    guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) >= 0 else { throw SpoolError.system(errno) }
    (used, count) = (0, 0)
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws {
    guard let source = bytes.baseAddress else { return }
    if used + bytes.count > Self.capacity {
      try flush()
      guard bytes.count <= Self.capacity else {
        try put(bytes)
        count += bytes.count
        return
      }
    }
    (buffer + used).copyMemory(from: source, byteCount: bytes.count)
    used += bytes.count
    count += bytes.count
  }

  func flush() throws {
    try put(UnsafeRawBufferPointer(start: buffer, count: used))
    used = 0
  }

  private func put(_ bytes: UnsafeRawBufferPointer) throws {
    var done = 0
    while done < bytes.count {
      let written = LibC.write(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { throw SpoolError.system(written < 0 ? errno : ENOSPC) }
      done += written
    }
  }
}

/// Reads a range of a spool from front to back.
struct SpoolReader: ~Copyable {
  private let spool: Spool
  /// The offset of the next read, and the end of the range.
  private var position: Int
  private let end: Int
  /// The bytes read ahead, of which those before `start` have been taken.
  private var bytes: PlainList<UInt8>
  private var start = 0
  private let bufferSize: Int

  /// The spool must be flushed.
  init(_ spool: Spool, from start: Int = 0, to end: Int? = nil, bufferSize: Int = 1 << 20) {
    self.spool = spool
    position = start
    self.end = end ?? spool.count
    self.bufferSize = max(min(bufferSize, self.end - start), 64)
    bytes = PlainList(capacity: self.bufferSize)
  }

  var offset: Int { position - (bytes.count - start) }

  /// The next bytes, valid until the next call; nil at the end.
  mutating func take(_ count: Int) throws -> UnsafeRawBufferPointer? {
    if bytes.count - start < count, try !fill(atLeast: count) { return nil }
    defer { start += count }
    return UnsafeRawBufferPointer(start: bytes.base + start, count: count)
  }

  private mutating func fill(atLeast count: Int) throws -> Bool {
    bytes.removeFirst(start)
    start = 0
    var filled = bytes.count
    let rest = end - position
    guard filled + rest >= count else {
      if filled == 0, rest == 0 { return false }
      throw SpoolError.truncated
    }
    bytes.resize(to: min(max(count, bufferSize), filled + rest))
    while filled < count {
      let got = pread(spool.descriptor, bytes.base + filled, bytes.count - filled, off_t(position))
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { throw got < 0 ? SpoolError.system(errno) : SpoolError.truncated }
      filled += got
      position += got
    }
    bytes.resize(to: filled)
    return true
  }
}

extension SpoolReader {
  /// The next of the facts that `IndexFactWriter` wrote.
  mutating func nextFact() throws -> Fact? {
    guard let size = try take(4)?.loadUnaligned(as: UInt32.self) else { return nil }
    guard let bytes = try take(Int(size)) else { throw SpoolError.truncated }
    return Fact(bytes: bytes)
  }
}
