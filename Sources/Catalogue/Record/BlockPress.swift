import CZstd

/// Compresses blocks against a dictionary that writer and reader share. Belongs to one thread.
final class BlockCompressor {
  private let context: OpaquePointer
  private let dictionary: OpaquePointer?

  /// The next level saves one byte in forty and takes three times as long.
  private static let level: Int32 = 2

  /// - Throws: where memory does not suffice.
  init(dictionary bytes: [UInt8]) throws(PackedRecordError) {
    guard let context = ZSTD_createCCtx() else { throw PackedRecordError(reason: .malformed, offset: 0) }
    self.context = context
    dictionary = bytes.isEmpty ? nil : ZSTD_createCDict(bytes, bytes.count, Self.level)
    // A block's size stands before it, and SQLite's pages have no checksum either.
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

/// Expands what `BlockCompressor` has compressed. Belongs to one thread.
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

  /// - Parameter size: how long the block is.
  func expand(_ bytes: UnsafeRawBufferPointer, size: Int) throws(PackedRecordError) -> [UInt8] {
    var status = 0
    let block = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      status = ZSTD_decompressDCtx(context, buffer.baseAddress, size, bytes.baseAddress, bytes.count)
      count = ZSTD_isError(status) == 0 ? status : 0
    }
    guard ZSTD_isError(status) == 0, block.count == size else {
      throw PackedRecordError(reason: .truncated, offset: 0)
    }
    return block
  }
}

/// What blocks are compressed against: the strings that many records have in common, found by zstd.
enum BlockDictionary {
  /// Larger ones save little.
  private static let size = 64 << 10
  /// The least bytes of records that a dictionary pays for itself with.
  private static let leastSample = 256 << 10
  /// The records that are looked at.
  static let sample = 1 << 20

  /// Segments of 200 bytes, found by runs of eight that occur often. Of the parameters that zstd's own search comes up
  /// with, none makes blocks smaller, and the search takes six times as long.
  private static var parameters: ZDICT_fastCover_params_t {
    var parameters = ZDICT_fastCover_params_t()
    parameters.k = 200
    parameters.d = 8
    parameters.f = 18
    parameters.accel = 1
    return parameters
  }

  /// - Parameters:
  ///   - records: one after the other.
  ///   - lengths: of each of them.
  /// - Returns: none where there are so few records that it would not pay, or no two have anything in common.
  static func make(of records: [UInt8], lengths: [Int]) -> [UInt8] {
    guard records.count >= leastSample else { return [] }
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      let made = ZDICT_trainFromBuffer_fastCover(
        buffer.baseAddress, buffer.count, records, lengths, UInt32(lengths.count), parameters)
      count = ZDICT_isError(made) == 0 ? made : 0
    }
  }
}
