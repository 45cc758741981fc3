public import DiscogsModel

/// The lists that users make.
///
///     for list in try await discogs.lists(of: "hedda-crate").value.rows {
///       let entries = try await discogs.list(list.id).value.entries ?? []
///       print(list.name, entries.map(\.title))
///     }
///
/// Each function is the ``Endpoint`` of its name, carried out.
public protocol ListService: Sendable {
  /// One page of a user's lists, without their entries. Private lists only for their owner.
  func lists(of userName: String, page: PageRequest) async throws(DiscogsError) -> Answer<Paged<UserList>>
  /// A list with all its entries, on one page.
  func list(_ id: UserList.ID) async throws(DiscogsError) -> Answer<UserList>
}

extension ListService where Self: EndpointRunner {
  public func lists(
    of userName: String, page: PageRequest = .first
  ) async throws(DiscogsError) -> Answer<Paged<UserList>> {
    try await run(.lists(of: userName, page: page))
  }

  public func list(_ id: UserList.ID) async throws(DiscogsError) -> Answer<UserList> { try await run(.list(id)) }
}
