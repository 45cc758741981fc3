public import DiscogsModel

/// The search.
///
///     var criteria = SearchCriteria("kind of blue", kind: .master)
///     criteria.format = "LP"
///     let page = try await discogs.search(criteria).value
///     print(page.total, "found, the first:", page.rows.first?.row.title ?? "none")
///
/// Each function is the ``Endpoint`` of its name, carried out.
public protocol SearchService: Sendable {
  /// Searches the database. Discogs sends at most 10,000 rows, even if `total` is higher; for a page past them it
  /// answers 404 or 500.
  func search(_ criteria: SearchCriteria, page: PageRequest) async throws(DiscogsError) -> Answer<Paged<SearchResult>>
}

extension SearchService where Self: EndpointRunner {
  public func search(
    _ criteria: SearchCriteria, page: PageRequest = .first
  ) async throws(DiscogsError) -> Answer<Paged<SearchResult>> {
    try await run(.search(criteria, page: page))
  }
}
