public import DiscogsModel

/// A dump that arrives while it is imported.
public struct IncomingDump: Sendable {
  /// Discogs' name for it: `discogs_20260801_artists.xml.gz`.
  public var name: String
  public var kind: EntityKind
  /// Compressed, in bytes.
  public var size: Int
  /// SHA-256 of the compressed file, in lower-case hexadecimal digits.
  public var checksum: String
  /// Opens the compressed file at an offset.
  public var open: @Sendable (_ offset: Int) -> any IncomingBytes

  public init(
    name: String, kind: EntityKind, size: Int, checksum: String,
    open: @escaping @Sendable (_ offset: Int) -> any IncomingBytes
  ) {
    (self.name, self.kind, self.size, self.checksum, self.open) = (name, kind, size, checksum, open)
  }
}

/// The compressed bytes of a dump, from the offset at which it was opened.
public protocol IncomingBytes: AnyObject, Sendable {
  /// Waits for up to `capacity` bytes; 0 at the end of the file.
  func read(into buffer: UnsafeMutableRawPointer, capacity: Int) throws(DumpError) -> Int

  /// Releases the source, and makes a waiting `read` throw `cancelled`.
  func close()
}
