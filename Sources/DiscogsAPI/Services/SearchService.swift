public import DiscogsModel

/// The search. Each function is the ``Endpoint`` of its name, carried out.
public protocol SearchService: Sendable {
  func search(_ criteria: SearchCriteria, page: PageRequest) async throws(DiscogsError) -> Answer<Paged<SearchResult>>
}

extension SearchService where Self: EndpointRunner {
  public func search(_ criteria: SearchCriteria, page: PageRequest = .first) async throws(DiscogsError) -> Answer<
    Paged<SearchResult>
  > {
    try await run(.search(criteria, page: page))
  }
}
