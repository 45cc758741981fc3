internal import GRDB
internal import RunoutModel
internal import SQLiteSupport

extension EditJournal {
  /// The state of a batch whose file replaced a list. Its edits hold only the former rows that differ, so undoing it
  /// discards all changes since. As many can be undone as were made within `Library.undoLimit`: their rows stay in the
  /// journal for that long anyway.
  static let imported = "imported"

  func takeBackImport(_ batch: Int64) throws {
    // Copies need their folders.
    try restore(batch) { (id, folder: FolderState) in try folder.save(database, id: id) }
    let changed = try database.count("SELECT count(*) FROM edit WHERE batch = ? AND target = 'copy'", [batch])
    let known = try database.count("SELECT count(*) FROM copy")
    if changed > 1_000, changed > known / 4 {
      try Library.withoutIndexes(of: .copies, database) { try restoreCopies(batch) }
    } else {
      try restoreCopies(batch)
    }
    try removeNew(batch, "want", "DELETE FROM want WHERE release")
    try restore(batch) { (id, want: WantState) in try want.save(database, id: Wanted(item: id)) }
    try database.change(
      """
      DELETE FROM folder WHERE id IN (SELECT item FROM edit WHERE batch = ? AND before IS NULL AND target = 'folder')
        AND id NOT IN (SELECT folder FROM copy)
      """, [batch])
    if let columns = try database.row(
      "SELECT before FROM edit WHERE batch = ? AND target = ?", [batch, ShelfReplacer.fieldColumns])
    {
      try Library.set("field columns", to: columns.value(0), database)
    }
    try Library.set("facts from", to: nil, database)
    // Anything undone since belonged to the imported shelf.
    try database.change("UPDATE batch SET state = 'closed' WHERE id = ? OR state = 'undone'", [batch])
  }

  private func restoreCopies(_ batch: Int64) throws {
    try removeNew(batch, "copy", "DELETE FROM copy WHERE id")
    try restore(batch) { (id, copy: CopyState) in try copy.save(database, id: id) }
  }

  /// Deletes the rows that an import added, 5,000 at a time: SQLite keeps the pages that a statement changes until it
  /// ends.
  ///
  /// - Parameter removal: the beginning of the statement, up to the column with the item.
  private func removeNew(_ batch: Int64, _ target: String, _ removal: String) throws {
    var last: Int64 = 0
    while true {
      let end: Int64? = try database.value(
        "SELECT max(id) FROM (SELECT id FROM edit WHERE batch = ? AND id > ? ORDER BY id LIMIT 5000)", [batch, last])
      guard let end else { return }
      try database.change(
        """
        \(removal) IN (SELECT item FROM edit WHERE batch = ? AND id > ? AND id <= ? AND target = ? AND before IS NULL)
        """, [batch, last, end, target])
      last = end
    }
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
