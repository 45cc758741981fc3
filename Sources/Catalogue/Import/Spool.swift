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
  private let buffer: UnsafeMutableRawPointer
  private let capacity = 256 << 10
  private var used = 0

  /// Creates the file and unlinks it at once, so that not even a crash leaves it behind.
  init(path: String) throws {
    descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw SpoolError.system(errno) }
    unlink(path)
    buffer = .allocate(byteCount: capacity, alignment: 16)
  }

  /// Opens or creates a file that outlives the process, and continues after its first `count` bytes.
  init(resuming path: String, count: Int) throws {
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw SpoolError.system(errno) }
    buffer = .allocate(byteCount: capacity, alignment: 16)
    self.count = count
    let size = lseek(descriptor, 0, SEEK_END)
    guard size >= count else { throw SpoolError.truncated }
    guard ftruncate(descriptor, off_t(count)) == 0, lseek(descriptor, off_t(count), SEEK_SET) >= 0 else {
      throw SpoolError.system(errno)
    }
  }

  deinit {
    close(descriptor)
    buffer.deallocate()
  }

  /// Writes the buffer safely to disk.
  func save() throws {
    try flush()
    guard syncToDisk(descriptor) == 0 else { throw SpoolError.system(errno) }
  }

  /// Empties the file and frees its disk space.
  func empty() throws {
    guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) >= 0 else { throw SpoolError.system(errno) }
    (used, count) = (0, 0)
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws {
    guard let source = bytes.baseAddress else { return }
    if used + bytes.count > capacity {
      try flush()
      guard bytes.count <= capacity else {
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
      let written = Self.write(descriptor, bytes, from: done)
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { throw SpoolError.system(written < 0 ? errno : ENOSPC) }
      done += written
    }
  }

  private static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    LibC.write(descriptor, bytes.baseAddress.map { $0 + start }, bytes.count - start)
  }
}

/// Reads a range of a spool from front to back.
struct SpoolReader {
  private let spool: Spool
  /// The offset of the next read, and the end of the range.
  private var position: Int
  private let end: Int
  private let memory: Memory
  private var start = 0
  private var filled = 0

  private final class Memory {
    var pointer: UnsafeMutableRawPointer
    var capacity: Int

    init(_ capacity: Int) {
      self.capacity = capacity
      pointer = .allocate(byteCount: capacity, alignment: 16)
    }

    deinit { pointer.deallocate() }

    func grow(to size: Int, keeping range: Range<Int>) {
      let larger = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
      larger.copyMemory(from: pointer + range.lowerBound, byteCount: range.count)
      pointer.deallocate()
      pointer = larger
      capacity = size
    }
  }

  /// The spool must be flushed.
  init(_ spool: Spool, from start: Int = 0, to end: Int? = nil, bufferSize: Int = 1 << 20) {
    self.spool = spool
    position = start
    self.end = end ?? spool.count
    memory = Memory(max(min(bufferSize, self.end - start), 64))
  }

  /// The offset of the next byte in the spool.
  var offset: Int { position - (filled - start) }

  /// The next bytes, valid until the next call; nil at the end.
  mutating func take(_ count: Int) throws -> UnsafeRawBufferPointer? {
    if filled - start < count {
      guard try fill(atLeast: count) else { return nil }
    }
    defer { start += count }
    return UnsafeRawBufferPointer(start: memory.pointer + start, count: count)
  }

  private mutating func fill(atLeast count: Int) throws -> Bool {
    let rest = filled - start
    guard rest + (end - position) >= count else {
      if rest == 0, position == end { return false }
      throw SpoolError.truncated
    }
    if count > memory.capacity {
      memory.grow(to: count, keeping: start..<filled)
    } else if start > 0 {
      memory.pointer.copyMemory(from: memory.pointer + start, byteCount: rest)
    }
    start = 0
    filled = rest
    while filled < count {
      let wanted = min(memory.capacity - filled, end - position)
      let got = pread(spool.descriptor, memory.pointer + filled, wanted, off_t(position))
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { throw got < 0 ? SpoolError.system(errno) : SpoolError.truncated }
      filled += got
      position += got
    }
    return true
  }
}
