import CZlib
internal import Foundation

/// Bytes as the cache stores them: compressed if that makes them smaller, with a checksum of the stored bytes.
struct PackedBytes {
  var stored: Data
  /// The number of uncompressed bytes; nil where they are stored as they are.
  var length: Int?
  var checksum: Int

  /// Compresses bytes; small bodies and pictures stay as they are.
  init(packing bytes: [UInt8]) {
    stored = Self.deflated(bytes) ?? Data(bytes)
    length = stored.count < bytes.count ? bytes.count : nil
    checksum = Self.checksum(stored)
  }

  init(stored: Data, length: Int?, checksum: Int) {
    (self.stored, self.length, self.checksum) = (stored, length, checksum)
  }

  /// Nil if the stored bytes changed.
  func unpacked() -> [UInt8]? {
    guard Self.checksum(stored) == checksum else { return nil }
    guard let length else { return [UInt8](stored) }
    // Nothing longer is ever stored, so a larger number comes from a damaged file.
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

  /// Nil if they would not be smaller.
  private static func deflated(_ bytes: [UInt8]) -> Data? {
    guard bytes.count > 128, bytes.count <= longest else { return nil }
    // Room for fewer bytes than before.
    var count = uLongf(bytes.count - 1)
    var packed = Data(count: bytes.count - 1)
    let status = packed.withUnsafeMutableBytes { target in
      compress2(target.bindMemory(to: UInt8.self).baseAddress, &count, bytes, uLong(bytes.count), Z_DEFAULT_COMPRESSION)
    }
    return status == Z_OK ? packed.prefix(Int(count)) : nil
  }
}
