public import DiscogsModel

/// The compact form in which the catalogue keeps what a detail page shows.
public enum PackedRecord {
  /// Appends a record's packed form.
  public static func encode(_ release: Release, into bytes: inout [UInt8]) {}
  public static func encode(_ master: Master, into bytes: inout [UInt8]) {}
  public static func encode(_ artist: Artist, into bytes: inout [UInt8]) {}
  public static func encode(_ label: Label, into bytes: inout [UInt8]) {}

  /// Unpacks what `encode` made, in this version of the program or in any other.
  ///
  /// - Throws: `PackedRecordError` for bytes that are damaged, of another kind or of a later format.
  public static func decodeRelease(_ bytes: UnsafeRawBufferPointer) throws(PackedRecordError) -> Release {
    throw PackedRecordError(reason: .truncated, offset: 0)
  }

  public static func decodeMaster(_ bytes: UnsafeRawBufferPointer) throws(PackedRecordError) -> Master {
    throw PackedRecordError(reason: .truncated, offset: 0)
  }

  public static func decodeArtist(_ bytes: UnsafeRawBufferPointer) throws(PackedRecordError) -> Artist {
    throw PackedRecordError(reason: .truncated, offset: 0)
  }

  public static func decodeLabel(_ bytes: UnsafeRawBufferPointer) throws(PackedRecordError) -> Label {
    throw PackedRecordError(reason: .truncated, offset: 0)
  }
}

/// Why packed bytes cannot be unpacked.
public struct PackedRecordError: Error, Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    /// The bytes end within a value.
    case truncated
    /// A value that no encoder writes.
    case malformed
    /// Another kind of record than the one asked for.
    case wrongKind
    /// Written by a later program in a form this one does not know; the number is the form's.
    case version(Int)
  }

  public var reason: Reason
  /// Where, in bytes from the beginning.
  public var offset: Int
}
