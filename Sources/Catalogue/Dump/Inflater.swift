import CZlib
import Wording

/// The bytes of a dump, read ahead of their use, and zlib's state for inflating them.
final class Inflater {
  private let bytes: any IncomingBytes
  private let input = UnsafeMutableRawPointer.allocate(byteCount: Inflater.inputSize, alignment: 16)
  /// The bytes in `input` that were read and not used yet.
  private var range = 0..<0
  /// The number of bytes used.
  private(set) var used = 0
  /// zlib keeps pointers to it, so its address must not change.
  let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)

  private static let inputSize = 1 << 18
  /// 15 bits of window, plus 16 for gzip only.
  static let gzip: Int32 = 15 + 16

  init(_ bytes: any IncomingBytes) {
    self.bytes = bytes
    stream.initialize(to: z_stream())
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
    input.deallocate()
  }

  /// Returns zlib's status.
  func start(_ windowBits: Int32) -> Int32 {
    inflateInit2_(stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
  }

  /// Valid until the next `fetch`.
  var pending: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: input + range.lowerBound, count: range.count) }

  var beginsWithGzipMagic: Bool { pending.starts(with: [0x1F, 0x8B]) }

  func use(_ count: Int) {
    range = (range.lowerBound + count)..<range.upperBound
    used += count
  }

  /// Waits until this many bytes are pending; false where the file ends first.
  func fetch(atLeast wanted: Int) throws(DumpError) -> Bool {
    guard range.count < wanted else { return true }
    if !range.isEmpty, range.lowerBound > 0 { input.copyMemory(from: input + range.lowerBound, byteCount: range.count) }
    range = 0..<range.count
    while range.count < wanted {
      let count = try bytes.read(into: input + range.upperBound, capacity: Self.inputSize - range.upperBound)
      if count == 0 { return false }
      range = 0..<(range.upperBound + count)
    }
    return true
  }

  /// Inflates pending bytes behind the `made` bytes that the buffer has already. Returns zlib's status.
  func step(into buffer: UnsafeMutableRawPointer, capacity: Int, made: inout Int, flush: Int32 = Z_NO_FLUSH) -> Int32 {
    stream.pointee.next_in = (input + range.lowerBound).assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_in = UInt32(range.count)
    stream.pointee.next_out = (buffer + made).assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_out = UInt32(capacity - made)
    let status = inflate(stream, flush)
    use(range.count - Int(stream.pointee.avail_in))
    made = capacity - Int(stream.pointee.avail_out)
    return status
  }

  /// Moves to the next gzip member; false where none follows.
  func beginNextMember() throws(DumpError) -> Bool {
    guard try fetch(atLeast: 2), beginsWithGzipMagic else { return false }
    inflateReset2(stream, Self.gzip)
    return true
  }

  /// zlib's words for a failure.
  func reason(_ status: Int32) -> String {
    stream.pointee.msg.map { String(cString: $0) } ?? CatalogueWords.zlibError(status)
  }
}
