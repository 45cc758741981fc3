import CZlib
internal import Foundation
import Wording

/// Inflates an arriving dump, verifies its checksum, and finds points to resume from.
///
/// Works like zran, which comes with zlib: from the start of a block, the rest depends only on 32 KiB of earlier
/// output.
final class InflatingStream {
  let dump: IncomingDump
  /// The number of compressed bytes used.
  private(set) var position: Int
  /// The number of bytes of output.
  private(set) var produced: Int
  /// The latest point to resume from; nil until one is found after `wantPoint()`.
  private(set) var point: InflatePoint?

  private let bytes: any IncomingBytes
  private let input = UnsafeMutableRawPointer.allocate(byteCount: InflatingStream.inputSize, alignment: 16)
  private var pending = 0..<0
  private let inflater = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private var digest: SHA256
  private var lastByte: UInt8 = 0
  /// Whether it inflates the rest of a gzip member without its head, so that zlib does not read its trailer.
  private var isRaw: Bool
  private var isPointWanted = false
  private var isAtEnd = false

  private static let inputSize = 1 << 18
  private static let windowSize = 32 << 10
  private static let gzip: Int32 = 15 + 16

  /// - Parameter point: where to start; nil for the beginning.
  init(_ dump: IncomingDump, from point: InflatePoint?) throws(DumpError) {
    self.dump = dump
    position = point?.position ?? 0
    produced = point?.produced ?? 0
    digest = point?.digest ?? SHA256()
    isRaw = point != nil
    bytes = dump.open(position)
    inflater.initialize(to: z_stream())
    let status = inflateInit2_(
      inflater, point == nil ? Self.gzip : -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else { throw damaged(status) }
    guard let point else {
      try checkBeginning()
      return
    }
    lastByte = point.lastByte
    if point.bits > 0 { inflatePrime(inflater, point.bits, Int32(point.lastByte) >> (8 - point.bits)) }
    let filled = point.window.withUnsafeBytes {
      inflateSetDictionary(inflater, $0.bindMemory(to: UInt8.self).baseAddress, UInt32($0.count))
    }
    guard filled == Z_OK else { throw damaged(filled) }
  }

  deinit {
    bytes.close()
    inflateEnd(inflater)
    inflater.deallocate()
    input.deallocate()
  }

  /// Makes a waiting `read` throw `cancelled`. Callable from any thread.
  func close() { bytes.close() }

  /// Starts looking for the next point.
  func wantPoint() {
    point = nil
    isPointWanted = true
  }

  /// Reads up to `capacity` bytes, fewer at the end and at a point; 0 at the end, after verifying the checksum.
  func read(into buffer: UnsafeMutableRawPointer, capacity: Int) throws(DumpError) -> Int {
    guard !isAtEnd else {
      try checkDigest()
      return 0
    }
    inflater.pointee.next_out = buffer.assumingMemoryBound(to: UInt8.self)
    inflater.pointee.avail_out = UInt32(capacity)
    var made = 0
    defer { produced += made }
    while made < capacity {
      if pending.isEmpty, try !fetch(atLeast: 1) {
        if made > 0 { return made }
        throw DumpError(file: dump.name, reason: .truncated, offset: position)
      }
      let status = step(&made, capacity)
      switch status {
      case Z_OK, Z_BUF_ERROR:
        guard isPointWanted, isAtBlockStart else { continue }
        takePoint(produced: produced + made)
        if made > 0 { return made }
      case Z_STREAM_END:
        guard try !beginNextMember() else { continue }
        isAtEnd = true
        if made == 0 { try checkDigest() }
        return made
      default:
        // The output before the damage is returned first; zlib repeats its error when called again.
        if made > 0 { return made }
        throw damaged(status)
      }
    }
    return made
  }

  /// Verifies the checksum once all bytes have been used.
  private func checkDigest() throws(DumpError) {
    guard SHA256.text(digest.finish()) == dump.checksum else { throw DumpError(file: dump.name, reason: .checksum) }
  }

  // MARK: Inflating

  private func step(_ made: inout Int, _ capacity: Int) -> Int32 {
    inflater.pointee.next_in = (input + pending.lowerBound).assumingMemoryBound(to: UInt8.self)
    inflater.pointee.avail_in = UInt32(pending.count)
    let status = CZlib.inflate(inflater, isPointWanted ? Z_BLOCK : Z_NO_FLUSH)
    use(pending.count - Int(inflater.pointee.avail_in))
    made = capacity - Int(inflater.pointee.avail_out)
    return status
  }

  /// Whether zlib stopped at the start of a block before the member's end.
  private var isAtBlockStart: Bool { inflater.pointee.data_type & (128 | 64) == 128 }

  private func takePoint(produced: Int) {
    var window = [UInt8](repeating: 0, count: Self.windowSize)
    var size: UInt32 = 0
    let status = window.withUnsafeMutableBufferPointer { inflateGetDictionary(inflater, $0.baseAddress, &size) }
    guard status == Z_OK else { return }
    isPointWanted = false
    point = InflatePoint(
      position: position, bits: inflater.pointee.data_type & 7, lastByte: lastByte,
      window: Data(window.prefix(Int(size))), digest: digest, produced: produced)
  }

  /// Moves to the next gzip member; false at the end of the file.
  private func beginNextMember() throws(DumpError) -> Bool {
    if isRaw {
      // The member's checksum and length; the checksum of the file covers them.
      guard try fetch(atLeast: 8) else { throw DumpError(file: dump.name, reason: .truncated, offset: position) }
      use(8)
      isRaw = false
    }
    if try fetch(atLeast: 2), beginsWithGzipMagic {
      inflateReset2(inflater, Self.gzip)
      return true
    }
    while try fetch(atLeast: 1) { use(pending.count) }
    return false
  }

  // MARK: Bytes

  private var beginsWithGzipMagic: Bool {
    input.load(fromByteOffset: pending.lowerBound, as: UInt8.self) == 0x1F
      && input.load(fromByteOffset: pending.lowerBound + 1, as: UInt8.self) == 0x8B
  }

  private func checkBeginning() throws(DumpError) {
    guard try fetch(atLeast: 2) else { throw DumpError(file: dump.name, reason: .empty) }
    if beginsWithGzipMagic { return }
    let isMarkup = input.load(fromByteOffset: pending.lowerBound, as: UInt8.self) == UInt8(ascii: "<")
    throw DumpError(file: dump.name, reason: isMarkup ? .webPage : .damaged(CatalogueWords.notCompressed), offset: 0)
  }

  private func use(_ count: Int) {
    guard count > 0 else { return }
    digest.update(UnsafeRawBufferPointer(start: input + pending.lowerBound, count: count))
    position += count
    pending = (pending.lowerBound + count)..<pending.upperBound
    lastByte = input.load(fromByteOffset: pending.lowerBound - 1, as: UInt8.self)
  }

  /// Waits until this many bytes are pending; false where the file ends first.
  private func fetch(atLeast wanted: Int) throws(DumpError) -> Bool {
    guard pending.count < wanted else { return true }
    if !pending.isEmpty, pending.lowerBound > 0 {
      input.copyMemory(from: input + pending.lowerBound, byteCount: pending.count)
    }
    pending = 0..<pending.count
    while pending.count < wanted {
      let count = try bytes.read(into: input + pending.upperBound, capacity: Self.inputSize - pending.upperBound)
      if count == 0 { return false }
      pending = 0..<(pending.upperBound + count)
    }
    return true
  }

  private func damaged(_ status: Int32) -> DumpError {
    let why = inflater.pointee.msg.map { String(cString: $0) } ?? CatalogueWords.zlibError(status)
    return DumpError(file: dump.name, reason: .damaged(why), offset: position)
  }
}
