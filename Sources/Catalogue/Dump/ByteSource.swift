import CZlib
import LibC
import Wording

/// What a dump is read from, uncompressed.
protocol DumpSource: AnyObject {
  /// As messages call it.
  var file: String { get }
  /// How many bytes there are to use up; nil where that cannot be known.
  var bytesTotal: Int? { get }
  /// Bytes used up so far, compressed where they are.
  var bytesRead: Int { get }
  /// Bytes that were ignored at the end.
  var trailingBytes: Int { get }

  /// Reads up to `capacity` bytes, fewer only where the data end or are damaged; 0 at the end.
  func read(into buffer: UnsafeMutableRawPointer, capacity: Int) throws(DumpError) -> Int
}

/// The bytes of a file, inflated where they are compressed.
///
/// The first two bytes tell whether they are, not the name. Several gzip members one after the other are
/// one stream, as for gunzip; what follows the last member is counted and ignored.
final class ByteSource: DumpSource {
  let file: String
  /// The size of the file; nil for a pipe.
  let bytesTotal: Int?
  /// Bytes after the last gzip member.
  private(set) var trailingBytes = 0

  private let descriptor: Int32
  private let input = UnsafeMutableRawPointer.allocate(byteCount: ByteSource.inputSize, alignment: 16)
  /// The part of `input` that has been read from the file and not used.
  private var pending = 0..<0
  private var bytesFetched = 0
  /// Nil where the file is not compressed. At a fixed address because zlib keeps pointers to it.
  private var inflater: UnsafeMutablePointer<z_stream>?
  private var isAtEnd = false

  private static let inputSize = 1 << 18

  /// - Parameter isCancelled: asked while a pipe has no writer yet.
  init(path: String, isCancelled: () -> Bool = { false }) throws(DumpError) {
    file = path
    // Opening a pipe would wait for its writer, and hear of no signal.
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

  /// Bytes of the file used up so far.
  var bytesRead: Int { bytesFetched - pending.count }

  /// Reads up to `capacity` bytes, fewer only where the data end or are damaged; 0 at the end.
  ///
  /// - Throws: `truncated` or `damaged`, after whatever comes before has been handed out.
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

  /// Reads from the file until so many bytes are pending or it ends.
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
    // 15 bits of window, and 16 for "gzip and nothing else".
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
        // What came before the damage is handed out first; zlib gives the same answer when asked again.
        if made > 0 { return made }
        let why = inflater.pointee.msg.map { String(cString: $0) } ?? CatalogueWords.zlibError(status)
        throw DumpError(file: file, reason: .damaged(why), offset: bytesRead)
      }
    }
    return made
  }

  /// Goes on with the gzip member that follows; false at the end of the data.
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
