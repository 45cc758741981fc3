public import DiscogsModel

/// Want lists. Each function is the ``Endpoint`` of its name, carried out.
public protocol WantListService: Sendable {
  /// One page of a want list. Notes come for its owner only.
  func wants(of userName: String, sorting: Sorting<WantListSortField>?, page: PageRequest) async throws(DiscogsError)
    -> Answer<Paged<Want>>
  /// Adds a want, or updates the one that is there.
  ///
  /// - Parameter rating: 0 to 5; 0 takes the rating away, nil leaves it.
  func want(_ release: Release.ID, notes: String?, rating: Int?, of userName: String) async throws(DiscogsError)
    -> Answer<Want?>
  /// Changes a want that is there.
  func changeWant(_ release: Release.ID, notes: String?, rating: Int?, of userName: String) async throws(DiscogsError)
    -> Answer<Want?>
  /// Removes a release from the want list, with its notes.
  func removeWant(_ release: Release.ID, of userName: String) async throws(DiscogsError)
}

extension WantListService where Self: EndpointRunner {
  public func wants(of userName: String, sorting: Sorting<WantListSortField>? = nil, page: PageRequest = .first)
    async throws(DiscogsError) -> Answer<Paged<Want>>
  {
    try await run(.wants(of: userName, sorting: sorting, page: page))
  }

  public func want(_ release: Release.ID, notes: String? = nil, rating: Int? = nil, of userName: String)
    async throws(DiscogsError) -> Answer<Want?>
  {
    try await run(.want(release, notes: notes, rating: rating, of: userName))
  }

  public func changeWant(_ release: Release.ID, notes: String? = nil, rating: Int? = nil, of userName: String)
    async throws(DiscogsError) -> Answer<Want?>
  {
    try await run(.changeWant(release, notes: notes, rating: rating, of: userName))
  }

  public func removeWant(_ release: Release.ID, of userName: String) async throws(DiscogsError) {
    _ = try await run(Endpoint<Void>.removeWant(release, of: userName))
  }
}
