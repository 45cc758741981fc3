internal import DiscogsModel
internal import GRDB
internal import RunoutModel
internal import SQLiteSupport
internal import Wording

extension Library {
  /// Replaces the collection with an export of it; copies that are not in the file are removed.
  ///
  /// All or nothing, in one transaction. A second import changes nothing: a copy in both keeps its id and all that the
  /// file lacks, including the catalogue's facts.
  ///
  /// - Returns: the counts, with the rows that had to be skipped.
  /// - Throws: `mirrorsAccount` for a shelf that mirrors an account, or is to be adopted by one.
  public func importCollection(from path: String) async throws(LibraryError) -> ShelfImport {
    try await replace(with: try ShelfFile(readingFrom: path, .collection))
  }

  /// Replaces the want list with an export of it. Of several rows for one release the last counts. Wants of any
  /// pressing, which no export has, stay.
  public func importWantList(from path: String) async throws(LibraryError) -> ShelfImport {
    let file = try ShelfFile(readingFrom: path, .wantList)
    if file.isOfMasters { throw .shelfFile(.missingColumn("release_id", file: path)) }
    return try await replace(with: file)
  }

  private func replace(with file: ShelfFile) async throws(LibraryError) -> ShelfImport {
    try await change { database in
      if try Self.isOfAccount(database) { throw LibraryError.mirrorsAccount(path: self.path) }
      var replacer = try ShelfReplacer(database, file, at: 0, listsRows: false)
      let report = try replacer.replace()
      let folders = file.table == .copies ? try database.count("SELECT count(*) FROM folder") : 0
      // An import by this call cannot be undone.
      try database.change("UPDATE batch SET state = 'closed'")
      return ShelfImport(
        rows: report.rows, added: report.count(.new), removed: report.count(.gone), folders: folders,
        skipped: report.skipped)
    }
  }

  /// Drops the indexes, runs the body and builds the indexes again: with very many rows that is several times faster.
  ///
  /// - Parameter column: only indexes that have this column; nil for all.
  static func withoutIndexes(
    of table: ShelfTable, on column: String? = nil, _ database: Database, _ body: () throws -> Void
  ) throws {
    let indexes = try database.rows(
      """
      SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ?1 AND sql IS NOT NULL
        AND (?2 IS NULL OR instr(sql, ?2))
      """, [table.rawValue, column]
    ).map { try (name: $0.value(0) as String, sql: $0.value(1) as String) }
    for index in indexes { try database.execute(sql: "DROP INDEX \(index.name)") }
    try body()
    for index in indexes { try database.execute(sql: index.sql) }
  }
}

/// Replaces one of the lists with a file, within one transaction, and journals its former state.
///
/// Rows are read from the file one by one, and written only if they differ: a shelf of half a million copies is never
/// in memory as a whole.
struct ShelfReplacer {
  private let database: Database
  private let file: ShelfFile
  private let time: Double
  private let matching: ShelfMatching
  private var report: ShelfImportReport
  private let listsRows: Bool
  private let keepsOthers: Bool
  private var batch: Int64 = 0
  /// The folders by name, and the ids of those with a copy in the file.
  private var folders: [String: Int64] = [:]
  private var folderStates: [Int64: FolderState] = [:]
  private var used: Set<Int64> = []

  /// - Parameters:
  ///   - listsRows: whether the report is to name each row that changes.
  ///   - keepsOthers: whether rows that the file lacks stay.
  init(_ database: Database, _ file: ShelfFile, at time: Double, listsRows: Bool, keepsOthers: Bool = false) throws {
    (self.database, self.file, self.time) = (database, file, time)
    (self.listsRows, self.keepsOthers) = (listsRows, keepsOthers)
    matching = try ShelfMatching(database, file)
    report = ShelfImportReport(way: .replacing, rows: file.count)
    report.skipped = file.skipped
    report.remarks = file.remarks
    report.held = matching.known
  }

  private var table: ShelfTable { file.table }

  mutating func replace() throws -> ShelfImportReport {
    try beginBatch()
    if table == .copies { try readFolders() }
    // Unchanged rows are left alone, and so are the indexes unless most of the list is new.
    let (added, gone) = (matching.new, matching.gone.count)
    if max(added, gone) > 1_000, max(added, gone) > matching.known / 4 {
      var replacer = self
      try Library.withoutIndexes(of: table, database) { try replacer.writeRows() }
      self = replacer
    } else {
      try writeRows()
    }
    if table == .copies {
      if !keepsOthers { try dropFolders() }
      try keepFieldColumns()
    }
    if try ShelfFiling(database).options != FilingOptions() { _ = try Library.refile(database) }
    try endBatch()
    // The shelf may have new releases that no catalogue was asked about.
    try Library.set("facts from", to: nil, database)
    return report
  }

  private mutating func writeRows() throws {
    for index in 0..<file.count {
      let row = file.row(index)
      if let id = matching[index] { try change(id, row, index) } else { try add(row, index) }
    }
    for id in matching.gone { try remove(id) }
  }

  // MARK: Rows

  private mutating func remove(_ id: Int64) throws {
    guard let state = try table.state(id, database) else { return }
    if keepsOthers { return report.note(.kept, isListed: listsRows) { state.difference(.kept) } }
    try note(table == .copies ? id : state.facts.wanted.item, was: state)
    try ShelfRowWriter(table).delete(database, id: id)
    report.note(.gone, isListed: listsRows) { state.difference(.gone) }
  }

