public import DiscogsModel

/// Keeps the user's smart crates: filters of the collection that have a name.
public struct CrateClient: Sendable {
  /// In the order of their names.
  public var all: @Sendable () async throws(ClientError) -> [SmartCrate]
  /// Keeps a crate and returns the one of the same name that it takes the place of.
  public var save: @Sendable (SmartCrate) async throws(ClientError) -> SmartCrate?
  /// Returns the crate that was there; nil where there was none of that name.
  public var delete: @Sendable (_ name: String) async throws(ClientError) -> SmartCrate?

  public init(
    all: @escaping @Sendable () async throws(ClientError) -> [SmartCrate],
    save: @escaping @Sendable (SmartCrate) async throws(ClientError) -> SmartCrate?,
    delete: @escaping @Sendable (String) async throws(ClientError) -> SmartCrate?
  ) {
    self.all = all
    self.save = save
    self.delete = delete
  }
}
