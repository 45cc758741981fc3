public import RunoutModel

/// Keeps the user's smart crates: filters of the collection and of the want list that have a name.
public struct CrateClient: Client {
  /// Those of a list, in the order of their names.
  @Call() public var all: @Sendable (ShelfList) async throws(ClientError) -> [SmartCrate]
  /// Keeps a crate and returns its list's one of the same name that it takes the place of.
  @Call() public var save: @Sendable (SmartCrate) async throws(ClientError) -> SmartCrate?
  /// Returns the crate that was there; nil where the list had none of that name.
  @Call() public var delete: @Sendable (_ name: String, ShelfList) async throws(ClientError) -> SmartCrate?

  public init() {}
}
