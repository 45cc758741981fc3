public import DiscogsModel
internal import GRDB

extension CacheStore {
  /// Stores rows for later searches, apart from the answers they came in.
  ///
  /// - Parameters:
  ///   - now: seconds since 1970.
  ///   - identifiers: barcodes and matrices of some of the records.
  ///   - areAll: whether these are all identifiers of their records; others add to the stored ones.
  public func note(
    _ rows: [CatalogueRow], identifiers: [EntityReference: [String]] = [:], areAll: Bool = false, server: String,
    at now: Double
  ) async {
    guard !rows.isEmpty else { return }
    let limit = limits.rows
    _ = await write { database in
      let seen = SeenRows(server: server.lowercased())
      try seen.put(rows, at: now, limit: limit, in: database)
      try seen.put(identifiers, areAll: areAll, in: database)
    }
  }

  /// Adds identifiers to the stored ones of records that were seen.
  public func add(identifiers: [EntityReference: [String]], server: String) async {
    let seen = SeenRows(server: server.lowercased())
    // Most have them already, and reading waits for no other program.
    guard await read({ try seen.lacks(identifiers, in: $0) }) == true else { return }
    _ = await write { try seen.put(identifiers, areAll: false, in: $0) }
  }

  /// The rows seen last, the latest first.
  ///
  /// - Parameter kind: nil for all kinds.
  public func latestRows(kind: EntityKind? = nil, server: String, limit: Int) async -> [SeenRow] {
    await read { try SeenRows(server: server.lowercased()).latest(kind: kind, limit: limit, in: $0) } ?? []
  }

  /// The rows of masters whose format is known: a master's own row, or that of one of its releases.
  public func rows(ofMasters masters: [Master.ID], server: String) async -> [Master.ID: CatalogueRow] {
    guard !masters.isEmpty else { return [:] }
    return await read { try SeenRows(server: server.lowercased()).rows(ofMasters: Set(masters), in: $0) } ?? [:]
  }

  /// The masters of releases that were seen with one.
  public func masters(of releases: [Release.ID], server: String) async -> [Release.ID: Master.ID] {
    await read { try SeenRows(server: server.lowercased()).masters(of: releases, in: $0) } ?? [:]
  }

  /// The titles or names of records that were seen.
  public func titles(of references: [EntityReference], server: String) async -> [EntityReference: String] {
    await read { try SeenRows(server: server.lowercased()).titles(of: references, in: $0) } ?? [:]
  }
}

extension SeenRows {
  fileprivate func latest(kind: EntityKind?, limit: Int, in database: Database) throws -> [SeenRow] {
    let ofKind = kind == nil ? "" : "AND kind = ?"
    let arguments: StatementArguments = kind.map { [server, $0.rawValue] } ?? [server]
    return try Row.fetchAll(
      database, sql: "SELECT * FROM seen WHERE server = ? \(ofKind) ORDER BY turn DESC LIMIT ?",
      arguments: arguments + [limit]
    ).compactMap(SeenRow.init)
  }

  /// Reads all rows once: there is no index by master, and up to a hundred masters to find.
  fileprivate func rows(
    ofMasters masters: Set<Master.ID>, in database: Database
  ) throws -> [Master.ID: CatalogueRow] {
    var found: [Master.ID: CatalogueRow] = [:]
    // Releases come first, so that a master's own row replaces theirs.
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT * FROM seen WHERE server = ? AND format <> '' AND (kind = 'master' OR kind = 'release' AND master > 0)
        ORDER BY kind DESC, turn
        """,
      arguments: [server])
    while let row = try rows.next() {
      guard let seen = try SeenRow(row) else { continue }
      let id: Master.ID? = if case .master(let id) = seen.row.reference { id } else { seen.row.master }
      if let id, masters.contains(id) { found[id] = seen.row }
    }
    return found
  }

  fileprivate func masters(of releases: [Release.ID], in database: Database) throws -> [Release.ID: Master.ID] {
    let statement = try database.cachedStatement(
      sql: "SELECT master FROM seen WHERE server = ? AND kind = 'release' AND number = ? AND master > 0")
    var masters: [Release.ID: Master.ID] = [:]
    for release in releases {
      masters[release] = try Int.fetchOne(statement, arguments: [server, release.number]).map { Master.ID($0) }
    }
    return masters
  }

  fileprivate func titles(
    of references: [EntityReference], in database: Database
  ) throws -> [EntityReference: String] {
    let statement = try database.cachedStatement(
      sql: "SELECT title FROM seen WHERE server = ? AND kind = ? AND number = ?")
    var titles: [EntityReference: String] = [:]
    for reference in references {
      titles[reference] = try String.fetchOne(
        statement, arguments: [server, reference.kind.rawValue, reference.number])
    }
    return titles
  }
}
