internal import GRDB
public import RunoutModel
internal import SQLiteSupport

extension Library {
  /// - Parameter list: nil for searches.
  public func crates(of list: ShelfList?) async throws(LibraryError) -> [SmartCrate] {
    try await read { database in
      try database.rows(
        "SELECT name, query FROM crate WHERE list = ? ORDER BY sortKey, name", [list.stored]
      ).map { try SmartCrate(name: $0.value(0), query: $0.value(1), of: list) }
    }
  }

  /// Stores a crate in place of its list's one of the same name.
  ///
  /// - Returns: the crate it replaced.
  /// - Throws: `LibraryError.query` if its query cannot be parsed.
  public func save(_ crate: SmartCrate) async throws(LibraryError) -> SmartCrate? {
    do {
      if crate.list == nil {
        _ = try SearchQuery(parsing: crate.query)
      } else {
        _ = try ShelfQuery(parsing: crate.query, of: crate.list)
      }
    } catch { throw .query(error) }
    return try await change { database in
      let before = try Self.crate(named: crate.name, of: crate.list, database)
      try database.change(
        """
        INSERT INTO crate (list, name, query, sort, sortKey) VALUES (?, ?, ?, '', ?)
        ON CONFLICT (list, name) DO UPDATE SET query = excluded.query
        """, [crate.list.stored, crate.name, crate.query, TextFolding.fold(crate.name)])
      return before
    }
  }

  /// - Returns: the deleted crate; nil if the list had none of that name.
  public func deleteCrate(named name: String, of list: ShelfList?) async throws(LibraryError) -> SmartCrate? {
    try await write { database in
      let before = try Self.crate(named: name, of: list, database)
      try database.change("DELETE FROM crate WHERE list = ? AND name = ?", [list.stored, name])
      if before != nil { try Self.raiseShelfVersion(database) }
      return before
    }
  }

  private static func crate(named name: String, of list: ShelfList?, _ database: Database) throws -> SmartCrate? {
    try database.row(
      "SELECT name, query FROM crate WHERE list = ? AND name = ?", [list.stored, name]
    ).map { try SmartCrate(name: $0.value(0), query: $0.value(1), of: list) }
  }

  // MARK: Columns

  /// The user's columns of a list.
  public func columns(of list: ShelfList) async throws(LibraryError) -> ColumnChoice {
    ColumnChoice(try await note(Self.columnsNote(list)) ?? "")
  }

  public func setColumns(_ columns: ColumnChoice, of list: ShelfList) async throws(LibraryError) {
    try await set(Self.columnsNote(list), to: columns.text.isEmpty ? nil : columns.text)
  }

  private static func columnsNote(_ list: ShelfList) -> String { list == .collection ? "columns" : "columns of wants" }
}

extension ShelfList? {
  fileprivate var stored: String { self?.rawValue ?? "search" }
}
