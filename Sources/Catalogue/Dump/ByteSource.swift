import CZlib
import LibC
import Wording

/// The uncompressed bytes of a dump.
protocol DumpSource: AnyObject {
  /// The file's name in messages.
  var file: String { get }
  /// The size in bytes, compressed where the file is; nil where it cannot be known.
  var bytesTotal: Int? { get }
  /// The bytes used up so far, compressed where the file is.
  var bytesRead: Int { get }
  /// The number of ignored bytes at the end.
  var trailingBytes: Int { get }

  /// Reads up to `capacity` bytes, fewer only before the end or damage; 0 at the end.
  func read(into buffer: UnsafeMutableRawPointer, capacity: Int) throws(DumpError) -> Int
}

/// The bytes of a file, inflated if compressed.
///
/// The first two bytes, not the name, decide whether it is compressed. Consecutive gzip members are one stream, as for
/// gunzip; bytes after the last member are counted and ignored.
final class ByteSource: DumpSource {
  let file: String
  /// Nil for a pipe.
  let bytesTotal: Int?
  /// Bytes after the last gzip member.
  private(set) var trailingBytes = 0

  private let descriptor: Int32
  private let input = UnsafeMutableRawPointer.allocate(byteCount: ByteSource.inputSize, alignment: 16)
  /// The bytes in `input` that were read and not used yet.
  private var pending = 0..<0
  private var bytesFetched = 0
  /// Nil for an uncompressed file. zlib keeps pointers to it, so its address must not change.
  private var inflater: UnsafeMutablePointer<z_stream>?
  private var isAtEnd = false

  private static let inputSize = 1 << 18

  /// - Parameter isCancelled: polled while a pipe has no writer yet.
  init(path: String, isCancelled: () -> Bool = { false }) throws(DumpError) {
    file = path
    // A blocking open would wait for a pipe's writer, and no signal would end it.
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      bytesTotal = nil
      throw DumpError(file: path, reason: .unreadable(String(cString: strerror(errno))))
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      bytesTotal = nil
      throw DumpError(file: path, reason: .unreadable(String(cString: strerror(errno))))
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR:
      bytesTotal = nil
      throw DumpError(file: path, reason: .directory)
    case S_IFREG: bytesTotal = Int(status.st_size)
    case S_IFIFO:
      bytesTotal = nil
      var pipe = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      while poll(&pipe, 1, 100) <= 0 {
        if isCancelled() { throw DumpError(file: path, reason: .cancelled) }
      }
    default: bytesTotal = nil
    }
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
    try fetch(atLeast: 2)
    if beginsWithGzipMagic { try startInflating() }
  }

  deinit {
    if let inflater {
      inflateEnd(inflater)
      inflater.deallocate()
    }
    input.deallocate()
    if descriptor >= 0 { close(descriptor) }
  }

  var bytesRead: Int { bytesFetched - pending.count }

  /// - Throws: `truncated` or `damaged`, after all bytes before it have been returned.
  func read(into buffer: UnsafeMutableRawPointer, capacity: Int) throws(DumpError) -> Int {
    guard !isAtEnd else { return 0 }
    if inflater != nil { return try inflate(into: buffer, capacity: capacity) }
    if pending.isEmpty { try fetch(atLeast: 1) }
    let count = min(capacity, pending.count)
    if count == 0 {
      isAtEnd = true
      return 0
    }
    buffer.copyMemory(from: input + pending.lowerBound, byteCount: count)
    pending = (pending.lowerBound + count)..<pending.upperBound
    return count
  }

  private var beginsWithGzipMagic: Bool {
    guard pending.count >= 2 else { return false }
    return input.load(fromByteOffset: pending.lowerBound, as: UInt8.self) == 0x1F
      && input.load(fromByteOffset: pending.lowerBound + 1, as: UInt8.self) == 0x8B
  }

  /// Reads until this many bytes are pending or the file ends.
  private func fetch(atLeast wanted: Int) throws(DumpError) {
    if !pending.isEmpty, pending.lowerBound > 0 {
      input.copyMemory(from: input + pending.lowerBound, byteCount: pending.count)
    }
    pending = 0..<pending.count
    while pending.count < wanted {
      let count = systemRead(descriptor, input + pending.upperBound, Self.inputSize - pending.upperBound)
      if count == 0 { return }
      if count < 0 {
        if errno == EINTR { continue }
        throw DumpError(file: file, reason: .unreadable(String(cString: strerror(errno))), offset: bytesFetched)
      }
      bytesFetched += count
      pending = 0..<(pending.upperBound + count)
    }
  }

  private func startInflating() throws(DumpError) {
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // 15 bits of window, plus 16 for gzip only.
    let status = inflateInit2_(stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else {
      stream.deallocate()
      throw DumpError(file: file, reason: .unreadable(CatalogueWords.zlibError(status)))
    }
    inflater = stream
  }

  private func inflate(into buffer: UnsafeMutableRawPointer, capacity: Int) throws(DumpError) -> Int {
    guard let inflater else { return 0 }
    inflater.pointee.next_out = buffer.assumingMemoryBound(to: UInt8.self)
    inflater.pointee.avail_out = UInt32(capacity)
    var made: Int { capacity - Int(inflater.pointee.avail_out) }
    while inflater.pointee.avail_out > 0 {
      if pending.isEmpty {
        try fetch(atLeast: 1)
        if pending.isEmpty {
          if made > 0 { return made }
          throw DumpError(file: file, reason: .truncated, offset: bytesFetched)
        }
      }
      inflater.pointee.next_in = (input + pending.lowerBound).assumingMemoryBound(to: UInt8.self)
      inflater.pointee.avail_in = UInt32(pending.count)
      let status = CZlib.inflate(inflater, Z_NO_FLUSH)
      pending = (pending.upperBound - Int(inflater.pointee.avail_in))..<pending.upperBound
      switch status {
      case Z_OK, Z_BUF_ERROR: continue
      case Z_STREAM_END:
        if try !beginNextMember() { return made }
      default:
        // The bytes before the damage are returned first; zlib repeats its error when called again.
        if made > 0 { return made }
        let why = inflater.pointee.msg.map { String(cString: $0) } ?? CatalogueWords.zlibError(status)
        throw DumpError(file: file, reason: .damaged(why), offset: bytesRead)
      }
    }
    return made
  }

  /// Moves to the next gzip member; false at the end of the data.
  private func beginNextMember() throws(DumpError) -> Bool {
    if pending.count < 2 { try fetch(atLeast: 2) }
    if beginsWithGzipMagic, let inflater {
      inflateReset(inflater)
      return true
    }
    isAtEnd = true
    while !pending.isEmpty {
      trailingBytes += pending.count
      pending = 0..<0
      try fetch(atLeast: 1)
    }
    return false
  }
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}
