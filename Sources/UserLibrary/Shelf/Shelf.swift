public import DiscogsModel
internal import Dispatch
internal import GRDB
public import RunoutModel
internal import SQLiteSupport
internal import Synchronization

extension Library {
  /// One page of the collection. Its cost does not depend on its position. Copies that Discogs refused to add are
  /// included, and marked.
  public func copies(
    _ request: CollectionRequest, after cursor: PageCursor? = nil, limit: Int = 50
  ) async throws(LibraryError) -> Page<CollectionCopy> {
    try await page(of: .copies, request, after: cursor, limit: limit) { try CollectionCopy.fetch($0, ids: $1) }
  }

  /// The number of a request's copies that are owned.
  public func copyCount(_ request: CollectionRequest) async throws(LibraryError) -> Int {
    try await count(.copies, request)
  }

  public func wants(
    _ request: CollectionRequest, after cursor: PageCursor? = nil, limit: Int = 50
  ) async throws(LibraryError) -> Page<WantListEntry> {
    try await page(of: .wants, request, after: cursor, limit: limit) { try WantListEntry.fetch($0, ids: $1) }
  }

  public func wantCount(_ request: CollectionRequest) async throws(LibraryError) -> Int {
    try await count(.wants, request)
  }

  /// All owned copies, oldest first, and all wants except those of any pressing, which no account has.
  public func wholeShelf() async throws(LibraryError) -> (copies: [CollectionCopy], wants: [WantListEntry]) {
    try await read { [self] database in
      let oldestFirst = CollectionRequest(sort: SortOrder(.added, isReversed: true))
      return try (
        CollectionCopy.fetch(database, ids: ids(database, .copies, oldestFirst)),
        WantListEntry.fetch(database, ids: ids(database, .wants, CollectionRequest())).filter { !$0.isAnyPressing }
      )
    }
  }

  /// The folders, empty ones included: `Uncategorized` first, the others by name. Their sum is the collection.
  public func folders() async throws(LibraryError) -> [CollectionFolder] {
    try await read { database in
      try database.rows(
        """
        SELECT name, coalesce(copies, 0) FROM folder
        LEFT JOIN (SELECT folder, count(*) AS copies FROM copy WHERE \(ShelfTable.isOwnedCopy)
          GROUP BY folder) ON folder = id
        ORDER BY name <> ?, sortKey, name
        """, [Self.uncategorised]
      ).map { try CollectionFolder(name: $0.value(0), copies: $0.value(1)) }
    }
  }

  /// Discogs' name for the folder of copies without one.
  package static let uncategorised = "Uncategorized"

  /// The owned copies of a release, in the order they were added.
  ///
  /// - Parameter withRefused: whether to include copies that Discogs refused to add.
  public func copies(of release: Release.ID, withRefused: Bool = false) async throws(LibraryError) -> [CollectionCopy] {
    try await read { database in
      try CollectionCopy.fetch(database, "SELECT id FROM copy WHERE release = ? ORDER BY added, id", [release.number])
        .filter { withRefused || $0.refusal != .row }
    }
  }

  /// The owned copies of every pressing of a master, the earliest pressing first.
  public func copies(ofMaster master: Master.ID) async throws(LibraryError) -> [CollectionCopy] {
    try await read { database in
      try CollectionCopy.fetch(
        database, "SELECT id FROM copy WHERE master = ? ORDER BY year IS NULL, year, id", [master.number]
      ).filter { $0.refusal != .row }
    }
  }

  /// The wants of every pressing of a master, and that of any pressing.
  public func wants(ofMaster master: Master.ID) async throws(LibraryError) -> [WantListEntry] {
    try await read {
      try WantListEntry.fetch($0, "SELECT id FROM want WHERE master = ? ORDER BY id", [master.number])
    }
  }

  public func copy(numbered id: Int64) async throws(LibraryError) -> CollectionCopy? {
    try await read { try CollectionCopy.fetch($0, ids: [id]).first }
  }

  public func want(of wanted: Wanted) async throws(LibraryError) -> WantListEntry? {
    try await read { try WantListEntry.fetch($0, "SELECT id FROM want WHERE release = ?", [wanted.item]).first }
  }

  public func want(of release: Release.ID) async throws(LibraryError) -> WantListEntry? {
    try await want(of: .release(release))
  }

