internal import DiscogsModel
internal import GRDB
internal import SQLiteSupport

/// Rows that a pass has not met.
extension MirrorWriter {
  /// SQL condition: the row has an unsent change, or only an unsent addition.
  private static func unsent(_ part: MirrorProgress.Part, onlyAdditions: Bool = false) -> String {
    let (target, item) = part == .wants ? ("want", "want.release") : ("copy", "copy.id")
    return """
      EXISTS (SELECT 1 FROM edit WHERE target = '\(target)' AND item = \(item)\(onlyAdditions ? " AND before IS NULL" : "")
        AND state IN \(Library.unsent))
      """
  }

  func met(in progress: MirrorProgress) throws -> Int {
    let sql =
      switch progress.part {
      case .collection: "SELECT count(*) FROM copy WHERE instance IS NOT NULL AND seen >= ?"
      case .wants: "SELECT count(*) FROM want WHERE isMirrored AND seen >= ?"
      case .lists: "SELECT 0 WHERE ?"
      }
    return try (database.value(sql, [progress.pass]) ?? 0) + progress.hidden.count
  }

  func missingCopies(in progress: MirrorProgress) throws -> [MissingCopy] {
    try database.rows(
      """
      SELECT copy.id, copy.release, folder.number FROM copy JOIN folder ON folder.id = copy.folder
      WHERE seen < ? AND instance IS NOT NULL AND NOT \(Self.unsent(.collection, onlyAdditions: true)) ORDER BY copy.id
      """, [progress.pass]
    ).map { try MissingCopy(id: $0.value(0), release: Release.ID($0.value(1) as Int), folder: $0.value(2)) }
  }

  func missingWants(in progress: MirrorProgress) throws -> Int {
    try database.value(
      "SELECT count(*) FROM want WHERE seen < ? AND isMirrored AND NOT \(Self.unsent(.wants))", [progress.pass]) ?? 0
  }

  /// Marks rows confirmed to be gone, and imported ones that the account never had. Wants of any pressing never belong
  /// to the account.
  ///
  /// - Returns: the number of other missing rows.
  func mark(_ gone: [Int64], asGoneIn progress: MirrorProgress) throws -> Int {
    switch progress.part {
    case .collection:
      try database.change(
        """
        UPDATE copy SET gone = :pass WHERE seen < :pass AND NOT \(Self.unsent(.collection, onlyAdditions: true))
          AND (instance IS NULL OR id IN (SELECT value FROM json_each(:gone)))
        """, ["pass": progress.pass, "gone": JSONList.text(gone)])
      return try database.value(
        """
        SELECT count(*) FROM copy WHERE seen < :pass AND gone < :pass
          AND NOT \(Self.unsent(.collection, onlyAdditions: true))
        """, ["pass": progress.pass]) ?? 0
    case .wants:
      try database.change(
        """
        UPDATE want SET gone = :pass WHERE seen < :pass AND \(ShelfTable.isOfRelease) AND NOT \(Self.unsent(.wants))
        """, ["pass": progress.pass])
      return 0
    case .lists: return 0
    }
  }

  /// The number of rows gone from the account that would be removed here.
  func goneCount(_ part: MirrorProgress.Part) throws -> Int {
    switch part {
    case .collection, .wants:
      let table = ShelfTable(part).rawValue
      return try database.value("SELECT count(*) FROM \(table) WHERE gone > seen AND NOT \(Self.unsent(part))") ?? 0
    case .lists: return 0
    }
  }

  func rowCount(_ part: MirrorProgress.Part) throws -> Int {
    switch part {
    case .collection: try database.value("SELECT count(*) FROM copy") ?? 0
    case .wants: try database.value("SELECT count(*) FROM want WHERE \(ShelfTable.isOfRelease)") ?? 0
    case .lists: 0
    }
  }

  /// Removes rows gone from the account, storing them for `restore`.
  func sweep(_ part: MirrorProgress.Part, at time: Double) throws {
    let removed = RemovedRows(database)
    try removed.forget(at: time)
    switch part {
    case .collection:
      // The user has to see unsent changes of a copy that is gone.
      try database.execute(
        sql: """
          UPDATE edit SET state = 'conflict', theirs = NULL WHERE target = 'copy' AND before IS NOT NULL
            AND after IS NOT NULL AND state = 'pending' AND item IN (SELECT id FROM copy WHERE gone > seen)
          """)
      let rows = try database.rows(
        """
        SELECT copy.*, folder.name AS folderName FROM copy JOIN folder ON folder.id = copy.folder
        WHERE gone > seen AND NOT \(Self.unsent(.collection)) ORDER BY copy.id
        """)
      for row in rows {
        let (id, state): (Int64, CopyState) = try (row.value("id"), CopyState(row))
        try removed.keep(state, numbered: id, at: time)
        try ShelfRowWriter(.copies).delete(database, id: id)
      }
    case .wants:
      let rows = try database.rows("SELECT * FROM want WHERE gone > seen AND NOT \(Self.unsent(.wants)) ORDER BY id")
      for row in rows {
        try removed.keep(WantState(row), at: time)
        try ShelfRowWriter(.wants).delete(database, id: row.value("id"))
      }
    case .lists: break
    }
  }

  /// The number of rows the account has as far as is known here: unsent removals still count, unsent additions do not.
  func count(_ part: MirrorProgress.Part) throws -> Int {
    switch part {
    case .collection:
      try database.value(
        """
        SELECT (SELECT count(*) FROM copy WHERE instance IS NOT NULL) + (SELECT count(*) FROM edit
          WHERE target = 'copy' AND after IS NULL AND json_extract(before, '$.instance') IS NOT NULL
            AND state IN \(Library.unsent))
        """) ?? 0
    case .wants:
      try database.value(
        """
        SELECT (SELECT count(*) FROM want WHERE isMirrored) + (SELECT count(*) FROM edit
          WHERE target = 'want' AND after IS NULL AND state IN \(Library.unsent))
        """) ?? 0
    case .lists: 0
    }
  }
}

extension ShelfTable {
  fileprivate init(_ part: MirrorProgress.Part) { self = part == .wants ? .wants : .copies }
}
