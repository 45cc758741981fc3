public import DiscogsModel
internal import GRDB

/// The user's smart crates.
extension Library {
  /// In the order of their names.
  public func crates() async throws(LibraryError) -> [SmartCrate] {
    try await read { database in
      try Row.fetchAll(database, sql: "SELECT name, query FROM crate ORDER BY sortKey, name").map {
        SmartCrate(name: $0[0], query: $0[1])
      }
    }
  }

  /// Keeps a crate in place of one of the same name.
  ///
  /// - Returns: the one that it takes the place of.
  /// - Throws: `LibraryError.query` where its query cannot be read.
  public func save(_ crate: SmartCrate) async throws(LibraryError) -> SmartCrate? {
    do throws(QueryError) { _ = try ShelfQuery(parsing: crate.query) } catch { throw .query(error) }
    return try await write { database in
      let before = try Self.crate(named: crate.name, database)
      try database.execute(
        sql: """
          INSERT INTO crate (name, query, sort, sortKey) VALUES (?, ?, '', ?)
          ON CONFLICT (name) DO UPDATE SET query = excluded.query
          """, arguments: [crate.name, crate.query, TextFolding.fold(crate.name)])
      return before
    }
  }

  /// - Returns: the crate that was there; nil where there was none of that name.
  public func deleteCrate(named name: String) async throws(LibraryError) -> SmartCrate? {
    try await write { database in
      let before = try Self.crate(named: name, database)
      try database.execute(sql: "DELETE FROM crate WHERE name = ?", arguments: [name])
      return before
    }
  }

  private static func crate(named name: String, _ database: Database) throws -> SmartCrate? {
    try Row.fetchOne(database, sql: "SELECT name, query FROM crate WHERE name = ?", arguments: [name]).map {
      SmartCrate(name: $0[0], query: $0[1])
    }
  }
}

extension Library {
  /// The columns that the user wants, in their order; those that this version does not know are left out. Empty for the
  /// usual ones.
  public func columns() async throws(LibraryError) -> [ShelfColumn] {
    let names = try await note("columns") ?? ""
    return names.split(separator: " ").compactMap { ShelfColumn(rawValue: String($0)) }
  }

  public func setColumns(_ columns: [ShelfColumn]) async throws(LibraryError) {
    try await set("columns", to: columns.isEmpty ? nil : columns.map(\.rawValue).joined(separator: " "))
  }
}
