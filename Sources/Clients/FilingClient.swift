public import DiscogsModel

/// Keeps by which rules the shelf is filed.
public struct FilingClient: Sendable {
  public var options: @Sendable () async throws(ClientError) -> FilingOptions
  /// Files the shelf by other options from now on.
  public var setOptions: @Sendable (FilingOptions) async throws(ClientError) -> FilingChange
  /// Files the artist of a row by the last name, or as written again.
  public var turn: @Sendable (FiledRow) async throws(ClientError) -> FilingAnswer

  public init(
    options: @escaping @Sendable () async throws(ClientError) -> FilingOptions,
    setOptions: @escaping @Sendable (FilingOptions) async throws(ClientError) -> FilingChange,
    turn: @escaping @Sendable (FiledRow) async throws(ClientError) -> FilingAnswer
  ) {
    self.options = options
    self.setOptions = setOptions
    self.turn = turn
  }
}
