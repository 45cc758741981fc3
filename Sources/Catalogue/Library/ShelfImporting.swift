public import DiscogsModel
internal import GRDB

extension Library {
  /// Makes the collection what an export of it says. The export is of all of it, so what is not in it goes.
  ///
  /// All or nothing, in one transaction. Doing it twice changes nothing: a copy that is in both keeps its id, known
  /// again by release and date, or by release alone where the date differs; what the catalogue told of it stays.
  ///
  /// - Returns: what was done, with the rows that had to be left out.
  public func importCollection(from path: String) async throws(LibraryError) -> ShelfImport {
    try await replace(.copies, with: Self.readShelfFile(path, .collection))
  }

  /// Makes the want list what an export of it says. Rows for one release are one entry; the last one counts.
  public func importWantList(from path: String) async throws(LibraryError) -> ShelfImport {
    try await replace(.wants, with: Self.readShelfFile(path, .wantList))
  }

  private static func readShelfFile(_ path: String, _ kind: ShelfFile.Kind) throws(LibraryError) -> ShelfFile {
    do throws(ShelfFileError) {
      return try ShelfFile(readingFrom: path, kind: kind)
    } catch {
      throw .shelfFile(error)
    }
  }

  private func replace(_ table: ShelfTable, with file: ShelfFile) async throws(LibraryError) -> ShelfImport {
    let rows = table == .wants ? Self.lastOfEachRelease(file.rows) : file.rows
    // Keys and words take longer than writing them: they are made before anybody is kept waiting for the lock.
    let prepared: [PreparedRow]
    do {
      prepared = try rows.map { try PreparedRow($0) }
    } catch {
      throw .wrapping(error, path: path)
    }
    let skipped = file.skipped
    return try await write { database in
      let before = try KnownRows(database, table)
      var known = before
      let assigned = known.assign(prepared)
      let indexes = try Row.fetchAll(
        database,
        sql: "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL",
        arguments: [table.rawValue]
      ).map { (name: $0[0] as String, sql: $0[1] as String) }
      // Filling a table and sorting it into indexes afterwards is several times quicker than one row at a time.
      for index in indexes { try database.execute(sql: "DROP INDEX \(index.name)") }
      try database.execute(sql: "DELETE FROM \(table.rawValue)Words; DELETE FROM \(table.rawValue)")
      if table == .copies { try database.execute(sql: "DELETE FROM folder") }
      try Self.insert(prepared, assigned, into: table, database)
      for index in indexes { try database.execute(sql: index.sql) }
      try Self.raiseShelfVersion(database)
      // There may be releases now whose masters nobody has asked for.
      try database.execute(sql: "DELETE FROM note WHERE name = 'masters from'")
      let folders = table == .copies ? try Int.fetchOne(database, sql: "SELECT count(*) FROM folder") ?? 0 : 0
      let kept = assigned.count { $0.isKnown }
      return ShelfImport(
        rows: prepared.count, added: prepared.count - kept, removed: before.count - kept, folders: folders,
        skipped: skipped)
    }
  }

  private static func insert(
    _ rows: [PreparedRow], _ assigned: [KnownRows.Assigned], into table: ShelfTable, _ database: Database
  ) throws {
    var folders: [String: Int64] = [:]
    let own = table == .copies ? ["folder", "added", "mediaCondition", "sleeveCondition"] : ["notes"]
    let columns =
      ["id"] + own + [
        "release", "master", "artist", "title", "label", "catno", "format", "year", "rating", "fields", "shelfKey",
        "artistKey", "titleKey", "yearKey", "addedKey", "ratingKey", "formatKey", "labelKey", "catnoKey",
      ]
    let insert = try database.makeStatement(
      sql: """
        INSERT INTO \(table.rawValue) (\(columns.joined(separator: ", ")))
        VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
        """)
    let insertWords = try database.makeStatement(sql: "INSERT INTO \(table.rawValue)Words (id, words) VALUES (?, ?)")
    for (prepared, place) in zip(rows, assigned) {
      let row = prepared.row
      let keys = prepared.keys
      var arguments: [(any DatabaseValueConvertible)?] = [place.id]
      if table == .copies {
        // What is in no folder is in the one that Discogs calls so, which the same file may name as well.
        let name = row.folder.isEmpty ? uncategorised : row.folder
        let folder = try folders[name] ?? insertFolder(name, database)
        folders[name] = folder
        arguments += [folder, row.added, row.mediaCondition, row.sleeveCondition]
      } else {
        arguments.append(row.notes)
      }
      arguments += [
        row.release, place.master, row.artist, row.title, row.label, row.catalogueNumber, row.format, row.year,
        row.rating, prepared.fields, keys.shelf, keys.artist, keys.title, keys.year, keys.added, keys.rating,
        keys.format, keys.label, keys.catalogueNumber,
      ]
      try insert.execute(arguments: StatementArguments(arguments))
      try insertWords.execute(arguments: [place.id ?? database.lastInsertedRowID, prepared.words])
    }
  }

