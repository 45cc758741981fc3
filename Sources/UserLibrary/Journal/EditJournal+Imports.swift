internal import GRDB
internal import RunoutModel
internal import SQLiteSupport

extension EditJournal {
  /// The state of a batch of a file that took the place of a list. Its edits have the rows as they were before, and
  /// nothing of rows that were not there: all that was changed since is undone when it is taken back.
  static let imported = "imported"

  /// Restores the list as it was before the import.
  func takeBackImport(_ batch: Int64) throws {
    let new = "SELECT item FROM edit WHERE batch = ? AND before IS NULL AND target ="
    try database.change("DELETE FROM copy WHERE id IN (\(new) 'copy')", [batch])
    try database.change("DELETE FROM want WHERE release IN (\(new) 'want')", [batch])
    // Copies need their folders.
    try restore(batch) { (id, folder: FolderState) in try folder.save(database, id: id) }
    try restore(batch) { (id, copy: CopyState) in try copy.save(database, id: id) }
    try restore(batch) { (id, want: WantState) in try want.save(database, id: Wanted(item: id)) }
    try database.change(
      "DELETE FROM folder WHERE id IN (\(new) 'folder') AND id NOT IN (SELECT folder FROM copy)", [batch])
    if try database.row("SELECT 1 FROM edit WHERE batch = ? AND target IN ('copy', 'folder') LIMIT 1", [batch]) != nil {
      let columns: String? = try database.value("SELECT value FROM note WHERE name = ?", [ShelfReplacer.formerColumns])
      try Library.set("field columns", to: columns, database)
    }
    try Library.set("facts from", to: nil, database)
    // What was undone since was undone on the shelf that the file had brought.
    try database.execute(sql: "UPDATE batch SET state = 'closed' WHERE id = ? OR state = 'undone'", arguments: [batch])
  }

  private func restore<State: EditableState>(_ batch: Int64, _ body: (Int64, State) throws -> Void) throws {
    let rows = try Row.fetchCursor(
      database, sql: "SELECT item, before FROM edit WHERE batch = ? AND target = ? AND before IS NOT NULL ORDER BY id",
      arguments: [batch, State.target.rawValue])
    while let row = try rows.next() {
      if let state = try State(json: row.value(1)) { try body(row.value(0), state) }
    }
  }
}
