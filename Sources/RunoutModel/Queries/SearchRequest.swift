public import DiscogsModel

/// A search: query, type and order.
public struct SearchRequest: Hashable, Sendable {
  /// An empty query lists the best-known records: masters, and releases without one, unless `kind` says otherwise.
  public var query: SearchQuery
  /// Nil for all types.
  public var kind: EntityKind?
  /// The sort order.
  public var sort: SortOrder
  /// Only rows in which each of these words begins another one: in their names, or in the year, format, country, label
  /// or number that they show.
  public var narrowing: [String]

  /// Creates a request; without arguments it asks for popular records.
  public init(
    query: SearchQuery = SearchQuery(), kind: EntityKind? = nil, sort: SortOrder = .relevance, narrowing: [String] = []
  ) {
    self.query = query
    self.kind = kind
    self.sort = sort
    self.narrowing = narrowing
  }

  /// The query with what narrows it as more of its words, for what knows no other way. They come last, as the last word
  /// may be unfinished.
  public var wholeQuery: SearchQuery {
    var query = query
    query.terms += narrowing.map { .init(field: nil, value: .text($0, isPhrase: false)) }
    return query
  }
}