  /// Finds which of these releases and masters are on the shelf, in two queries whatever their number.
  public func holdings(of releases: [Release.ID], _ masters: [Master.ID]) async throws(LibraryError) -> ShelfHoldings {
    if releases.isEmpty, masters.isEmpty { return ShelfHoldings() }
    let releases = JSONList.text(releases.map(\.number))
    let masters = JSONList.text(masters.map(\.number))
    return try await read { database in
      var holdings = ShelfHoldings()
      for row in try database.rows(
        """
        SELECT asked.value,
          EXISTS (SELECT 1 FROM copy WHERE release = asked.value AND NOT \(ShelfTable.isRefusedCopy)) AS owned,
          EXISTS (SELECT 1 FROM want WHERE release = asked.value) AS wanted
        FROM json_each(?) asked WHERE owned OR wanted
        """, [releases])
      {
        let release = Release.ID(try row.value(0) as Int)
        if try row.value(1) { holdings.ownedReleases.insert(release) }
        if try row.value(2) { holdings.wantedReleases.insert(release) }
      }
      for row in try database.rows(
        """
        SELECT asked.value,
          (SELECT count(DISTINCT release) FROM copy
            WHERE master = asked.value AND NOT \(ShelfTable.isRefusedCopy)) AS owned,
          EXISTS (SELECT 1 FROM want WHERE master = asked.value) AS wanted,
          EXISTS (SELECT 1 FROM want WHERE release = -asked.value) AS whollyWanted
        FROM json_each(?) asked WHERE owned OR wanted OR whollyWanted
        """, [masters])
      {
        let (master, owned) = (Master.ID(try row.value(0) as Int), try row.value(1) as Int)
        if owned > 0 { holdings.ownedMasters.insert(master) }
        if owned > 1 { holdings.severallyOwnedMasters.insert(master) }
        if try row.value(2) { holdings.wantedMasters.insert(master) }
        if try row.value(3) { holdings.whollyWantedMasters.insert(master) }
      }
      return holdings
    }
  }
}

// MARK: - Lists

extension Library {
  private func page<Row>(
    of table: ShelfTable, _ request: CollectionRequest, after cursor: PageCursor?, limit: Int,
    fetch: @escaping @Sendable (Database, [Int64]) throws -> [Row]
  ) async throws(LibraryError) -> Page<Row> {
    var start: ShelfCursor?
    let isEnd = cursor == .end
    if let cursor, !isEnd {
      guard let decoded = ShelfCursor(cursor.token) else { throw .unknownCursor }
      start = decoded
    }
    return try await read { [self, start] database in
      let matches = try matches(database, table, request)
      let part = try Self.part(database, table, request)
      if isEnd {
        let total = try Self.total(database, table, in: part, among: matches)
        let found = try Self.walk(
          database, table, request.sort, in: part, limit: limit, among: matches, backwards: true)
        return Page(rows: try fetch(database, found.reversed().map(\.id)), next: nil, first: total - found.count)
      }
      var found = try Self.walk(database, table, request.sort, in: part, from: start, limit: limit + 1, among: matches)
      let hasMore = found.count > limit
      found = Array(found.prefix(limit))
      return Page(
        rows: try fetch(database, found.map(\.id)),
        next: hasMore ? try found.last.map { PageCursor(token: try $0.encoded()) } : nil)
    }
  }

  /// The number of rows of a list, copies that Discogs refused to add included.
  private static func total(
    _ database: Database, _ table: ShelfTable, in folder: Int64?, among matches: RowSet?
  ) throws -> Int {
    guard let matches else {
      return try database.count(
        "SELECT count(*) FROM \(table.rawValue)\(folder == nil ? "" : " WHERE folder = ?")", folder.map { [$0] } ?? [])
    }
    guard folder != nil else { return matches.count }
    return try walk(database, table, .relevance, in: folder, limit: .max, among: matches).count
  }

  private func count(_ table: ShelfTable, _ request: CollectionRequest) async throws(LibraryError) -> Int {
    try await read { [self] database in
      if request.narrowing.isEmpty, let folder = try Self.part(database, table, request) {
        return try database.count("SELECT count(*) FROM copy WHERE folder = ? AND \(ShelfTable.isOwnedCopy)", [folder])
      }
      return try filtered(database, table, request)?.count ?? length(of: table, database)
    }
  }

  /// The number of rows in all; of the collection, only owned copies.
  func length(of table: ShelfTable, _ database: Database) throws -> Int {
    let version = try Self.shelfVersion(database)
    if let known = findings.withLock({ $0.lengths[table] }), known.version == version { return known.rows }
    let refused = table == .copies ? " - (SELECT count(*) FROM \(ShelfTable.refusedCopies))" : ""
    let rows = try database.count("SELECT (SELECT count(*) FROM \(table.rawValue))\(refused)")
    findings.withLock { $0.lengths[table] = (version, rows) }
    return rows
  }

