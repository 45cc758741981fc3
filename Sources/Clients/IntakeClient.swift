public import DiscogsModel
public import RunoutModel

/// Finds the pressings of records that are taken in, and keeps the lines for which none was found or chosen.
public struct IntakeClient: Client {
  /// The pressings that a line can mean, the likeliest first: at most fifty. Empty where nothing is found.
  ///
  /// - Parameter last: the pressing that was taken last.
  @Call() public var pressings:
    @Sendable (_ text: String, _ last: CatalogueRow?) async throws(ClientError) -> [CatalogueRow]
  /// The lines that are kept, oldest first.
  @Call() public var lines: @Sendable () async throws(ClientError) -> [IntakeLine]
  /// Keeps a line.
  @Call() public var keep: @Sendable (_ text: String, _ folder: String) async throws(ClientError) -> IntakeLine
  /// Drops a line that is settled.
  @Call() public var drop: @Sendable (IntakeLine.ID) async throws(ClientError) -> Void

  public init() {}
}
