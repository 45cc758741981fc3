public import DiscogsModel

/// A search: query, type and order.
public struct SearchRequest: Hashable, Sendable {
  /// An empty query lists the best-known records: masters, and releases without one, unless `kind` says otherwise.
  public var query: SearchQuery
  /// Nil for all types.
  public var kind: EntityKind?
  /// The sort order.
  public var sort: SortOrder

  /// Creates a request; without arguments it asks for popular records.
  public init(query: SearchQuery = SearchQuery(), kind: EntityKind? = nil, sort: SortOrder = .relevance) {
    self.query = query
    self.kind = kind
    self.sort = sort
  }
}
