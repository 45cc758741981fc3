public import DiscogsModel
internal import GRDB
internal import SQLiteSupport

extension CacheStore {
  /// Stores rows for later searches, apart from the answers they came in.
  ///
  /// - Parameters:
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
    let server = server.lowercased()
    return await read { database in
      let arguments: StatementArguments = kind.map { [server, $0.rawValue, limit] } ?? [server, limit]
      return try database.rows(
        "SELECT * FROM seen WHERE server = ? \(kind == nil ? "" : "AND kind = ?") ORDER BY turn DESC LIMIT ?", arguments
      ).compactMap(SeenRow.init)
    } ?? []
  }

  /// The rows of masters whose format is known: a master's own row, or that of one of its releases.
  ///
  /// Reads all rows once: there is no index by master, and up to a hundred masters to find.
  public func rows(ofMasters masters: [Master.ID], server: String) async -> [Master.ID: CatalogueRow] {
    guard !masters.isEmpty else { return [:] }
    let (masters, server) = (Set(masters), server.lowercased())
    return await read { database in
      var found: [Master.ID: CatalogueRow] = [:]
      // Releases come first, so that a master's own row replaces theirs.
      let rows = try Row.fetchCursor(
        database,
        sql: """
          SELECT * FROM seen WHERE server = ? AND format <> '' AND (kind = 'master' OR kind = 'release' AND master > 0)
          ORDER BY kind DESC, turn
          """, arguments: [server])
      while let row = try rows.next() {
        guard let seen = try SeenRow(row) else { continue }
        let id: Master.ID? = if case .master(let id) = seen.row.reference { id } else { seen.row.master }
        if let id, masters.contains(id) { found[id] = seen.row }
      }
      return found
    } ?? [:]
  }

  /// The masters of releases that were seen with one.
  public func masters(of releases: [Release.ID], server: String) async -> [Release.ID: Master.ID] {
    let server = server.lowercased()
    return await read { database in
      var masters: [Release.ID: Master.ID] = [:]
      for release in releases {
        let master: Int? = try database.value(
          "SELECT master FROM seen WHERE server = ? AND kind = 'release' AND number = ? AND master > 0",
          [server, release.number])
        masters[release] = master.map { Master.ID($0) }
      }
      return masters
    } ?? [:]
  }

  /// The titles or names of records that were seen.
  public func titles(of references: [EntityReference], server: String) async -> [EntityReference: String] {
    let server = server.lowercased()
    return await read { database in
      var titles: [EntityReference: String] = [:]
      for record in references {
        titles[record] = try database.value(
          "SELECT title FROM seen WHERE server = ? AND kind = ? AND number = ?",
          [server, record.kind.rawValue, record.number])
      }
      return titles
    } ?? [:]
  }
}
