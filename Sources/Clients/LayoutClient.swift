public import DiscogsModel

/// Keeps how the user wants the lists of the shelf to look.
public struct LayoutClient: Sendable {
  /// The columns of a list in their order; empty for those that the width has room for.
  public var columns: @Sendable (ShelfList) async throws(ClientError) -> [ShelfColumn]
  public var setColumns: @Sendable ([ShelfColumn], ShelfList) async throws(ClientError) -> Void

  public init(
    columns: @escaping @Sendable (ShelfList) async throws(ClientError) -> [ShelfColumn],
    setColumns: @escaping @Sendable ([ShelfColumn], ShelfList) async throws(ClientError) -> Void
  ) {
    self.columns = columns
    self.setColumns = setColumns
  }
}
