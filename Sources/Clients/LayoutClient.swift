public import RunoutModel

/// Keeps the user's columns of the shelf's lists.
public struct LayoutClient: Client {
  @Call() public var columns: @Sendable (ShelfList) async throws(ClientError) -> ColumnChoice
  @Call() public var setColumns: @Sendable (ColumnChoice, ShelfList) async throws(ClientError) -> Void

  public init() {}
}
