import DiscogsJSON
import DiscogsModel
internal import Foundation
internal import GRDB
public import RunoutModel
internal import SQLiteSupport

extension Library {
  /// The searches that a `HistoryFilter` lets through, and that match every word of it loosely, its letters in order:
  /// best match first, the latest first among equals. An empty filter returns all of them, latest first.
  public func searches(matching filter: String = "", limit: Int = .max) async throws(LibraryError) -> [HistoryEntry] {
    let filter = HistoryFilter(parsing: filter)
    let matcher = FuzzyMatcher(filter.words)
    return try await read { database in
      guard let matcher else {
        return try database.rows(
          "SELECT * FROM search WHERE \(filter.condition) ORDER BY turn DESC, lastRun DESC, id DESC LIMIT ?", [limit]
        ).compactMap(HistoryEntry.init)
      }
      let best = try Self.best(limit, of: filter, in: database, by: matcher)
      let found = try database.rows(
        "SELECT * FROM search WHERE id IN (SELECT value FROM json_each(?))", [JSONList.text(best)]
      ).compactMap(HistoryEntry.init)
      let byID = Dictionary(uniqueKeysWithValues: found.map { ($0.id, $0) })
      return best.compactMap { byID[$0] }
    }
  }

  /// The ids of the best matches. Scans every entry without building strings for those that do not match.
  private static func best(
    _ limit: Int, of filter: HistoryFilter, in database: Database, by matcher: FuzzyMatcher
  ) throws -> [Int64] {
    var matches: [(score: Int, place: Int, id: Int64)] = []
    let rows = try Row.fetchCursor(
      database,
      sql: "SELECT id, folded FROM search WHERE \(filter.condition) ORDER BY turn DESC, lastRun DESC, id DESC")
    while let row = try rows.next() {
      let score = try row.withUnsafeData(atIndex: 1) { text in text.flatMap(matcher.score) }
      if let score { try matches.append((score, matches.count, row.value(0))) }
    }
    matches.sort { ($1.score, $0.place) < ($0.score, $1.place) }
    return matches.prefix(limit).map(\.id)
  }

  /// Remembers a search, or counts it once more. Beyond the limit, the one longest not run is forgotten.
  ///
  /// - Parameter old: the search that this one continues, which is counted once less; nil for a new one.
  /// - Returns: false if it was not stored: an empty query, or one with something like a token or a key.
  @discardableResult
  public func remember(
    _ search: SearchRecord, insteadOf old: SearchRecord? = nil, at time: Double
  ) async throws(LibraryError) -> Bool {
    let query = search.query.trimmed()
    guard !query.isEmpty, !SecretShape.looksLikeToken(query) else { return false }
    let kept = options.searches
    try await write { database in
      if let old { try Self.forget(old, in: database) }
      let runs = try Self.takeOtherSpellings(of: search, in: database)
      try database.change(
        """
        INSERT INTO search (query, kind, sort, source, folded, results, resultsAreCapped, lastRun, runs, turn)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ? + 1, (SELECT ifnull(max(turn), 0) + 1 FROM search))
        ON CONFLICT (query, kind, sort, source) DO UPDATE SET
          results = excluded.results, resultsAreCapped = excluded.resultsAreCapped, lastRun = excluded.lastRun,
          runs = runs + excluded.runs, turn = excluded.turn
        """,
        [
          query, search.kind?.rawValue ?? "", search.sort.stored(with: search.filters), search.source.rawValue,
          TextFolding.fold(query), search.results?.number, search.results?.isCapped ?? false, time, runs,
        ])
      try database.change(
        """
        DELETE FROM search WHERE (turn, lastRun, id) <=
          (SELECT turn, lastRun, id FROM search ORDER BY turn DESC, lastRun DESC, id DESC LIMIT 1 OFFSET ?)
        """, [kept])
    }
    return true
  }

  /// Deletes the entries that differ from a search by case alone, which finds the same: the latest spelling stays.
  ///
  /// - Returns: how often they were run.
  private static func takeOtherSpellings(of search: SearchRecord, in database: Database) throws -> Int {
    let query = search.query.trimmed()
    let alike = try database.rows(
      "SELECT id, query, runs FROM search WHERE folded = ? AND kind = ? AND sort = ? AND source = ?",
      [
        TextFolding.fold(query), search.kind?.rawValue ?? "", search.sort.stored(with: search.filters),
        search.source.rawValue,
      ])
    var runs = 0
    for row in alike {
      let (id, other, count): (Int64, String, Int) = try (row.value(0), row.value(1), row.value(2))
      guard other != query, other.lowercased() == query.lowercased() else { continue }
      try database.change("DELETE FROM search WHERE id = ?", [id])
      runs += count
    }
    return runs
  }

  /// Counts a search once less, or deletes it.
  private static func forget(_ search: SearchRecord, in database: Database) throws {
    let key: StatementArguments = [
      search.query.trimmed(), search.kind?.rawValue ?? "", search.sort.stored(with: search.filters),
      search.source.rawValue,
    ]
    let isSame = "query = ? AND kind = ? AND sort = ? AND source = ?"
    try database.change("DELETE FROM search WHERE \(isSame) AND runs < 2", key)
    try database.change("UPDATE search SET runs = runs - 1 WHERE \(isSame)", key)
  }

