public import RunoutModel

/// Keeps the user's columns of the shelf's lists.
public struct LayoutClient: Client {
  /// The columns of a list in their order; empty for as many as the width has room for.
  @Call() public var columns: @Sendable (ShelfList) async throws(ClientError) -> [ShelfColumn]
  @Call() public var setColumns: @Sendable ([ShelfColumn], ShelfList) async throws(ClientError) -> Void

  public init() {}
}