  /// The ids that a request selects, in its order; of the collection, only owned copies.
  func ids(_ database: Database, _ table: ShelfTable, _ request: CollectionRequest) throws -> [Int64] {
    let matches = try matches(database, table, request)
    let part = try Self.part(database, table, request)
    let ids = try Self.walk(database, table, request.sort, in: part, from: nil, limit: .max, among: matches).map(\.id)
    let refused = try Self.refused(in: table, database)
    return refused.isEmpty ? ids : ids.filter { !refused.contains($0) }
  }

  /// The id of a request's folder: nil for the whole list, -1 for an unknown folder.
  private static func part(_ database: Database, _ table: ShelfTable, _ request: CollectionRequest) throws -> Int64? {
    guard table == .copies, let name = request.folder else { return nil }
    return try database.value("SELECT id FROM folder WHERE name = ?", [name]) ?? -1
  }

  /// Walks along the list's index from the end of a page, or backwards from the end of the list, until there are enough
  /// of the permitted rows.
  ///
  /// The index holds everything the walk needs: key, shelf key, id, folder. If few rows are permitted, they are
  /// fetched and sorted instead.
  private static func walk(
    _ database: Database, _ table: ShelfTable, _ sort: SortOrder, in folder: Int64?, from start: ShelfCursor? = nil,
    limit: Int, among rows: RowSet?, backwards: Bool = false
  ) throws -> [ShelfCursor] {
    var found: [ShelfCursor] = []
    let few = rows.flatMap { $0.count <= fewRows ? $0 : nil }

    func collect(_ column: String, _ condition: String, _ order: String, _ arguments: [any DatabaseValueConvertible])
      throws
    {
      var conditions = condition.isEmpty ? [] : [condition]
      var arguments = arguments
      if let folder {
        conditions.append("folder = ?")
        arguments.append(folder)
      }
      if let few {
        conditions.append("id IN (SELECT value FROM json_each(?))")
        arguments.append(JSONList.text(few.numbers))
      }
      // Without this, SQLite would use the folder's index and sort its rows.
      let index = column.isEmpty ? "shelf" : column.dropLast("Key".count)
      let name = "\(table.rawValue)By\(index.prefix(1).uppercased())\(index.dropFirst())"
      let entries = try Row.fetchCursor(
        database,
        sql: """
          SELECT \(column.isEmpty ? "NULL" : column), shelfKey, id FROM \(table.rawValue)
          \(few == nil ? "INDEXED BY \(name)" : "NOT INDEXED")
          \(conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND "))
          ORDER BY \(order)
          """, arguments: StatementArguments(arguments))
      while found.count < limit {
        guard let row = try entries.next() else { break }
        let id: Int64 = try row.value(2)
        if let rows, !rows.contains(id) { continue }
        var cursor = try ShelfCursor(id: id, shelf: row.value(1))
        switch try (row.value(0) as DatabaseValue).storage {
        case .string(let text): cursor.text = text
        case .int64(let number): cursor.number = number
        default: cursor.isUnknown = !column.isEmpty
        }
        found.append(cursor)
      }
    }

    let comparison = sort.isReversed ? "<" : ">"
    let direction = sort.isReversed != backwards ? "DESC" : "ASC"
    guard let column = sort.field.shelfColumn else {
      try collect(
        "", start == nil ? "" : "(shelfKey, id) \(comparison) (?, ?)", "shelfKey \(direction), id \(direction)",
        start.map { [$0.shelf, $0.id] } ?? [])
      return found
    }
    func collectKnown() throws {
      let key = start?.key
      try collect(
        column,
        key == nil ? "\(column) IS NOT NULL" : "(\(column), shelfKey, id) \(comparison) (?, ?, ?)",
        "\(column) \(direction), shelfKey \(direction), id \(direction)",
        start.map { start in key.map { [$0, start.shelf, start.id] } ?? [] } ?? [])
    }
    // Those without a value come last, whichever way the others go.
    let unknown = backwards ? "DESC" : "ASC"
    func collectUnknown() throws {
      let start = start.flatMap { $0.isUnknown ? $0 : nil }
      try collect(
        column, "\(column) IS NULL" + (start == nil ? "" : " AND (shelfKey, id) > (?, ?)"),
        "shelfKey \(unknown), id \(unknown)", start.map { [$0.shelf, $0.id] } ?? [])
    }
    if backwards { try collectUnknown() }
    if found.count < limit, start?.isUnknown != true { try collectKnown() }
    if found.count < limit, !backwards { try collectUnknown() }
    return found
  }

