internal import Catalogue
public import DiscogsModel
internal import GRDB
public import RunoutModel
internal import SQLiteSupport

extension CacheStore {
  /// Searches the rows of all answers ever stored, for when there is no network.
  ///
  /// A row has names, label, catalogue number, year, country and format, and the identifiers of releases that were
  /// opened. A query for anything else (a genre, a track) finds nothing here.
  ///
  /// - Parameters:
  ///   - kind: nil for all kinds.
  ///   - server: only rows from this server are searched.
  /// - Returns: at most `limit` rows, best match first; empty for an empty query.
  public func rows(
    matching query: SearchQuery, kind: EntityKind? = nil, server: String, limit: Int = 500
  ) async -> [SeenRow] {
    let rows = SeenRows(server: server.lowercased())
    if let digits = query.barcodeCandidate {
      let barcode = SearchQuery(terms: [.init(field: .barcode, value: .text(digits, isPhrase: true))])
      let found = await self.rows(matching: barcode, kind: kind, server: server, limit: limit)
      if !found.isEmpty { return found }
    }
    let identifiers = query.terms.filter { $0.field == .barcode || $0.field == .runout }
    let plan = QueryPlan(SearchQuery(terms: query.terms.filter { !identifiers.contains($0) }), kind: kind)
    return await read { try rows.matching(plan, identifiers, title: query.typedWords, limit: limit, in: $0) } ?? []
  }
}

/// The seen rows of one server.
struct SeenRows {
  var server: String

  // MARK: Writing

  /// Stores rows, replacing earlier ones of the same records. Values that a row lacks stay as they were.
  func put(_ rows: [CatalogueRow], at time: Double, limit: Int, in database: Database) throws {
    guard !rows.isEmpty else { return }
    var turn: Int64 = try database.value("SELECT ifnull(max(turn), 0) FROM seen") ?? 0
    for row in rows {
      turn += 1
      try put(row, at: time, turn: turn, in: database)
    }
    let surplus = try CacheSchema.count(.rows, in: database) - limit
    guard surplus > 0 else { return }
    try database.change("DELETE FROM seen WHERE id IN (SELECT id FROM seen ORDER BY turn LIMIT ?)", [surplus])
  }

  private func put(_ row: CatalogueRow, at time: Double, turn: Int64, in database: Database) throws {
    let (kind, number) = (row.reference.kind.rawValue, row.reference.number)
    let known = try database.row(
      "SELECT id, title, artist, label, catno FROM seen WHERE server = ? AND kind = ? AND number = ?",
      [server, kind, number])
    try database.change(
      """
      INSERT INTO seen
        (server, kind, number, title, artist, year, country, format, label, catno, count, master, seenAt, turn)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (server, kind, number) DO UPDATE SET
        title = ifnull(nullif(excluded.title, ''), title), artist = ifnull(nullif(excluded.artist, ''), artist),
        year = ifnull(excluded.year, year), country = ifnull(nullif(excluded.country, ''), country),
        format = ifnull(nullif(excluded.format, ''), format), label = ifnull(nullif(excluded.label, ''), label),
        catno = ifnull(nullif(excluded.catno, ''), catno), count = ifnull(excluded.count, count),
        master = ifnull(excluded.master, master), seenAt = excluded.seenAt, turn = excluded.turn
      """,
      [
        server, kind, number, row.title, row.artist, row.year, row.country, row.format, row.label, row.catalogueNumber,
        row.count, row.master?.number, time, turn,
      ])
    guard let known else { return try index(row, id: database.lastInsertedRowID, in: database) }
    var merged = row
    if merged.title.isEmpty { merged.title = try known.value("title") }
    if merged.artist.isEmpty { merged.artist = try known.value("artist") }
    if merged.label.isEmpty { merged.label = try known.value("label") }
    if merged.catalogueNumber.isEmpty { merged.catalogueNumber = try known.value("catno") }
    let isSame =
      try merged.title == known.value("title") && merged.artist == known.value("artist")
      && merged.label == known.value("label") && merged.catalogueNumber == known.value("catno")
    if isSame { return }
    let id: Int64 = try known.value("id")
    try database.change("DELETE FROM words WHERE rowid = ?", [id])
    try index(merged, id: id, in: database)
  }

