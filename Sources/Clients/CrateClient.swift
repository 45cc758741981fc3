public import RunoutModel

/// Keeps the user's smart crates: named filters of the collection and of the want list; and named searches.
public struct CrateClient: Client {
  /// The crates of a list, by name; nil for searches.
  @Call() public var all: @Sendable (ShelfList?) async throws(ClientError) -> [SmartCrate]
  /// Saves a crate and returns the one of the same name that it replaces.
  @Call() public var save: @Sendable (SmartCrate) async throws(ClientError) -> SmartCrate?
  /// Returns the deleted crate; nil where the list had none of that name.
  @Call() public var delete: @Sendable (_ name: String, ShelfList?) async throws(ClientError) -> SmartCrate?

  public init() {}
}
