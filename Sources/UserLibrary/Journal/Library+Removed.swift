import DiscogsModel
internal import GRDB
public import RunoutModel
internal import SQLiteSupport
internal import Wording

/// Rows that syncs have removed, and their return.
extension Library {
  /// The rows that can be restored, latest removed first.
  public func removedRows(at time: Double) async throws(LibraryError) -> [RemovedRow] {
    try await read { try RemovedRows($0).all(at: time) }
  }

  /// Restores rows under their old numbers, with their plays, as one batch; the account gets them like any addition.
  ///
  /// - Parameter isSent: whether an account gets them.
  /// - Returns: nil if none of the rows can be restored.
  public func restore(
    _ ids: [RemovedRow.ID], at time: Double, isSent: Bool
  ) async throws(LibraryError) -> EditSummary? {
    try await write { database in
      var changes: [ShelfChange] = []
      let journal = EditJournal(database, time: time, isSent: isSent)
      for id in ids {
        guard let change = try RemovedRows(database).change(thatBringsBack: id, at: time) else { continue }
        try change.apply(database)
        changes.append(change)
      }
      guard let first = changes.first else { return nil }
      let what = changes.count == 1 ? first.name : LibraryWords.records(changes.count)
      let sent = try journal.note(closingUndone: changes, title: LibraryWords.bringBack(what))
      try Self.raiseShelfVersion(database)
      return EditSummary(title: LibraryWords.bringBack(what), left: ids.count - changes.count, isSent: !sent.isEmpty)
    }
  }

  /// The account's former number of the copy that an addition restores; nil for any other change.
  ///
  /// The account may still have that copy, if a wrong answer had it removed here.
  public func formerInstance(of edit: OutgoingEdit.ID) async throws(LibraryError) -> Int? {
    try await read { database in
      try database.value(
        """
        SELECT removed.instance FROM edit JOIN removed ON removed.list = 'collection' AND removed.item = edit.item
        WHERE edit.id = ? AND edit.target = 'copy' AND edit.before IS NULL
        """, [edit])
    }
  }

  /// Forgets the removal of a row once the account has it again.
  public func forgetRemoved(broughtBackBy edit: OutgoingEdit.ID) async throws(LibraryError) {
    try await write { database in
      try database.change(
        """
        DELETE FROM removed WHERE EXISTS (SELECT 1 FROM edit WHERE edit.id = ? AND edit.before IS NULL
          AND edit.item = removed.item
          AND edit.target = CASE removed.list WHEN 'collection' THEN 'copy' ELSE 'want' END)
        """, [edit])
    }
  }
}

/// The table of removed rows, within one transaction.
struct RemovedRows {
  private let database: Database

  init(_ database: Database) { self.database = database }

  /// Rows removed before this time cannot be restored.
  private static func limit(_ time: Double) -> Double { time - Double(RemovedRow.days) * 86_400 }

  var isAny: Bool { get throws { try database.has("SELECT 1 FROM removed LIMIT 1") } }

  // MARK: Keeping

  func keep(_ copy: CopyState, numbered id: Int64, at time: Double) throws {
    try keep(.collection, item: id, copy.facts.release, instance: copy.instance, state: try copy.json, at: time)
  }

  func keep(_ want: WantState, at time: Double) throws {
    let release = want.facts.release
    try keep(.wantList, item: Int64(release.number), release, instance: nil, state: try want.json, at: time)
  }

  private func keep(
    _ list: ShelfList, item: Int64, _ release: Release.ID, instance: Int?, state: String, at time: Double
  ) throws {
    try database.change(
      "INSERT OR REPLACE INTO removed (list, item, release, instance, state, removedAt) VALUES (?, ?, ?, ?, ?, ?)",
      [list.rawValue, item, release.number, instance, state, time])
  }

  func forget(at time: Double) throws {
    try database.change("DELETE FROM removed WHERE removedAt < ?", [Self.limit(time)])
  }

  // MARK: Bringing back

