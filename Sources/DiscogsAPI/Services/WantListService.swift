public import DiscogsModel

/// Want lists.
///
///     let me = try await discogs.identity().value.name
///     _ = try await discogs.want(249_504, notes: "the first pressing", of: me)
///     let wants = try await discogs.wants(of: me, sorting: .descending(.added)).value
///     print(wants.total, "wants, the latest:", wants.rows.first?.release.title ?? "none")
///     try await discogs.removeWant(249_504, of: me)
///
/// Each function is the ``Endpoint`` of its name, carried out.
public protocol WantListService: Sendable {
  /// One page of a want list. Only its owner gets the notes.
  func wants(
    of userName: String, sorting: Sorting<WantListSortField>?, page: PageRequest
  ) async throws(DiscogsError) -> Answer<Paged<Want>>
  /// Adds a want, or changes the existing one.
  ///
  /// - Parameter rating: 0 to 5; 0 clears the rating, nil leaves it.
  func want(
    _ release: Release.ID, notes: String?, rating: Int?, of userName: String
  ) async throws(DiscogsError) -> Answer<Want?>
  /// Changes an existing want.
  func changeWant(
    _ release: Release.ID, notes: String?, rating: Int?, of userName: String
  ) async throws(DiscogsError) -> Answer<Want?>
  /// Removes a release from the want list, with its notes.
  func removeWant(_ release: Release.ID, of userName: String) async throws(DiscogsError)
}

extension WantListService where Self: EndpointRunner {
  public func wants(
    of userName: String, sorting: Sorting<WantListSortField>? = nil, page: PageRequest = .first
  ) async throws(DiscogsError) -> Answer<Paged<Want>> {
    try await run(.wants(of: userName, sorting: sorting, page: page))
  }

  public func want(
    _ release: Release.ID, notes: String? = nil, rating: Int? = nil, of userName: String
  ) async throws(DiscogsError) -> Answer<Want?> {
    try await run(.want(release, notes: notes, rating: rating, of: userName))
  }

  public func changeWant(
    _ release: Release.ID, notes: String? = nil, rating: Int? = nil, of userName: String
  ) async throws(DiscogsError) -> Answer<Want?> {
    try await run(.changeWant(release, notes: notes, rating: rating, of: userName))
  }

  public func removeWant(_ release: Release.ID, of userName: String) async throws(DiscogsError) {
    _ = try await run(Endpoint<Void>.removeWant(release, of: userName))
  }
}
