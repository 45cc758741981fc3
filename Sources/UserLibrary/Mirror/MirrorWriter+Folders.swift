internal import DiscogsModel
internal import Foundation
internal import GRDB
internal import RunoutModel
internal import SQLiteSupport
internal import Wording

extension MirrorWriter {
  func take(_ folders: [CollectionInstance.Folder]) throws {
    let folders = folders.filter { $0.id != CollectionInstance.Folder.all }
    for folder in folders {
      let known: Int64? = try database.value("SELECT id FROM folder WHERE number = ?", [folder.id.number])
      if let known {
        guard try unsentEdits(.folder, known).isEmpty else { continue }
        let name = try freeName(folder.name, except: known)
        try database.change(
          "UPDATE folder SET name = ?, sortKey = ? WHERE id = ?", [name, NaturalOrder.key(name), known])
      } else if try !isBeingDeleted(folder.id.number) && !isOrphan(folder.name) {
        // A folder of this name that came with a file is this one; so is one that was made here, if it was sent and
        // only the answer is missing.
        try database.execute(
          sql: """
            UPDATE folder SET number = :number WHERE name = :name AND number IS NULL AND NOT EXISTS
              (SELECT 1 FROM edit WHERE target = 'folder' AND item = folder.id AND attempts = 0
                AND state IN \(Library.unsent))
            """, arguments: ["number": folder.id.number, "name": folder.name])
        if database.changesCount == 0 { _ = try insertFolder(folder.id.number, folder.name) }
      }
    }
    let numbers = JSONList.text(folders.map(\.id.number))
    try database.execute(
      sql: """
        DELETE FROM folder WHERE number IS NOT NULL AND number NOT IN (SELECT value FROM json_each(?))
          AND NOT EXISTS (SELECT 1 FROM copy WHERE folder = folder.id)
        """, arguments: [numbers])
  }

  private func isBeingDeleted(_ number: Int) throws -> Bool {
    try Int.fetchOne(
      database,
      sql: """
        SELECT 1 FROM edit WHERE target = 'folder' AND after IS NULL AND json_extract(before, '$.number') = ?
          AND state IN \(Library.unsent)
        """, arguments: [number]) != nil
  }

  /// Whether a folder of this name was made by a request whose answer was lost, and has been deleted here since.
  private func isOrphan(_ name: String) throws -> Bool {
    try database.row(
      """
      SELECT 1 FROM edit WHERE target = 'folder' AND before IS NULL AND attempts > 0 AND state IN \(Library.unsent)
        AND json_extract(after, '$.name') = ? AND NOT EXISTS (SELECT 1 FROM folder WHERE id = edit.item)
      """, [name]) != nil
  }

  /// The account may have two folders of one name.
  private func freeName(_ name: String, except id: Int64? = nil) throws -> String {
    var candidate = name
    var count = 1
    while try database.row("SELECT 1 FROM folder WHERE name = ? AND id IS NOT ?", [candidate, id]) != nil {
      count += 1
      candidate = "\(name) (\(count))"
    }
    return candidate
  }

  private func insertFolder(_ number: Int, _ name: String) throws -> Int64 {
    let name = try freeName(name)
    try database.execute(
      sql: "INSERT INTO folder (name, sortKey, number) VALUES (?, ?, ?)",
      arguments: [name, NaturalOrder.key(name), number])
    return database.lastInsertedRowID
  }

  /// The folder of a number. A folder the account has not sent yet is named by its number until then.
  func folder(numbered number: Int?) throws -> (id: Int64, name: String) {
    let number = number ?? CollectionInstance.Folder.uncategorised.number
    if let row = try database.row("SELECT id, name FROM folder WHERE number = ?", [number]) {
      return try (row.value(0), row.value(1))
    }
    if number == CollectionInstance.Folder.uncategorised.number {
      let id = try ShelfFolders.named(ShelfEdit.uncategorised, database)
      try database.execute(sql: "UPDATE folder SET number = ? WHERE id = ?", arguments: [number, id])
      return (id, ShelfEdit.uncategorised)
    }
    let name = LibraryWords.folder(number)
    return (try insertFolder(number, name), name)
  }

  func take(_ fields: [CollectionInstance.Field]) throws -> Bool {
    let before = try Row.fetchAll(database, sql: "SELECT number, name FROM field")
    let old = try Dictionary(uniqueKeysWithValues: before.map { try ($0.value(0) as Int, $0.value(1) as String) })
    try database.execute(sql: "DELETE FROM field")
    var names: Set<String> = []
    var isRenamed = false
    for field in fields {
      var name = field.name
      var count = 1
      while !names.insert(name).inserted {
        count += 1
        name = "\(field.name) (\(count))"
      }
      try database.execute(
        sql: """
          INSERT INTO field (number, name, kind, position, isPublic, options, lines) VALUES (?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          field.id.number, name, field.kind, field.position, field.isPublic,
          String(decoding: try JSONEncoder().encode(field.options), as: UTF8.self), field.lines,
        ])
      if let known = old[field.id.number], known != name { isRenamed = true }
    }
    return isRenamed
  }
}