  func all(at time: Double) throws -> [RemovedRow] {
    try database.rows(
      """
      SELECT removed.*, amount, currency,
        CASE list WHEN 'collection' THEN (SELECT count(*) FROM play WHERE play.copy = item) ELSE 0 END AS plays
      FROM removed LEFT JOIN priceLimit ON priceLimit.release = removed.release
      WHERE removedAt >= ? AND \(Self.isGone) ORDER BY removedAt DESC, removed.id
      """, [Self.limit(time)]
    ).map { try RemovedRow($0) }
  }

  /// SQL condition: the row has not been restored.
  private static let isGone = """
    CASE list WHEN 'collection' THEN NOT EXISTS (SELECT 1 FROM copy WHERE copy.id = item)
      ELSE NOT EXISTS (SELECT 1 FROM want WHERE want.release = item) END
    """

  func change(thatBringsBack id: RemovedRow.ID, at time: Double) throws -> ShelfChange? {
    guard
      let row = try database.row(
        "SELECT * FROM removed WHERE id = ? AND removedAt >= ? AND \(Self.isGone)", [id, Self.limit(time)])
    else { return nil }
    let (item, state): (Int64, String) = try (row.value("item"), row.value("state"))
    let change: ShelfChange =
      try row.list == .collection
      ? .copy(Change(item, before: nil, after: try CopyState(json: state)))
      : .want(Change(Wanted(item: item), before: nil, after: try WantState(json: state)))
    // Its folder may be gone by now; to the account, an added copy is a new one.
    return try change.repeated(on: database)
  }

  /// Forgets the removal of a copy that the account has after all.
  ///
  /// - Returns: the id to store it under, and its known state; nil if it was never removed. If it was restored and
  ///   waits to be added, that addition is not sent.
  func takeOut(_ instance: Int) throws -> (id: Int64, state: CopyState?)? {
    guard
      let row = try database.row("SELECT * FROM removed WHERE list = 'collection' AND instance = ?", [instance])
    else { return nil }
    let (id, item): (Int64, Int64) = try (row.value("id"), row.value("item"))
    try database.change("DELETE FROM removed WHERE id = ?", [id])
    guard let present = try CopyState.fetch(database, id: item) else {
      return (item, try CopyState(json: row.value("state")))
    }
    guard present.instance == nil else { return nil }
    let addition: Int64? = try database.value(
      """
      SELECT id FROM edit WHERE target = 'copy' AND item = ? AND before IS NULL AND state IN \(Library.unsent)
      ORDER BY id DESC LIMIT 1
      """, [item])
    if let addition { try Library.note(instance, of: item, from: addition, database) }
    return (item, present)
  }
}

extension Row {
  fileprivate var list: ShelfList {
    get throws {
      if let list = ShelfList(rawValue: try value("list")) { return list }
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: LibraryWords.unknownList)
    }
  }
}

extension RemovedRow {
  fileprivate init(_ row: Row) throws {
    let amount = try (row.value("amount") as String?).flatMap(DecimalNumber.init)
    let currency = try (row.value("currency") as String?).map(Currency.init)
    let limit = amount.flatMap { amount in currency.map { Money(amount, $0) } }
    let (id, removedAt, plays): (Int64, Double, Int) = try (row.value("id"), row.value("removedAt"), row.value("plays"))
    switch try row.list {
    case .collection:
      let copy = try CopyState(fromJSON: row.value("state"))
      self.init(
        id: id, list: .collection, facts: copy.facts, folder: copy.folderName, rating: copy.rating,
        values: copy.values, plays: plays, limit: limit, removedAt: removedAt)
    case .wantList:
      let want = try WantState(fromJSON: row.value("state"))
      self.init(
        id: id, list: .wantList, facts: want.facts, rating: want.rating,
        values: want.notes.isEmpty ? [:] : ["Notes": want.notes], limit: limit, removedAt: removedAt)
    }
  }
}

extension ShelfChange {
  /// The name of the row's record.
  fileprivate var name: String {
    switch self {
    case .copy(let copy): (copy.after ?? copy.before)?.facts.name ?? title
    case .want(let want): (want.after ?? want.before)?.facts.name ?? title
    case .folder, .limit, .play: title
    }
  }
}
