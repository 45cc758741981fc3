import CZlib
internal import Foundation

/// Bytes as the cache keeps them: packed where that makes them fewer, with a checksum over the stored bytes.
struct PackedBytes {
  var stored: Data
  /// How many bytes there are unpacked; nil where they are stored as they are.
  var length: Int?
  var checksum: Int

  /// Packs bodies of some size; small ones and pictures come out no smaller.
  init(packing bytes: [UInt8]) {
    stored = Self.deflated(bytes) ?? Data(bytes)
    length = stored.count < bytes.count ? bytes.count : nil
    checksum = Self.checksum(stored)
  }

  init(stored: Data, length: Int?, checksum: Int) {
    self.stored = stored
    self.length = length
    self.checksum = checksum
  }

  /// Nil where they are not what was stored.
  func unpacked() -> [UInt8]? {
    guard Self.checksum(stored) == checksum else { return nil }
    guard let length else { return [UInt8](stored) }
    // Nothing that was ever put in is longer; a number that is comes from a damaged file.
    guard (0...Self.longest).contains(length) else { return nil }
    var count = uLongf(length)
    var status = Z_DATA_ERROR
    let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, initialized in
      status = stored.withUnsafeBytes { source in
        uncompress(buffer.baseAddress, &count, source.bindMemory(to: UInt8.self).baseAddress, uLong(source.count))
      }
      initialized = status == Z_OK ? Int(count) : 0
    }
    return status == Z_OK && bytes.count == length ? bytes : nil
  }

  static let longest = 256 << 20

  static func checksum(_ bytes: some ContiguousBytes) -> Int {
    bytes.withUnsafeBytes { Int(crc32_z(0, $0.bindMemory(to: UInt8.self).baseAddress, $0.count)) }
  }

  /// Nil where it would not be smaller.
  private static func deflated(_ bytes: [UInt8]) -> Data? {
    guard bytes.count > 128, bytes.count <= longest else { return nil }
    // No room for more bytes than there were.
    var count = uLongf(bytes.count - 1)
    var packed = Data(count: bytes.count - 1)
    let status = packed.withUnsafeMutableBytes { target in
      compress2(
        target.bindMemory(to: UInt8.self).baseAddress, &count, bytes, uLong(bytes.count), Z_DEFAULT_COMPRESSION)
    }
    return status == Z_OK ? packed.prefix(Int(count)) : nil
  }
}
