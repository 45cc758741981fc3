public import DiscogsModel

/// Keeps how the user wants the collection to look.
public struct LayoutClient: Sendable {
  /// The columns of the collection in their order; empty for those that the width has room for.
  public var columns: @Sendable () async throws(ClientError) -> [ShelfColumn]
  public var setColumns: @Sendable ([ShelfColumn]) async throws(ClientError) -> Void

  public init(
    columns: @escaping @Sendable () async throws(ClientError) -> [ShelfColumn],
    setColumns: @escaping @Sendable ([ShelfColumn]) async throws(ClientError) -> Void
  ) {
    self.columns = columns
    self.setColumns = setColumns
  }
}
