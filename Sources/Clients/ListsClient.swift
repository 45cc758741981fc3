public import DiscogsModel

/// Reads the lists that users make: the account's own from the library, other users' public ones from Discogs. Read
/// their entries with ``CatalogueClient/browse``.
public struct ListsClient: Client {
  /// The account's own lists as of the last sync; none where no account is mirrored.
  @Call() public var own: @Sendable () async throws(ClientError) -> [UserList]
  /// A user's public lists. Other sources than Discogs refuse.
  @Call() public var of: @Sendable (_ user: String) async throws(ClientError) -> [UserList]
  /// A list's name and description; nil where there is none, or it is private.
  @Call() public var list: @Sendable (UserList.ID) async throws(ClientError) -> UserList?

  public init() {}
}
