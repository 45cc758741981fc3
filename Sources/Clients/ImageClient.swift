public import Raster

/// An encoded picture, as the server sent it.
public struct ImageFile: Hashable, Sendable {
  /// `image/jpeg`, `image/png`, …
  public var contentType: String
  public var bytes: [UInt8]

  public init(contentType: String, bytes: [UInt8]) { (self.contentType, self.bytes) = (contentType, bytes) }
}

/// Fetches pictures, each once, and keeps them on disk.
public struct ImageClient: Client {
  /// The picture at an address that a record named.
  @Call() public var image: @Sendable (_ url: String) async throws(ClientError) -> ImageFile
  /// The decoded picture, its longer side at most `side` pixels.
  @Call() public var picture: @Sendable (_ url: String, _ side: Int) async throws(ClientError) -> Raster

  public init() {}
}