  /// Up to this many rows, sorting the matches is faster than skipping the others.
  private static let fewRows = 2_000

  /// The rows that a query selects; nil for an empty query.
  ///
  /// A page and its row count are requested at the same time; the lock makes the second wait for the first one's
  /// result.
  private func matches(_ database: Database, _ table: ShelfTable, _ request: CollectionRequest) throws -> RowSet? {
    let query: ShelfQuery
    do { query = try ShelfQuery(parsing: request.narrowing, of: table.list) } catch { throw LibraryError.query(error) }
    guard !query.terms.isEmpty else { return nil }
    let version = try Self.shelfVersion(database)
    return try findings.withLock { cache in
      let known = cache.entries.first {
        $0.table == table && $0.query == query && $0.lookedUp == request.lookedUp && $0.version == version
          && $0.paidField == request.paidField
      }
      if let known { return known.rows }
      let texts = try cache.texts(of: table, version, database)
      let filter = ShelfFilter(
        table: table, texts: texts, lookedUp: request.lookedUp, paidField: request.paidField)
      let rows = try filter.rows(query, database)
      // Prices are kept without raising the shelf's version: pages need not load again for each that is seen.
      if query.terms.contains(where: \.isOfPrices) { return rows }
      cache.entries.insert(
        ShelfFindings.Entry(
          table: table, query: query, lookedUp: request.lookedUp, paidField: request.paidField, version: version,
          rows: rows), at: 0)
      cache.entries.removeLast(max(0, cache.entries.count - 4))
      return rows
    }
  }

  /// The words of the names on a list, folded, and how often each occurs.
  public func names(on list: ShelfList) async throws(LibraryError) -> [String: Int] {
    try await read { [self] database in
      let version = try Self.shelfVersion(database)
      return try findings.withLock { try $0.names(of: ShelfTable(list), version, database) }
    }
  }

  /// The rows of a list that do not count: copies that Discogs refused to add.
  private static func refused(in table: ShelfTable, _ database: Database) throws -> Set<Int64> {
    table == .copies ? try Set(database.values("SELECT * FROM \(ShelfTable.refusedCopies)")) : []
  }

  /// The rows that a request selects, in no order; of the collection, only owned copies. Nil for all.
  func filtered(_ database: Database, _ table: ShelfTable, _ request: CollectionRequest) throws -> RowSet? {
    let matches = try matches(database, table, request)
    let folder = try Self.part(database, table, request)
    let refused = try Self.refused(in: table, database)
    guard folder != nil || !refused.isEmpty else { return matches }
    var here = RowSet()
    let ids = try Int64.fetchCursor(
      database, sql: "SELECT id FROM copy\(folder == nil ? "" : " WHERE folder = ?")",
      arguments: folder.map { [$0] } ?? [])
    while let id = try ids.next() {
      if !refused.contains(id) { here.insert(id) }
    }
    if let matches { here.formIntersection(matches) }
    return here
  }

  /// The shelf's version now, and after every change by this program, until the library closes. A slow reader gets
  /// only the newest.
  public func shelfVersions() async -> AsyncStream<Int64> {
    do {
      let number = try await shelfVersion()
      version.update { $0 = max($0, number) }
      return version.stream
    } catch {
      // Reading the shelf itself reports what cannot be read.
      return AsyncStream { $0.finish() }
    }
  }

  /// Call after a transaction was committed.
  static func announce(_ version: Current<Int64>, _ database: Database) {
    // Reading the shelf itself reports what cannot be read.
    do {
      let number = try shelfVersion(database)
      version.update { $0 = max($0, number) }
    } catch {
      return
    }
  }

  /// The shelf's version now, whichever program changed it last.
  public func shelfVersion() async throws(LibraryError) -> Int64 { try await read { try Self.shelfVersion($0) } }

  /// Rises with every change of the shelf by any program.
  static func shelfVersion(_ database: Database) throws -> Int64 {
    try database.value("SELECT CAST(value AS INTEGER) FROM note WHERE name = 'shelf version'") ?? 0
  }

  static func raiseShelfVersion(_ database: Database) throws {
    try database.change(
      """
      INSERT INTO note (name, value) VALUES ('shelf version', '1')
      ON CONFLICT (name) DO UPDATE SET value = CAST(value AS INTEGER) + 1
      """)
    // SQLite does not report changes in a table without row ids.
    try database.notifyChanges(in: Table("note"))
  }
}
