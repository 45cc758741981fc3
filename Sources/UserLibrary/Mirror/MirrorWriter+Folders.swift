internal import DiscogsModel
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
        guard try EditRow.unsent(.folder, known, database).isEmpty else { continue }
        if try isStandIn(known, for: folder), let own = try namesake(of: folder.name) {
          try join(own, as: folder.id.number, inPlaceOf: known)
          continue
        }
        let name = try freeName(folder.name, except: known)
        try database.change(
          "UPDATE folder SET name = ?, sortKey = ? WHERE id = ?", [name, NaturalOrder.key(name), known])
      } else if try !isBeingDeleted(folder.id.number) && !isOrphan(folder.name) {
        // An imported folder of this name is this one; so is one made here if it was sent and only the answer is
        // missing.
        try database.change(
          """
          UPDATE folder SET number = :number WHERE name = :name AND number IS NULL AND NOT EXISTS
            (SELECT 1 FROM edit WHERE target = 'folder' AND item = folder.id AND attempts = 0
              AND state IN \(Library.unsent))
          """, ["number": folder.id.number, "name": folder.name])
        guard database.changesCount == 0 else { continue }
        if let own = try namesake(of: folder.name) {
          try join(own, as: folder.id.number, inPlaceOf: nil)
        } else {
          _ = try insertFolder(folder.id.number, folder.name)
        }
      }
    }
    let numbers = JSONList.text(folders.map(\.id.number))
    try database.change(
      """
      DELETE FROM folder WHERE number IS NOT NULL AND number NOT IN (SELECT value FROM json_each(?))
        AND NOT EXISTS (SELECT 1 FROM copy WHERE folder = folder.id)
      """, [numbers])
  }

  /// The local folder that the account's folder of the same name stands for: an imported one, or one still to be made
  /// there, which Discogs would refuse. Nil if a request with a lost answer may have made the account's for another
  /// folder.
  private func namesake(of name: String) throws -> Int64? {
    try database.value(
      """
      SELECT id FROM folder WHERE name = :name AND number IS NULL
        AND NOT EXISTS (SELECT 1 FROM edit WHERE target = 'folder' AND item = folder.id AND state IN \(Library.unsent)
          AND (before IS NOT NULL OR json_extract(after, '$.name') <> :name
            OR (state <> 'refused' AND (state <> 'pending' OR attempts > 0))))
        AND NOT EXISTS (SELECT 1 FROM edit WHERE target = 'folder' AND item <> folder.id AND before IS NULL
          AND attempts > 0 AND state IN \(Library.unsent) AND json_extract(after, '$.name') = :name)
      """, ["name": name])
  }

  /// Returns whether a row only stands in for an account's folder: its copies came before its name, or its name was
  /// taken.
  private func isStandIn(_ id: Int64, for folder: CollectionInstance.Folder) throws -> Bool {
    let name: String = try database.value("SELECT name FROM folder WHERE id = ?", [id]) ?? ""
    return name == LibraryWords.folder(folder.id.number) || name.hasPrefix("\(folder.name) (")
  }

  /// Gives a local folder the account's number, and settles its unsent creation.
  ///
  /// - Parameter known: the row that stood in for the account's folder.
  private func join(_ own: Int64, as number: Int, inPlaceOf known: Int64?) throws {
    if let known {
      try database.change(
        """
        UPDATE edit SET
          before = CASE WHEN json_extract(before, '$.folder') = :known THEN json_set(before, '$.folder', :own)
            ELSE before END,
          after = CASE WHEN json_extract(after, '$.folder') = :known THEN json_set(after, '$.folder', :own)
            ELSE after END
        WHERE target = 'copy' AND state IN \(Library.unsent)
        """, ["known": known, "own": own])
    }
    try Library.number(theFolder: own, as: number, database)
    try database.change(
      """
      UPDATE edit SET state = 'done', reason = '' WHERE target = 'folder' AND item = ? AND before IS NULL
        AND state IN \(Library.unsent)
      """, [own])
  }

  private func isBeingDeleted(_ number: Int) throws -> Bool {
    try database.has(
      """
      SELECT 1 FROM edit WHERE target = 'folder' AND after IS NULL AND json_extract(before, '$.number') = ?
        AND state IN \(Library.unsent)
      """, [number])
  }

  /// Returns whether a request with a lost answer made a folder of this name that has been deleted here since.
  private func isOrphan(_ name: String) throws -> Bool {
    try database.has(
      """
      SELECT 1 FROM edit WHERE target = 'folder' AND before IS NULL AND attempts > 0 AND state IN \(Library.unsent)
        AND json_extract(after, '$.name') = ? AND NOT EXISTS (SELECT 1 FROM folder WHERE id = edit.item)
      """, [name])
  }

  /// Adds a number to a name that is taken: an account may have two folders of one name.
  private func freeName(_ name: String, except id: Int64? = nil) throws -> String {
    try name.numbered { try database.has("SELECT 1 FROM folder WHERE name = ? AND id IS NOT ?", [$0, id]) }
  }

  private func insertFolder(_ number: Int, _ name: String) throws -> Int64 {
    try ShelfFolders.insert(freeName(name), number: number, database)
  }

  /// The folder with a number. Until the account sends a folder, its number serves as its name.
  func folder(numbered number: Int?) throws -> (id: Int64, name: String) {
    let number = number ?? CollectionInstance.Folder.uncategorised.number
    if let row = try database.row("SELECT id, name FROM folder WHERE number = ?", [number]) {
      return try (row.value(0), row.value(1))
    }
    if number == CollectionInstance.Folder.uncategorised.number {
      let id = try ShelfFolders.named(ShelfEdit.uncategorised, database)
      try database.change("UPDATE folder SET number = ? WHERE id = ?", [number, id])
      return (id, ShelfEdit.uncategorised)
    }
    let name = LibraryWords.folder(number)
    return (try insertFolder(number, name), name)
  }

  func take(_ fields: [CollectionInstance.Field]) throws {
    try database.change("DELETE FROM field")
    var names: Set<String> = []
    for field in fields {
      let name = field.name.numbered { !names.insert($0).inserted }
      try database.change(
        "INSERT INTO field (number, name, kind, position, isPublic, options, lines) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [field.id.number, name, field.kind, field.position, field.isPublic, try field.options.json, field.lines])
    }
  }
}
