public import DiscogsModel

public struct SearchRequest: Hashable, Sendable {
  /// An empty query lists popular records: masters, and releases without one, unless `kind` says otherwise.
  public var query: SearchQuery
  /// Nil for all types.
  public var kind: EntityKind?
  public var sort: SortOrder
  /// Words that filter the rows: each must begin a word of the row's names, year, format, country, label or number.
  public var narrowing: [String]

  public init(
    query: SearchQuery = SearchQuery(), kind: EntityKind? = nil, sort: SortOrder = .relevance, narrowing: [String] = []
  ) {
    (self.query, self.kind, self.sort, self.narrowing) = (query, kind, sort, narrowing)
  }

  /// The query with `narrowing` as further words, for sources that cannot filter. They come last, since the last word
  /// may be unfinished.
  public var wholeQuery: SearchQuery {
    var query = query
    query.terms += narrowing.map { .init(field: nil, value: .text($0, isPhrase: false)) }
    return query
  }
}