  private func index(_ row: CatalogueRow, id: Int64, in database: Database) throws {
    func words(_ text: String) -> String {
      let tokens = TextFolding.tokens(text)
      return (tokens.isEmpty ? [TextFolding.signWord(text)].compactMap { $0 } : tokens).joined(separator: " ")
    }
    try database.change(
      "INSERT INTO words (rowid, title, artist, label, catno) VALUES (?, ?, ?, ?, ?)",
      [id, words(row.title), words(row.artist), words(row.label), words(row.catalogueNumber)])
  }

  /// Stores the identifiers of records, one to a line.
  ///
  /// - Parameter areAll: whether they replace the stored ones; otherwise new ones are added.
  func put(_ identifiers: [EntityReference: [String]], areAll: Bool, in database: Database) throws {
    for (record, texts) in identifiers {
      guard let known = try self.identifiers(of: record, in: database) else { continue }
      let lines = Self.lines(texts)
      let kept = areAll ? lines : known + lines.filter { !known.contains($0) }
      guard kept != known else { continue }
      try database.change(
        "UPDATE seen SET identifiers = ? WHERE server = ? AND kind = ? AND number = ?",
        [kept.joined(separator: "\n"), server, record.kind.rawValue, record.number])
    }
  }

  /// Returns whether some of these identifiers are not stored, of records that are.
  func lacks(_ identifiers: [EntityReference: [String]], in database: Database) throws -> Bool {
    try identifiers.contains { record, texts in
      guard let known = try self.identifiers(of: record, in: database) else { return false }
      return !Self.lines(texts).allSatisfy(known.contains)
    }
  }

  /// Nil if the record was not seen.
  private func identifiers(of record: EntityReference, in database: Database) throws -> [String]? {
    let lines: String? = try database.value(
      "SELECT identifiers FROM seen WHERE server = ? AND kind = ? AND number = ?",
      [server, record.kind.rawValue, record.number])
    return lines.map { $0.split(separator: "\n").map(String.init) }
  }

  /// Each identifier as one line, without empty ones.
  private static func lines(_ identifiers: [String]) -> [String] {
    identifiers.map { $0.split(whereSeparator: \.isNewline).joined(separator: " ") }.filter { !$0.isEmpty }
  }

  // MARK: Searching

  /// - Parameters:
  ///   - identifiers: terms for barcodes and matrices.
  ///   - title: rows with exactly this title or name come first.
  func matching(
    _ plan: QueryPlan, _ identifiers: [SearchQuery.Term] = [], title: String, limit: Int, in database: Database
  ) throws -> [SeenRow] {
    guard let filters = filters(plan, hasOthers: identifiers.contains { !$0.isExcluded }), limit > 0 else { return [] }
    let rows: RowCursor
    if let words = plan.search {
      let expression = plan.excludedSearch.map { "(\(words)) NOT (\($0))" } ?? words
      rows = try Row.fetchCursor(
        database,
        sql: """
          SELECT seen.* FROM words JOIN seen ON seen.id = words.rowid
          WHERE words MATCH ? AND server = ?
          ORDER BY words.title = ? DESC, bm25(words, 8, 4, 1, 1), turn DESC
          """,
        arguments: [expression, server, title])
    } else {
      let excluded = plan.excludedSearch.map { _ in "AND id NOT IN (SELECT rowid FROM words WHERE words MATCH ?)" }
      rows = try Row.fetchCursor(
        database, sql: "SELECT * FROM seen WHERE server = ? \(excluded ?? "") ORDER BY turn DESC",
        arguments: [server] + (plan.excludedSearch.map { [$0] } ?? []))
    }
    let sought = identifiers.map { term in
      guard case .text(let text, _) = term.value else { return (SoughtIdentifier("", isBarcode: false), false) }
      return (SoughtIdentifier(text, isBarcode: term.field == .barcode), term.isExcluded)
    }
    var found: [SeenRow] = []
    while found.count < limit, let row = try rows.next() {
      guard let seen = try SeenRow(row), filters.allSatisfy({ $0.matches(seen.row) }) else { continue }
      let lines = try sought.isEmpty ? [] : (row.value("identifiers") as String).split(separator: "\n").map(String.init)
      guard sought.allSatisfy({ lines.contains(where: $0.matches) != $1 }) else { continue }
      found.append(seen)
    }
    return found
  }

