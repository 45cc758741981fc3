public import DiscogsModel

/// The search. Each function is the ``Endpoint`` of its name, carried out.
public protocol SearchService: Sendable {
  /// Searches the database. Discogs sends at most 10,000 rows, even if `total` is higher; a page past them is answered
  /// with 404 or 500.
  func search(_ criteria: SearchCriteria, page: PageRequest) async throws(DiscogsError) -> Answer<Paged<SearchResult>>
}

extension SearchService where Self: EndpointRunner {
  public func search(_ criteria: SearchCriteria, page: PageRequest = .first) async throws(DiscogsError) -> Answer<
    Paged<SearchResult>
  > {
    try await run(.search(criteria, page: page))
  }
}