  public func deleteSearch(_ id: HistoryEntry.ID) async throws(LibraryError) {
    try await write { try $0.change("DELETE FROM search WHERE id = ?", [id]) }
  }

  /// Deletes all searches, prompt lines and visited pages.
  ///
  /// - Returns: the number of searches deleted.
  @discardableResult
  public func clearHistory() async throws(LibraryError) -> Int {
    try await write { database in
      try database.change("DELETE FROM commandLine")
      try database.change("DELETE FROM visit")
      try database.change("DELETE FROM search")
      return database.changesCount
    }
  }

  /// Restores a deleted search in its old place. If the same search was run again meanwhile, their counts are added
  /// and the later time stays.
  public func restoreSearch(_ entry: HistoryEntry) async throws(LibraryError) {
    guard !SecretShape.looksLikeToken(entry.query) else { return }
    try await write { database in
      // Callers don't know its turn, so its time gives its place.
      try database.change(
        """
        INSERT INTO search (id, query, kind, sort, source, folded, results, resultsAreCapped, lastRun, runs, turn)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT ifnull(max(turn), 0) FROM search WHERE lastRun <= ?))
        ON CONFLICT (query, kind, sort, source) DO UPDATE SET runs = runs + excluded.runs WHERE id <> excluded.id
        ON CONFLICT (id) DO NOTHING
        """,
        [
          entry.id, entry.query, entry.kind?.rawValue ?? "", entry.sort.stored(with: entry.filters),
          entry.source.rawValue, TextFolding.fold(entry.query), entry.results?.number, entry.results?.isCapped ?? false,
          entry.lastRun, entry.runs, entry.lastRun,
        ])
    }
  }

  // MARK: The `:` prompt

  /// The lines typed at the prompt, the latest first, each once.
  public func commandLines() async throws(LibraryError) -> [String] {
    try await read { try $0.values("SELECT line FROM commandLine ORDER BY turn DESC") }
  }

  /// Remembers a line of the prompt, unless it is empty or holds something like a token.
  public func rememberCommandLine(_ line: String) async throws(LibraryError) {
    let line = line.trimmed()
    guard !line.isEmpty, !SecretShape.looksLikeToken(line) else { return }
    let kept = options.commandLines
    try await write { database in
      try database.change(
        """
        INSERT INTO commandLine (line, turn) VALUES (?, (SELECT ifnull(max(turn), 0) + 1 FROM commandLine))
        ON CONFLICT (line) DO UPDATE SET turn = excluded.turn
        """, [line])
      try database.change(
        "DELETE FROM commandLine WHERE turn <= (SELECT turn FROM commandLine ORDER BY turn DESC LIMIT 1 OFFSET ?)",
        [kept])
    }
  }
}

extension HistoryFilter {
  /// As SQL: the values are of fixed sets.
  fileprivate var condition: String {
    let parts = [
      source.map { "source = '\($0.rawValue)'" }, type.map { "kind = '\($0 == "all" ? "" : $0)'" },
      hasFound.map { $0 ? "results > 0" : "results = 0" },
    ]
    return (["1"] + parts.compactMap { $0 }).joined(separator: " AND ")
  }
}

extension HistoryEntry {
  /// Nil for a search of a source that only a newer version knows.
  fileprivate init?(_ row: Row) throws {
    guard let source = try Source(rawValue: row.value("source")) else { return nil }
    let isCapped: Bool = try row.value("resultsAreCapped")
    let results: Int? = try row.value("results")
    try self.init(
      id: row.value("id"), query: row.value("query"), kind: EntityKind(rawValue: row.value("kind")),
      sort: RunoutModel.SortOrder(stored: row.value("sort")),
      filters: RunoutModel.SortOrder.filters(stored: row.value("sort")), source: source,
      results: results.map { isCapped ? .atLeast($0) : .exactly($0) }, lastRun: row.value("lastRun"),
      runs: row.value("runs"))
  }
}

extension RowCount {
  fileprivate var isCapped: Bool { if case .atLeast = self { true } else { false } }
}

extension RunoutModel.SortOrder {
  /// `year`, or `-year` when reversed.
  var stored: String { (isReversed ? "-" : "") + field.rawValue }

  /// The sort, then a space and the filters as JSON with sorted keys, so that searches with different filters are
  /// stored apart.
  fileprivate func stored(with filters: [String: [String]]) -> String {
    guard !filters.isEmpty else { return stored }
    var object = JSONObject()
    for (facet, values) in filters.sorted(by: { $0.key < $1.key }) { object.add(facet, values) }
    return "\(stored) \(object.text)"
  }

  fileprivate static func filters(stored: String) -> [String: [String]] {
    guard let space = stored.firstIndex(of: " ") else { return [:] }
    do {
      return try JSONDecoder().decode([String: [String]].self, from: Data(stored[space...].utf8))
    } catch {
      // Written by another program: the search is kept without its filters.
      return [:]
    }
  }

  /// An unknown sort becomes `relevance`.
  init(stored: String) {
    let isReversed = stored.hasPrefix("-")
    let field = Field(rawValue: String(stored.dropFirst(isReversed ? 1 : 0).prefix { $0 != " " }))
    self = field.map { SortOrder($0, isReversed: isReversed) } ?? .relevance
  }
}