  /// The conditions to check on each row; nil when rows lack the facts for one.
  ///
  /// - Parameter hasOthers: whether the query has conditions besides the plan's.
  private func filters(_ plan: QueryPlan, hasOthers: Bool) -> [RowFilter]? {
    guard plan.deep == nil, !plan.matchesNothing else { return nil }
    var filters: [RowFilter] = []
    for filter in plan.filters {
      switch filter.condition {
      case .heads: if !hasOthers { return nil }
      case .words(.genre, _, _), .words(.style, _, _):
        // Rows have no genre, so an exclusion cannot be checked either; showing too many rows is better.
        guard filter.isExcluded else { return nil }
      case .words, .years, .kind: filters.append(RowFilter(filter: filter))
      }
    }
    return filters
  }
}

extension SearchQuery {
  /// The words without a field, folded as in the index.
  fileprivate var typedWords: String {
    terms.flatMap { term in
      guard case .text(let text, _) = term.value, term.field == nil, !term.isExcluded else { return [String]() }
      return TextFolding.tokens(text)
    }.joined(separator: " ")
  }
}

private struct RowFilter {
  var filter: QueryPlan.Filter

  func matches(_ row: CatalogueRow) -> Bool { holds(row) != filter.isExcluded }

  private func holds(_ row: CatalogueRow) -> Bool {
    switch filter.condition {
    case .kind(let kind): row.reference.kind == kind
    case .years(let from, let to): row.year.map { $0 >= from ?? .min && $0 <= to ?? .max } ?? false
    case .words(.country, let words, let isWhole):
      TextFolding.holds(words, in: TextFolding.tokens(row.country), isWhole: isWhole)
    case .words(.format, let words, let isWhole):
      TextFolding.holds(words, in: TextFolding.tokens(row.format), isWhole: isWhole)
    case .words, .heads: false
    }
  }
}

/// A typed barcode or matrix to compare with those of records, however either is split into words.
public struct SoughtIdentifier: Sendable {
  private let barcode: Barcode?
  private let folded: String

  public init(_ typed: String, isBarcode: Bool) {
    barcode = isBarcode ? Barcode(typed) : nil
    folded = TextFolding.tokens(typed).joined()
  }

  /// Whether an identifier equals the barcode, or contains the matrix.
  public func matches(_ identifier: String) -> Bool {
    if let barcode { return Barcode(identifier).map(barcode.means) ?? false }
    return !folded.isEmpty && TextFolding.tokens(identifier).joined().contains(folded)
  }
}

extension SeenRow {
  /// Nil for an unknown kind.
  init?(_ row: Row) throws {
    guard let kind = try EntityKind(rawValue: row.value("kind")) else { return nil }
    let master: Int? = try row.value("master")
    try self.init(
      row: CatalogueRow(
        reference: EntityReference(kind, row.value("number")), title: row.value("title"), artist: row.value("artist"),
        year: row.value("year"), country: row.value("country"), format: row.value("format"),
        label: row.value("label"), catalogueNumber: row.value("catno"), count: row.value("count"),
        master: master.map { Master.ID($0) }),
      seenAt: row.value("seenAt"))
  }
}
