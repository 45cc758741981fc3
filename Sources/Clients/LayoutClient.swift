public import RunoutModel

/// Keeps how the user wants the lists of the shelf to look.
public struct LayoutClient: Client {
  /// The columns of a list in their order; empty for those that the width has room for.
  @Call() public var columns: @Sendable (ShelfList) async throws(ClientError) -> [ShelfColumn]
  @Call() public var setColumns: @Sendable ([ShelfColumn], ShelfList) async throws(ClientError) -> Void

  public init() {}
}