  private static func insertFolder(_ name: String, _ database: Database) throws -> Int64 {
    try database.execute(
      sql: "INSERT INTO folder (name, sortKey) VALUES (?, ?)",
      arguments: [name, NaturalOrder.key(name)])
    return database.lastInsertedRowID
  }

  private static func lastOfEachRelease(_ rows: [ShelfFile.Row]) -> [ShelfFile.Row] {
    var positions: [Int: Int] = [:]
    var kept: [ShelfFile.Row] = []
    for row in rows {
      if let position = positions[row.release] {
        kept[position] = row
      } else {
        positions[row.release] = kept.count
        kept.append(row)
      }
    }
    return kept
  }

  // MARK: Masters

  /// Asks the catalogue for the masters of the releases on the shelf that have none yet, so that other pressings of
  /// what is owned can be told.
  ///
  /// - Parameter lookUp: which of these releases, at most 500, have which master; those without one are absent.
  /// - Returns: how many rows learnt theirs.
  @discardableResult
  public func fillMasters(
    using lookUp: @Sendable ([Release.ID]) async throws(LibraryError) -> [Release.ID: Master.ID]
  ) async throws(LibraryError) -> Int {
    let missing = try await read { database in
      try Int.fetchAll(
        database,
        sql: "SELECT release FROM copy WHERE master IS NULL UNION SELECT release FROM want WHERE master IS NULL")
    }
    var filled = 0
    var rest = missing[...]
    while !rest.isEmpty {
      if Task.isCancelled { throw .cancelled }
      let asked = rest.prefix(500)
      rest = rest.dropFirst(500)
      let masters = try await lookUp(asked.map { Release.ID($0) })
      if masters.isEmpty { continue }
      filled += try await write { database in
        var changes = 0
        for table in [ShelfTable.copies, .wants] {
          let update = try database.makeStatement(
            sql: "UPDATE \(table.rawValue) SET master = ? WHERE release = ? AND master IS NULL")
          for (release, master) in masters {
            try update.execute(arguments: [master.number, release.number])
            changes += database.changesCount
          }
        }
        return changes
      }
    }
    return filled
  }

  /// Which catalogue the masters were last asked of, as `setMastersSource` was told; nil for none.
  public func mastersSource() async throws(LibraryError) -> String? {
    try await read { try String.fetchOne($0, sql: "SELECT value FROM note WHERE name = 'masters from'") }
  }

  public func setMastersSource(_ source: String?) async throws(LibraryError) {
    try await write { database in
      try database.execute(sql: "DELETE FROM note WHERE name = 'masters from'")
      if let source {
        try database.execute(sql: "INSERT INTO note (name, value) VALUES ('masters from', ?)", arguments: [source])
      }
    }
  }
}

/// A row of an export with everything that is computed from it.
private struct PreparedRow: Sendable {
  var row: ShelfFile.Row
  var keys: ShelfKeys
  var words: String
  var fields: String

  init(_ row: ShelfFile.Row) throws {
    self.row = row
    keys = ShelfKeys(row)
    words = row.words
    fields = try ShelfField.pack(row.fields)
  }
}

/// The rows that are on the shelf before an import, to know them again in it.
private struct KnownRows {
  struct Assigned {
    /// Nil for a row that was not there: the database numbers it.
    var id: Int64?
    var master: Int?

    var isKnown: Bool { id != nil }
  }

  private struct Identity: Hashable {
    var release: Int
    var added: String
  }

  private struct Entry {
    var identity: Identity
    var id: Int64
    var master: Int?
  }

  private var entries: [Entry] = []

  var count: Int { entries.count }

  init(_ database: Database, _ table: ShelfTable) throws {
    let added = table == .copies ? "added" : "''"
    let rows = try Row.fetchCursor(
      database, sql: "SELECT id, release, \(added), master FROM \(table.rawValue) ORDER BY id")
    while let row = try rows.next() {
      entries.append(Entry(identity: Identity(release: row[1], added: row[2]), id: row[0], master: row[3]))
    }
  }

  /// Finds every row its former self: first by release and date, then, among what is left, by release.
  mutating func assign(_ rows: [PreparedRow]) -> [Assigned] {
    var masters: [Int: Int] = [:]
    for entry in entries { masters[entry.identity.release] = entry.master ?? masters[entry.identity.release] }
    var assigned = rows.map { Assigned(id: nil, master: masters[$0.row.release]) }
    // The earliest is at the end of each list, to be taken first.
    var byIdentity = Dictionary(grouping: entries.reversed(), by: \.identity)
    for (position, prepared) in rows.enumerated() {
      let identity = Identity(release: prepared.row.release, added: prepared.row.added)
      if let entry = byIdentity[identity]?.popLast() { assigned[position].id = entry.id }
    }
    var byRelease = Dictionary(
      grouping: byIdentity.values.joined().sorted { $0.id > $1.id }, by: \.identity.release)
    for (position, prepared) in rows.enumerated() where !assigned[position].isKnown {
      if let entry = byRelease[prepared.row.release]?.popLast() { assigned[position].id = entry.id }
    }
    return assigned
  }
}
