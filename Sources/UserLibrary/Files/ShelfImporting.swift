internal import DiscogsModel
internal import GRDB
internal import RunoutModel
internal import SQLiteSupport

extension Library {
  /// Makes the collection what an export of it says. The export is of all of it, so what is not in it goes.
  ///
  /// All or nothing, in one transaction. Doing it twice changes nothing: a copy that is in both keeps its id, known
  /// again by release and date, or by release alone where the date differs; the catalogue's facts about it stay.
  ///
  /// - Returns: what was done, with the rows that had to be left out.
  /// - Throws: `mirrorsAccount` where something would be lost that an account has, or is to have.
  public func importCollection(from path: String) async throws(LibraryError) -> ShelfImport {
    let file = try ImportedFile(path, .collection)
    return try await write { database in
      try self.checkMayReplace(database)
      return try Self.replace(database, with: file)
    }
  }

  /// Makes the want list what an export of it says. Rows for one release are one entry; the last one counts. Wants of any
  /// pressing, which no export has, stay.
  public func importWantList(from path: String) async throws(LibraryError) -> ShelfImport {
    let file = try ImportedFile(path, .wantList)
    if file.isOfMasters { throw .shelfFile(.missingColumn("release_id", file: path)) }
    return try await write { database in
      try self.checkMayReplace(database)
      return try Self.replace(database, with: file)
    }
  }

  private func checkMayReplace(_ database: Database) throws {
    if try Self.isOfAccount(database) { throw LibraryError.mirrorsAccount(path: path) }
  }

  static func replace(_ database: Database, with file: ImportedFile) throws -> ShelfImport {
    let (table, prepared) = (file.table, file.rows)
    let before = try KnownRows(database, table)
    let assigned = before.assign(prepared.map(\.row))
    try withoutIndexes(of: table, database) {
      try empty(table, database)
      if table == .copies {
        try database.execute(sql: "DELETE FROM folder")
        try setFieldColumns(file.fieldColumns, database)
      }
      try insert(prepared, assigned, into: table, database)
    }
    if try ShelfFiling(database).options != FilingOptions() { _ = try refile(database) }
    // What was changed before was changed on another shelf.
    try database.execute(sql: "UPDATE batch SET state = 'closed'")
    try raiseShelfVersion(database)
    // There may be releases now that no catalogue was asked for.
    try set("facts from", to: nil, database)
    let folders = table == .copies ? try Int.fetchOne(database, sql: "SELECT count(*) FROM folder") ?? 0 : 0
    let kept = assigned.count { $0.isKnown }
    return ShelfImport(
      rows: prepared.count, added: prepared.count - kept, removed: before.count - kept, folders: folders,
      skipped: file.skipped)
  }

  /// Does something to very many rows and sorts them into the indexes afterwards, which is several times quicker than
  /// one row at a time.
  ///
  /// - Parameter column: leaves the indexes alone that do not have this one; nil for none.
  static func withoutIndexes(
    of table: ShelfTable, on column: String? = nil, _ database: Database, _ body: () throws -> Void
  ) throws {
    let indexes = try Row.fetchAll(
      database,
      sql: """
        SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ?1 AND sql IS NOT NULL
          AND (?2 IS NULL OR instr(sql, ?2))
        """, arguments: [table.rawValue, column]
    ).map { try (name: $0.value(0) as String, sql: $0.value(1) as String) }
    for index in indexes { try database.execute(sql: "DROP INDEX \(index.name)") }
    try body()
    for index in indexes { try database.execute(sql: index.sql) }
  }

  private static func insert(
    _ rows: [PreparedRow], _ assigned: [KnownRows.Assigned], into table: ShelfTable, _ database: Database
  ) throws {
    var folders: [String: Int64] = [:]
    let own = table == .copies ? ["folder", "added", "mediaCondition", "sleeveCondition"] : ["notes", "added"]
    let columns =
      ["id", "country", "genres", "styles"] + own + [
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
      let (copy, facts) = (prepared.row.copy, prepared.row.copy.facts)
      let keys = prepared.keys
      var arguments: [(any DatabaseValueConvertible)?] = [
        place.id, place.facts.country, place.facts.genres, place.facts.styles,
      ]
      if table == .copies {
        // What is in no folder is in the one that Discogs calls so, which the same file may name as well.
        let name = copy.folder.isEmpty ? uncategorised : copy.folder
        let folder = try folders[name] ?? insertFolder(name, database)
        folders[name] = folder
        arguments += [folder, copy.added, copy.mediaCondition, copy.sleeveCondition]
      } else {
        arguments += [prepared.row.notes, place.added]
      }
      arguments += [
        facts.release.number, place.facts.master, facts.artist, facts.title, facts.label, facts.catalogueNumber,
        facts.format, facts.year, copy.rating, prepared.fields, keys.shelf, keys.artist, keys.title, keys.year,
        keys.added, keys.rating,
        keys.format, keys.label, keys.catalogueNumber,
      ]
      try insert.execute(arguments: StatementArguments(arguments))
      try insertWords.execute(arguments: [place.id ?? database.lastInsertedRowID, prepared.words])
    }
  }

