public import DiscogsModel

/// One remembered search. Repeated searches are one entry with a count.
public struct HistoryEntry: Hashable, Sendable, Identifiable {
  public var id: Int64
  /// As typed, trimmed.
  public var query: String
  /// The type that it was limited to; nil for all.
  public var kind: EntityKind?
  /// The order that was asked for.
  public var sort: SortOrder
  /// The values that its rows were filtered to, by facet.
  public var filters: [String: [String]]
  /// Where it was searched.
  public var source: Source
  /// How many rows it found the last time; nil when it was left before it answered.
  public var results: RowCount?
  /// Seconds since 1970, of the last time.
  public var lastRun: Double
  /// How many times.
  public var runs: Int

  /// Creates an entry.
  public init(
    id: Int64, query: String, kind: EntityKind?, sort: SortOrder, filters: [String: [String]] = [:], source: Source,
    results: RowCount?, lastRun: Double, runs: Int
  ) {
    self.id = id
    self.query = query
    self.kind = kind
    self.sort = sort
    self.filters = filters
    self.source = source
    self.results = results
    self.lastRun = lastRun
    self.runs = runs
  }
}

extension HistoryEntry {
  /// The values of its filters on one line, facet by facet: `LP, US`; empty without any.
  public var filterText: String { RowFacet.allCases.flatMap { filters[$0.rawValue] ?? [] }.joined(separator: ", ") }
}

/// A search that was run.
public struct SearchRecord: Hashable, Sendable {
  /// As typed, trimmed.
  public var query: String
  /// The type that it was limited to; nil for all.
  public var kind: EntityKind?
  /// The order that was asked for.
  public var sort: SortOrder
  /// The values that its rows were filtered to, by facet.
  public var filters: [String: [String]]
  /// Where it was searched.
  public var source: Source
  /// How many rows it found; nil when it was left before it answered.
  public var results: RowCount?

  /// Creates the record of a search.
  public init(
    query: String, kind: EntityKind? = nil, sort: SortOrder = .relevance, filters: [String: [String]] = [:],
    source: Source, results: RowCount? = nil
  ) {
    self.query = query
    self.kind = kind
    self.sort = sort
    self.filters = filters
    self.source = source
    self.results = results
  }
}
