internal import GRDB
public import RunoutModel
internal import SQLiteSupport

extension Library {
  /// The lines of intakes whose pressing is still to be found, oldest first.
  public func intakeLines() async throws(LibraryError) -> [IntakeLine] {
    try await read { try $0.rows("SELECT * FROM intake ORDER BY id").map(IntakeLine.init) }
  }

  /// Keeps a line; the one there is for the same text and folder.
  public func keepIntake(_ text: String, folder: String) async throws(LibraryError) -> IntakeLine {
    try await write { database in
      let known = try database.row("SELECT * FROM intake WHERE text = ? AND folder = ?", [text, folder])
      if let known { return try IntakeLine(known) }
      try database.change("INSERT INTO intake (text, folder) VALUES (?, ?)", [text, folder])
      return IntakeLine(id: database.lastInsertedRowID, text: text, folder: folder)
    }
  }

  /// Drops a line that is settled.
  public func dropIntake(_ id: IntakeLine.ID) async throws(LibraryError) {
    try await write { try $0.change("DELETE FROM intake WHERE id = ?", [id]) }
  }
}

extension IntakeLine {
  fileprivate init(_ row: Row) throws {
    try self.init(id: row.value("id"), text: row.value("text"), folder: row.value("folder"))
  }
}
