public import RunoutModel

/// Keeps by which rules the shelf is filed.
public struct FilingClient: Client {
  @Call() public var options: @Sendable () async throws(ClientError) -> FilingOptions
  /// Files the shelf by other options from now on.
  @Call() public var setOptions: @Sendable (FilingOptions) async throws(ClientError) -> FilingChange
  /// Files the artist of a row by the last name, or as written again.
  @Call() public var turn: @Sendable (FiledRow) async throws(ClientError) -> FilingAnswer

  public init() {}
}
