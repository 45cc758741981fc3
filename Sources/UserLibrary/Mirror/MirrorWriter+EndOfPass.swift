internal import DiscogsModel
internal import GRDB
internal import SQLiteSupport

extension MirrorWriter {
  func met(in progress: MirrorProgress) throws -> Int {
    let table = ShelfTable(progress.part)
    return try progress.hidden.count
      + database.count(
        "SELECT count(*) FROM \(table.rawValue) WHERE \(table.isMirrored) AND seen >= ?", [progress.pass])
  }

  /// Marks rows confirmed to be gone, and imported ones that the account never had. Wants of any pressing never belong
  /// to the account.
  ///
  /// - Returns: the number of other missing rows.
  func mark(_ gone: [Int64], asGoneIn progress: MirrorProgress) throws -> Int {
    switch ShelfTable(progress.part) {
    case .copies:
      try database.change(
        """
        UPDATE copy SET gone = :pass WHERE seen < :pass AND NOT \(ShelfTable.isUnsentCopy)
          AND (instance IS NULL OR id IN (SELECT value FROM json_each(:gone)))
        """, ["pass": progress.pass, "gone": JSONList.text(gone)])
      return try database.count(
        "SELECT count(*) FROM copy WHERE seen < :pass AND gone < :pass AND NOT \(ShelfTable.isUnsentCopy)",
        ["pass": progress.pass])
    case .wants:
      try database.change(
        """
        UPDATE want SET gone = :pass
        WHERE seen < :pass AND \(ShelfTable.isOfRelease) AND NOT \(ShelfTable.wants.isUnsent)
        """, ["pass": progress.pass])
      return 0
    }
  }

  /// The number of rows gone from the account that would be removed here.
  func goneCount(_ part: MirrorProgress.Part) throws -> Int {
    let table = ShelfTable(part)
    return try database.count("SELECT count(*) FROM \(table.rawValue) WHERE gone > seen AND NOT \(table.isUnsent)")
  }

  func rowCount(_ part: MirrorProgress.Part) throws -> Int {
    switch ShelfTable(part) {
    case .copies: try database.count("SELECT count(*) FROM copy")
    case .wants: try database.count("SELECT count(*) FROM want WHERE \(ShelfTable.isOfRelease)")
    }
  }

  /// Removes rows gone from the account, storing them for `restore`.
  func sweep(_ part: MirrorProgress.Part, at time: Double) throws {
    let (removed, table) = (RemovedRows(database), ShelfTable(part))
    try removed.forget(at: time)
    switch table {
    case .copies:
      // The user has to see unsent changes of a copy that is gone.
      try database.change(
        """
        UPDATE edit SET state = 'conflict', theirs = NULL WHERE target = 'copy' AND before IS NOT NULL
          AND after IS NOT NULL AND state = 'pending' AND item IN (SELECT id FROM copy WHERE gone > seen)
        """)
      let gone = "gone > seen AND NOT \(table.isUnsent)"
      for row in try database.rows("\(CopyState.select) WHERE \(gone) ORDER BY copy.id") {
        let id: Int64 = try row.value("id")
        try removed.keep(CopyState(row), numbered: id, at: time)
        try ShelfRowWriter(.copies).delete(database, id: id)
      }
    case .wants:
      for row in try database.rows("SELECT * FROM want WHERE gone > seen AND NOT \(table.isUnsent) ORDER BY id") {
        try removed.keep(WantState(row), at: time)
        try ShelfRowWriter(.wants).delete(database, id: row.value("id"))
      }
    }
  }

  /// The number of rows the account has as far as is known here: unsent removals still count, unsent additions do not.
  func count(_ part: MirrorProgress.Part) throws -> Int {
    let table = ShelfTable(part)
    return try database.count(
      """
      SELECT (SELECT count(*) FROM \(table.rawValue) WHERE \(table.isMirrored)) + (SELECT count(*) FROM edit
        WHERE target = '\(table.rawValue)' AND after IS NULL AND state IN \(Library.unsent)
          \(table == .copies ? "AND json_extract(before, '$.instance') IS NOT NULL" : ""))
      """)
  }
}

extension ShelfTable {
  /// There are no passes over `lists`, which have no table of this kind.
  fileprivate init(_ part: MirrorProgress.Part) { self = part == .wants ? .wants : .copies }

  /// SQL condition: the account has the row.
  fileprivate var isMirrored: String { self == .copies ? "instance IS NOT NULL" : "isMirrored" }

  /// SQL condition: the row has an unsent change.
  var isUnsent: String { isUnsent("") }

  /// SQL condition: the copy is still to be added to the account.
  static let isUnsentCopy = copies.isUnsent("AND before IS NULL")

  private func isUnsent(_ condition: String) -> String {
    """
    EXISTS (SELECT 1 FROM edit WHERE target = '\(rawValue)' AND item = \(self == .copies ? "copy.id" : "want.release")
      \(condition) AND state IN \(Library.unsent))
    """
  }
}