  private mutating func change(_ id: Int64, _ row: ShelfFile.Row, _ index: Int) throws {
    report.noteUnread(of: row, isNew: false)
    switch table {
    case .copies:
      guard let before = try CopyState.fetch(database, id: id) else { return }
      var after = before
      after.take(row, of: file)
      after.folder = try folder(after.folderName)
      if let known = try matching.facts(of: index, database) { after.facts.learn(known) }
      try write(after, over: before, id)
    case .wants:
      guard let before = try table.state(id, database) as? WantState else { return }
      var after = before
      after.take(row, of: file)
      try write(after, over: before, before.facts.wanted)
    }
  }

  private mutating func write<State: ListedState>(_ after: State, over before: State, _ id: State.ID) throws {
    if after == before { return report.unchanged += 1 }
    try note(id.item, was: before)
    try after.save(database, id: id)
    report.note(.changed, isListed: listsRows) { after.difference(.changed, after.changes(from: before)) }
  }

  private mutating func add(_ row: ShelfFile.Row, _ index: Int) throws {
    report.noteUnread(of: row, isNew: true)
    var row = row
    row.copy.fields = row.copy.fields.filter { !$0.value.isEmpty }
    if let known = try matching.facts(of: index, database) { row.copy.facts.learn(known) }
    var place: Int64?
    if table == .copies {
      if row.copy.folder.isEmpty { row.copy.folder = ShelfEdit.uncategorised }
      place = try folder(row.copy.folder)
    }
    // Rules other than the defaults are applied when the library refiles all rows after the import.
    let id = try ShelfRowWriter(table).save(database, row, id: nil, folder: place, rules: FilingRules())
    try note(table == .copies ? id : row.copy.facts.wanted.item, was: CopyState?.none)
    let facts = row.copy.facts
    let changes = place == nil ? [] : [LibraryWords.value(row.copy.folder, of: FieldWords.folder)]
    report.note(.new, isListed: listsRows) {
      ShelfImportReport.Difference(kind: .new, record: facts.wanted.reference, name: facts.name, changes: changes)
    }
  }

  // MARK: Folders

  private mutating func readFolders() throws {
    for row in try database.rows("SELECT id, name, number FROM folder") {
      let id: Int64 = try row.value(0)
      let state = try FolderState(name: row.value(1), number: row.value(2))
      (folders[state.name], folderStates[id]) = (id, state)
    }
  }

  /// The id of the folder with this name, which is made if needed.
  private mutating func folder(_ name: String) throws -> Int64 {
    if let known = folders[name] {
      used.insert(known)
      return known
    }
    let id = try ShelfFolders.insert(name, database)
    folders[name] = id
    used.insert(id)
    try note(id, of: EditTarget.folder.rawValue, was: nil)
    return id
  }

  /// Deletes the folders without a copy in the file: exports know folders only by their copies.
  private mutating func dropFolders() throws {
    for (id, state) in folderStates.sorted(by: { $0.key < $1.key }) where !used.contains(id) {
      try note(id, was: state)
      try FolderState.delete(database, id: id)
    }
  }

  private func keepFieldColumns() throws {
    try note(0, of: Self.fieldColumns, was: Library.note("field columns", database))
    // Fields that the file lacks still exist; they follow the file's.
    let kept = try Library.fieldColumns(database).filter { !file.fieldColumns.contains($0) }
    try Library.set("field columns", to: (file.fieldColumns + kept).json, database)
  }

  /// The journal's name for those of the field columns, which are no row.
  static let fieldColumns = "field columns"

  // MARK: The journal

  private mutating func beginBatch() throws {
    try database.change(
      "INSERT INTO batch (title, madeAt, state) VALUES (?, ?, ?)",
      [LibraryWords.importOf(file.name), time, EditJournal.imported])
    batch = database.lastInsertedRowID
  }

  private func endBatch() throws {
    let isEmpty =
      try !database.has("SELECT 1 FROM edit WHERE batch = ? AND target <> ? LIMIT 1", [batch, Self.fieldColumns])
    // Changes that were undone refer to rows that are replaced now. Earlier changes and imports can be undone once this
    // one is, as that puts the rows back under their numbers.
    if isEmpty { return try database.change("DELETE FROM batch WHERE id = ?", [batch]) }
    try database.change("UPDATE batch SET state = 'closed' WHERE state = 'undone'")
  }

  private func note(_ item: Int64, was before: (any EditableState)?) throws {
    let target = before.map { type(of: $0).target } ?? (table == .copies ? .copy : .want)
    try note(item, of: target.rawValue, was: before?.json)
  }

  /// Only the former row is stored: an import is undone as a whole, or not at all.
  private func note(_ item: Int64, of target: String, was before: String?) throws {
    try database.change(
      "INSERT INTO edit (batch, target, item, before, after, isUndo, state, madeAt) VALUES (?, ?, ?, ?, NULL, 0, 'done', ?)",
      [batch, target, item, before, time])
  }
}

extension ShelfTable {
  func state(_ id: Int64, _ database: Database) throws -> (any ListedState)? {
    switch self {
    case .copies: try CopyState.fetch(database, id: id)
    case .wants: try database.row("SELECT * FROM want WHERE id = ?", [id]).map(WantState.init)
    }
  }
}
