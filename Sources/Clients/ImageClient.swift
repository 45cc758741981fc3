public import Raster

/// A picture as it came.
public struct ImageFile: Hashable, Sendable {
  /// `image/jpeg`, `image/png`, …
  public var contentType: String
  public var bytes: [UInt8]

  public init(contentType: String, bytes: [UInt8]) {
    self.contentType = contentType
    self.bytes = bytes
  }
}

/// Fetches pictures, and keeps them.
public struct ImageClient: Client {
  /// The picture at an address that a record named.
  @Call() public var image: @Sendable (_ url: String) async throws(ClientError) -> ImageFile
  /// The same, ready to be drawn, its longer side `side` pixels at the most.
  @Call() public var picture: @Sendable (_ url: String, _ side: Int) async throws(ClientError) -> Raster

  public init() {}
}
