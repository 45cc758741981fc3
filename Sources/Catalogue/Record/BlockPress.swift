import CZlib

/// Deflates blocks against a dictionary that writer and reader share. Belongs to one thread.
final class BlockDeflater {
  /// At a fixed address because zlib keeps pointers to it.
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private let dictionary: [UInt8]

  /// Higher levels save one byte in thirty and take a third more time.
  private static let level: Int32 = 1

  /// - Throws: where memory does not suffice.
  init(dictionary: [UInt8]) throws(PackedRecordError) {
    self.dictionary = dictionary
    stream.initialize(to: z_stream())
    // Bare data without header and checksum: SQLite's pages have none either.
    let status = deflateInit2_(
      stream, Self.level, Z_DEFLATED, -15, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else { throw PackedRecordError(reason: .malformed, offset: 0) }
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
  }

  /// Appends the deflated block after its two lengths.
  func append(_ block: [UInt8], to output: inout [UInt8]) throws(PackedRecordError) {
    deflateReset(stream)
    if !dictionary.isEmpty { deflateSetDictionary(stream, dictionary, UInt32(dictionary.count)) }
    let room = Int(deflateBound(stream, UInt(block.count))) + 16
    var status = Z_OK
    let deflated = block.withUnsafeBytes { input in
      [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        stream.pointee.next_in = UnsafeMutableRawPointer(mutating: input.baseAddress)?
          .assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_in = UInt32(input.count)
        stream.pointee.next_out = buffer.baseAddress
        stream.pointee.avail_out = UInt32(room)
        status = deflate(stream, Z_FINISH)
        count = room - Int(stream.pointee.avail_out)
      }
    }
    guard status == Z_STREAM_END else { throw PackedRecordError(reason: .malformed, offset: 0) }
    RecordBlock.append(block.count, to: &output)
    RecordBlock.append(deflated.count, to: &output)
    output += deflated
  }
}

/// Inflates what `BlockDeflater` has deflated. Belongs to one thread.
final class BlockInflater {
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private let dictionary: [UInt8]

  init(dictionary: [UInt8]) throws(PackedRecordError) {
    self.dictionary = dictionary
    stream.initialize(to: z_stream())
    guard inflateInit2_(stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw PackedRecordError(reason: .malformed, offset: 0)
    }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// - Parameter size: how long the block is.
  func inflate(_ bytes: UnsafeRawBufferPointer, size: Int) throws(PackedRecordError) -> [UInt8] {
    inflateReset(stream)
    if !dictionary.isEmpty { inflateSetDictionary(stream, dictionary, UInt32(dictionary.count)) }
    var status = Z_OK
    let block = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      stream.pointee.next_in = UnsafeMutableRawPointer(mutating: bytes.baseAddress)?.assumingMemoryBound(to: UInt8.self)
      stream.pointee.avail_in = UInt32(bytes.count)
      stream.pointee.next_out = buffer.baseAddress
      stream.pointee.avail_out = UInt32(size)
      status = CZlib.inflate(stream, Z_FINISH)
      count = size - Int(stream.pointee.avail_out)
    }
    guard status == Z_STREAM_END, block.count == size else { throw PackedRecordError(reason: .truncated, offset: 0) }
    return block
  }
}
