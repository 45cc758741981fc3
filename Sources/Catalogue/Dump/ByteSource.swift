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

  private let inflater: Inflater
  private let isCompressed: Bool
  private var isAtEnd = false

  /// - Parameter isCancelled: polled while a pipe has no writer yet.
  init(path: String, isCancelled: () -> Bool = { false }) throws(DumpError) {
    file = path
    let bytes = try FileBytes(path, isCancelled: isCancelled)
    bytesTotal = bytes.size
    inflater = Inflater(bytes)
    isCompressed = try inflater.fetch(atLeast: 2) && inflater.beginsWithGzipMagic
    let status = isCompressed ? inflater.start(Inflater.gzip) : Z_OK
    guard status == Z_OK else { throw DumpError(file: path, reason: .unreadable(CatalogueWords.zlibError(status))) }
  }

  var bytesRead: Int { inflater.used }

  /// - Throws: `truncated` or `damaged`, after all bytes before it have been returned.
  func read(into buffer: UnsafeMutableRawPointer, capacity: Int) throws(DumpError) -> Int {
    guard !isAtEnd else { return 0 }
    guard isCompressed else { return try copy(into: buffer, capacity: capacity) }
    var made = 0
    while made < capacity {
      guard try inflater.fetch(atLeast: 1) else {
        if made > 0 { return made }
        throw DumpError(file: file, reason: .truncated, offset: bytesRead)
      }
      let status = inflater.step(into: buffer, capacity: capacity, made: &made)
      switch status {
      case Z_OK, Z_BUF_ERROR: continue
      case Z_STREAM_END:
        guard try !inflater.beginNextMember() else { continue }
        isAtEnd = true
        while try inflater.fetch(atLeast: 1) {
          trailingBytes += inflater.pending.count
          inflater.use(inflater.pending.count)
        }
        return made
      default:
        // The bytes before the damage are returned first; zlib repeats its error when called again.
        if made > 0 { return made }
        throw DumpError(file: file, reason: .damaged(inflater.reason(status)), offset: bytesRead)
      }
    }
    return made
  }

  private func copy(into buffer: UnsafeMutableRawPointer, capacity: Int) throws(DumpError) -> Int {
    isAtEnd = try !inflater.fetch(atLeast: 1)
    let part = UnsafeRawBufferPointer(rebasing: inflater.pending.prefix(capacity))
    UnsafeMutableRawBufferPointer(start: buffer, count: capacity).copyMemory(from: part)
    inflater.use(part.count)
    return part.count
  }
}

/// The bytes of a file as it is.
private final class FileBytes: IncomingBytes, @unchecked Sendable {
  // Only its inflater reads it.
  private let file: String
  private let descriptor: Int32
  private var fetched = 0
  /// Nil for anything but a regular file.
  private(set) var size: Int?

  init(_ path: String, isCancelled: () -> Bool) throws(DumpError) {
    file = path
    // A blocking open would wait for a pipe's writer, and no signal would end it.
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
      throw DumpError(file: path, reason: .unreadable(String(cString: strerror(errno))))
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: throw DumpError(file: path, reason: .directory)
    case S_IFREG: size = Int(status.st_size)
    case S_IFIFO:
      var pipe = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      while poll(&pipe, 1, 100) <= 0 { if isCancelled() { throw DumpError(file: path, reason: .cancelled) } }
    default: break
    }
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
  }

  deinit { if descriptor >= 0 { LibC.close(descriptor) } }

  func read(into buffer: UnsafeMutableRawPointer, capacity: Int) throws(DumpError) -> Int {
    while true {
      let count = LibC.read(descriptor, buffer, capacity)
      fetched += max(count, 0)
      if count >= 0 { return count }
      guard errno == EINTR else {
        throw DumpError(file: file, reason: .unreadable(String(cString: strerror(errno))), offset: fetched)
      }
    }
  }

  func close() {}
}
