public import DiscogsModel

/// One remembered search. Repeated searches are one entry with a count.
public struct HistoryEntry: Hashable, Sendable, Identifiable {
  public var id: Int64
  /// As typed, without the spaces around it.
  public var query: String
  /// The type it was limited to; nil for all.
  public var kind: EntityKind?
  public var sort: SortOrder
  /// The selected values, by facet.
  public var filters: [String: [String]]
  public var source: Source
  /// The number of rows found the last time; nil when it was left before it answered.
  public var results: RowCount?
  /// The time of the last run, in seconds since 1970.
  public var lastRun: Double
  public var runs: Int
  /// The name that the user has saved it under; nil for one that is only remembered.
  public var savedAs: String?

  public init(
    id: Int64, query: String, kind: EntityKind?, sort: SortOrder, filters: [String: [String]] = [:], source: Source,
    results: RowCount?, lastRun: Double, runs: Int
  ) {
    (self.id, self.query, self.kind, self.sort, self.filters) = (id, query, kind, sort, filters)
    (self.source, self.results, self.lastRun, self.runs) = (source, results, lastRun, runs)
  }

  /// The filters' values on one line, facet by facet: `LP, US`; empty without any.
  public var filterText: String { RowFacet.allCases.flatMap { filters[$0.rawValue] ?? [] }.joined(separator: ", ") }
}

/// One run of a search, to be remembered.
public struct SearchRecord: Hashable, Sendable {
  /// As typed, without the spaces around it.
  public var query: String
  /// The type it was limited to; nil for all.
  public var kind: EntityKind?
  public var sort: SortOrder
  /// The selected values, by facet.
  public var filters: [String: [String]]
  public var source: Source
  /// The number of rows found; nil when it was left before it answered.
  public var results: RowCount?

  public init(
    query: String, kind: EntityKind? = nil, sort: SortOrder = .relevance, filters: [String: [String]] = [:],
    source: Source, results: RowCount? = nil
  ) {
    (self.query, self.kind, self.sort, self.filters) = (query, kind, sort, filters)
    (self.source, self.results) = (source, results)
  }
}
