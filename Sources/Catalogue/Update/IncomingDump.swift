public import DiscogsModel

/// A dump that arrives while it is imported.
public struct IncomingDump: Sendable {
  /// As Discogs calls it: `discogs_20260801_artists.xml.gz`.
  public var name: String
  public var kind: EntityKind
  /// Its compressed size in bytes.
  public var size: Int
  /// What all its bytes must come to, in small hexadecimal digits.
  public var checksum: String
  /// Opens it at a byte of the compressed file.
  public var open: @Sendable (_ offset: Int) -> any IncomingBytes

  public init(
    name: String, kind: EntityKind, size: Int, checksum: String,
    open: @escaping @Sendable (_ offset: Int) -> any IncomingBytes
  ) {
    self.name = name
    self.kind = kind
    self.size = size
    self.checksum = checksum
    self.open = open
  }
}

/// The compressed bytes of a dump, from where it was opened on.
public protocol IncomingBytes: AnyObject, Sendable {
  /// Waits for the next bytes, up to `capacity` of them; 0 at the end of the file.
  func read(into buffer: UnsafeMutableRawPointer, capacity: Int) throws(DumpError) -> Int

  /// Lets go of whatever they come from, and makes a `read` that waits throw `cancelled`.
  func close()
}
