internal import Foundation
internal import Platform

/// A place in a compressed file from which it can be inflated: the start of a deflate block, with zlib's state there.
struct InflatePoint: Hashable, Sendable, Codable {
  /// The next compressed byte.
  var position: Int
  /// The number of bits of the byte before it that belong to the block.
  var bits: Int32
  var lastByte: UInt8
  /// The last 32 KiB of output, to which the following data may refer.
  var window: Data
  /// The digest of all bytes before `position`.
  var digest: SHA256
  /// The bytes of output before it.
  var produced: Int
}

/// A place to resume a dump: a record some way behind a point.
struct DumpPosition: Hashable, Sendable, Codable {
  var point: InflatePoint
  /// The bytes of output between the point and the record.
  var skip: Int
}