  /// Takes out what an export replaces.
  private static func empty(_ table: ShelfTable, _ database: Database) throws {
    let staysInPart =
      try table == .wants && database.row("SELECT 1 FROM want WHERE NOT \(ShelfTable.isOfRelease) LIMIT 1") != nil
    try database.execute(
      sql: staysInPart
        ? """
        DELETE FROM wantWords WHERE id IN (SELECT id FROM want WHERE \(ShelfTable.isOfRelease));
        DELETE FROM want WHERE \(ShelfTable.isOfRelease)
        """ : "DELETE FROM \(table.rawValue)Words; DELETE FROM \(table.rawValue)")
  }

  private static func insertFolder(_ name: String, _ database: Database) throws -> Int64 {
    try database.execute(
      sql: "INSERT INTO folder (name, sortKey) VALUES (?, ?)",
      arguments: [name, NaturalOrder.key(name)])
    return database.lastInsertedRowID
  }

  fileprivate static func lastOfEachRelease(_ rows: [ShelfFile.Row]) -> [ShelfFile.Row] {
    var positions: [Wanted: Int] = [:]
    var kept: [ShelfFile.Row] = []
    for row in rows {
      if let position = positions[row.copy.facts.wanted] {
        kept[position] = row
      } else {
        positions[row.copy.facts.wanted] = kept.count
        kept.append(row)
      }
    }
    return kept
  }
}

/// An export that was read, with everything computed that takes longer than writing it: no other call waits for the
/// lock meanwhile.
struct ImportedFile: Sendable {
  var table: ShelfTable
  /// Its name without the folder it is in.
  var name: String
  fileprivate var rows: [PreparedRow]
  var fieldColumns: [String]
  var skipped: [ShelfImport.SkippedRow]
  /// Whether its wants are for any pressing.
  let isOfMasters: Bool

  var shelfRows: [ShelfFile.Row] { rows.map(\.row) }

  init(_ path: String, _ kind: ShelfFile.Kind) throws(LibraryError) {
    let file: ShelfFile
    do throws(ShelfFileError) { file = try ShelfFile(readingFrom: path, kind: kind) } catch { throw .shelfFile(error) }
    table = kind == .wantList ? .wants : .copies
    name = String(path.split(separator: "/").last ?? "")
    fieldColumns = file.fieldColumns
    skipped = file.skipped
    isOfMasters = file.isOfMasters
    do {
      rows = try (kind == .wantList ? Library.lastOfEachRelease(file.rows) : file.rows).map { try PreparedRow($0) }
    } catch {
      throw .wrapping(error, path: path)
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
    // Other rules than the usual ones belong to the library, which refiles the rows once they are in.
    keys = ShelfKeys(row.copy, FilingRules())
    words = row.words
    fields = try CollectionCopy.Field.pack(row.copy.fields)
  }
}

/// The rows that are on the shelf before an import, to know them again in it.
struct KnownRows {
  struct Assigned {
    /// Nil for a row that was not there: the database numbers it.
    var id: Int64?
    var facts = Facts()
    /// When a want was added, which exports do not tell.
    var added = ""

    var isKnown: Bool { id != nil }
  }

  /// What an export does not tell of a release.
  struct Facts {
    var master: Int?
    var country = ""
    var genres = ""
    var styles = ""

    /// Takes from another row of the same release what is missing.
    mutating func add(_ other: Facts) {
      master = master ?? other.master
      if country.isEmpty { country = other.country }
      if genres.isEmpty { (genres, styles) = (other.genres, other.styles) }
    }
  }

  private struct Identity: Hashable {
    var release: Int
    var added: String
  }

  private struct Entry {
    var identity: Identity
    var id: Int64
    var facts: Facts
    var added: String
  }

  private var entries: [Entry] = []

  var count: Int { entries.count }
  var ids: [Int64] { entries.map(\.id) }

  init(_ database: Database, _ table: ShelfTable) throws {
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT id, release, added, master, country, genres, styles FROM \(table.rawValue)
        \(table == .wants ? "WHERE \(ShelfTable.isOfRelease)" : "") ORDER BY id
        """)
    while let row = try rows.next() {
      // A want list has a release once, and its exports do not say since when.
      let added = try table == .copies ? row.value(2) as String : ""
      entries.append(
        try Entry(
          identity: Identity(release: row.value(1), added: added), id: row.value(0),
          facts: Facts(master: row.value(3), country: row.value(4), genres: row.value(5), styles: row.value(6)),
          added: row.value(2)))
    }
  }

  /// Finds every row its former self: first by release and date, then, among what is left, by release.
  func assign(_ rows: [ShelfFile.Row]) -> [Assigned] {
    var facts: [Int: Facts] = [:]
    for entry in entries { facts[entry.identity.release, default: Facts()].add(entry.facts) }
    var assigned = rows.map { Assigned(facts: facts[$0.copy.release.number] ?? Facts()) }
    // The earliest is at the end of each list, to be taken first.
    var byIdentity = Dictionary(grouping: entries.reversed(), by: \.identity)
    for (position, row) in rows.enumerated() {
      let identity = Identity(release: row.copy.release.number, added: row.copy.added)
      if let entry = byIdentity[identity]?.popLast() {
        (assigned[position].id, assigned[position].added) = (entry.id, entry.added)
      }
    }
    var byRelease = Dictionary(
      grouping: byIdentity.values.joined().sorted { $0.id > $1.id }, by: \.identity.release)
    for (position, row) in rows.enumerated() where !assigned[position].isKnown {
      if let entry = byRelease[row.copy.release.number]?.popLast() {
        (assigned[position].id, assigned[position].added) = (entry.id, entry.added)
      }
    }
    return assigned
  }
}
