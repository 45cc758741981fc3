import CZlib
internal import Foundation
internal import Platform
import Wording

/// Inflates an arriving dump, verifies its checksum, and finds points to resume from.
///
/// Works like zlib's zran: from the start of a block, the rest depends only on 32 KiB of earlier output.
final class InflatingStream {
  let dump: IncomingDump
  /// The number of compressed bytes used.
  private(set) var position: Int
  /// The number of bytes of output.
  private(set) var produced: Int
  /// The latest point to resume from; nil until one is found after `wantPoint()`.
  private(set) var point: InflatePoint?

  private let bytes: any IncomingBytes
  private let inflater: Inflater
  private var digest: SHA256
  private var lastByte: UInt8 = 0
  /// Whether it inflates the rest of a gzip member without its head, so that zlib does not read its trailer.
  private var isRaw: Bool
  private var isPointWanted = false
  private var isAtEnd = false

  private static let windowSize = 32 << 10

  init(_ dump: IncomingDump, from point: InflatePoint?) throws(DumpError) {
    self.dump = dump
    position = point?.position ?? 0
    produced = point?.produced ?? 0
    digest = point?.digest ?? SHA256()
    isRaw = point != nil
    bytes = dump.open(position)
    inflater = Inflater(bytes)
    let status = inflater.start(point == nil ? Inflater.gzip : -15)
    guard status == Z_OK else { throw damaged(status) }
    guard let point else {
      try checkBeginning()
      return
    }
    lastByte = point.lastByte
    if point.bits > 0 { inflatePrime(inflater.stream, point.bits, Int32(point.lastByte) >> (8 - point.bits)) }
    let filled = point.window.withUnsafeBytes {
      inflateSetDictionary(inflater.stream, $0.bindMemory(to: UInt8.self).baseAddress, UInt32($0.count))
    }
    guard filled == Z_OK else { throw damaged(filled) }
  }

  deinit { bytes.close() }

  /// Makes a waiting `read` throw `cancelled`. Callable from any thread.
  func close() { bytes.close() }

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
    var made = 0
    defer { produced += made }
    while made < capacity {
      guard try inflater.fetch(atLeast: 1) else {
        if made > 0 { return made }
        throw DumpError(file: dump.name, reason: .truncated, offset: position)
      }
      let input = inflater.pending
      let status = inflater.step(
        into: buffer, capacity: capacity, made: &made, flush: isPointWanted ? Z_BLOCK : Z_NO_FLUSH)
      note(input.dropLast(inflater.pending.count))
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

  /// Whether zlib stopped at the start of a block before the member's end.
  private var isAtBlockStart: Bool { inflater.stream.pointee.data_type & (128 | 64) == 128 }

  private func takePoint(produced: Int) {
    var window = [UInt8](repeating: 0, count: Self.windowSize)
    var size: UInt32 = 0
    let status = window.withUnsafeMutableBufferPointer { inflateGetDictionary(inflater.stream, $0.baseAddress, &size) }
    guard status == Z_OK else { return }
    isPointWanted = false
    point = InflatePoint(
      position: position, bits: inflater.stream.pointee.data_type & 7, lastByte: lastByte,
      window: Data(window.prefix(Int(size))), digest: digest, produced: produced)
  }

  /// Moves to the next gzip member; false at the end of the file.
  private func beginNextMember() throws(DumpError) -> Bool {
    if isRaw {
      // The member's checksum and length; the checksum of the file covers them.
      guard try inflater.fetch(atLeast: 8) else {
        throw DumpError(file: dump.name, reason: .truncated, offset: position)
      }
      use(8)
      isRaw = false
    }
    if try inflater.beginNextMember() { return true }
    while try inflater.fetch(atLeast: 1) { use(inflater.pending.count) }
    return false
  }

  private func checkBeginning() throws(DumpError) {
    guard try inflater.fetch(atLeast: 2) else { throw DumpError(file: dump.name, reason: .empty) }
    if inflater.beginsWithGzipMagic { return }
    let isMarkup = inflater.pending.first == UInt8(ascii: "<")
    throw DumpError(file: dump.name, reason: isMarkup ? .webPage : .damaged(CatalogueWords.notCompressed), offset: 0)
  }

  private func use(_ count: Int) {
    note(inflater.pending.prefix(count))
    inflater.use(count)
  }

  private func note(_ used: Slice<UnsafeRawBufferPointer>) {
    guard let last = used.last else { return }
    digest.update(UnsafeRawBufferPointer(rebasing: used))
    position += used.count
    lastByte = last
  }

  private func damaged(_ status: Int32) -> DumpError {
    DumpError(file: dump.name, reason: .damaged(inflater.reason(status)), offset: position)
  }
}
