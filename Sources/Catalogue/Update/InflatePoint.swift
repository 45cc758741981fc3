internal import Foundation

/// A place in a compressed file where inflating can begin again: the start of a block of deflate, and what inflating
/// knew there.
struct InflatePoint: Hashable, Sendable, Codable {
  /// The compressed byte to go on with.
  var position: Int
  /// How many bits of the byte before it belong to the block.
  var bits: Int32
  var lastByte: UInt8
  /// The last 32 KiB that came out, to which what follows may refer.
  var window: Data
  /// Of all bytes before `position`.
  var digest: SHA256
  /// How many bytes came out before it.
  var produced: Int
}

/// Where to go on in a dump: at a record, some way behind a point.
struct DumpPosition: Hashable, Sendable, Codable {
  var point: InflatePoint
  /// Bytes that come out between the point and the record.
  var skip: Int
}
