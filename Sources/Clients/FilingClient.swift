public import RunoutModel

/// Keeps the rules by which the shelf is filed.
public struct FilingClient: Client {
  @Call() public var options: @Sendable () async throws(ClientError) -> FilingOptions
  /// Files the whole shelf again by other options.
  @Call() public var setOptions: @Sendable (FilingOptions) async throws(ClientError) -> FilingChange
  /// Toggles filing the artist of a row by last name.
  @Call() public var turn: @Sendable (FiledRow) async throws(ClientError) -> FilingAnswer

  public init() {}
}
