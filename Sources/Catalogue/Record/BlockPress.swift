import CZstd

/// Compresses blocks against a dictionary that readers share. For one thread.
final class BlockCompressor {
  private let context: OpaquePointer
  private let dictionary: OpaquePointer?

  /// The next level saves one byte in forty and takes three times as long.
  private static let level: Int32 = 2

  init(dictionary bytes: [UInt8]) throws(PackedRecordError) {
    guard let context = ZSTD_createCCtx() else { throw PackedRecordError(reason: .malformed, offset: 0) }
    self.context = context
    dictionary = bytes.isEmpty ? nil : ZSTD_createCDict(bytes, bytes.count, Self.level)
    // zstd's own fields are off: a block's size stands before it, and SQLite's pages have no checksum either.
    ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, Self.level)
    ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, 0)
    ZSTD_CCtx_setParameter(context, ZSTD_c_dictIDFlag, 0)
    if let dictionary { ZSTD_CCtx_refCDict(context, dictionary) }
  }

  deinit {
    ZSTD_freeCCtx(context)
    ZSTD_freeCDict(dictionary)
  }

  /// Appends the compressed block after its two lengths.
  func append(_ block: [UInt8], to output: inout [UInt8]) throws(PackedRecordError) {
    var status = 0
    let compressed = block.withUnsafeBytes { input in
      [UInt8](unsafeUninitializedCapacity: ZSTD_compressBound(input.count)) { buffer, count in
        status = ZSTD_compress2(context, buffer.baseAddress, buffer.count, input.baseAddress, input.count)
        count = ZSTD_isError(status) == 0 ? status : 0
      }
    }
    guard ZSTD_isError(status) == 0 else { throw PackedRecordError(reason: .malformed, offset: 0) }
    RecordBlock.append(block.count, to: &output)
    RecordBlock.append(compressed.count, to: &output)
    output += compressed
  }
}

/// Expands `BlockCompressor`'s blocks. For one thread.
final class BlockExpander {
  private let context: OpaquePointer
  private let dictionary: OpaquePointer?

  init(dictionary bytes: [UInt8]) throws(PackedRecordError) {
    guard let context = ZSTD_createDCtx() else { throw PackedRecordError(reason: .malformed, offset: 0) }
    self.context = context
    dictionary = bytes.isEmpty ? nil : ZSTD_createDDict(bytes, bytes.count)
    if let dictionary { ZSTD_DCtx_refDDict(context, dictionary) }
  }

  deinit {
    ZSTD_freeDCtx(context)
    ZSTD_freeDDict(dictionary)
  }

  func expand(_ bytes: UnsafeRawBufferPointer, size: Int) throws(PackedRecordError) -> [UInt8] {
    var status = 0
    let block = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      status = ZSTD_decompressDCtx(context, buffer.baseAddress, size, bytes.baseAddress, bytes.count)
      count = ZSTD_isError(status) == 0 ? status : 0
    }
    guard ZSTD_isError(status) == 0, block.count == size else { throw PackedRecordError(reason: .truncated, offset: 0) }
    return block
  }
}

/// The dictionary of blocks: strings that many records have in common, found by zstd.
enum BlockDictionary {
  /// In bytes; larger ones save little.
  private static let size = 64 << 10
  /// With fewer bytes of records, a dictionary does not pay.
  private static let leastSample = 256 << 10
  /// The bytes of records to make a dictionary of.
  static let sample = 1 << 20

  /// Segments of 200 bytes, found by runs of eight. zstd's own search takes six times as long and finds nothing better.
  private static var parameters: ZDICT_fastCover_params_t {
    var parameters = ZDICT_fastCover_params_t()
    parameters.k = 200
    parameters.d = 8
    parameters.f = 18
    parameters.accel = 1
    return parameters
  }

  /// - Returns: an empty dictionary for too few records to pay, or records that have nothing in common.
  static func make(of records: [UInt8], lengths: [Int]) -> [UInt8] {
    guard records.count >= leastSample else { return [] }
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      let made = ZDICT_trainFromBuffer_fastCover(
        buffer.baseAddress, buffer.count, records, lengths, UInt32(lengths.count), parameters)
      count = ZDICT_isError(made) == 0 ? made : 0
    }
  }
}
