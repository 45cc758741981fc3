public import DiscogsModel

/// The lists that users make: reads the account's own from the library, and anybody's public ones from Discogs. What is
/// in one is read with ``CatalogueClient/browse``.
public struct ListsClient: Client {
  /// The account's own, as the last sync has brought them; none where no account is mirrored.
  @Call() public var own: @Sendable () async throws(ClientError) -> [UserList]
  /// The public ones of a user. Only the live source knows them.
  @Call() public var of: @Sendable (_ user: String) async throws(ClientError) -> [UserList]
  /// What there is to say of a list; nil for one that is not there, or that others may not see.
  @Call() public var list: @Sendable (UserList.ID) async throws(ClientError) -> UserList?

  public init() {}
}
